import type { KnownLine } from '../../domain/bank/known-lines.ts';
import { findMissingDays, type MissingDays, type StatedBalances } from '../../domain/bank/missing-days.ts';
import type { Statement, StatementLine } from '../../domain/bank/statement.ts';
import type { PlainDate } from '../../domain/values/dates.ts';
import { decimal, toWire } from '../../domain/values/money.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import type { Missing } from './schema.ts';
import { listDayTotals, listStatedBalances } from './statement-store.ts';

/** The days that are missing on one account or on all, by the id of the account. */
export async function readMissing(
  db: Queryable,
  accountId: number,
  bankAccountId?: number,
): Promise<ReadonlyMap<number, Missing>> {
  const stated = await listStatedBalances(db, accountId, bankAccountId);
  const days = Map.groupBy(
    await listDayTotals(db, accountId, bankAccountId),
    ({ bank_account_id }) => bank_account_id,
  );
  const byAccount = Map.groupBy(stated, ({ bank_account_id }) => bank_account_id);
  return new Map(
    [...byAccount].map(([id, statements]) => [
      id,
      findMissingDays(statements, days.get(id) ?? []).map(toMissing),
    ]),
  );
}

/** A statement that is about to be stored: which of its lines are known, and which are new. */
interface Arriving {
  statement: Statement;
  from: PlainDate | null;
  to: PlainDate | null;
  known: readonly KnownLine[];
  added: readonly StatementLine[];
}

/** The days that are missing on an account once a statement is stored as well. */
export async function missingWith(
  db: Queryable,
  accountId: number,
  bankAccountId: number,
  { statement, from, to, known, added }: Arriving,
): Promise<Missing> {
  const { format, openingBalance: opening_balance, closingBalance: closing_balance } = statement;
  const stored = await listStatedBalances(db, accountId, bankAccountId);
  const days = await listDayTotals(db, accountId, bankAccountId);
  const isAfter = (balance: string | null, opening: string) =>
    balance !== null && decimal(balance).eq(opening);
  const addedOn = Map.groupBy(added, ({ bookedOn }) => bookedOn);
  const stated: StatedBalances[] = stored.map((one) => ({
    ...one,
    opens_within_day:
      one.opens_within_day ||
      (addedOn.get(one.from_date) ?? []).some(({ balance }) => isAfter(balance, one.opening_balance)),
  }));
  if (from && to && opening_balance !== null && closing_balance !== null)
    stated.push({
      format,
      from_date: from,
      to_date: to,
      opening_balance,
      closing_balance,
      opens_within_day: known.some(
        (line) => line.booked_on === from && isAfter(line.balance, opening_balance),
      ),
    });
  const totals = added.map(({ bookedOn, amount }) => ({ booked_on: bookedOn, amount }));
  return findMissingDays(stated, [...days, ...totals]).map(toMissing);
}

function toMissing({ from_date, to_date, amount }: MissingDays): Missing[number] {
  return { from_date, to_date, amount: toWire(amount) };
}
