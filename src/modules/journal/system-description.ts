import { ROLES, type Role } from '../../domain/access/roles.ts';
import { JOURNAL_KEYS } from '../../domain/journal/accounts.ts';
import { ENTRY_KINDS } from '../../domain/journal/entry.ts';
import { BUILT_IN_LAYOUTS } from '../../domain/journal/layout.ts';
import { RETENTION_DAYS, RETENTION_YEARS } from '../../domain/service/retention.ts';
import { actions as actionsEn } from '../../domain/texts/actions-en.ts';
import { actions as actionsIs } from '../../domain/texts/actions-is.ts';
import { LANGS, type Lang } from '../../domain/values/codes.ts';
import { formatDate } from '../../domain/values/format.ts';
import { keysOf } from '../../domain/values/records.ts';
import { readSchemaVersion } from '../../kernel/database/schema-version.ts';
import { choice, object } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import type { SystemTables } from '../../kernel/operations/system-tables.ts';
import type { PrintableManual } from '../../rendering/pdf/manual.ts';
import { printManual } from '../../rendering/pdf/printer.ts';
import { SYSTEM_TEXTS } from '../../rendering/system-texts.ts';
import { readLogoBytes } from '../accounts/logo-store.ts';
import { readNumbers } from '../invoices/numbers/numbers-store.ts';
import { sellerSnapshot } from '../invoices/records/seller.ts';
import { listLayouts, readChart } from './journal-store.ts';

type TextKey = keyof (typeof SYSTEM_TEXTS)['en'];
type Section = PrintableManual['sections'][number];
type Translate = (key: TextKey, values?: Record<string, string | number>) => string;

export const getSystemDescription = defineRead({
  name: 'get-system-description',
  summary: 'Reads the description of the system that the Act on accounting requires, as a PDF.',
  description:
    'The description is generated from the tables that the service itself uses, so it describes this version: number series, entries and accounts of the journal, roles, all operations that write, automatic processing, what is kept, and the log. The answer has the file in base64.',
  access: { scope: null },
  input: object({
    lang: choice(LANGS).optional('Language of the file; Icelandic when left out'),
  }),
  output: component('SystemDescription', {
    file_name: out.own('What to call the file', 'kerfislysing-2026-03-17.pdf'),
    file: out.base64('The file, base64'),
  }),
  async run(ctx, { lang = 'is' }) {
    const { db, account, today } = ctx;
    const translate: Translate = (key, values = {}) => fill(SYSTEM_TEXTS[lang][key], values);
    const seller = sellerSnapshot(account);
    const manual: PrintableManual = {
      ...{ seller, lang, today, title: translate('title'), fileName: `${translate('file')}-${today}` },
      cells: [
        [translate('printed'), formatDate(today, lang)],
        [translate('company'), seller.registration_no],
        [translate('schema'), String(await readSchemaVersion(db))],
      ],
      sections: [
        plain(translate, 'entry'),
        entriesSection(translate),
        await seriesSection(ctx, translate, lang),
        await accountsSection(ctx, translate),
        await layoutsSection(ctx, translate),
        plain(translate, 'vat'),
        rolesSection(translate, ctx.system),
        operationsSection(translate, ctx.system, lang),
        automaticSection(translate, ctx.system),
        retentionSection(translate),
        plain(translate, 'audit'),
      ],
    };
    const { fileName, pdf } = await printManual(account.id, manual, await readLogoBytes(db, account.id));
    return { file_name: fileName, file: pdf.toString('base64') };
  },
});

const fill = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));

type SectionName = TextKey extends infer K ? (K extends `section.${infer N}` ? N : never) : never;

const plain = (translate: Translate, name: SectionName): Section => tabled(translate, name, [], []);

function tabled(
  translate: Translate,
  name: SectionName,
  columns: readonly (readonly [label: TextKey, kind: 'code' | 'text'])[],
  rows: string[][],
): Section {
  return {
    title: translate(`section.${name}`),
    text: translate(`text.${name}`),
    table:
      columns.length > 0
        ? { columns: columns.map(([key, kind]) => ({ label: translate(key), kind })), rows }
        : null,
  };
}

function entriesSection(translate: Translate): Section {
  const rows = ENTRY_KINDS.map((kind) => [translate(`entry.${kind}`), translate(`day.${kind}`)]);
  return tabled(
    translate,
    'entries',
    [
      ['column.entry', 'text'],
      ['column.day', 'code'],
    ],
    rows,
  );
}

const SERIES = ['invoice', 'order', 'quote', 'task', 'item'] as const;

async function seriesSection(
  { db, account }: ReadContext,
  translate: Translate,
  lang: Lang,
): Promise<Section> {
  const { counters, starts } = await readNumbers(db, account.id);
  const last = new Map(counters.map((counter) => [counter.series, counter.last]));
  const series = SERIES.map((name) => [translate(`series.${name}`), String((last.get(name) ?? 0) + 1)]);
  const moved = starts.map(({ after, next, at }) => [
    translate('series.start', { after, at: formatDate(at.slice(0, 10), lang) }),
    String(next),
  ]);
  return tabled(
    translate,
    'series',
    [
      ['column.series', 'text'],
      ['column.next', 'code'],
    ],
    [...series, ...moved],
  );
}

async function accountsSection({ db, account }: ReadContext, translate: Translate): Promise<Section> {
  const chart = await readChart(db, account.id);
  const rows = JOURNAL_KEYS.map((key) => [chart[key].account, chart[key].name, key]);
  return tabled(
    translate,
    'accounts',
    [
      ['column.account', 'code'],
      ['column.what', 'text'],
      ['column.name', 'code'],
    ],
    rows,
  );
}

async function layoutsSection({ db, account }: ReadContext, translate: Translate): Promise<Section> {
  const own = await listLayouts(db, account.id);
  const layouts = [
    ...keysOf(BUILT_IN_LAYOUTS).map((name) => ({ name, layout: BUILT_IN_LAYOUTS[name] })),
    ...own,
  ];
  const rows = layouts.map(({ name, layout }) => [
    name,
    layout.columns.map(({ heading }) => heading).join(', '),
  ]);
  return tabled(
    translate,
    'layouts',
    [
      ['column.layout', 'code'],
      ['column.columns', 'text'],
    ],
    rows,
  );
}

function rolesSection(translate: Translate, { writes }: SystemTables): Section {
  const count = (role: Role) => writes.filter(({ roles }) => roles.includes(role)).length;
  const rows = ROLES.map((role) => [
    translate(`role.${role}`),
    `${translate(`may.${role}`)} (${translate('may.count', { n: count(role), all: writes.length })})`,
  ]);
  return tabled(
    translate,
    'roles',
    [
      ['column.role', 'code'],
      ['column.may', 'text'],
    ],
    rows,
  );
}

function operationsSection(translate: Translate, { writes }: SystemTables, lang: Lang): Section {
  const actions: Readonly<Record<string, string>> = { is: actionsIs, en: actionsEn }[lang];
  const rows = writes
    .map(({ name, summary, roles, books }) => [
      `${actions[`action.${name}`] ?? summary}${books ? ' *' : ''}`,
      name,
      roles.map((role) => translate(`role.${role}`)).join(', ') || translate('role.key'),
    ])
    .sort(([, one = ''], [, other = '']) => (one < other ? -1 : 1));
  return tabled(
    translate,
    'operations',
    [
      ['column.what', 'text'],
      ['column.name', 'text'],
      ['column.who', 'text'],
    ],
    rows,
  );
}

function automaticSection(translate: Translate, { cron, jobs }: SystemTables): Section {
  const rows = [
    ...cron.map(({ name, everySeconds }) => [
      translate(`cron.${name}` as TextKey),
      name,
      interval(translate, everySeconds),
    ]),
    ...jobs.map((kind) => [translate(`job.${kind}`), kind, translate('when.change')]),
  ];
  return tabled(
    translate,
    'automatic',
    [
      ['column.what', 'text'],
      ['column.name', 'code'],
      ['column.when', 'code'],
    ],
    rows,
  );
}

function interval(translate: Translate, seconds: number): string {
  if (seconds % 3600 === 0) return translate('when.hours', { n: seconds / 3600 });
  if (seconds % 60 === 0) return translate('when.minutes', { n: seconds / 60 });
  return translate('when.seconds', { n: seconds });
}

function retentionSection(translate: Translate): Section {
  const ofDays = keysOf(RETENTION_DAYS).map((kind) => {
    const days = RETENTION_DAYS[kind];
    return [translate(`kept.${kind}`), days === 1 ? translate('day') : translate('days', { n: days })];
  });
  const ofYears = keysOf(RETENTION_YEARS).map((kind) => [
    translate(`kept.${kind}`),
    translate('years', { n: RETENTION_YEARS[kind] }),
  ]);
  return tabled(
    translate,
    'retention',
    [
      ['column.what', 'text'],
      ['column.kept', 'code'],
    ],
    [...ofDays, ...ofYears],
  );
}
