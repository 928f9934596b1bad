import { availableParallelism } from 'node:os';
import type { Round } from './driver.ts';
import { cpuOfMachine } from './processor.ts';
import { type Measured, median, type Row } from './report.ts';
import type { Stage, Target } from './stage.ts';

export const ROUNDS = 3;
const LEAD_MS = 200;

/** Targets take turns, so that whatever else the machine does falls on all of them alike. */
export async function compare(
  stage: Stage,
  call: string,
  connections: number,
  seconds: number,
): Promise<Row[]> {
  const rounds = new Map<Target, Measured[]>(stage.targets.map((target) => [target, []]));
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const [target, measured] of rounds) {
      const round = { call, connections, leadMs: LEAD_MS, seconds: seconds / ROUNDS };
      measured.push(await turn(stage, target, round));
    }
  }
  const [raw, ...services] = [...rounds].map(([{ name }, all]) => ({ name, figures: median(all) }));
  if (!raw) throw new Error('There is nothing to compare with');
  return services.map(({ name, figures }) => {
    return { call, connections, log: name, raw: raw.figures, service: figures };
  });
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
