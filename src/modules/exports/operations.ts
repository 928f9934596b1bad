import { exportAccount } from './export-account.ts';
import { getExport, getExports } from './read.ts';

export const exportOperations = {
  'export-account': exportAccount,
  'get-export': getExport,
  'get-exports': getExports,
};
