import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../console/src/words/en.ts';
import { is } from '../../console/src/words/is.ts';
import { failureCodes } from '../../src/kernel/failures/failure.ts';
import { VIOLATIONS } from '../../src/kernel/failures/violations.ts';
import { operations } from '../../src/surfaces/console/routes.ts';
import { readTree } from '../support/tree.ts';

const sources = [...readTree('console/src/**/*.{ts,tsx}')].filter(
  ([file]) => !/words\/(is|en)[./]/.test(file),
);

/** `t('a.b')`, `word: 'a.b'`, `done('a.b')` and what is put together: t(`a.${…}`). */
const NAMED =
  /\b(?:t|tn|done)\(\s*'([^']+)'|\bword: '([^']+)'|'((?:done|report|state|document|go)\.[\w.-]+)'/g;
const BUILT = /`([a-z][a-z-]*\.[^`$/ ]*)\$\{[^}]*\}([^`$]*)/g;

describe('the words of the console', () => {
  it('are the same keys in both languages', () => {
    assert.deepEqual(Object.keys(is).sort(), Object.keys(en).sort());
  });
  it('stand in one file each', () => {
    for (const lang of ['is', 'en']) {
      const keys = [...readTree(`console/src/words/${lang}/*.ts`)].flatMap(([, source]) =>
        [...source.matchAll(/^ {2}('?)([\w .-]+)\1:/gm)].map(([, , key]) => key),
      );
      assert.deepEqual(keys.toSorted(), Object.keys(en).sort(), lang);
    }
  });
  it('are never empty, and have the same blanks to fill in', () => {
    for (const [key, text] of Object.entries(en)) {
      const other = is[key as keyof typeof en];
      assert.ok(text.trim() && other.trim(), key);
      const blanks = (one: string) => [...one.matchAll(/\{\w+\}/g)].map(([blank]) => blank).sort();
      assert.deepEqual(blanks(other), blanks(text), key);
    }
  });
  it('are all there for what the screens ask for', () => {
    const missing = sources.flatMap(([file, source]) =>
      [...source.matchAll(NAMED)]
        .map(([, ...found]) => found.find(Boolean) ?? '')
        .filter((key) => !(key in en) && !(`${key}.one` in en && `${key}.other` in en))
        .map((key) => `${file}: ${key}`),
    );
    assert.deepEqual(missing, []);
  });
  it('have something for every kind of key that is put together while running', () => {
    const keys = Object.keys(en);
    const missing = sources.flatMap(([file, source]) =>
      [...source.matchAll(BUILT)]
        .filter(([, head = '', tail = '']) => !keys.some((key) => key.startsWith(head) && key.endsWith(tail)))
        .map(([whole]) => `${file}: ${whole}`),
    );
    assert.deepEqual(missing, []);
  });
  it('are all used', () => {
    const text = sources.map(([, source]) => source).join('\n');
    const heads = [...text.matchAll(BUILT)].map(([, head = '', tail = '']) => ({ head, tail }));
    const unused = Object.keys(en).filter(
      (key) =>
        !text.includes(`'${key}'`) &&
        !text.includes(`'${key.replace(/\.(one|other)$/, '')}'`) &&
        !heads.some(({ head, tail }) => head !== '' && key.startsWith(head) && key.endsWith(tail)),
    );
    assert.deepEqual(unused, []);
  });
  it('say every write of a person in the list of what was done', () => {
    const writes = Object.values(operations).filter(({ kind }) => kind === 'write');
    assert.deepEqual(
      writes.map(({ name }) => `action.${name}`).filter((key) => !(key in en)),
      [],
    );
  });
  it('say every refusal that an operation of the console is documented to have', () => {
    // These are told by their reasons.
    const told = new Set([
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
      (code) => known.has(code) && !told.has(code) && !(`error.${code}` in en),
    );
    assert.deepEqual(missing, []);
  });
  it('say every reason that a rule can refuse for', () => {
    const domain = [...readTree('src/{domain,rendering}/**/*.ts')].flatMap(([, source]) =>
      [...source.matchAll(/\bViolation<([^>]*)>/g)].flatMap(
        ([, codes = '']) => codes.match(/\w+(?=')/g) ?? [],
      ),
    );
    assert.ok(domain.includes('nothing_left') && domain.includes('buyer_zip'), 'the rules were not read');
    const missing = [...domain, ...Object.keys(VIOLATIONS)].filter((code) => !(`problem.${code}` in is));
    assert.deepEqual(missing, []);
  });
  it('name everything that the books remember', () => {
    const writes = [...readTree('src/modules/**/*.ts')].flatMap(([, source]) =>
      [...source.matchAll(/= defineWrite\(\{[^}]*?\bname: '([\w-]+)'/g)].map(([, name = '']) => name),
    );
    assert.ok(writes.includes('create-invoice') && writes.includes('record-delivery'), 'none was read');
    assert.deepEqual(
      writes.filter((name) => !(`action.${name}` in is)),
      [],
    );
  });
  it('can say every refusal of a form, because none is only a sentence', () => {
    // These are refused to programs, to operators, and on pages that the server writes itself.
    const elsewhere =
      /src\/(surfaces|commands|modules\/agents\/|modules\/invoices\/numbers\/set-exchange-rate|modules\/product-sales\/sell\/|modules\/reports\/dashboard|modules\/costs\/read)/;
    const bare = new RegExp(
      [
        /\bfail(ure)?\(\s*'field_invalid',\s*('[^']*'|`[^`]*`|[\w.]+),\s*['`].*/,
        /\bfail(ure)?\(\s*'(\w+_refused|flags_conflict)',\s*['`].*/,
      ]
        .map(({ source }) => source)
        .join('|'),
      'g',
    );
    const found = [...readTree('src/**/*.ts')]
      .filter(([file]) => !elsewhere.test(file))
      .flatMap(([file, source]) => [...source.matchAll(bare)].map(([call]) => `${file}: ${call}`));
    assert.deepEqual(found, [], 'give them a violation of src/kernel/failures/violations.ts');
  });
});
