import type { z } from 'zod';
import { Failure, fail } from '../../kernel/failures/failure.ts';
import { choice, guid, object } from '../../kernel/fields/input-fields.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { checkPermission } from '../../kernel/operations/permission.ts';
import { exportAccount } from './export-account.ts';
import { type ExportRow, findExport, listExports } from './export-store.ts';
import { exportOutput } from './schema.ts';
import { EXPORT_KINDS } from './tables.ts';

export const getExport = defineRead({
  name: 'get-export',
  summary: 'Reads the state of an export, and the address of its file when it is ready.',
  description:
    "The file is kept for seven days, or until the next export of the same contents is ready. It can be fetched in parts (Range). Only owners and the account's own key can read the export of a whole account.",
  access: { scope: null },
  input: object({ guid: guid('The export') }),
  output: exportOutput,
  refusals: ['account_export_not_found', 'own_key_required', 'owner_required'],
  async run({ db, account, caller, policy }, input) {
    const found = (await findExport(db, account.id, input.guid)) ?? fail('account_export_not_found');
    if (found.kind === 'account') checkPermission(exportAccount, caller);
    return toExport(found, policy.baseUrl);
  },
});

export const getExports = defineList({
  name: 'get-exports',
  summary: 'Lists the exports of the account and of its books, newest first.',
  description: "Exports of a whole account are listed only for owners and the account's own key.",
  access: { scope: null },
  input: object({
    kind: choice(EXPORT_KINDS).optional('Only exports of this kind'),
    ...pageFields,
  }),
  output: exportOutput,
  run({ db, account, caller, policy }, { kind, ...page }) {
    const open = mayExportAccount(caller) ? EXPORT_KINDS : (['books'] as const);
    const kinds = open.filter((one) => kind === undefined || one === kind);
    const rows = batches<ExportRow>(page, (range) => listExports(db, account.id, kinds, range));
    return mapBatches(rows, (found) => toExport(found, policy.baseUrl));
  },
});

/** A copy of everything is for those who may have one made. */
function mayExportAccount(caller: Caller): boolean {
  try {
    checkPermission(exportAccount, caller);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

function toExport({ sha256, id: _, ...row }: ExportRow, baseUrl: string): z.infer<typeof exportOutput> {
  const url = row.state === 'ready' ? `${baseUrl}/exports/${row.guid}` : null;
  return { ...row, sha256: sha256?.toString('hex') ?? null, url };
}
