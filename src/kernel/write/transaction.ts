import { requiredScope } from '../access/access.ts';
import type { Transaction } from '../database/database.ts';
import { type Columns, col, type Row, type RowOf } from '../database/row.ts';
import { EmittedEvents, readEmittedTypes } from '../events/emitted-events.ts';
import type { FinalStep, ReadContext, WriteContext } from '../operations/context.ts';
import { readContext } from '../operations/read-context.ts';
import { finalStatement } from './final-statement.ts';
import { applyLimits, isRehearsed } from './limits.ts';
import { asLockedPeriod } from './locked-periods.ts';
import { Part } from './part.ts';
import { dropIds, dropSecrets, rehearsalContext } from './rehearsal.ts';
import type { NewJob, OpenWrite, RunWrite, WriteCall, WriteOutcome } from './write-call.ts';

/** The innermost layer: reads what the write needs, and runs it in one transaction. */
export const runInTransaction: RunWrite = (call) => {
  const { kernel, op, caller } = call;
  return op.inTurn ? kernel.turns.run(caller.account.id, () => runNow(call)) : runNow(call);
};

const runNow: RunWrite = async (call) => {
  const { kernel, op, caller, input } = call;
  const isRehearsal = isRehearsed(call);
  const { ctx, guids } = contextOf(call, isRehearsal);
  const facts = await op.prepare?.(ctx, input);
  return kernel.db.transaction(async (tx) => {
    if (isRehearsal) tx.rehearse();
    await caller.approval?.begin(tx);
    const ending = new Ending(call, ctx, tx);
    const output = await op.run(writeContext(ending), input, facts);
    const { finished } = ending;
    if (!finished) throw new Error(`${op.name} ended without ctx.finish`);
    if (caller.job) caller.job.isDone = true;
    // A record that is not kept has no guid to look it up by.
    const target = finished.target !== null && guids.has(finished.target) ? null : finished.target;
    return { ...finished, target, output: dropIds(output, guids, caller.account.id) };
  });
};

/** `guids`: those that a rehearsal hands out. */
function contextOf<Out>(
  { kernel, caller }: WriteCall<Out>,
  isRehearsal: boolean,
): { ctx: ReadContext; guids: ReadonlySet<string> } {
  const ctx = readContext(kernel, caller);
  return isRehearsal ? rehearsalContext(ctx) : { ctx, guids: new Set() };
}

type Write = Ending['write'];

/** `store`: what runs its last statement. */
function writeContext(ending: Ending, store: Write = ending.write): WriteContext {
  const { ctx, tx, call, jobs, emitted } = ending;
  const { db: _db, ports: _ports, rateLimiter: _rateLimiter, events: _events, ...common } = ctx;
  return {
    ...common,
    tx,
    setups: call.kernel.setups,
    enqueue: (kind, payload, runAt = ctx.now) => void jobs.push({ kind, payload, run_at: runAt }),
    emit: (type, data, from) => emitted.add(type, data, from ?? null),
    finishIf: store,
    finish: async (end) => {
      const row = await store(end);
      if (!row) throw new Error(`${call.op.name} wrote nothing although its rules were checked`);
      return row;
    },
    async part(run) {
      const part = new Part(ending);
      const output = await part.run(() => run(writeContext(ending, part.store)));
      return { output, effect: part.effect, bookedOn: part.bookedOn };
    },
  };
}

/** What a write collects until its last statement, and what that statement has done. */
class Ending implements OpenWrite {
  readonly call: WriteCall<unknown>;
  readonly ctx: ReadContext;
  readonly tx: Transaction;
  readonly emitted: EmittedEvents;
  readonly jobs: NewJob[] = [];
  hasParts = false;
  finished: (WriteOutcome & { actionId: number }) | null = null;

  constructor(call: WriteCall<unknown>, ctx: ReadContext, tx: Transaction) {
    const { op, caller } = call;
    this.call = call;
    this.ctx = ctx;
    this.tx = tx;
    const { approval } = caller;
    this.emitted = new EmittedEvents(op.name, approval ? [...op.events, 'proposal.approved'] : op.events);
    if (approval) this.emitted.add('proposal.approved', approval.event, null);
  }

  readonly write = async <C extends Columns, S extends object>(
    end: FinalStep<C, S>,
  ): Promise<(RowOf<Row<C>> & S) | null> => {
    const { call, ctx, tx } = this;
    const effect = end.effect ?? null;
    if (call.op.kind === 'write' && requiredScope(call.op.access) !== null && !effect)
      throw new Error(`${call.op.name} is open to programs and must describe its effect`);
    if (!end.bookedOn !== !call.op.books)
      throw new Error(
        `${call.op.name} must declare that it books, and finish with the days by which it does`,
      );
    const reasons = await applyLimits(call, ctx, tx, effect);
    call.caller.approval?.check(effect);
    let events: readonly string[] = [];
    const answer = end.row.with({ action_id: col.bigint() });
    const { id: accountId } = ctx.account;
    const inspect = async () => {
      events = await readEmittedTypes(tx, accountId);
    };
    const turn = end.turn ? { accountId, isAlone: end.turn === 'alone' } : null;
    const [row] = await tx.finish(answer, finalStatement(this, end), { turn, inspect }).catch((error) => {
      throw asLockedPeriod(error);
    });
    if (!row) return null;
    const { action_id: actionId, number = null } = row as { action_id: number; number?: unknown };
    const { isRehearsal } = tx;
    this.finished = {
      ...{ isKept: !isRehearsal, actionId, target: end.target, effect, events, reasons },
      number: number === null ? null : String(number),
    };
    return Object.assign(end.row.valuesIn(row), isRehearsal ? dropSecrets(end.secret) : end.secret);
  };
}
