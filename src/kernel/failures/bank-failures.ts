import { conflict, input, notFound } from './entry.ts';

/** The failures of bank accounts, statements and their lines; see `failure.ts`. */
export const BANK_FAILURES = {
  bank_account_not_found: notFound('No bank account found'),
  bank_account_exists: conflict((name: string) => `This account is here already, as ${name}`),
  bank_reports_nothing: conflict(
    'No bank is connected to this installation; import statements as files instead',
  ),
  bank_consent_failed: conflict(
    (why: string) => `The bank was not asked for its consent page. ${why}`,
    'The bank does not answer, or does not let the account be connected; the message has its words',
  ),
  wrong_account: conflict(
    (found: string, expected: string) =>
      `The statement is of account ${found}, and not of ${expected}; import it into its own account`,
  ),
  balance_mismatch: input(
    (why: string) => `The transactions do not lead to the balance, so nothing was stored. ${why}`,
    'The transactions of the file do not lead from one balance to the next; the message names the row',
  ),
  statement_refused: input(
    (why: string) => `Nothing was stored. ${why}`,
    'The file cannot be read as a bank statement; the message says why, and names the row where one is wrong',
  ),
  bank_line_state: conflict((state: string, needed: string) => `This line is ${state}, and not ${needed}`),
  actions_do_not_add_up: input(
    (total: string, amount: string) =>
      `The actions add up to ${total}, and the line is ${amount}; money in less money out and fees must be the line exactly`,
  ),
  no_such_proposal: conflict(
    'The line has no such proposal; read it again, because proposals follow the books',
  ),
  payment_tied: conflict('A line of the bank is tied to this payment already; unbook that line first'),
  cost_exceeded: conflict((left: string) => `What is left to pay of the cost is ${left}`),
  cost_paid: conflict(
    (paid: string) =>
      `Lines of the bank have paid ${paid} of this cost; unbook them first, or keep its currency and kind, and at least that amount`,
  ),
  bank_line_not_found: notFound('No bank line found'),
} as const;
