import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../console/src/i18n/en.ts';
import { core } from '../../console/src/i18n/is-core.ts';
import { rest } from '../../console/src/i18n/is-rest.ts';
import { translateDeliveryReason } from '../../console/src/lib/delivery-reason.ts';
import { WARNING_CODES } from '../../src/domain/invoices/invoice-warnings.ts';
import { EFFECT_KINDS, RECORD_KINDS } from '../../src/kernel/effects/effect.ts';
import { failureCodes } from '../../src/kernel/failures/failure.ts';
import { VIOLATIONS } from '../../src/kernel/failures/violations.ts';
import { routes as agentRoutes } from '../../src/surfaces/agent/routes.ts';
import { operations } from '../../src/surfaces/console/routes.ts';
import { readTree } from '../support/tree.ts';

const is = { ...core, ...rest };

const sources = [
  ...readTree(
    'console/src/**/*.{ts,tsx}',
    'src/domain/{access/effect-text,texts/book-sheets}.ts',
    'src/rendering/mail/proposal-mail.ts',
  ),
].filter(([file]) => !/i18n\/(is|en)[./]/.test(file));

/** `t('a.b')`, `textKey: 'a.b'`, `done('a.b')`, and keys that are built at run time: t(`a.${…}`). */
const LITERAL_KEY =
  /\b(?:t|tn|done)\(\s*'([^']+)'|\btextKey: '([^']+)'|'((?:done|report|state|document|go)\.[\w.-]+)'/g;
const BUILT_KEY = /`([a-z][a-z-]*\.[^`$/ ]*)\$\{[^}]*\}([^`$]*)/g;

const SAME_IN_BOTH = [
  'error.delivery_refused',
  'error.file_refused',
  'error.invoice_not_payable',
  'error.release_refused',
  'export.csv',
  'export.xlsx',
  'field.registration_no',
  'method.6',
  'pager.open',
  'quote.sent-to',
  'vat.AA',
  'vat.S',
  'vat.Z',
  'via.credential',
];

describe('translations of the console', () => {
  it('have the same keys in both languages', () => {
    assert.deepEqual(Object.keys(is).sort(), Object.keys(en).sort());
  });
  it('define each key in one file', () => {
    for (const lang of ['is', 'en']) {
      const keys = [...readTree(`{console/src/i18n/${lang}/*.ts,src/domain/texts/*-${lang}.ts}`)].flatMap(
        ([, source]) => [...source.matchAll(/^ {2}('?)([\w .-]+)\1:/gm)].map(([, , key]) => key),
      );
      assert.deepEqual(keys.toSorted(), Object.keys(en).sort(), lang);
    }
  });
  it('are never empty, and have the same placeholders', () => {
    for (const [key, text] of Object.entries(en)) {
      const other = is[key as keyof typeof en];
      assert.ok(text.trim() && other.trim(), key);
      const placeholders = (one: string) =>
        [...one.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).sort();
      assert.deepEqual(placeholders(other), placeholders(text), key);
    }
  });
  it('have a singular and a plural where a word follows a number', () => {
    // Words that are the same after every number.
    const invariant = /^(?:af|í|til|aftur|sek|of|s|chosen|waiting|more)(?!\p{L})/u;
    for (const texts of [is, en]) {
      const wrong = Object.entries(texts).filter(
        ([key, text]) =>
          !/\.(one|other)$/.test(key) &&
          [...text.matchAll(/\{(?:n|count)\} (?=\p{L})/gu)].some(
            ({ index, 0: { length } }) => !invariant.test(text.slice(index + length)),
          ),
      );
      assert.deepEqual(wrong, []);
    }
  });
  it('put no name after an Icelandic word that would inflect it', () => {
    const governs =
      /(^|[\s(])(af|að|á|frá|fyrir|hjá|í|með|til|um|úr|við|vegna)\s+\{(name|company|customer)\}/iu;
    assert.deepEqual(
      Object.entries(is).filter(([, text]) => governs.test(text)),
      [],
    );
  });
  it('are translated, unless the word is the same in both languages', () => {
    const same = Object.entries(en).filter(([key, text]) => is[key as keyof typeof en] === text);
    assert.deepEqual(same.map(([key]) => key).sort(), SAME_IN_BOTH);
  });
  it('exist for every key that a screen uses', () => {
    const missing = sources.flatMap(([file, source]) =>
      [...source.matchAll(LITERAL_KEY)]
        .map(([, ...found]) => found.find(Boolean) ?? '')
        .filter((key) => !(key in en) && !(`${key}.one` in en && `${key}.other` in en))
        .map((key) => `${file}: ${key}`),
    );
    assert.deepEqual(missing, []);
  });
  it('exist for every key that is built at run time', () => {
    const keys = Object.keys(en);
    const missing = sources.flatMap(([file, source]) =>
      [...source.matchAll(BUILT_KEY)]
        .filter(([, head = '', tail = '']) => !keys.some((key) => key.startsWith(head) && key.endsWith(tail)))
        .map(([whole]) => `${file}: ${whole}`),
    );
    assert.deepEqual(missing, []);
  });
  it('are all used', () => {
    const text = sources.map(([, source]) => source).join('\n');
    const heads = [...text.matchAll(BUILT_KEY)].map(([, head = '', tail = '']) => ({ head, tail }));
    // Whatever stands between two quotation marks; the second mark of one may be the first of another.
    const quoted = new Set([...text.matchAll(/'(?=([^'\n]+)')/g)].map(([, between]) => between));
    const unused = Object.keys(en).filter(
      (key) =>
        !quoted.has(key) &&
        !quoted.has(key.replace(/\.(one|other)$/, '')) &&
        !heads.some(({ head, tail }) => head !== '' && key.startsWith(head) && key.endsWith(tail)),
    );
    assert.deepEqual(unused, []);
  });
  it('exist for every write of a person in the activity list', () => {
    const writes = Object.values(operations).filter(({ kind }) => kind === 'write');
    assert.deepEqual(
      writes.map(({ name }) => `action.${name}`).filter((key) => !(key in en)),
      [],
    );
  });
  it('exist for every warning, and for all that a write of a program can do', () => {
    const keys = [
      ...WARNING_CODES.map((code) => `warning.${code}`),
      ...EFFECT_KINDS.map((kind) => `kind.${kind}`),
      ...RECORD_KINDS.map((kind) => `record.${kind}`),
    ];
    assert.deepEqual(
      keys.filter((key) => !(key in en)),
      [],
    );
  });
  it('exist for every documented refusal of a console operation', () => {
    // These are translated by their violations.
    const byViolation = new Set([
      'figures_refused',
      'flags_conflict',
      'credit_refused',
      'part_refused',
      'period_refused',
      'field_invalid',
    ]);
    const known = new Set<string>(failureCodes().map(({ code }) => code));
    const refusals = new Set(Object.values(operations).flatMap(({ refusals = [] }) => [...refusals]));
    const missing = [...refusals].filter(
      (code) => known.has(code) && !byViolation.has(code) && !(`error.${code}` in en),
    );
    assert.deepEqual(missing, []);
  });
  it('exist for every violation of a rule', () => {
    const domain = [...readTree('src/{domain,rendering}/**/*.ts')].flatMap(([, source]) =>
      [...source.matchAll(/\bViolation<([^>]*)>/g)].flatMap(
        ([, codes = '']) => codes.match(/\w+(?=')/g) ?? [],
      ),
    );
    assert.ok(domain.includes('nothing_left') && domain.includes('buyer_zip'), 'the rules were not read');
    const missing = [...domain, ...Object.keys(VIOLATIONS)].filter((code) => !(`problem.${code}` in is));
    assert.deepEqual(missing, []);
  });
  it('exist for every operation in the audit log', () => {
    const writes = [...readTree('src/modules/**/*.ts')].flatMap(([, source]) =>
      [...source.matchAll(/= define(?:Write|Transaction)\(\{[^}]*?\bname: '([\w-]+)'/g)].map(
        ([, name = '']) => name,
      ),
    );
    assert.ok(writes.includes('create-invoice') && writes.includes('record-delivery'), 'none was read');
    assert.deepEqual(
      writes.filter((name) => !(`action.${name}` in is)),
      [],
    );
  });
  it('exist for every write that may wait for approval or be undone, as something still to be done', () => {
    const ofPrograms = agentRoutes.filter(({ operation }) => operation.kind === 'write');
    const delayed = Object.keys(en).filter((key) => key.startsWith('pending.'));
    const names = [
      ...ofPrograms.flatMap(({ operation, compact }) => [operation.name, compact?.name ?? operation.name]),
      ...delayed.map((key) => key.slice('pending.'.length)),
    ];
    assert.ok(names.includes('create-customer') && names.includes('remove-logo'), 'none was read');
    assert.deepEqual(
      names.filter((name) => !(`intent.${name}` in en)),
      [],
    );
  });
  it('exist for every reason that the service itself gives for a failed delivery', () => {
    const t = (key: keyof typeof is, values: Readonly<Record<string, string>> = {}) =>
      is[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    const files = [...readTree('src/{jobs/deliveries,adapters/mail/smtp,adapters/einvoice/access-point}.ts')];
    const reasons = files.flatMap(([, source]) =>
      [...source.matchAll(/['`]((?:The (?:mail|e-mail|e-invoice|invoice) |Too large )[^'`]*)['`]/g)].map(
        ([, text = '']) => text.replace(/\$\{what\}/, 'could not be reached').replace(/\$\{[^}]*\}/g, '5'),
      ),
    );
    assert.ok(reasons.length >= 10, 'the reasons were not read');
    assert.deepEqual(
      reasons.filter((reason) => translateDeliveryReason(reason, t) === reason),
      [],
    );
    assert.equal(
      translateDeliveryReason('The mail came back: 550 5.1.1 no such user', t),
      '550 5.1.1 no such user',
    );
    assert.equal(translateDeliveryReason('The mail came back, and no reason was given', t), '');
  });
  it('cover every refusal of a form, because each carries a violation', () => {
    // These refusals go to programs, to operators, and to pages that the server renders.
    const otherSurfaces =
      /src\/(surfaces|commands|modules\/agents\/|modules\/invoices\/numbers\/set-exchange-rate|modules\/product-sales\/sell\/|modules\/reports\/figures\/dashboard|modules\/costs\/read)/;
    const plainMessage = new RegExp(
      [
        /\bfail(ure)?\(\s*'field_invalid',\s*('[^']*'|`[^`]*`|[\w.]+),\s*['`].*/,
        /\bfail(ure)?\(\s*'(\w+_refused|flags_conflict)',\s*['`].*/,
      ]
        .map(({ source }) => source)
        .join('|'),
      'g',
    );
    const found = [...readTree('src/**/*.ts')]
      .filter(([file]) => !otherSurfaces.test(file))
      .flatMap(([file, source]) => [...source.matchAll(plainMessage)].map(([call]) => `${file}: ${call}`));
    assert.deepEqual(found, [], 'give them a violation of src/kernel/failures/violations.ts');
  });
});
