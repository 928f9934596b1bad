import type { z } from 'zod';
import type { Account } from './account.ts';
import type { Caller, FinalStep, Policy, ReadContext, WriteContext } from './context.ts';
import {
  type Database,
  isUniqueViolation,
  SerializationFailure,
  type Transaction,
} from './database/database.ts';
import { bigint } from './database/row.ts';
import { EMPTY, type Sql, sql } from './database/sql.ts';
import { Failure, fail } from './failures/failure.ts';
import { toFailure } from './fields/input-fields.ts';
import type { NewGuid } from './ids.ts';
import type { CacheName, ListOperation, ReadOperation, WriteOperation } from './operation.ts';
import type { Ports } from './ports/ports.ts';
import type { Scope } from './scopes.ts';
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
  const once = caller.idempotencyKey ? fingerprint(caller.idempotencyKey, op.name, raw) : null;
  const replay = once && (await findReplay<Out>(kernel, caller.account, once));
  const input = replay ? null : parse(op.input, raw);
  try {
    return replay ?? (await writeOrReplay(kernel, op, caller, input as In, once));
  } finally {
    // Also after a replay or a failure: the call that committed the same change may not have invalidated anything yet.
    for (const cache of op.invalidates ?? []) await kernel.caches[cache].invalidate(caller.account.id);
  }
}

async function writeOrReplay<In, Out, Facts>(
  kernel: Kernel,
  op: WriteOperation<In, Out, Facts>,
  caller: Caller,
  input: In,
  once: Fingerprint | null,
): Promise<WriteResult<Out>> {
  const audited = op.auditsAgent ? { ...caller, agentId: op.auditsAgent(input) } : caller;
  try {
    return await retryOnConflict(() => runOnce(kernel, op, audited, input, once));
  } catch (error) {
    // A twin of this call committed first; its answer is this call's answer. It may also be what left nothing to do.
    if (once && (error instanceof Failure || isUniqueViolation(error, 'idempotency_keys_pkey'))) {
      const known = await findReplay<Out>(kernel, caller.account, once);
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
  { scope, owners }: { scope: Scope | null; owners?: true },
  { person, scopes }: Caller,
): void {
  if (scopes && (scope === null || !scopes.includes(scope))) fail('scope_required', scope ?? 'none');
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
  once: Fingerprint | null,
): Promise<WriteResult<Out>> {
  const reading = readContext(kernel, caller);
  const facts = (await op.prepare?.(reading, input)) as Facts;
  return kernel.db.transaction(async (tx) => {
    const ending = new FinalStatement(kernel, op.name, reading, tx, once);
    const { db: _db, ports: _ports, ...common } = reading;
    const ctx: WriteContext = {
      ...common,
      tx,
      enqueue: (kind, payload) => void ending.jobs.push({ kind, payload }),
      finishIf: (end: FinalStep) => ending.write<never>(end),
      finish: async (end: FinalStep) => {
        const row = await ending.write<never>(end);
        if (!row) throw new Error(`${op.name} wrote nothing although its rules were checked`);
        return row;
      },
    };
    const output = await op.run(ctx, input, facts);
    if (ending.actionId === null) throw new Error(`${op.name} ended without ctx.finish`);
    if (caller.job) caller.job.isDone = true;
    return { output, actionId: ending.actionId };
  });
}

function readContext(kernel: Kernel, caller: Caller): ReadContext {
  const now = caller.now ?? kernel.clock();
  const { db, policy, secrets, newGuid, ports } = kernel;
  const today = now.toISOString().slice(0, 10);
  return { account: caller.account, caller, now, today, policy, secrets, newGuid, db, ports };
}

function parse<T>(schema: z.ZodType<T>, raw: unknown): T {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) throw toFailure(parsed.error);
  return parsed.data;
}

/** The last statement of a write: the operation's own steps, and the rows that the kernel adds to them. */
class FinalStatement {
  readonly jobs: { kind: string; payload: unknown }[] = [];
  actionId: number | null = null;
  readonly #kernel: Kernel;
  readonly #action: string;
  readonly #ctx: ReadContext;
  readonly #tx: Transaction;
  readonly #once: Fingerprint | null;

  constructor(kernel: Kernel, action: string, ctx: ReadContext, tx: Transaction, once: Fingerprint | null) {
    this.#kernel = kernel;
    this.#action = action;
    this.#ctx = ctx;
    this.#tx = tx;
    this.#once = once;
  }

  async write<Row extends object>(end: FinalStep): Promise<Row | null> {
    const { account, caller, now } = this.#ctx;
    const person = String(caller.person?.id ?? '');
    // A trigger has no other way to learn who acts; the setting ends with the transaction.
    const audited = sql`audited as (
      insert into audit_log (account_id, at, via, agent_id, person_id, action, target, outcome, ip, request_id)
      select ${account.id}::bigint, ${now}::timestamptz, ${caller.via}, ${caller.agentId ?? null},
        nullif(set_config('kvitt.person_id', ${person}, true), '')::bigint, ${this.#action}, ${end.target}, 'ok', ${caller.ip}, ${caller.requestId}
      from answer
      returning id)`;
    const [row] = await this.#tx.finish<Row & { action_id: number }>(
      sql`with ${end.ctes ? sql`${end.ctes},` : EMPTY} answer as (${end.result}), ${audited} ${this.#queued()} ${this.#jobDone()} ${this.#remembered(end.secret)}
        select answer.*, audited.id as action_id from answer, audited`,
      end.row?.with({ action_id: bigint() }),
    );
    if (!row) return null;
    const { action_id, ...answer } = row;
    this.actionId = action_id;
    return { ...answer, ...end.secret } as unknown as Row;
  }

  #queued(): Sql {
    if (this.jobs.length === 0) return EMPTY;
    return sql`, queued as (
      insert into jobs (account_id, kind, payload, run_at)
      select ${this.#ctx.account.id}::bigint, job.kind, job.payload, ${this.#ctx.now}::timestamptz
      from answer, jsonb_to_recordset(${JSON.stringify(this.jobs)}::jsonb) as job (kind text, payload jsonb))`;
  }

  #jobDone(): Sql {
    const job = this.#ctx.caller.job;
    if (!job) return EMPTY;
    return sql`, job_done as (
      delete from jobs using answer where account_id = ${this.#ctx.account.id} and jobs.id = ${job.id})`;
  }

  #remembered(secret: object | undefined): Sql {
    if (!this.#once) return EMPTY;
    const added = secret ? { sealed: this.#kernel.secrets.seal(secret) } : {};
    return sql`, remembered as (
      insert into idempotency_keys (account_id, key, digest, answer, created_at)
      select ${this.#ctx.account.id}::bigint, ${this.#once.key}, ${this.#once.digest}::bytea,
        to_jsonb(answer) || jsonb_build_object('action_id', audited.id) || ${JSON.stringify(added)}::jsonb,
        ${this.#ctx.now}::timestamptz
      from answer, audited)`;
  }
}

interface Fingerprint {
  key: string;
  digest: Buffer;
}

function fingerprint(key: string, action: string, raw: unknown): Fingerprint {
  return { key, digest: digest(`${action}\0${JSON.stringify(raw)}`) };
}

async function findReplay<Out>(
  kernel: Kernel,
  account: Account,
  once: Fingerprint,
): Promise<WriteResult<Out> | null> {
  const horizon = new Date(kernel.clock().getTime() - 24 * 3600 * 1000);
  // Deletes an expired row of the same key first, so that the key can be used again.
  const [known] = await kernel.db.query<{ digest: Buffer; answer: Record<string, unknown> }>(sql`
    with expired as (
      delete from idempotency_keys
      where account_id = ${account.id} and key = ${once.key} and created_at < ${horizon})
    select digest, answer from idempotency_keys
    where account_id = ${account.id} and key = ${once.key} and created_at >= ${horizon}`);
  if (!known) return null;
  if (!sameBytes(known.digest, once.digest)) fail('idempotency_key_reused');
  const { action_id, sealed, ...answer } = known.answer;
  const secret = typeof sealed === 'string' ? (kernel.secrets.unseal(sealed) as object) : {};
  return { output: { ...answer, ...secret } as Out, actionId: Number(action_id) };
}
