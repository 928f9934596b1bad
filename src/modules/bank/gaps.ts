import { type BalancedLine, followBalances, type Gap } from '../../domain/bank/gaps.ts';
import type { PlainDate } from '../../domain/values/dates.ts';
import { fixed2 } from '../../domain/values/money.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { type LockedBankAccount, listBalancedAccounts, storeBalances } from './account-store.ts';
import { findNearDays, listNearLines } from './statement-store.ts';

/** All lines of a range of days of an account, with those that a statement adds. */
interface LinesOfDays {
  from: PlainDate;
  to: PlainDate;
  lines: readonly BalancedLine[];
}

/**
 * What is kept of the balances of an account once these lines are stored: what was there before the first one, and the gaps.
 * Only the lines of the days beside them are read: gaps further away do not change.
 */
export async function followAccount(
  db: Queryable,
  accountId: number,
  { id, opening_balance, gaps }: LockedBankAccount,
  { from, to, lines }: LinesOfDays,
): Promise<{ opening_balance: string | null; gaps: Gap[] }> {
  const near = await findNearDays(db, accountId, id, { from, to });
  const before = opening_balance === null ? null : near.before_on;
  const isOutside = near.after_on === null && lines.every(({ balance }) => balance === null);
  if (isOutside) return { opening_balance, gaps };
  const range = {
    from,
    to,
    since: before && (near.earlier_on ?? before),
    until: near.later_on ?? near.after_on,
  };
  const followed = followBalances([...(await listNearLines(db, accountId, id, range)), ...lines]);
  const isKept = ({ from_date }: Gap) =>
    (before !== null && from_date < before) || (near.after_on !== null && from_date > near.after_on);
  const changed = followed.gaps.filter((gap) => !isKept(gap));
  return {
    opening_balance: before === null && followed.opening ? fixed2(followed.opening) : opening_balance,
    gaps: [...gaps.filter(isKept), ...changed].sort(
      (a, b) => a.from_date.localeCompare(b.from_date) || a.to_date.localeCompare(b.to_date),
    ),
  };
}

/** Recomputes the stored balances of all bank accounts: an archive of an earlier build has only their lines. */
export async function followImported(db: Queryable, accountId: number): Promise<void> {
  for (const { id } of await listBalancedAccounts(db, accountId)) {
    const { opening, gaps } = followBalances(await listNearLines(db, accountId, id, ALL_DAYS));
    await storeBalances(db, accountId, id, { opening_balance: opening && fixed2(opening), gaps });
  }
}

/** All days are before the range. */
const ALL_DAYS = { from: 'infinity', to: 'infinity', since: null, until: null };
