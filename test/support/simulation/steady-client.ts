import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Reply } from '../client.ts';
import type { Fault, FaultKind, FaultPlan } from './faults.ts';
import type { Behaviour } from './gate.ts';
import { OUTSIDE, type Outside } from './outside-services.ts';
import type { World } from './world.ts';

/** How long a call is repeated before the installation counts as dead. */
const PATIENCE_MS = 180_000;
const PAUSE_MS = 100;
/** For each of the calls that a fault lasts for. */
const FROZEN_MS = 200;

/** Something that ends after some calls. */
interface Ending {
  atCall: number;
  end: () => Promise<void> | void;
}

/**
 * A program that never gives up: it repeats every call, under the same key and at whichever node answers, until it has the
 * answer. Faults happen at its calls.
 */
export class SteadyClient extends Client {
  readonly #world: World;
  readonly #plan: FaultPlan;
  readonly counts = new Map<FaultKind, number>();
  calls = 0;
  repeated = 0;
  #isCalm = false;
  #endings: Ending[] = [];

  constructor(account: Client, world: World, plan: FaultPlan) {
    super(account.url, account.username, account.apiKey);
    this.#world = world;
    this.#plan = plan;
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

  override async call(
    endpoint: string,
    fields: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    this.calls += 1;
    await this.#endDue();
    const isRead = endpoint.startsWith('get-');
    const key: Record<string, string> = isRead ? {} : { 'idempotency-key': `call-${this.calls}` };
    const send = (node: number) => this.#sendTo(node, endpoint, fields, { ...headers, ...key });
    const fault = this.#isCalm ? null : this.#plan.next();
    if (fault) await this.#disturb(fault, send);
    return this.#untilAnswered(send);
  }

  #sendTo(node: number, endpoint: string, fields: object, headers: Record<string, string>): Promise<Reply> {
    const { addresses } = this.#world;
    const client = new Client(addresses[node % addresses.length] ?? '', this.username, this.apiKey);
    return client.call(endpoint, { ...fields }, headers);
  }

  async #untilAnswered(send: (node: number) => Promise<Reply>): Promise<Reply> {
    const deadline = performance.now() + PATIENCE_MS;
    for (let attempt = this.calls; ; attempt++) {
      const reply = await send(attempt).catch(() => null);
      // 503: the node or its database cannot serve now. 409: the same call is being answered by another node.
      if (reply && reply.httpStatus !== 503 && reply.httpStatus !== 409) return reply;
      if (performance.now() > deadline)
        throw new Error(`No answer to call ${this.calls}: ${reply ? reply.message : 'no node listens'}`);
      this.repeated += 1;
      await sleep(PAUSE_MS);
      if (this.#world.addresses.length === 1) await this.#world.startNodes();
    }
  }

  async #disturb(fault: Fault, send: (node: number) => Promise<Reply>): Promise<void> {
    const { kind, node, delayMs } = fault;
    if (kind === 'full disk' && !this.#world.hasOwnDisk) return;
    this.#count(kind);
    // What becomes of this first call is nobody's business: it is sent again.
    const sent = this.#isOutside(kind) ? null : send(node).catch(() => null);
    await sleep(delayMs);
    await this.#begin(fault, send);
    if (kind === 'sent twice') await sent;
  }

  #isOutside(kind: FaultKind): kind is Outside | 'mail server' {
    return kind === 'mail server' || (OUTSIDE as readonly string[]).includes(kind);
  }

  async #begin(
    { kind, node, calls, mail, service, clockHours }: Fault,
    send: (node: number) => Promise<Reply>,
  ): Promise<void> {
    const world = this.#world;
    const after = (end: Ending['end']) => void this.#endings.push({ atCall: this.calls + calls, end });
    switch (kind) {
      case 'lost answer':
        return;
      case 'sent twice':
        await send(node + 1).catch(() => null);
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
        return world.freezeDisk(node, FROZEN_MS * calls);
      case 'full disk':
        world.fillDisk();
        await send(node).catch(() => null);
        await sleep(PAUSE_MS);
        world.emptyDisk();
        // A server that could not write its log has ended.
        return world.startDatabase();
      case 'moved clock':
        await world.moveClock(node, clockHours);
        return after(() => world.moveClock(node, 0));
      case 'mail server':
        world.mail.behaviour = mail;
        return after(() => {
          world.mail.behaviour = 'well';
        });
      default:
        return this.#letFail(kind, service, calls);
    }
  }

  /** Lets a service outside fail until all faults end. */
  letFail(service: Outside, behaviour: Behaviour): void {
    this.#count(service);
    this.#letFail(service, behaviour, Number.POSITIVE_INFINITY);
  }

  #letFail(service: Outside, behaviour: Behaviour, calls: number): void {
    this.#world.outside.set(service, behaviour);
    const end = () => this.#world.outside.set(service, 'well');
    this.#endings.push({ atCall: this.calls + calls, end });
  }

  #count(kind: FaultKind): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  async #endDue(): Promise<void> {
    const due = this.#endings.filter(({ atCall }) => atCall <= this.calls);
    this.#endings = this.#endings.filter(({ atCall }) => atCall > this.calls);
    for (const { end } of due) await end();
  }
}
