import assert from 'node:assert/strict';
import { type Client, createAccount } from '../client.ts';
import type { DatabaseKind } from '../databases.ts';
import { ProvenYear } from '../proven-year.ts';
import { until } from '../until.ts';
import { FAULT_KINDS, type FaultKind, FaultPlan } from './faults.ts';
import { SimulatedInstallation } from './simulated-installation.ts';
import { SteadyClient } from './steady-client.ts';
import { World } from './world.ts';

export interface SimulationOptions {
  seed: number;
  documents: number;
  /** Documents that are paid in euros, and as many by claims at the bank and by payment links. */
  other: number;
  /** Of how many calls in a hundred something goes wrong. */
  percent: number;
}

export interface SimulationReport {
  calls: number;
  /** How often a call had to be sent again. */
  repeated: number;
  /** How many requests to the bank, the card provider, the hub and the tax office met a failure. */
  failed: number;
  faults: Record<FaultKind, number>;
}

/** Later than every retry of a job. */
const AFTERWARDS = '2027-01-20';
const ADDRESS = { address: 'Gata 1', zip: '780', city: 'Höfn' };
const BY_MAIL = { output_select: 3, email: 'bokhald@kaupandi.example' };
const ELECTRONIC = { ...BY_MAIL, ...ADDRESS, output_select: 2, trading_partner_id: '5501234520' };
const VAT_PERIODS = ['2026-02', '2026-08'];
const PAGE = 100;

/** A year of a company that has an installation of its own. */
export async function simulateYear(
  options: SimulationOptions & { kind: DatabaseKind },
): Promise<SimulationReport> {
  const world = await World.open(options.kind);
  try {
    return await simulateYearIn(world, options);
  } finally {
    await world.close();
  }
}

/**
 * A year of a company over HTTP, with faults by seed: all figures must be those of a ledger that knows nothing of the
 * product; every document must have been mailed under one message id or be at the hub once, every claim must be one at the
 * bank, and every VAT return must be registered once.
 */
export async function simulateYearIn(world: World, options: SimulationOptions): Promise<SimulationReport> {
  const { seed, documents, other, percent } = options;
  const failedBefore = world.outside.failed;
  // The tax office of the world knows one company at a time.
  world.outside.tax.returns.clear();
  const arrived = arrivals(world);
  const account = await createAccount(world.addresses[0] ?? '', ADDRESS);
  const client = new SteadyClient(account, world, new FaultPlan(seed, percent, FAULT_KINDS));
  const installation = new SimulatedInstallation(world, client, { seed, percent });
  const year = new ProvenYear(client, {
    seed,
    documents,
    parallel: 1,
    delivery: (nth) => (nth % 2 === 0 ? BY_MAIL : ELECTRONIC),
    other: { installation, documents: other },
  });
  await year.run();
  await fileReturns(client, installation);
  await client.calm();
  await installation.finishJobs({ today: AFTERWARDS });
  await year.compare();
  await compareOutside(client, arrived(), 3 * other);
  const faults = Object.fromEntries(FAULT_KINDS.map((one) => [one, client.counts.get(one) ?? 0]));
  const { calls, repeated } = client;
  const failed = world.outside.failed - failedBefore;
  return { calls, repeated, failed, faults: faults as Record<FaultKind, number> };
}

interface Arrivals {
  /** By their numbers. */
  einvoices: string[];
  claims: string[];
  mails: readonly { messageId: string }[];
  /** How often each VAT return was registered. */
  returns: number[];
}

/** Answers what has arrived outside since this call. */
function arrivals({ outside, mail }: World): () => Arrivals {
  const read = () => ({
    einvoices: [...outside.hub.documents.values()],
    claims: outside.claims,
    mails: mail.received.length,
  });
  const before = read();
  return () => {
    const now = read();
    return {
      einvoices: now.einvoices.slice(before.einvoices.length),
      claims: now.claims.slice(before.claims.length),
      mails: mail.received.slice(before.mails),
      returns: [...outside.tax.returns.values()].map(({ submitted }) => submitted),
    };
  };
}

/** What the first attempt has left open is settled by the jobs, or by another attempt. */
async function fileReturns(client: Client, installation: SimulatedInstallation) {
  await client.ok('set-tax-login', { key: 'veflykill' });
  for (const period of VAT_PERIODS) {
    await installation.expect('tax office');
    await installation.attempt('submit-vat-return', { period });
    await installation.runJobs();
    // A node that was killed at it leaves the submission for minutes; then the jobs ask the tax office.
    await until('the return is submitted', async () => {
      const reply = await client.call('submit-vat-return', { period });
      if (reply.error_code === 'submission_running') await installation.finishJobs({ today: AFTERWARDS });
      else assert.equal(reply.result?.submission.kind, 'first', reply.message);
      return reply.status;
    });
  }
}

/** `printed`: documents that the company prints by itself. */
async function compareOutside(client: Client, arrived: Arrivals, printed: number): Promise<void> {
  const invoices: { xml_status: string; claim_id: string; number: number }[] = [];
  for (let page = 1; invoices.length === (page - 1) * PAGE; page++)
    invoices.push(...(await client.ok('get-invoices', { limit: PAGE, page })));
  const numbers = (matches: (one: (typeof invoices)[number]) => unknown) =>
    invoices
      .filter(matches)
      .map(({ number }) => String(number))
      .sort();
  const electronic = numbers(({ xml_status }) => xml_status === 'delivered');
  const { einvoices, claims, mails, returns } = arrived;
  assert.deepEqual(einvoices.sort(), electronic, 'each e-invoice is at the hub once');
  assert.deepEqual(
    claims.sort(),
    numbers(({ claim_id }) => claim_id),
    'each claim is at the bank once',
  );
  const once = VAT_PERIODS.map(() => 1);
  assert.deepEqual(returns, once, 'the tax office has each return once');
  const ids = new Set(mails.map(({ messageId }) => messageId));
  const rest = invoices.length - electronic.length - printed;
  assert.equal(ids.size, rest, 'each document is mailed under one message id');
}
