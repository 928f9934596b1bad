/** The failures of bank accounts, statements and their lines; see `failure.ts`. */
export const BANK_FAILURES = {
  bank_account_not_found: { kind: 'not_found', message: 'No bank account found' },
  bank_account_exists: {
    kind: 'conflict',
    message: (name: string) => `This account is here already, as ${name}`,
  },
  bank_reports_nothing: {
    kind: 'conflict',
    message: 'No bank is connected to this installation; import statements as files instead',
  },
  bank_consent_failed: {
    kind: 'conflict',
    message: (why: string) => `The bank was not asked for its consent page. ${why}`,
    about: 'The bank does not answer, or does not let the account be connected; the message has its words',
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
  bank_line_state: {
    kind: 'conflict',
    message: (state: string, needed: string) => `This line is ${state}, and not ${needed}`,
  },
  actions_do_not_add_up: {
    kind: 'input',
    message: (total: string, amount: string) =>
      `The actions add up to ${total}, and the line is ${amount}; money in less money out and fees must be the line exactly`,
  },
  no_such_proposal: {
    kind: 'conflict',
    message: 'The line has no such proposal; read it again, because proposals follow the books',
  },
  payment_tied: {
    kind: 'conflict',
    message: 'A line of the bank is tied to this payment already; unbook that line first',
  },
  cost_exceeded: {
    kind: 'conflict',
    message: (left: string) => `What is left to pay of the cost is ${left}`,
  },
  cost_paid: {
    kind: 'conflict',
    message: (paid: string) =>
      `Lines of the bank have paid ${paid} of this cost; unbook them first, or keep its currency and kind, and at least that amount`,
  },
  bank_line_not_found: { kind: 'not_found', message: 'No bank line found' },
} as const;
