import type { MatchedLine, Proposal } from '../../domain/bank/matching/facts.ts';
import { indexFacts, searchKeysOf } from '../../domain/bank/matching/index-facts.ts';
import { proposeBookings } from '../../domain/bank/matching/propose.ts';
import { decimal } from '../../domain/values/money.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { readFacts } from './facts-store.ts';
import type { LineRow } from './line-store.ts';

/** Proposals for each open line, by its guid. The facts of all lines are read together. */
export async function proposeForLines(
  db: Queryable,
  accountId: number,
  rows: readonly LineRow[],
): Promise<Map<string, Proposal[]>> {
  const found = new Map<string, Proposal[]>();
  const open = rows.filter(({ state }) => state === 'open');
  for (const [currency, ofCurrency] of Map.groupBy(open, (one) => one.currency)) {
    const lines = ofCurrency.map((line) => ({ guid: line.guid, matched: toMatchedLine(line) }));
    const keys = searchKeysOf(lines.map(({ matched }) => matched));
    const factsOf = indexFacts(await readFacts(db, accountId, keys, currency));
    for (const { guid, matched } of lines) found.set(guid, proposeBookings(matched, factsOf(matched)));
  }
  return found;
}

export function toMatchedLine(line: LineRow): MatchedLine {
  return {
    day: line.value_on ?? line.booked_on,
    amount: decimal(line.amount),
    isReversal: line.is_reversal,
    currency: line.currency,
    text: line.text,
    reference: line.reference,
    name: line.counterparty_name,
    kennitala: line.counterparty_id,
    account: line.counterparty_account,
    bankAccountGuid: line.bank_account_guid,
  };
}
