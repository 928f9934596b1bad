import { availableParallelism } from 'node:os';
import { machineCpu } from './cpu-time.ts';
import type { Round } from './driver.ts';
import type { Measured } from './report.ts';
import type { Target } from './services.ts';

export const ROUND_SECONDS = 0.5;
const RAMP_UP_MS = 200;

/** A target and the call to send to it. */
export interface Contestant {
  target: Target;
  call: string;
}

/**
 * Targets are measured in alternating rounds, so that other load on the machine affects all of them equally. Every second
 * round is in the opposite order.
 */
export async function compare<One extends Contestant>(
  contestants: readonly One[],
  connections: number,
  seconds: number,
): Promise<{ one: One; rounds: Measured[] }[]> {
  const compared = contestants.map((one) => ({ one, rounds: [] as Measured[] }));
  const count = Math.ceil(seconds / ROUND_SECONDS);
  for (let n = 0; n < count; n += 1) {
    for (const { one, rounds } of n % 2 === 0 ? compared : compared.toReversed()) {
      const round = { call: one.call, connections, rampUpMs: RAMP_UP_MS, seconds: seconds / count };
      rounds.push(await measureRound(one.target, round));
    }
  }
  return compared;
}

async function measureRound({ driver, serviceCpu, databaseCpu }: Target, round: Round): Promise<Measured> {
  const before = { service: serviceCpu(), database: databaseCpu(), machine: machineCpu() };
  const since = performance.now();
  const figures = await driver.run(round);
  const [service, database] = [serviceCpu() - before.service, databaseCpu() - before.database];
  const requests = figures.perSecond * (round.seconds + round.rampUpMs / 1000);
  const ownCpu = service + (Number.isNaN(database) ? 0 : database) + figures.clientCpu * requests;
  const available = (performance.now() - since) * 1000 * availableParallelism();
  return {
    ...figures,
    serviceCpu: service / requests,
    databaseCpu: database / requests,
    otherLoad: Math.max(0, (machineCpu() - before.machine - ownCpu) / available),
  };
}
