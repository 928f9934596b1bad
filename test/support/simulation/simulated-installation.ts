import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../client.ts';
import { OPERATOR_TOKEN } from '../databases.ts';
import { request } from '../http-request.ts';
import type { ClaimPart, Installation } from '../installation.ts';
import { pressPayButton } from '../payments.ts';
import { seededRandom } from '../random-books.ts';
import { until } from '../until.ts';
import type { Outside } from './outside-services.ts';
import type { JobRun, Rounds } from './rounds.ts';
import type { SteadyClient } from './steady-client.ts';
import type { World } from './world.ts';

/** By its end, jobs are due that a node put off whose clock was hours ahead. */
const TODAY = '2026-12-31';
const PAUSE_MS = 100;
const TRIES = 100;
/** After so many failures whatever is wrong has an end. */
const TRIES_UNDER_FAULTS = 5;

/** Runs jobs of all companies of a world, while none of them does anything else. */
export async function runJobs(
  world: World,
  rounds: Rounds,
  { isDisturbed, today = TODAY }: JobRun,
): Promise<void> {
  const operator = new Operator(world, rounds);
  const run = (by: { today?: string }) => operator.operate('POST', '/jobs/run', by);
  if (isDisturbed) await run({});
  await rounds.endFaults();
  await world.releaseLeases();
  // The first answer of each node counts what it began by itself while something was wrong.
  for (let n = 0; n < world.addresses.length; n++) await run({});
  const isDone = async () => {
    const { failed } = await run({ today });
    assert.equal(failed, 0, 'jobs fail although nothing is wrong any more');
    const metrics = (await request(`${world.addresses[0]}/metrics`)).text();
    assert.match(metrics, /^kvitt_jobs\{state="dead"\} 0$/m, 'no job was given up');
    return /^kvitt_jobs\{state="waiting"\} 0$/m.test(metrics);
  };
  await until('all jobs have run', isDone, 150_000);
}

/** Asks one node after the other, at any of which something can be wrong at any time. */
class Operator {
  readonly #world: World;
  readonly #rounds: Rounds;
  #turn = 0;

  constructor(world: World, rounds: Rounds) {
    this.#world = world;
    this.#rounds = rounds;
  }

  nextNode(): string {
    const { addresses } = this.#world;
    return addresses[this.#turn++ % addresses.length] ?? '';
  }

  async operate(method: string, path: string, body: object): Promise<any> {
    const answer = await this.tryNodes(async (node) => {
      const answer = await request(`${node}/operator${path}`, {
        method,
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return answer.status === 200 ? answer : null;
    });
    return answer.json();
  }

  async tryNodes<T>(act: (node: string) => Promise<T | null>): Promise<T> {
    for (let tries = 0; tries < TRIES; tries++) {
      if (tries >= TRIES_UNDER_FAULTS) await this.#rounds.endFaults();
      const answer = await act(this.nextNode()).catch(() => null);
      if (answer !== null) return answer;
      await sleep(PAUSE_MS);
    }
    throw new Error('No node answers');
  }
}

/** The nodes of a world and the services outside it, as one of its companies sees them. */
export class SimulatedInstallation implements Installation {
  readonly #world: World;
  readonly #rounds: Rounds;
  readonly #client: SteadyClient;
  readonly #operator: Operator;
  readonly #random: () => number;
  /** How often each service was to be called since the last run of jobs. */
  #expected = new Map<Outside, number>();

  constructor(world: World, rounds: Rounds, client: SteadyClient, seed: number) {
    this.#world = world;
    this.#rounds = rounds;
    this.#client = client;
    this.#operator = new Operator(world, rounds);
    this.#random = seededRandom(seed + 104_729);
  }

  async expect(service: Outside): Promise<void> {
    const nth = this.#expected.get(service) ?? 0;
    this.#expected.set(service, nth + 1);
    this.#rounds.expect(service, nth);
  }

  meet(): Promise<void> {
    return this.#rounds.meet();
  }

  /** What is put, such as rates, is that of the whole installation. */
  operate(method: string, path: string, body: object): Promise<any> {
    const operate = () => this.#operator.operate(method, path, body);
    return method === 'PUT' ? this.#world.once(path, operate) : operate();
  }

  /** Makes a call that may fail. */
  async attempt(endpoint: string, fields: Record<string, unknown>): Promise<void> {
    const { username, apiKey } = this.#client;
    await new Client(this.#operator.nextNode(), username, apiKey).call(endpoint, fields).catch(() => null);
  }

  async runJobs(): Promise<void> {
    await this.#runJobs({ isDisturbed: true });
  }

  /** Runs what is left to do when nothing is wrong any more. */
  async finishJobs({ today }: { today?: string }): Promise<void> {
    await this.#runJobs({ isDisturbed: false, today });
  }

  async #runJobs(run: JobRun): Promise<void> {
    await this.#rounds.runJobs(run);
    this.#expected = new Map();
  }

  async payClaim(claimId: string, part: ClaimPart): Promise<void> {
    await this.#somethingElse();
    this.#world.outside.payClaim(claimId, part);
  }

  async openCheckout(link: string): Promise<string> {
    await this.#somethingElse();
    const { pathname } = new URL(link);
    const location = await this.#operator.tryNodes(async (node) => {
      const { status, location } = await pressPayButton(`${node}${pathname}`);
      return status === 303 && location.startsWith('https://checkout.') ? location : null;
    });
    return location.split('/').at(-1) ?? '';
  }

  async payCheckout(checkout: string, payment: { on: string; kept: number }): Promise<void> {
    await this.#somethingElse();
    const messages = this.#world.outside.payCheckout(checkout, payment);
    // They come in any order, and some come twice.
    if (this.#random() < 0.5) messages.reverse();
    for (const message of [...messages, ...messages.filter(() => this.#random() < 0.4)])
      await this.#report(message);
  }

  async refund(checkout: string, refund: { on: string; amount: number }): Promise<void> {
    await this.#somethingElse();
    const message = this.#world.outside.refund(checkout, refund);
    for (const one of this.#random() < 0.4 ? [message, message] : [message]) await this.#report(one);
  }

  /** The company goes on with its work, and that is when something goes wrong. */
  async #somethingElse(): Promise<void> {
    await this.#client.ok('get-count-invoices');
  }

  async #report(message: string): Promise<void> {
    let tries = 0;
    const next = async () => {
      if (tries++ >= TRIES_UNDER_FAULTS) await this.#rounds.endFaults();
      return this.#operator.nextNode();
    };
    await this.#world.outside.report(message, { now: () => this.#world.now, next });
  }
}
