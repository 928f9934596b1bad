import { isNegative, isZero } from '../../values/money.ts';
import type { Candidate, Facts, MatchedLine, Proposal } from './facts.ts';
import { proposeReceipts } from './incoming.ts';
import {
  proposeByWords,
  proposeCosts,
  proposeRefunds,
  proposeSettled,
  proposeTransfers,
} from './other-money.ts';

const MAX_PROPOSALS = 5;
/** What is not certain stays clearly below it. */
const MOST_UNCERTAIN = 0.99;

/**
 * What a line may be, the best first. It is certain (score 1) where a number or kennitala, and the exact sum, point to one
 * thing only; such alone may be booked without a person. A reversal never is: it has the payer and sum of what it takes back.
 */
export function proposeBookings(line: MatchedLine, facts: Facts): Proposal[] {
  if (isZero(line.amount)) return [];
  const sides = isNegative(line.amount) ? proposeRefunds : proposeReceipts;
  const candidates = distinct([
    ...sides(line, facts),
    ...proposeSettled(line, facts),
    ...proposeCosts(line, facts),
    ...proposeTransfers(line, facts),
    ...proposeByWords(line, facts),
  ]);
  const exact = candidates.filter(({ isExact }) => isExact);
  return candidates
    .map((one) => ({
      ...one,
      score:
        one.mayBeCertain && exact.length === 1 && !line.isReversal ? 1 : Math.min(one.score, MOST_UNCERTAIN),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_PROPOSALS)
    .map(({ score, why, actions }) => ({ score: Math.round(score * 100) / 100, why, actions }));
}

/** One of each; the signs of all that say the same are joined. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const same = Map.groupBy(candidates, ({ actions }) => JSON.stringify(actions));
  return [...same.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const best = others.reduce((top, one) => (one.score > top.score ? one : top), first);
    const all = [first, ...others];
    return [
      {
        ...best,
        isExact: all.some(({ isExact }) => isExact),
        mayBeCertain: all.some(({ isExact, mayBeCertain }) => isExact && mayBeCertain),
      },
    ];
  });
}
