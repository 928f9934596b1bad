import assert from 'node:assert/strict';
import { createAccount } from '../client.ts';
import { type DatabaseKind, OPERATOR_TOKEN } from '../databases.ts';
import { request } from '../http-request.ts';
import { ProvenYear } from '../proven-year.ts';
import { until } from '../until.ts';
import { FAULT_KINDS, type FaultKind, FaultPlan } from './faults.ts';
import { SteadyClient } from './steady-client.ts';
import { World } from './world.ts';

export interface SimulationOptions {
  seed: number;
  kind: DatabaseKind;
  documents: number;
  /** Of how many calls in a hundred something goes wrong. */
  percent: number;
}

export interface SimulationReport {
  calls: number;
  /** How often a call had to be sent again. */
  repeated: number;
  faults: Record<FaultKind, number>;
}

/** Later than every retry of a job. */
const AFTERWARDS = '2027-01-20';

/**
 * A year of a company over HTTP, with faults by seed: all figures must be those of a ledger that knows nothing of the
 * product, and every document must have been mailed under one message id.
 */
export async function simulateYear(options: SimulationOptions): Promise<SimulationReport> {
  const { seed, kind, documents, percent } = options;
  const world = await World.open(kind);
  try {
    const account = await createAccount(world.addresses[0] ?? '');
    const client = new SteadyClient(account, world, new FaultPlan(seed, percent, FAULT_KINDS));
    const delivery = { output_select: 3, email: 'bokhald@kaupandi.example' };
    const year = new ProvenYear(client, { seed, documents, parallel: 1, delivery });
    await year.run();
    await client.calm();
    await world.releaseLeases();
    await finishJobs(world);
    await year.compare();
    await assertMailed(client, world);
    const faults = Object.fromEntries(FAULT_KINDS.map((one) => [one, client.counts.get(one) ?? 0]));
    return { calls: client.calls, repeated: client.repeated, faults: faults as Record<FaultKind, number> };
  } finally {
    await world.close();
  }
}

/** Runs what is left to do. */
async function finishJobs({ addresses: [node = ''] }: World): Promise<void> {
  const run = async () => {
    const answer = await request(`${node}/operator/jobs/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ today: AFTERWARDS }),
    });
    assert.equal(answer.json().failed, 0, 'jobs fail although nothing is wrong any more');
    const metrics = (await request(`${node}/metrics`)).text();
    assert.match(metrics, /^kvitt_jobs\{state="dead"\} 0$/m, 'no job was given up');
    return /^kvitt_jobs\{state="waiting"\} 0$/m.test(metrics);
  };
  await until('all jobs have run', run, 150_000);
}

async function assertMailed(client: SteadyClient, { mail }: World): Promise<void> {
  const documents: number = await client.ok('get-count-invoices');
  const ids = new Set(mail.received.map(({ messageId }) => messageId));
  assert.equal(ids.size, documents, 'each document is mailed under one message id');
}
