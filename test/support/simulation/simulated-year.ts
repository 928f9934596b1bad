import assert from 'node:assert/strict';
import { toError } from '../../../src/domain/values/errors.ts';
import { companyKennitala } from '../../domain/generators.ts';
import { type Client, createAccount } from '../client.ts';
import type { DatabaseKind } from '../databases.ts';
import { ProvenYear } from '../proven-year.ts';
import { until } from '../until.ts';
import { FAULT_KINDS, type FaultKind, FaultPlan } from './faults.ts';
import { type FaultCount, Rounds } from './rounds.ts';
import { runJobs, SimulatedInstallation } from './simulated-installation.ts';
import { SteadyClient } from './steady-client.ts';
import { World } from './world.ts';

interface SimulationOptions {
  /** Of the faults, and of the first company; the others have the seeds that follow. */
  seed: number;
  companies: number;
  documents: number;
  /** Documents that are paid in euros, and as many by claims at the bank and by payment links. */
  other: number;
  /** In how many rounds of calls in a hundred something goes wrong. */
  percent: number;
}

export interface SimulationReport {
  years: number;
  /** Calls that were answered. */
  calls: number;
  /** How often a call had to be sent again. */
  repeated: number;
  /** How many figures were compared with the ledger. */
  figures: number;
  faults: ReadonlyMap<FaultKind, FaultCount>;
}

/** Later than every retry of a job. */
const AFTERWARDS = '2027-01-20';
const ADDRESS = { address: 'Gata 1', zip: '780', city: 'Höfn' };
const VAT_PERIODS = ['2026-02', '2026-08'];
const PAGE = 100;
/** How many companies are compared at once. */
const COMPARED_AT_ONCE = 4;

/** A year of companies that have an installation of their own. */
export async function simulateYears(
  options: SimulationOptions & { kind: DatabaseKind },
): Promise<SimulationReport> {
  const world = await World.open(options.kind);
  try {
    return await simulateYearsIn(world, options);
  } finally {
    await world.close();
  }
}

/**
 * A year of companies over HTTP, with faults by seed: all figures must be those of a ledger that knows nothing of the
 * product; every document must have been mailed under one message id or be at the hub once, every claim must be one at the
 * bank, and every VAT return must be registered once.
 */
async function simulateYearsIn(world: World, options: SimulationOptions): Promise<SimulationReport> {
  const { seed, percent } = options;
  const rounds: Rounds = new Rounds(world, new FaultPlan(seed, percent, FAULT_KINDS), {
    ...options,
    runJobs: (run) => runJobs(world, rounds, run),
  });
  const companies: Company[] = [];
  for (let n = 0; n < options.companies; n++) companies.push(await Company.found(world, rounds, n, options));
  const inTurn = async (one: Company, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      const failure = new Error(`seed ${one.seed}: ${toError(error).message}`, { cause: error });
      rounds.abort(failure);
      throw failure;
    }
  };
  await Promise.all(companies.map((one) => inTurn(one, () => one.live())));
  await rounds.calm();
  await runJobs(world, rounds, { isDisturbed: false, today: AFTERWARDS });
  const waiting = [...companies];
  const compare = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await inTurn(one, one.compare.bind(one));
  };
  await Promise.all(Array.from({ length: COMPARED_AT_ONCE }, compare));
  const figures = companies.reduce((sum, one) => sum + one.figures, 0);
  const { answered: calls, repeated, faults } = rounds;
  return { years: companies.length, calls, repeated, figures, faults };
}

class Company {
  readonly seed: number;
  /** How many figures were compared. */
  figures = 0;
  readonly #world: World;
  readonly #kennitala: string;
  readonly #client: SteadyClient;
  readonly #installation: SimulatedInstallation;
  readonly #year: ProvenYear;
  readonly #other: number;

  private constructor(
    world: World,
    rounds: Rounds,
    account: Client,
    nth: number,
    { seed, documents, other }: SimulationOptions,
  ) {
    this.seed = seed + nth;
    this.#world = world;
    this.#other = other;
    this.#kennitala = companyKennitala(nth);
    this.#client = new SteadyClient(account, world, rounds, nth);
    this.#installation = new SimulatedInstallation(world, rounds, this.#client, this.seed);
    const byMail = { output_select: 3, email: mailbox(this.#kennitala) };
    const electronic = { ...byMail, ...ADDRESS, output_select: 2, trading_partner_id: '5501234520' };
    this.#year = new ProvenYear(this.#client, {
      seed: this.seed,
      documents,
      parallel: 1,
      delivery: (nth) => (nth % 2 === 0 ? byMail : electronic),
      other: { installation: this.#installation, documents: other },
    });
  }

  static async found(
    world: World,
    rounds: Rounds,
    nth: number,
    options: SimulationOptions,
  ): Promise<Company> {
    const fields = { ...ADDRESS, registration_no: companyKennitala(nth) };
    const account = await createAccount(world.addresses[0] ?? '', fields);
    return new Company(world, rounds, account, nth, options);
  }

  /** Has its year, and files its VAT returns. */
  async live(): Promise<void> {
    await this.#year.run();
    await this.#installation.meet();
    await this.#client.ok('set-tax-login', { key: 'veflykill' });
    for (const period of VAT_PERIODS) {
      await this.#fileReturn(period);
      await this.#installation.meet();
    }
  }

  /** What the first attempt has left open is settled by the jobs, or by another attempt. */
  async #fileReturn(period: string): Promise<void> {
    await this.#installation.expect('tax office');
    await this.#installation.attempt('submit-vat-return', { period });
    await this.#installation.runJobs();
    // A node that was killed at it leaves the submission for minutes; then the jobs ask the tax office.
    await until('the return is submitted', async () => {
      const reply = await this.#client.call('submit-vat-return', { period });
      if (reply.error_code === 'submission_running')
        await this.#installation.finishJobs({ today: AFTERWARDS });
      else if (!/^tax_office_/.test(reply.error_code ?? ''))
        assert.equal(reply.result?.submission.kind, 'first', reply.message);
      return reply.status;
    });
  }

  async compare(): Promise<void> {
    this.figures = await this.#year.compare();
    this.figures += await this.#compareOutside();
  }

  async #compareOutside(): Promise<number> {
    const { outside, mail } = this.#world;
    const invoices: { xml_status: string; claim_id: string; number: number }[] = [];
    for (let page = 1; invoices.length === (page - 1) * PAGE; page++)
      invoices.push(...(await this.#client.ok('get-invoices', { limit: PAGE, page })));
    const numbers = (matches: (one: (typeof invoices)[number]) => unknown) =>
      invoices
        .filter(matches)
        .map(({ number }) => String(number))
        .sort();
    const electronic = numbers(({ xml_status }) => xml_status === 'delivered');
    assert.deepEqual(outside.einvoicesOf(this.#kennitala), electronic, 'each e-invoice is at the hub once');
    const claimed = numbers(({ claim_id }) => claim_id);
    assert.deepEqual(outside.claimsOf(this.#kennitala), claimed, 'each claim is at the bank once');
    const once = VAT_PERIODS.map(() => 1);
    assert.deepEqual(outside.returnsOf(this.#kennitala), once, 'the tax office has each return once');
    const mails = mail.received.filter(({ to }) => to.includes(mailbox(this.#kennitala)));
    const ids = new Set(mails.map(({ messageId }) => messageId));
    // Those in other money are printed.
    const rest = invoices.length - electronic.length - 3 * this.#other;
    assert.equal(ids.size, rest, 'each document is mailed under one message id');
    return electronic.length + claimed.length + once.length + rest;
  }
}

function mailbox(kennitala: string): string {
  return `bokhald@${kennitala}.example`;
}
