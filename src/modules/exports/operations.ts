import { exportAccount, exportBooks } from './export-account.ts';
import { getExport, getExports } from './read.ts';

export const exportOperations = {
  'export-account': exportAccount,
  'export-books': exportBooks,
  'get-export': getExport,
  'get-exports': getExports,
};
