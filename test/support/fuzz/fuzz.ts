import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { processCpu } from '../../../bench/cpu-time.ts';
import type { NodeProcess } from '../node-process.ts';
import { findOddTexts, findProblems } from './invariants.ts';
import { findMcpTargets, rpcAnswer } from './mcp-targets.ts';
import { Random } from './random.ts';
import type { RecordedRoute } from './record-routes.ts';
import { buildRequest, type FuzzRequest } from './request.ts';
import { type FuzzAnswer, send, sendRaw } from './send.ts';
import { findTargets, type OpenApiDocument, type Target } from './targets.ts';
import { createVictim, createWorld, renewAccess, type Victim, type World } from './world.ts';

export interface FuzzOptions {
  seed: number;
  /** The number of the first request; another than 0 repeats a part of an earlier run. */
  first?: number;
  requests: number;
  /** Requests in flight at any time. */
  concurrency: number;
  /** Requests after which new accounts are used, so that lists stay short. */
  worldSize: number;
  /** Ends the run early, with what has been sent so far. */
  limitMs?: number;
  progress?(line: string): void;
}

export interface FuzzResult {
  sent: number;
  seconds: number;
  targets: number;
  /** Requests by surface. */
  surfaces: Record<string, number>;
  /** Targets that got no request, or none that succeeded, with the last refusal. */
  untouched: string[];
  statuses: Record<string, number>;
  /** Each with the number of its request and the request. */
  problems: string[];
  worlds: number;
  /** How often a key, token or session that the requests had ended was replaced. */
  renewals: number;
  residentMb: number[];
  /** Processor time that the node used while the slowest control request waited, in milliseconds. */
  slowestControlCpuMs: number;
  slowestControlMs: number;
}

const MAX_PROBLEMS = 50;
const CONTROL_EVERY = 50;
const CHECK_EVERY = 500;
const MEMORY_EVERY = 2000;
const RAW_SHARE = 0.03;
const LISTS = [
  'customers',
  'items',
  'invoices',
  'order-invoices',
  'draft-invoices',
  'quotes',
  'costs',
  'tasks',
];

/** Sends seeded random requests to every route of a node, and collects each violated invariant. */
export class Fuzzer {
  readonly #node: NodeProcess;
  readonly #options: FuzzOptions;
  readonly #targets: Target[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #touched = new Set<Target>();
  readonly #refusals = new Map<Target, string>();
  readonly #statuses: Record<string, number> = {};
  readonly #surfaces: Record<string, number> = {};
  readonly #problems: string[] = [];
  readonly #residentMb: number[] = [];
  readonly #startedAt = performance.now();
  #slowest = { cpuMs: 0, ms: 0 };
  #next: number;
  readonly #end: number;
  #worlds = 0;
  #victim!: Victim;
  #world!: World;
  #worldEndsAt = 0;
  #restoring: Promise<void> | null = null;
  #renewals = 0;

  constructor(node: NodeProcess, routesFile: string, document: OpenApiDocument, options: FuzzOptions) {
    this.#node = node;
    this.#options = options;
    this.#next = options.first ?? 0;
    this.#end = this.#next + options.requests;
    const routes = JSON.parse(readFileSync(routesFile, 'utf8')) as RecordedRoute[];
    this.#targets = [...findTargets(routes, document), ...findMcpTargets()];
  }

  async run(): Promise<FuzzResult> {
    this.#victim = await createVictim(this.#node.url);
    await this.#renewWorld();
    while (this.#isRunning()) {
      const end = Math.min(this.#next + CHECK_EVERY, this.#end);
      await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#sendUntil(end)));
      if (this.#next >= this.#worldEndsAt) await this.#renewWorld();
      else await this.#restoreAccess();
      if (this.#next % MEMORY_EVERY === 0) this.#note();
    }
    await this.#checkStored();
    this.#agent.destroy();
    return this.#result();
  }

  #isRunning(): boolean {
    const { limitMs = Number.POSITIVE_INFINITY } = this.#options;
    const isOver = performance.now() - this.#startedAt > limitMs || this.#problems.length >= MAX_PROBLEMS;
    return this.#next < this.#end && !isOver && !this.#node.hasExited;
  }

  async #sendUntil(end: number): Promise<void> {
    while (this.#next < end && !this.#node.hasExited) {
      const number = this.#next++;
      const random = new Random(this.#options.seed, number);
      await Promise.all([
        random.chance(RAW_SHARE) ? this.#sendRaw(number, random) : this.#sendOne(number, random),
        ...(number % CONTROL_EVERY === 0 ? [this.#control()] : []),
      ]);
    }
  }

  async #sendOne(number: number, random: Random): Promise<void> {
    const target = this.#targets[number % this.#targets.length] as Target;
    const sent = buildRequest(target, random, this.#world, this.#victim);
    try {
      const answer = await send(this.#node.url, this.#agent, sent);
      if (answer) this.#check(number, target, sent, answer);
      if (answer?.status === 401 && sent.isSignedIn) await this.#restoreAccess();
    } catch (error) {
      this.#report(number, sent, [`no answer: ${(error as Error).message}`]);
    }
  }

  async #sendRaw(number: number, random: Random): Promise<void> {
    const { sent, line } = await sendRaw(this.#node.url, random);
    this.#count(line.split(' ')[1] ?? 'closed');
    if (/^HTTP\/1\.[01] 5/.test(line)) this.#add(`#${number} raw ${sent}: ${line}`);
  }

  /** An ordinary request meanwhile; the processor time that it waited for does not depend on a busy machine. */
  async #control(): Promise<void> {
    const [cpu, since] = [processCpu(this.#node.pid), performance.now()];
    const answer = await fetch(`${this.#node.url}/health`);
    await answer.arrayBuffer();
    const [cpuMs, ms] = [(processCpu(this.#node.pid) - cpu) / 1000, performance.now() - since];
    if (ms > this.#slowest.ms) this.#slowest = { cpuMs, ms };
  }

  #check(number: number, target: Target, sent: FuzzRequest, answer: FuzzAnswer): void {
    this.#count(String(answer.status));
    this.#surfaces[target.surface] = (this.#surfaces[target.surface] ?? 0) + 1;
    if (isSuccess(sent, answer)) this.#touched.add(target);
    else this.#refusals.set(target, `${answer.status} ${answer.text.slice(0, 200)}`);
    const problems = findProblems(this.#node.url, sent, answer, this.#victim);
    if (problems.length > 0) this.#report(number, sent, problems);
  }

  /** Replaces keys, tokens and sessions that the requests have ended, once for all requests in flight. */
  async #restoreAccess(): Promise<void> {
    this.#restoring ??= renewAccess(this.#world)
      .then((world) => {
        if (world !== this.#world) this.#renewals += 1;
        this.#world = world;
      })
      .finally(() => {
        this.#restoring = null;
      });
    await this.#restoring;
  }

  #count(status: string): void {
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
  }

  #report(number: number, { method, path, headers, body }: FuzzRequest, problems: string[]): void {
    const shown = JSON.stringify(body?.toString('latin1').slice(0, 1500) ?? '');
    const { authorization = '', 'content-type': type = '' } = headers;
    this.#add(
      `#${number} ${method} ${path.slice(0, 300)} [${type}] [${authorization.slice(0, 12)}] ${shown}: ${problems.join('; ')}`,
    );
  }

  #add(problem: string): void {
    this.#problems.push(problem);
    this.#options.progress?.(problem);
  }

  async #renewWorld(): Promise<void> {
    if (this.#worlds > 0) await this.#checkStored();
    this.#world = await createWorld(this.#node.url);
    this.#worldEndsAt = this.#next + this.#options.worldSize;
    this.#worlds += 1;
  }

  /** Whatever the requests have stored can be listed, and is text that a person can have typed. */
  async #checkStored(): Promise<void> {
    for (const list of LISTS) {
      const { httpStatus, message, result } = await this.#world.seller.call(`get-${list}`);
      if (httpStatus === 401) return;
      if (httpStatus !== 200) this.#add(`get-${list} answers ${httpStatus} ${message}`);
      for (const odd of findOddTexts(result, list).slice(0, 3)) this.#add(`stored: ${odd}`);
    }
  }

  #note(): void {
    const mb = Math.round(this.#node.residentMb());
    this.#residentMb.push(mb);
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000);
    this.#options.progress?.(
      `${this.#next} requests, ${seconds} s, ${mb} MB, ${this.#worlds} worlds, ${this.#problems.length} problems, slowest control ${Math.round(this.#slowest.ms)} ms (${Math.round(this.#slowest.cpuMs)} ms of processor time)`,
    );
  }

  #result(): FuzzResult {
    if (this.#node.hasExited) this.#problems.push(`the node has ended: ${this.#node.output.slice(-2000)}`);
    return {
      sent: this.#next - (this.#options.first ?? 0),
      seconds: (performance.now() - this.#startedAt) / 1000,
      targets: this.#targets.length,
      untouched: this.#targets
        .filter((target) => !this.#touched.has(target))
        .map((target) => `${target.path}: ${this.#refusals.get(target) ?? 'no request'}`),
      surfaces: this.#surfaces,
      statuses: this.#statuses,
      problems: this.#problems,
      worlds: this.#worlds,
      renewals: this.#renewals,
      residentMb: this.#residentMb,
      slowestControlCpuMs: this.#slowest.cpuMs,
      slowestControlMs: this.#slowest.ms,
    };
  }
}

/** JSON-RPC answers refusals with 200 as well. */
function isSuccess({ rpc }: FuzzRequest, { status, headers, text }: FuzzAnswer): boolean {
  if (status >= 400 || !rpc) return status < 400;
  const { error, result } = rpcAnswer(text, String(headers['content-type'] ?? ''));
  return error === undefined && result?.isError !== true;
}
