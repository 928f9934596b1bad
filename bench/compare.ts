import { availableParallelism } from 'node:os';
import type { Round } from './driver.ts';
import { cpuOfMachine } from './processor.ts';
import { type Measured, median } from './report.ts';
import type { Stage, Target } from './stage.ts';

export const ROUNDS = 3;
const LEAD_MS = 200;

/** A target, and what is asked of it. */
export interface Contestant {
  target: Target;
  call: string;
}

/** Contestants take turns, so that whatever else the machine does falls on all of them alike. */
export async function compare<One extends Contestant>(
  stage: Stage,
  contestants: readonly One[],
  connections: number,
  seconds: number,
): Promise<{ one: One; figures: Measured }[]> {
  const rounds = contestants.map((one) => ({ one, measured: [] as Measured[] }));
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const { one, measured } of rounds) {
      const round = { call: one.call, connections, leadMs: LEAD_MS, seconds: seconds / ROUNDS };
      measured.push(await turn(stage, one.target, round));
    }
  }
  return rounds.map(({ one, measured }) => ({ one, figures: median(measured) }));
}

async function turn({ databaseCpu }: Stage, { driver, serviceCpu }: Target, round: Round): Promise<Measured> {
  const before = { service: serviceCpu(), database: databaseCpu(), machine: cpuOfMachine() };
  const since = performance.now();
  const figures = await driver.run(round);
  const [service, database] = [serviceCpu() - before.service, databaseCpu() - before.database];
  const requests = figures.perSecond * (round.seconds + round.leadMs / 1000);
  const own = service + (Number.isNaN(database) ? 0 : database) + figures.clientCpu * requests;
  const available = (performance.now() - since) * 1000 * availableParallelism();
  return {
    ...figures,
    serviceCpu: service / requests,
    databaseCpu: database / requests,
    elsewhere: Math.max(0, (cpuOfMachine() - before.machine - own) / available),
  };
}
