import { indexFacts } from '../../src/domain/bank/matching/index-facts.ts';
import { proposeBookings } from '../../src/domain/bank/matching/propose.ts';
import { keyOf, makeCases } from './scenarios.ts';
import { World } from './world.ts';

const LINES_OF_WORLD = 50;

export interface Tally {
  lines: number;
  /** The right proposal comes first, or first or second. */
  first: number;
  second: number;
  /** Booked by themselves, and how many of these are wrong. */
  automatic: number;
  wrong: number;
}

const empty = (): Tally => ({ lines: 0, first: 0, second: 0, automatic: 0, wrong: 0 });

/** Proposals for lines whose truth is known, by scenario. */
export function evaluateMatching(count: number, seed: number): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (let done = 0; done < count; done += LINES_OF_WORLD) {
    const world = new World(seed + done);
    const cases = makeCases(world, LINES_OF_WORLD);
    const factsOf = indexFacts(world.facts);
    for (const { scenario, line, truth } of cases) {
      const proposals = proposeBookings(line, factsOf(line));
      const isRight = proposals.map(({ actions }) => truth.includes(keyOf(actions)));
      for (const name of [scenario, 'all']) {
        const tally = tallies.get(name) ?? empty();
        tallies.set(name, tally);
        tally.lines += 1;
        if (isRight[0]) tally.first += 1;
        if (isRight[0] || isRight[1]) tally.second += 1;
        if (proposals[0]?.score === 1) tally.automatic += 1;
        if (proposals[0]?.score === 1 && !isRight[0]) tally.wrong += 1;
      }
    }
  }
  return tallies;
}
