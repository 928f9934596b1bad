/** The failures of bank accounts, statements and their lines; see `failure.ts`. */
export const BANK_FAILURES = {
  bank_account_not_found: { kind: 'not_found', message: 'No bank account found' },
  bank_account_exists: {
    kind: 'conflict',
    message: (name: string) => `This account is here already, as ${name}`,
  },
  wrong_account: {
    kind: 'conflict',
    message: (found: string, expected: string) =>
      `The statement is of account ${found}, and not of ${expected}; import it into its own account`,
  },
  balance_mismatch: {
    kind: 'input',
    message: (why: string) => `The transactions do not lead to the balance, so nothing was stored. ${why}`,
    about: 'The transactions of the file do not lead from one balance to the next; the message names the row',
  },
  statement_refused: {
    kind: 'input',
    message: (why: string) => `Nothing was stored. ${why}`,
    about:
      'The file cannot be read as a bank statement; the message says why, and names the row where one is wrong',
  },
  bank_line_not_found: { kind: 'not_found', message: 'No bank line found' },
} as const;
