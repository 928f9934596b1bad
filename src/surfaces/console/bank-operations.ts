import { createBankAccount, getBankAccounts } from '../../modules/bank/bank-accounts.ts';
import { bookBankLine } from '../../modules/bank/book-bank-line.ts';
import { connectBankAccount } from '../../modules/bank/connect-bank-account.ts';
import { exportPayables } from '../../modules/bank/export-payables.ts';
import { ignoreBankLine, restoreBankLine } from '../../modules/bank/ignore-bank-line.ts';
import { importBankStatement } from '../../modules/bank/import-bank-statement.ts';
import { getBankLine } from '../../modules/bank/read.ts';
import { compareBankAccounts, findBankLines, getSameBankLines } from '../../modules/bank/search.ts';
import { unbookBankLine } from '../../modules/bank/unbook-bank-line.ts';

/** What the console calls of the bank, by name. */
export const bankOperations = {
  'get-bank-accounts': getBankAccounts,
  'create-bank-account': createBankAccount,
  'connect-bank-account': connectBankAccount,
  'import-bank-statement': importBankStatement,
  'find-bank-lines': findBankLines,
  'get-bank-line': getBankLine,
  'get-same-bank-lines': getSameBankLines,
  'compare-bank-accounts': compareBankAccounts,
  'book-bank-line': bookBankLine,
  'unbook-bank-line': unbookBankLine,
  'ignore-bank-line': ignoreBankLine,
  'restore-bank-line': restoreBankLine,
  'export-payables': exportPayables,
} as const;
