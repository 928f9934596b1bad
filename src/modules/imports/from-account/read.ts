import { fail } from '../../../kernel/failures/failure.ts';
import { object } from '../../../kernel/fields/input-fields.ts';
import { defineList, defineRead } from '../../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../../kernel/operations/paging.ts';
import { type AccountImportRow, findImport, listImports } from './import-store.ts';
import { accountImport, byImport, toAccountImport } from './schema.ts';

export const getAccountImport = defineRead({
  name: 'get-account-import',
  summary:
    'Reads the progress of an import from another account, with the records that were refused or are not available there.',
  access: { scope: null },
  input: byImport,
  output: accountImport,
  refusals: ['account_import_not_found'],
  async run({ db, account }, { guid }) {
    return toAccountImport((await findImport(db, account.id, guid)) ?? fail('account_import_not_found'));
  },
});

export const getAccountImports = defineList({
  name: 'get-account-imports',
  summary: 'Lists the imports from other accounts, newest first.',
  access: { scope: null },
  input: object(pageFields),
  output: accountImport,
  run({ db, account }, input) {
    const rows = batches<AccountImportRow>(input, (range) => listImports(db, account.id, range));
    return mapBatches(rows, toAccountImport);
  },
});
