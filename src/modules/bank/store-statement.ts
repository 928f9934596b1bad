import { isNumberOf } from '../../domain/bank/account-number.ts';
import { type KnownLine, lineKey, matchLines } from '../../domain/bank/known-lines.ts';
import { refuseStatement, type Statement, type StatementLine } from '../../domain/bank/statement.ts';
import { decimal, toWire } from '../../domain/values/money.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { EMPTY, joinCtes, type Sql } from '../../kernel/database/sql.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { type LockedBankAccount, updateAccountCte } from './account-store.ts';
import { followAccount } from './gaps.ts';
import type { ImportedStatement } from './schema.ts';
import {
  findSameFile,
  insertStatementCtes,
  listKnownLines,
  restateBalancesCte,
  type StoredLine,
} from './statement-store.ts';

export interface StatementSource {
  fileName: string;
  sha256: Buffer | null;
}

/** Refuses a statement of another account or currency. */
export function checkAccount(account: LockedBankAccount, { accounts, currency }: Statement): void {
  const other = accounts.find((written) => !isNumberOf(account, written));
  if (other !== undefined) fail('wrong_account', other, account.account_no || account.iban);
  if (currency !== '' && currency !== account.currency)
    fail('statement_refused', refuseStatement('statement_currency', currency, account.currency).problem);
}

const SAMPLE = 5;

interface StoredStatement {
  imported: ImportedStatement;
  /** Empty where the same file was imported before. */
  ctes: Sql | null;
}

/** What a statement says that is not stored yet. */
interface StatementNews {
  known: readonly StoredLine[];
  added: readonly StatementLine[];
  /**
   * Stored lines whose balance was not known, or is another one now, because the bank has booked something before them. A file
   * may be older than what is stored: it restates balances only where it has all that is stored of its days.
   */
  restated: readonly { id: number; balance: string }[];
}

export async function findNews(
  db: Queryable,
  accountId: number,
  bankAccountId: number,
  { lines, format }: Statement,
): Promise<StatementNews> {
  const { from, to } = daysOf(lines);
  const known = from && to ? await listKnownLines(db, accountId, bankAccountId, { from, to }) : [];
  const matches = matchLines(lines, known, format);
  const found = new Set(matches.values());
  const isNewer = format === 'bank' || known.every((one) => found.has(one));
  const restated = [...matches].flatMap(([{ balance }, stored]) => {
    if (stored === null || balance === null) return [];
    const isSame = stored.balance !== null && (!isNewer || decimal(stored.balance).eq(balance));
    return isSame ? [] : [{ id: stored.id, balance }];
  });
  return { known, added: lines.filter((line) => !matches.has(line)), restated };
}

function daysOf(lines: readonly StatementLine[]): { from: string | null; to: string | null } {
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  return { from: days[0] ?? null, to: days.at(-1) ?? null };
}

/** Adds what is new of a statement to a locked account. */
export async function storeStatement(
  ctx: WriteContext,
  account: LockedBankAccount,
  statement: Statement,
  { fileName, sha256 }: StatementSource,
): Promise<StoredStatement> {
  const { lines, openingBalance, closingBalance, mapping, columns } = statement;
  const { from, to } = daysOf(lines);
  const { known, added, restated } = await findNews(ctx.tx, ctx.account.id, account.id, statement);
  const before =
    added.length === 0 && sha256 ? await findSameFile(ctx.tx, ctx.account.id, account.id, sha256) : null;
  const guid = before?.guid ?? ctx.newGuid();
  const balances = new Map(restated.map(({ id, balance }) => [id, balance]));
  const ofDays = [
    ...known.map((one) => ({ ...one, balance: balances.get(one.id) ?? one.balance })),
    ...added.map(({ bookedOn, amount, balance }) => ({ booked_on: bookedOn, amount, balance })),
  ];
  const followed =
    from && to
      ? await followAccount(ctx.tx, ctx.account.id, account, { from, to, lines: ofDays })
      : { opening_balance: account.opening_balance, gaps: account.gaps };
  const imported: ImportedStatement = {
    guid,
    bank_account_guid: account.guid,
    lines_total: lines.length,
    lines_new: added.length,
    lines_known: lines.length - added.length,
    lines_refused: 0,
    from_date: from,
    to_date: to,
    opening_balance: openingBalance === null ? null : toWire(openingBalance),
    closing_balance: closingBalance === null ? null : toWire(closingBalance),
    missing: followed.gaps,
    mapping,
    columns: [...columns],
    sample: lines.slice(0, SAMPLE).map(toSample),
  };
  if (before) return { imported, ctes: null };
  const record = {
    account_id: ctx.account.id,
    guid,
    bank_account_id: account.id,
    file_name: fileName,
    sha256,
    format: statement.format,
    lines_total: lines.length,
    lines_new: added.length,
    from_date: from,
    to_date: to,
    opening_balance: openingBalance,
    closing_balance: closingBalance,
    created_by: ctx.caller.person?.id ?? null,
    created_at: ctx.now,
  };
  const ctes = joinCtes(
    insertStatementCtes(record, toRecords(ctx, added, known)),
    restated.length > 0 ? restateBalancesCte(ctx.account.id, restated) : EMPTY,
    updateAccountCte(ctx.account.id, account.id, { ...followed, ...(mapping && { mapping }) }),
  );
  return { imported, ctes };
}

function toSample({
  bookedOn,
  amount,
  text,
  reference,
  counterpartyName,
  balance,
}: StatementLine): ImportedStatement['sample'][number] {
  return {
    booked_on: bookedOn,
    amount: toWire(amount),
    text,
    reference,
    name: counterpartyName,
    balance: balance === null ? null : toWire(balance),
  };
}

/** The place of a line among equals comes after those that are stored. */
function toRecords(ctx: WriteContext, lines: readonly StatementLine[], known: readonly KnownLine[]) {
  const places = new Map<string, number>();
  const keyOf = (day: string, amount: string, key: string) => `${day} ${decimal(amount).toFixed(2)} ${key}`;
  const next = (key: string) => {
    const place = places.get(key) ?? 0;
    places.set(key, place + 1);
    return place;
  };
  for (const one of known) next(keyOf(one.booked_on, one.amount, lineKey(one)));
  return lines.map((line) => {
    const line_key = lineKey(line);
    return {
      guid: ctx.newGuid(),
      booked_on: line.bookedOn,
      value_on: line.valueOn,
      amount: line.amount,
      is_reversal: line.isReversal,
      text: line.text,
      reference: line.reference,
      counterparty_name: line.counterpartyName,
      counterparty_id: line.counterpartyId,
      counterparty_account: line.counterpartyAccount,
      balance: line.balance,
      line_key,
      place: next(keyOf(line.bookedOn, line.amount, line_key)),
    };
  });
}
