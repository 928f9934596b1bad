import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '../client.ts';
import { seededRandom } from '../random-books.ts';
import type { Fault, FaultKind, FaultPlan } from './faults.ts';
import { type Behaviour, FAULTY } from './gate.ts';
import { OUTSIDE, type Outside } from './outside-services.ts';
import type { World } from './world.ts';

/** How long a call is repeated before the installation counts as dead. */
const PATIENCE_MS = 180_000;
const PAUSE_MS = 100;
/** For each of the rounds that a fault lasts for. */
const FROZEN_MS = 200;

/** The next call of a company. */
export interface Call {
  company: number;
  /** The how many-th call of its company it is. */
  number: number;
  send(node: number): Promise<Reply>;
}

type Waiting<T> = T & { resolve: (reply: Reply) => void; reject: (error: unknown) => void };

/** Something that ends after some rounds. */
interface Ending {
  atRound: number;
  end: () => Promise<void> | void;
}

/** How often a fault happened, and what it met: calls that were not answered yet, or requests to a service that failed. */
export interface FaultCount {
  times: number;
  /** How often it met at least one. */
  midway: number;
  /** How many it met. */
  calls: number;
}

export interface JobRun {
  /** Once with whatever is wrong now, before everything is put right. */
  isDisturbed: boolean;
  today?: string | undefined;
}

/**
 * Companies of one installation that work in step: each round has the next call of every company, all at the same moment,
 * and a fault meets them all. What a round consists of depends on the seeds alone, and not on which call is answered first.
 */
export class Rounds {
  readonly faults = new Map<FaultKind, FaultCount>();
  repeated = 0;
  /** How many calls were answered. */
  answered = 0;
  readonly #world: World;
  readonly #plan: FaultPlan;
  readonly #percent: number;
  readonly #seed: number;
  readonly #runJobs: (run: JobRun) => Promise<void>;
  #members: number;
  #round = 0;
  #stage = 0;
  #isCalm = false;
  #failure: unknown = null;
  #endings: Ending[] = [];
  /** What is to go wrong with a service outside before the next run of jobs, by how often somebody has asked. */
  readonly #announced = new Set<string>();
  /** How many requests each service that fails now had failed before. */
  readonly #metBefore = new Map<FaultKind, number>();
  #calls: Waiting<Call>[] = [];
  #jobs: Waiting<{ run: JobRun }>[] = [];
  #meeting: Waiting<object>[] = [];

  /** `runJobs` is called while all companies wait for it. */
  constructor(
    world: World,
    plan: FaultPlan,
    {
      companies,
      percent,
      seed,
      runJobs,
    }: { companies: number; percent: number; seed: number; runJobs: (run: JobRun) => Promise<void> },
  ) {
    this.#world = world;
    this.#plan = plan;
    this.#members = companies;
    this.#percent = percent;
    this.#seed = seed;
    this.#runJobs = runJobs;
  }

  /** Makes a call in the next round, until it is answered. */
  answer(call: Call): Promise<Reply> {
    if (this.#isCalm) return this.#untilAnswered(call);
    return new Promise((resolve, reject) => {
      this.#calls.push({ ...call, resolve, reject });
      this.#proceed();
    });
  }

  /** Waits until no company has a call to make, and runs the jobs then. */
  async runJobs(run: JobRun): Promise<void> {
    await new Promise((resolve, reject) => {
      this.#jobs.push({ run, resolve, reject });
      this.#proceed();
    });
  }

  /** Waits until all companies are here. */
  async meet(): Promise<void> {
    await new Promise((resolve, reject) => {
      this.#meeting.push({ resolve, reject });
      this.#proceed();
    });
  }

  /** Ends all faults, and begins no other. */
  async calm(): Promise<void> {
    this.#isCalm = true;
    await this.endFaults();
  }

  /** Ends what is wrong now. */
  async endFaults(): Promise<void> {
    for (const { end } of this.#endings.splice(0)) await end();
    await this.#world.startNodes();
  }

  /** Ends the work of all companies when one of them cannot go on. */
  abort(failure: unknown): void {
    this.#failure ??= failure;
    for (const one of [...this.#calls.splice(0), ...this.#jobs.splice(0), ...this.#meeting.splice(0)])
      one.reject(this.#failure);
  }

  /** A service fails at half of the calls that matter, for all companies in the same way. */
  expect(service: Outside, nth: number): void {
    const name = `${this.#stage} ${service} ${nth}`;
    if (this.#percent === 0 || this.#announced.has(name)) return;
    this.#announced.add(name);
    const random = seededRandom(this.#seed + 104_729 * this.#stage + 31 * nth + OUTSIDE.indexOf(service));
    const [share, behaviour] = [random(), FAULTY[Math.floor(random() * FAULTY.length)] ?? 'well'];
    if (share < 0.5) return;
    this.#letFail(service, behaviour, Number.POSITIVE_INFINITY);
  }

  #proceed(): void {
    if (this.#failure) this.abort(this.#failure);
    if (this.#calls.length + this.#jobs.length + this.#meeting.length < this.#members) return;
    if (this.#calls.length > 0) this.#next().catch((error) => this.abort(error));
    else if (this.#jobs.length > 0) this.#work().catch((error) => this.abort(error));
    else for (const { resolve } of this.#meeting.splice(0)) resolve({} as Reply);
  }

  async #work(): Promise<void> {
    const days = this.#jobs.flatMap(({ run }) => run.today ?? []).sort();
    const isDisturbed = this.#jobs.some(({ run }) => run.isDisturbed);
    await this.#runJobs({ isDisturbed, today: days.at(-1) });
    this.#stage += 1;
    for (const { resolve } of this.#jobs.splice(0)) resolve({} as Reply);
  }

  async #next(): Promise<void> {
    this.#round += 1;
    const calls = this.#calls.toSorted((a, b) => a.company - b.company);
    await this.#endDue();
    const fault = this.#plan.next();
    if (fault) await this.#disturb(fault, calls);
    const answers = await Promise.all(calls.map((call) => this.#untilAnswered(call)));
    this.#calls = [];
    for (const [at, { resolve }] of calls.entries()) resolve(answers[at] as Reply);
  }

  async #untilAnswered({ company, number, send }: Call): Promise<Reply> {
    const deadline = performance.now() + PATIENCE_MS;
    for (let attempt = number + company; ; attempt++) {
      if (this.#failure) throw this.#failure;
      let why = '';
      const reply = await send(attempt).catch((error) => {
        why = String(error);
        return null;
      });
      // 503: the node or its database cannot serve now. 409: the same call is being answered by another node.
      if (reply && reply.httpStatus !== 503 && reply.httpStatus !== 409) {
        this.answered += 1;
        return reply;
      }
      if (performance.now() > deadline)
        throw new Error(`No answer to call ${number}: ${reply ? reply.message : why}`);
      this.repeated += 1;
      await sleep(PAUSE_MS);
      // One fault may kill the node that another one has left.
      if (this.#world.isDown) await this.#world.startNodes();
    }
  }

  async #disturb(fault: Fault, calls: readonly Call[]): Promise<void> {
    const { kind, node, delayMs } = fault;
    if (kind.endsWith(' disk') && !this.#world.hasOwnDisk) return;
    let open = 0;
    const send = (at: number) =>
      Promise.all(
        calls.map(async (call) => {
          open += 1;
          await call.send(at).catch(() => null);
          open -= 1;
        }),
      );
    // What becomes of these first calls is nobody's business: they are sent again.
    const sent = isOutside(kind) ? null : send(node);
    await sleep(delayMs);
    if (!isOutside(kind)) this.#count(kind, { times: 1, midway: open > 0 ? 1 : 0, calls: open });
    await this.#begin(fault, send);
    if (kind === 'sent twice') await sent;
  }

  async #begin(
    { kind, node, calls, mail, service, clockHours }: Fault,
    send: (node: number) => Promise<unknown>,
  ): Promise<void> {
    const world = this.#world;
    const after = (end: Ending['end']) => void this.#endings.push({ atRound: this.#round + calls, end });
    switch (kind) {
      case 'lost answer':
        return;
      case 'sent twice':
        await send(node + 1);
        return;
      case 'killed node':
        await world.killNode(node);
        return after(() => world.startNodes());
      case 'crashed database':
        await world.crashDatabase(node);
        return world.startDatabase();
      case 'failover':
        return world.failOver(node);
      case 'frozen disk':
        return world.freezeDisk(FROZEN_MS * calls);
      case 'full disk':
        await world.fillDisk();
        await send(node);
        await sleep(PAUSE_MS);
        world.emptyDisk();
        // A server that could not write its log has ended.
        return world.startDatabase();
      case 'moved clock':
        await world.moveClock(node, clockHours);
        return after(() => world.moveClock(node, 0));
      case 'mail server':
        world.mail.behaviour = mail;
        return this.#endAfter(kind, calls, () => {
          world.mail.behaviour = 'well';
        });
      default:
        return this.#letFail(kind, service, calls);
    }
  }

  #letFail(service: Outside, behaviour: Behaviour, rounds: number): void {
    this.#world.outside.set(service, behaviour);
    this.#endAfter(service, rounds, () => this.#world.outside.set(service, 'well'));
  }

  /** Ends the fault of a service, and counts the requests that met it. */
  #endAfter(kind: Outside | 'mail server', rounds: number, putRight: () => void): void {
    this.#settle(kind);
    this.#count(kind, { times: 1, midway: 0, calls: 0 });
    this.#metBefore.set(kind, this.#world.failures(kind));
    const end = () => {
      putRight();
      this.#settle(kind);
    };
    this.#endings.push({ atRound: this.#round + rounds, end });
  }

  #settle(kind: Outside | 'mail server'): void {
    const before = this.#metBefore.get(kind);
    if (before === undefined) return;
    this.#metBefore.delete(kind);
    const calls = this.#world.failures(kind) - before;
    this.#count(kind, { times: 0, midway: calls > 0 ? 1 : 0, calls });
  }

  #count(kind: FaultKind, more: FaultCount): void {
    const { times, midway, calls } = this.faults.get(kind) ?? { times: 0, midway: 0, calls: 0 };
    this.faults.set(kind, {
      times: times + more.times,
      midway: midway + more.midway,
      calls: calls + more.calls,
    });
  }

  async #endDue(): Promise<void> {
    const due = this.#endings.filter(({ atRound }) => atRound <= this.#round);
    this.#endings = this.#endings.filter(({ atRound }) => atRound > this.#round);
    for (const { end } of due) await end();
  }
}

function isOutside(kind: FaultKind): kind is Outside | 'mail server' {
  return kind === 'mail server' || (OUTSIDE as readonly string[]).includes(kind);
}
