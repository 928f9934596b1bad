import type { LimitName } from '../domain/program-limits.ts';
import type { Fingerprint } from './call-fingerprint.ts';
import type { FinalStep, ReadContext } from './context.ts';
import type { Transaction } from './database/database.ts';
import { bigint, type Columns, type Row, type RowOf } from './database/row.ts';
import { EMPTY, join, type Sql, sql } from './database/sql.ts';
import { auditLog, idempotencyKeys, jobs } from './database/tables.ts';
import { summarizeEffect } from './describe-effect.ts';
import { dropSecrets } from './dry-run.ts';
import type { Effect } from './effect.ts';
import { type EmittedEvents, readEmittedTypes } from './events/emitted-events.ts';
import { type GatedWrite, isGated, makesReceiversKnown, type ProgramGate } from './program-gate.ts';
import type { Secrets } from './security/secrets.ts';

type AuditedStep = Pick<FinalStep, 'target' | 'proposes' | 'outcome' | 'action'> & { effect: Effect | null };

interface FinishedOperation {
  name: string;
  scope: string | null;
  isOwnAccess?: true;
}

/** The last statement of a write: the operation's own steps, and the rows that the kernel adds to them. */
export class FinalStatement {
  readonly jobs: { kind: string; payload: unknown; run_at: Date }[] = [];
  actionId: number | null = null;
  target: string | null = null;
  effect: Effect | null = null;
  number: string | null = null;
  /** The types of the events that a rehearsal has written, those of triggers included. */
  eventTypes: readonly string[] = [];
  /** The limits that the write of a program exceeds. It is rolled back if there are any. */
  reasons: readonly LimitName[] = [];
  readonly #kernel: { secrets: Secrets; programs: ProgramGate };
  readonly #op: FinishedOperation;
  readonly #ctx: ReadContext;
  readonly #tx: Transaction;
  readonly #fingerprint: Fingerprint | null;
  readonly #emitted: EmittedEvents;

  constructor(
    kernel: { secrets: Secrets; programs: ProgramGate },
    op: FinishedOperation,
    ctx: ReadContext,
    tx: Transaction,
    fingerprint: Fingerprint | null,
    emitted: EmittedEvents,
  ) {
    this.#kernel = kernel;
    this.#op = op;
    this.#ctx = ctx;
    this.#tx = tx;
    this.#fingerprint = fingerprint;
    this.#emitted = emitted;
  }

  async write<C extends Columns, S extends object>(
    end: FinalStep<C, S>,
  ): Promise<(RowOf<Row<C>> & S) | null> {
    if (this.#op.scope !== null && !end.effect)
      throw new Error(`${this.#op.name} is open to programs and must describe its effect`);
    await this.#applyLimits(end.effect ?? null);
    this.#ctx.caller.approval?.check(end.effect ?? null);
    const answer = end.row.with({ action_id: bigint() });
    const [row] = await this.#tx.finish(answer, this.#statement(end), async () => {
      this.eventTypes = await readEmittedTypes(this.#tx, this.#ctx.account.id);
    });
    if (!row) return null;
    this.actionId = row.action_id;
    this.target = end.target;
    this.effect = end.effect ?? null;
    if ('number' in row && row.number !== null) this.number = String(row.number);
    const { isRehearsal } = this.#tx;
    return Object.assign(end.row.valuesIn(row), isRehearsal ? dropSecrets(end.secret) : end.secret);
  }

  /** The write of a program that exceeds a limit runs to its end, so that its checks are made, and is rolled back. */
  async #applyLimits(effect: Effect | null): Promise<void> {
    const { caller } = this.#ctx;
    const write = this.#programWrite(effect);
    if (write && caller.approval) await this.#kernel.programs.lockUse(this.#tx, write);
    if (!write || !isGated(this.#op, caller)) return;
    this.reasons = await this.#kernel.programs.exceededLimits(this.#tx, write);
    if (this.reasons.length > 0) this.#tx.rehearse();
    // The mode changed from propose to act during this call. Its transaction is a rehearsal already, so it becomes a proposal.
    else if (caller.limits?.mode === 'propose') this.reasons = ['mode'];
  }

  #programWrite(effect: Effect | null): GatedWrite | null {
    const { account, caller, today } = this.#ctx;
    if (!caller.agentId && !makesReceiversKnown(caller)) return null;
    const isApproved = caller.approval !== undefined;
    const isScheduled = caller.via === 'job';
    return { accountId: account.id, agentId: caller.agentId ?? '', effect, today, isApproved, isScheduled };
  }

  /** None in a rehearsal: it has not locked the day's use first, as approved writes do, and could deadlock with them. */
  #programSteps(effect: Effect | null): Sql {
    const write = this.#programWrite(effect);
    if (!write || this.#tx.isRehearsal) return EMPTY;
    const { caller, now } = this.#ctx;
    const approved = caller.approval ? [caller.approval.complete(now)] : [];
    return join([EMPTY, ...this.#kernel.programs.steps(caller, write, now), ...approved], ', ');
  }

  #statement({ target, ctes, result, secret, effect, ...audited }: FinalStep): Sql {
    return sql`with ${ctes ? sql`${ctes},` : EMPTY} answer as (${result}), ${this.#auditRow({ target, effect: effect ?? null, ...audited })}
      ${this.#emitted.insertCte(this.#ctx.account.id, this.#ctx.now)}
      ${this.#queuedJobs()} ${this.#completedJob()} ${this.#storedReplay(secret)} ${this.#programSteps(effect ?? null)}
      select answer.*, audited.id as action_id from answer, audited`;
  }

  #auditRow({ target, effect, proposes, outcome = 'ok', action = this.#op.name }: AuditedStep): Sql {
    const { account, caller, now } = this.#ctx;
    const { via, agentId: agent_id = null, ip, requestId: request_id } = caller;
    // Triggers have no other way to know who acts and when; the settings end with the transaction.
    const person = String(caller.person?.id ?? '');
    const person_id = sql`nullif(set_config('kvitt.person_id', ${person}, true), '')::bigint`;
    const at = sql`set_config('kvitt.now', ${now.toISOString()}, true)::timestamptz`;
    const by = { account_id: account.id, at, via, agent_id, person_id, ip, request_id };
    const described = effect ?? proposes ?? null;
    const record = { ...by, action, target, outcome, effect: described && summarizeEffect(described) };
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

  #storedReplay(secret: object | undefined): Sql {
    if (!this.#fingerprint) return EMPTY;
    const added = secret ? { sealed: this.#kernel.secrets.seal(secret) } : {};
    const record = {
      account_id: this.#ctx.account.id,
      ...this.#fingerprint,
      answer: sql`to_jsonb(answer) || jsonb_build_object('action_id', audited.id) || ${JSON.stringify(added)}::jsonb`,
      created_at: this.#ctx.now,
    };
    return sql`, replay_stored as (${idempotencyKeys.insertSelect(record)} from answer, audited)`;
  }
}
