import { z } from 'zod';
import { JOURNAL_KEYS } from '../../domain/journal/accounts.ts';
import { BUILT_IN_LAYOUTS } from '../../domain/journal/layout.ts';
import { keysOf } from '../../domain/values/records.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import {
  type ExportRow,
  findExport,
  listExports,
  listLayouts,
  listOwnAccounts,
  readChart,
} from './journal-store.ts';
import { accountOutput, exportedFile, exportOutput, layoutOutput } from './schema.ts';

export const getJournalExports = defineList({
  name: 'get-journal-exports',
  summary: 'Lists the exports of the journal, newest first.',
  description:
    'Each row has the parameters of the export and the sums of the file. get-journal-export reads the file itself.',
  access: { scope: null },
  input: object(pageFields),
  output: exportOutput,
  run({ db, account }, input) {
    const rows = batches<ExportRow>(input, (range) => listExports(db, account.id, range));
    return mapBatches(rows, ({ guid: found, created_at, facts }) => ({ guid: found, created_at, ...facts }));
  },
});

export const getJournalExport = defineRead({
  name: 'get-journal-export',
  summary: 'Reads the file of an earlier journal export, with the same bytes.',
  description: 'The answer has the file in base64.',
  access: { scope: null },
  input: object({ guid: guid('The file') }),
  output: exportedFile,
  refusals: ['journal_export_not_found'],
  async run({ db, account }, input) {
    const found = (await findExport(db, account.id, input.guid)) ?? fail('journal_export_not_found');
    const { guid: target, created_at, facts, file } = found;
    return { guid: target, created_at, ...facts, file: file.toString('base64') };
  },
});

export const getJournalLayouts = defineRead({
  name: 'get-journal-layouts',
  summary: 'Lists the layouts of journal files: those of the service, and your own.',
  access: { scope: null },
  input: object({}),
  output: z.array(layoutOutput),
  async run({ db, account }) {
    const own = await listLayouts(db, account.id);
    return [
      ...keysOf(BUILT_IN_LAYOUTS).map((name) => ({
        guid: null,
        name,
        ...BUILT_IN_LAYOUTS[name],
        columns: [...BUILT_IN_LAYOUTS[name].columns],
      })),
      ...own.map(({ guid: found, name, layout }) => ({
        guid: found,
        name,
        ...layout,
        columns: [...layout.columns],
      })),
    ];
  },
});

export const getJournalAccounts = defineRead({
  name: 'get-journal-accounts',
  summary: 'Lists the ledger account of each kind of posting.',
  description:
    'A default chart of accounts applies until update-journal-accounts changes it to that of your books.',
  access: { scope: null },
  input: object({}),
  output: z.array(accountOutput),
  async run({ db, account }) {
    const [chart, own] = [await readChart(db, account.id), await listOwnAccounts(db, account.id)];
    const changed = new Set(own.map(({ key }) => key));
    return JOURNAL_KEYS.map((key) => ({ key, ...chart[key], is_default: !changed.has(key) }));
  },
});
