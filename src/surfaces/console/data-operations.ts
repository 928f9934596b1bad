import { closeAccount } from '../../modules/exports/close-account.ts';
import { exportOperations } from '../../modules/exports/operations.ts';
import { accountImportOperations } from '../../modules/imports/from-account/operations.ts';
import { importRecords } from '../../modules/imports/import-records.ts';

/** What arrives and leaves in files. */
export const dataOperations = {
  ...exportOperations,
  'close-account': closeAccount,
  ...accountImportOperations,
  'import-records': importRecords,
};
