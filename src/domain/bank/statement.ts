import { toOneLine } from '../strings/one-line.ts';
import type { PlainDate } from '../values/dates.ts';
import { type Decimal, decimal, fixed2, sum } from '../values/money.ts';
import type { Violation } from '../values/violation.ts';
import type { BankAccountNumber } from './account-number.ts';

/** The kinds of files that banks give out. */
export const STATEMENT_FORMATS = ['camt.053', 'csv', 'xlsx'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/** How a transaction came: in a file, or from the bank itself. */
export type LineSource = StatementFormat | 'bank';

/** A transaction as a statement shows it, whatever its format. */
export interface StatementLine {
  /** Its place in the file, counted from 1, as messages name it. */
  row: number;
  bookedOn: PlainDate;
  valueOn: PlainDate | null;
  /** Signed: money that came in is positive. */
  amount: string;
  /** It takes back an earlier transaction, or returns a payment that did not arrive. */
  isReversal: boolean;
  text: string;
  reference: string;
  counterpartyName: string;
  counterpartyId: string;
  counterpartyAccount: string;
  /** The balance after the transaction; null where the file does not say it. */
  balance: string | null;
}

/** How much is kept of what is written on a line. */
const LINE_LENGTHS = { text: 500, reference: 140, name: 140 };

export function cutLineText(written: string, kind: keyof typeof LINE_LENGTHS): string {
  return [...toOneLine(written)].slice(0, LINE_LENGTHS[kind]).join('');
}

/** The columns of a file by their name or number, and the formats of its values; see `columns.ts`. */
export type ColumnMapping = Readonly<Record<string, string>>;

/** An account that a file may be of, and how the columns of its last file were read. */
export interface OwnAccount extends BankAccountNumber {
  mapping: ColumnMapping | null;
}

export interface Statement {
  format: LineSource;
  /** The accounts that the file says it is of; empty where it names none. */
  accounts: readonly string[];
  /** Empty where the file does not say it. */
  currency: string;
  openingBalance: string | null;
  closingBalance: string | null;
  /** Oldest first. */
  lines: readonly StatementLine[];
  /** Null for a format that needs none. */
  mapping: ColumnMapping | null;
  /** The names of all columns, or their numbers where there is no heading; empty for a format without columns. */
  columns: readonly string[];
}

/** Why a file is not read. `balance`: its lines do not lead from one balance to the next. */
interface StatementProblem extends Violation {
  kind: 'unreadable' | 'balance';
}

export type ReadStatement = { statement: Statement } | RefusedStatement;
export interface RefusedStatement {
  problem: StatementProblem;
}

const PROBLEMS = {
  statement_empty: () => 'The file has no transactions',
  statement_large: (max: number) => `The file has more than ${max} transactions; split it by months`,
  statement_kind: () => 'The file is no bank statement that can be read: send camt.053, CSV or XLSX',
  statement_not: (format: string) => `The file is not ${format}, which format says; leave format out`,
  statement_broken: (what: string) => `The file is broken: ${what}`,
  statement_columns: (missing: string, columns: string) =>
    `The columns are not known: send a mapping that says which one is ${missing}, by the names of the columns or their numbers (${columns})`,
  statement_no_column: (column: string) => `The file has no column ${column}, which the mapping names`,
  statement_date: (row: number, written: string) => `Row ${row}: ${written || 'an empty cell'} is no date`,
  statement_amount: (row: number, written: string) =>
    `Row ${row}: ${written || 'an empty cell'} is no amount`,
  statement_cut: (row: number) => `Row ${row}: the file ends in the middle of it; download it again`,
  statement_line_currency: (row: number, found: string, expected: string) =>
    `Row ${row}: the amount is in ${found}, and the statement in ${expected || 'no known currency'}`,
  statement_count: (expected: number, found: number) =>
    `The file says that it has ${expected} transactions, and has ${found}; download it again`,
  statement_version: (version: string) =>
    `camt.053 of version ${version} is not read; send one of 001.02 to 001.13`,
  statement_batch: (row: number, count: number, total: string, amount: string) =>
    `Row ${row}: its ${count} transactions add up to ${total}, and it is ${amount}`,
  statement_missing: (element: string) => `The file has no ${element}`,
  statement_accounts: (numbers: string) =>
    `The file is of several accounts (${numbers}): say by bank_account_guid which one is to be read`,
  statement_no_account: () => 'The file does not say which account it is of: send bank_account_guid',
  statement_currency: (found: string, expected: string) =>
    `The statement is in ${found} and the account in ${expected}`,
  statement_balance: (row: number, expected: string, found: string) =>
    `Row ${row}: the balance should be ${expected}, and is ${found}`,
} as const;
type StatementProblemCode = keyof typeof PROBLEMS;

export function refuseStatement<C extends StatementProblemCode>(
  code: C,
  ...values: Parameters<(typeof PROBLEMS)[C]>
): RefusedStatement {
  const toMessage = PROBLEMS[code] as (...all: unknown[]) => string;
  const kind = code === 'statement_balance' ? 'balance' : 'unreadable';
  return { problem: { kind, code, message: toMessage(...values), values: values.map(String) } };
}

function mismatch(row: number, expected: Decimal, found: string): RefusedStatement {
  return refuseStatement('statement_balance', row, fixed2(expected), fixed2(decimal(found)));
}

/**
 * Follows the balance from line to line, and fills it in where the file says only where it begins. Lines without any balance
 * stay as they are.
 */
export function checkBalances(statement: Statement): ReadStatement {
  const { openingBalance, closingBalance, lines } = statement;
  const [first] = lines;
  const start =
    openingBalance ?? (first?.balance == null ? null : fixed2(decimal(first.balance).minus(first.amount)));
  if (start === null) {
    const total = sum(lines.map(({ amount }) => decimal(amount)));
    if (closingBalance === null) return { statement };
    return checkBalances({ ...statement, openingBalance: fixed2(decimal(closingBalance).minus(total)) });
  }
  let balance = decimal(start);
  const followed: StatementLine[] = [];
  for (const line of lines) {
    balance = balance.plus(line.amount);
    if (line.balance !== null && !balance.eq(line.balance)) return mismatch(line.row, balance, line.balance);
    followed.push({ ...line, balance: fixed2(balance) });
  }
  if (closingBalance !== null && !balance.eq(closingBalance))
    return mismatch(lines.at(-1)?.row ?? 0, balance, closingBalance);
  return {
    statement: { ...statement, openingBalance: start, closingBalance: fixed2(balance), lines: followed },
  };
}

/** Banks list the newest transaction first or last; the balances say which, and else the days. */
export function oldestFirst(lines: readonly StatementLine[]): StatementLine[] {
  const reversed = [...lines].reverse();
  const isDescending = (lines.at(-1)?.bookedOn ?? '') < (lines[0]?.bookedOn ?? '');
  if (isInOrder(lines) && !(isDescending && isInOrder(reversed))) return [...lines];
  return isInOrder(reversed) || isDescending ? reversed : [...lines];
}

/** Whether each balance of these lines is that of the line before, plus the amount. */
function isInOrder(lines: readonly StatementLine[]): boolean {
  return lines.every((line, at) => {
    const before = lines[at - 1]?.balance;
    return before == null || line.balance === null || decimal(before).plus(line.amount).eq(line.balance);
  });
}
