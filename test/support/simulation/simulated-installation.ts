import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../client.ts';
import { OPERATOR_TOKEN } from '../databases.ts';
import { request } from '../http-request.ts';
import type { ClaimPart, Installation } from '../installation.ts';
import { pressPayButton } from '../payments.ts';
import { seededRandom } from '../random-books.ts';
import { until } from '../until.ts';
import { FAULTY } from './gate.ts';
import type { Outside } from './outside-services.ts';
import type { SteadyClient } from './steady-client.ts';
import type { World } from './world.ts';

const PAUSE_MS = 100;
const TRIES = 100;
/** After so many failures whatever is wrong has an end. */
const TRIES_UNDER_FAULTS = 5;

/** The nodes of a world, at any of which something can be wrong at any time, and the services outside it. */
export class SimulatedInstallation implements Installation {
  readonly #world: World;
  readonly #client: SteadyClient;
  readonly #random: () => number;
  readonly #percent: number;
  #turn = 0;

  constructor(world: World, client: SteadyClient, { seed, percent }: { seed: number; percent: number }) {
    this.#percent = percent;
    this.#world = world;
    this.#client = client;
    this.#random = seededRandom(seed + 104_729);
  }

  /** Services fail at half of the calls that matter. */
  async expect(service: Outside): Promise<void> {
    if (this.#percent === 0 || this.#random() < 0.5) return;
    const behaviour = FAULTY[Math.floor(this.#random() * FAULTY.length)] ?? 'well';
    this.#client.letFail(service, behaviour);
  }

  async operate(method: string, path: string, body: object): Promise<any> {
    const answer = await this.#tryNodes(async (node) => {
      const answer = await request(`${node}/operator${path}`, {
        method,
        headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return answer.status === 200 ? answer : null;
    });
    return answer.json();
  }

  /** Makes a call that may fail. */
  async attempt(endpoint: string, fields: Record<string, unknown>): Promise<void> {
    const { username, apiKey } = this.#client;
    await new Client(this.#nextNode(), username, apiKey).call(endpoint, fields).catch(() => null);
  }

  /** Once with whatever is wrong now, and then without, until nothing is left. */
  async runJobs(): Promise<void> {
    await this.operate('POST', '/jobs/run', {});
    await this.finishJobs({});
  }

  /** Runs what is left to do when nothing is wrong any more. */
  async finishJobs(by: { today?: string }): Promise<void> {
    await this.#client.endFaults();
    await this.#world.releaseLeases();
    const run = async () => {
      const { failed } = await this.operate('POST', '/jobs/run', by);
      assert.equal(failed, 0, 'jobs fail although nothing is wrong any more');
      const metrics = (await request(`${this.#world.addresses[0]}/metrics`)).text();
      assert.match(metrics, /^kvitt_jobs\{state="dead"\} 0$/m, 'no job was given up');
      return /^kvitt_jobs\{state="waiting"\} 0$/m.test(metrics);
    };
    await until('all jobs have run', run, 150_000);
  }

  async payClaim(claimId: string, part: ClaimPart): Promise<void> {
    await this.#somethingElse();
    this.#world.outside.payClaim(claimId, part);
  }

  async openCheckout(link: string): Promise<string> {
    await this.#somethingElse();
    const { pathname } = new URL(link);
    const location = await this.#tryNodes(async (node) => {
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
      if (tries++ === TRIES_UNDER_FAULTS) await this.#client.endFaults();
      return this.#nextNode();
    };
    await this.#world.outside.report(message, { now: () => this.#world.now, next });
  }

  #nextNode(): string {
    const { addresses } = this.#world;
    return addresses[this.#turn++ % addresses.length] ?? '';
  }

  async #tryNodes<T>(act: (node: string) => Promise<T | null>): Promise<T> {
    for (let tries = 0; tries < TRIES; tries++) {
      if (tries === TRIES_UNDER_FAULTS) await this.#client.endFaults();
      const answer = await act(this.#nextNode()).catch(() => null);
      if (answer !== null) return answer;
      await sleep(PAUSE_MS);
    }
    throw new Error('No node answers');
  }
}
