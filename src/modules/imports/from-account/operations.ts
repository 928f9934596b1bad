import { getAccountImport, getAccountImports } from './read.ts';
import { startAccountImport } from './start-account-import.ts';
import { stopAccountImport } from './stop-account-import.ts';

export const accountImportOperations = {
  'start-account-import': startAccountImport,
  'get-account-import': getAccountImport,
  'get-account-imports': getAccountImports,
  'stop-account-import': stopAccountImport,
};
