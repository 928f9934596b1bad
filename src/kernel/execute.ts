import type { z } from 'zod';
import type { Caller, FinalStep, Policy, ReadContext, WriteContext } from './context.ts';
import {
  type Database,
  isUniqueViolation,
  SerializationFailure,
  type Transaction,
} from './database/database.ts';
import { bigint, type Columns, type Row, type RowOf } from './database/row.ts';
import { EMPTY, type Sql, sql } from './database/sql.ts';
import { auditLog, idempotencyKeys, jobs } from './database/tables.ts';
import { dropIds, dropSecrets, recordRehearsal, rehearsalContext } from './dry-run.ts';
import { type Effect, toWould, type Would } from './effect.ts';
import { EmittedEvents } from './events/emitted-events.ts';
import type { EventWaiters } from './events/event-waiters.ts';
import { Failure, fail } from './failures/failure.ts';
import { toFailure } from './fields/input-fields.ts';
import type { NewGuid } from './ids.ts';
import type { CacheName, ListOperation, ReadOperation, WriteOperation } from './operation.ts';
import type { Ports } from './ports/ports.ts';
import type { Scope } from './scopes.ts';
import type { FailedAttemptLimiter } from './security/rate-limits.ts';
import { digest, type Secrets, sameBytes } from './security/secrets.ts';

/** Everything an operation runs on, wired once at start. */
export interface Kernel {
  db: Database;
  clock: () => Date;
  newGuid: NewGuid;
  policy: Policy;
  secrets: Secrets;
  ports: Ports;
  caches: Record<CacheName, AccountCache>;
  attempts: FailedAttemptLimiter;
  events: EventWaiters;
}

/** A cache by account, of which every node has its own. */
interface AccountCache {
  /** Resolves when no node holds the entry from before the call any more. */
  invalidate(accountId: number): Promise<void>;
}

export interface WriteResult<Out> {
  output: Out;
  /** The audit row of this call. */
  actionId: number;
  /** Of a dry run only. */
  would?: Would;
}

export async function runRead<In, Out>(
  kernel: Kernel,
  op: ReadOperation<In, Out>,
  caller: Caller,
  raw: unknown,
): Promise<Out> {
  checkPermission(op, caller);
  return op.run(readContext(kernel, caller), parse(op.input, raw));
}

export function runList<In, Row>(
  kernel: Kernel,
  op: ListOperation<In, Row>,
  caller: Caller,
  raw: unknown,
): AsyncIterable<Row[]> {
  checkPermission(op, caller);
  return op.run(readContext(kernel, caller), parse(op.input, raw));
}

export async function runWrite<In, Out, Facts>(
  kernel: Kernel,
  op: WriteOperation<In, Out, Facts>,
  caller: Caller,
  raw: unknown,
): Promise<WriteResult<Out>> {
  checkPermission(op, caller);
  const fingerprint = caller.idempotencyKey ? fingerprintOf(caller.idempotencyKey, op.name, raw) : null;
  const replay = fingerprint && (await findReplay<Out>(kernel, caller, fingerprint));
  const input = replay ? null : parse(op.input, raw);
  // A call that was done is not done again, so there is nothing that it would do.
  if (caller.isDryRun && replay) return { ...replay, would: toWould(null, null, []) };
  if (caller.isDryRun) return rehearse(kernel, op, caller, input as In);
  try {
    return replay ?? (await writeOrReplay(kernel, op, caller, input as In, fingerprint));
  } finally {
    // Also after a replay or a failure: the call that committed the same change may not have invalidated anything yet.
    for (const cache of op.invalidates ?? []) await kernel.caches[cache].invalidate(caller.account.id);
  }
}

/** Runs the write up to its last statement and rolls it back. No cache is invalidated, because nothing has changed. */
async function rehearse<In, Out, Facts>(
  kernel: Kernel,
  op: WriteOperation<In, Out, Facts>,
  caller: Caller,
  input: In,
): Promise<WriteResult<Out>> {
  const audited = withAuditedAgent(op, caller, input);
  const { output, target, ...done } = await retryOnConflict(() => runOnce(kernel, op, audited, input, null));
  const at = caller.now ?? kernel.clock();
  const actionId = await recordRehearsal(kernel.db, audited, { action: op.name, target, at });
  return { output, actionId, would: toWould(done.effect, done.number, []) };
}

function withAuditedAgent<In, Out, Facts>(
  op: WriteOperation<In, Out, Facts>,
  caller: Caller,
  input: In,
): Caller {
  return op.auditsAgent ? { ...caller, agentId: op.auditsAgent(input) } : caller;
}

async function writeOrReplay<In, Out, Facts>(
  kernel: Kernel,
  op: WriteOperation<In, Out, Facts>,
  caller: Caller,
  input: In,
  fingerprint: Fingerprint | null,
): Promise<WriteResult<Out>> {
  const audited = withAuditedAgent(op, caller, input);
  try {
    const { output, actionId } = await retryOnConflict(() =>
      runOnce(kernel, op, audited, input, fingerprint),
    );
    return { output, actionId };
  } catch (error) {
    // A twin of this call committed first; its answer is this call's answer. It may also be what left nothing to do.
    if (fingerprint && (error instanceof Failure || isUniqueViolation(error, 'idempotency_keys_pkey'))) {
      const known = await findReplay<Out>(kernel, caller, fingerprint);
      if (known) return known;
    }
    throw error;
  }
}

/**
 * Refuses an operation that the caller may not run. Every run of an operation passes through it; a surface may call it
 * earlier as well, to refuse a call before its body is read.
 */
export function checkPermission(
  { scope, isOpenToAllPrograms, owners }: { scope: Scope | null; isOpenToAllPrograms?: true; owners?: true },
  { person, scopes, isDelegated }: Caller,
): void {
  if (scopes && !isOpenToAllPrograms && (scope === null || !scopes.includes(scope))) {
    // A key has every scope of the plan, so the plan lacks this one.
    if (scope !== null && !isDelegated) fail('plan_required', scope);
    fail('scope_required', scope ?? 'none');
  }
  if (owners && person?.role === 'member') fail('owner_required');
}

const ATTEMPTS = 5;

async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SerializationFailure) || attempts === ATTEMPTS) throw error;
    }
  }
}

async function runOnce<In, Out, Facts>(
  kernel: Kernel,
  op: WriteOperation<In, Out, Facts>,
  caller: Caller,
  input: In,
  fingerprint: Fingerprint | null,
): Promise<FinishedWrite<Out>> {
  const { ctx: reading, guids } = contextOf(kernel, caller);
  const facts = (await op.prepare?.(reading, input)) as Facts;
  const emitted = new EmittedEvents(op.name, op.events);
  const result = await kernel.db.transaction(async (tx) => {
    if (caller.isDryRun) tx.rehearse();
    const ending = new FinalStatement(kernel, op.name, reading, tx, fingerprint, emitted);
    const { db: _db, ports: _ports, attempts: _attempts, events: _events, ...common } = reading;
    const ctx: WriteContext = {
      ...common,
      tx,
      enqueue: (kind, payload, runAt = reading.now) =>
        void ending.jobs.push({ kind, payload, run_at: runAt }),
      emit: (type, data, from) => emitted.add(type, data, from ?? null),
      finishIf: (end) => ending.write(end),
      finish: async (end) => {
        const row = await ending.write(end);
        if (!row) throw new Error(`${op.name} wrote nothing although its rules were checked`);
        return row;
      },
    };
    const output = await op.run(ctx, input, facts);
    const { actionId, effect, number } = ending;
    // A record that is not kept has no guid to look it up by.
    const target = ending.target !== null && guids.has(ending.target) ? null : ending.target;
    if (actionId === null) throw new Error(`${op.name} ended without ctx.finish`);
    if (caller.job) caller.job.isDone = true;
    return { output: dropIds(output, guids, caller.account.id), actionId, target, effect, number };
  });
  if (!emitted.isEmpty && !caller.isDryRun) kernel.events.announce(caller.account.id);
  return result;
}

interface FinishedWrite<Out> {
  output: Out;
  actionId: number;
  target: string | null;
  effect: Effect | null;
  /** The number that the record got, where it got one. */
  number: string | null;
}

/** `guids`: those that a rehearsal hands out. */
function contextOf(kernel: Kernel, caller: Caller): { ctx: ReadContext; guids: ReadonlySet<string> } {
  const ctx = readContext(kernel, caller);
  return caller.isDryRun ? rehearsalContext(ctx) : { ctx, guids: new Set() };
}

function readContext(kernel: Kernel, caller: Caller): ReadContext {
  const now = caller.now ?? kernel.clock();
  const { db, policy, secrets, newGuid, ports, attempts, events } = kernel;
  const today = now.toISOString().slice(0, 10);
  return {
    account: caller.account,
    caller,
    now,
    today,
    policy,
    secrets,
    newGuid,
    db,
    ports,
    attempts,
    events,
  };
}

function parse<T>(schema: z.ZodType<T>, raw: unknown): T {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw toFailure(parsed.error);
  return parsed.data;
}

/** The last statement of a write: the operation's own steps, and the rows that the kernel adds to them. */
class FinalStatement {
  readonly jobs: { kind: string; payload: unknown; run_at: Date }[] = [];
  actionId: number | null = null;
  target: string | null = null;
  effect: Effect | null = null;
  number: string | null = null;
  readonly #kernel: Kernel;
  readonly #action: string;
  readonly #ctx: ReadContext;
  readonly #tx: Transaction;
  readonly #fingerprint: Fingerprint | null;
  readonly #emitted: EmittedEvents;

  constructor(
    kernel: Kernel,
    action: string,
    ctx: ReadContext,
    tx: Transaction,
    fingerprint: Fingerprint | null,
    emitted: EmittedEvents,
  ) {
    this.#kernel = kernel;
    this.#action = action;
    this.#ctx = ctx;
    this.#tx = tx;
    this.#fingerprint = fingerprint;
    this.#emitted = emitted;
  }

  async write<C extends Columns, S extends object>(
    end: FinalStep<C, S>,
  ): Promise<(RowOf<Row<C>> & S) | null> {
    const [row] = await this.#tx.finish(end.row.with({ action_id: bigint() }), this.#statement(end));
    if (!row) return null;
    this.actionId = row.action_id;
    this.target = end.target;
    this.effect = end.effect ?? null;
    if ('number' in row && row.number !== null) this.number = String(row.number);
    const { isDryRun } = this.#ctx.caller;
    return Object.assign(end.row.valuesIn(row), isDryRun ? dropSecrets(end.secret) : end.secret);
  }

  #statement({ target, ctes, result, secret }: FinalStep): Sql {
    return sql`with ${ctes ? sql`${ctes},` : EMPTY} answer as (${result}), ${this.#auditRow(target)}
      ${this.#emitted.insertCte(this.#ctx.account.id, this.#ctx.now)}
      ${this.#queuedJobs()} ${this.#completedJob()} ${this.#storedAnswer(secret)}
      select answer.*, audited.id as action_id from answer, audited`;
  }

  #auditRow(target: string | null): Sql {
    const { account, caller, now: at } = this.#ctx;
    const { via, agentId: agent_id = null, ip, requestId: request_id } = caller;
    // The triggers of timelines have no other way to know who acts; the setting ends with the transaction.
    const person = String(caller.person?.id ?? '');
    const person_id = sql`nullif(set_config('kvitt.person_id', ${person}, true), '')::bigint`;
    const by = { account_id: account.id, at, via, agent_id, person_id, ip, request_id };
    const record = { ...by, action: this.#action, target, outcome: 'ok' };
    return sql`audited as (${auditLog.insertSelect(record)} from answer returning id)`;
  }

  #queuedJobs(): Sql {
    if (this.jobs.length === 0) return EMPTY;
    const shared = { account_id: this.#ctx.account.id };
    return sql`, queued as (${jobs.insertEach(shared, this.jobs)}, answer)`;
  }

  #completedJob(): Sql {
    const job = this.#ctx.caller.job;
    if (!job) return EMPTY;
    return sql`, job_done as (
      delete from jobs using answer where account_id = ${this.#ctx.account.id} and jobs.id = ${job.id})`;
  }

  #storedAnswer(secret: object | undefined): Sql {
    if (!this.#fingerprint) return EMPTY;
    const added = secret ? { sealed: this.#kernel.secrets.seal(secret) } : {};
    const record = {
      account_id: this.#ctx.account.id,
      ...this.#fingerprint,
      answer: sql`to_jsonb(answer) || jsonb_build_object('action_id', audited.id) || ${JSON.stringify(added)}::jsonb`,
      created_at: this.#ctx.now,
    };
    return sql`, remembered as (${idempotencyKeys.insertSelect(record)} from answer, audited)`;
  }
}

interface Fingerprint {
  key: string;
  digest: Buffer;
}

function fingerprintOf(key: string, action: string, raw: unknown): Fingerprint {
  return { key, digest: digest(`${action}\0${JSON.stringify(raw)}`) };
}

async function findReplay<Out>(
  kernel: Kernel,
  { account, isDryRun }: Caller,
  fingerprint: Fingerprint,
): Promise<WriteResult<Out> | null> {
  const horizon = new Date(kernel.clock().getTime() - 24 * 3600 * 1000);
  // Deletes an expired row of the same key first, so that the key can be used again.
  const expired = sql`with expired as (
      delete from idempotency_keys
      where account_id = ${account.id} and key = ${fingerprint.key} and created_at < ${horizon})`;
  const [known] = await kernel.db.query(
    idempotencyKeys.pick('digest', 'answer'),
    sql`${isDryRun ? EMPTY : expired}
    select digest, answer from idempotency_keys
    where account_id = ${account.id} and key = ${fingerprint.key} and created_at >= ${horizon}`,
  );
  if (!known) return null;
  if (!sameBytes(known.digest, fingerprint.digest)) fail('idempotency_key_reused');
  const { action_id, sealed, ...answer } = known.answer;
  const secret = typeof sealed === 'string' ? (kernel.secrets.unseal(sealed) as object) : {};
  return { output: { ...answer, ...secret } as Out, actionId: Number(action_id) };
}
