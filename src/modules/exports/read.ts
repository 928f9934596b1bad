import type { z } from 'zod';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { EXPORT_ACCESS } from './export-account.ts';
import { type ExportRow, findExport, listExports } from './export-store.ts';
import { exportOutput } from './schema.ts';

export const getExport = defineRead({
  name: 'get-export',
  summary: 'Says whether an export of the account is ready, and where its file is.',
  description:
    'The file is kept for seven days, or until the next export is ready. It can be fetched in parts (Range).',
  access: EXPORT_ACCESS,
  input: object({ guid: guid().describe('The export') }),
  output: exportOutput,
  refusals: ['account_export_not_found', 'own_key_required'],
  async run({ db, account, policy }, input) {
    const found = (await findExport(db, account.id, input.guid)) ?? fail('account_export_not_found');
    return toExport(found, policy.baseUrl);
  },
});

export const getExports = defineList({
  name: 'get-exports',
  summary: 'Lists the exports of the account, newest first.',
  access: EXPORT_ACCESS,
  input: object(pageFields),
  output: exportOutput,
  refusals: ['own_key_required'],
  run({ db, account, policy }, input) {
    const rows = batches<ExportRow>(input, (take, skip, after) =>
      listExports(db, account.id, take, skip, after),
    );
    return mapBatches(rows, (found) => toExport(found, policy.baseUrl));
  },
});

function toExport({ sha256, id: _, ...row }: ExportRow, baseUrl: string): z.infer<typeof exportOutput> {
  const url = row.state === 'ready' ? `${baseUrl}/exports/${row.guid}` : null;
  return { ...row, sha256: sha256?.toString('hex') ?? null, url };
}
