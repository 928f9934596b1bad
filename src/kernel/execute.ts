import type { Effect } from './effects/effect.ts';
import type { Caller, PersonCaller } from './operations/caller.ts';
import type { Kernel } from './operations/kernel.ts';
import { observed, observedPages } from './operations/observed.ts';
import type {
  Action,
  InternalWrite,
  ListOperation,
  ReadOperation,
  WriteOperation,
  WriteResult,
} from './operations/operation.ts';
import { checkPermission } from './operations/permission.ts';
import { readContext } from './operations/read-context.ts';
import { announceEvents } from './write/announce-events.ts';
import { answerDryRun } from './write/dry-run.ts';
import { parse, parseInput } from './write/input.ts';
import { invalidateCaches } from './write/invalidate-caches.ts';
import { proposeBeyondLimits } from './write/limits.ts';
import { observeWrite } from './write/observe.ts';
import { requirePermission } from './write/permission.ts';
import { answerReplay } from './write/replay.ts';
import { retryConflicts } from './write/retry-conflicts.ts';
import { runInTransaction } from './write/transaction.ts';
import type { Completion, Layer, RunWrite } from './write/write-call.ts';

/** What happens around every write, the outermost first. Each layer is a file of its own. */
const LAYERS: readonly Layer[] = [
  observeWrite,
  requirePermission,
  invalidateCaches,
  answerReplay,
  parseInput,
  answerDryRun,
  proposeBeyondLimits,
  retryConflicts,
  announceEvents,
];
const runLayers = compose(LAYERS);

/** A write that is only looked at: it has all its checks, and nothing of it is kept or recorded. */
const rehearseLayers = compose([requirePermission, parseInput, retryConflicts]);

function compose(layers: readonly Layer[]): RunWrite {
  return layers.reduceRight<RunWrite>((next, layer) => layer(next), runInTransaction);
}

export async function runRead<In, Out>(
  kernel: Kernel,
  op: ReadOperation<In, Out>,
  caller: Caller,
  raw: unknown,
): Promise<Out> {
  return observed(kernel, op, caller, async () => {
    checkPermission(op, caller);
    return op.run(readContext(kernel, caller, kernel.reads), parse(op, raw));
  });
}

export function runList<In, Row, End>(
  kernel: Kernel,
  op: ListOperation<In, Row, End>,
  caller: Caller,
  raw: unknown,
): AsyncIterable<Row[], End> {
  checkPermission(op, caller);
  const pages = op.run(readContext(kernel, caller, kernel.reads), parse(op, raw));
  return observedPages(kernel, op, caller, pages);
}

export async function runWrite<In, Out, Facts>(
  kernel: Kernel,
  op: WriteOperation<In, Out, Facts>,
  caller: Caller,
  raw: unknown,
  complete?: Completion,
): Promise<WriteResult<Out>> {
  const call = { kernel, op, caller, raw, input: null, fingerprint: null, ...(complete && { complete }) };
  const { output, actionId, would } = await runLayers(call);
  return { output, actionId, ...(would && { would }) };
}

/** Runs a transaction of the service itself. */
export async function runTransaction<In, Out, Facts>(
  kernel: Kernel,
  op: InternalWrite<In, Out, Facts>,
  caller: Caller,
  input: In,
): Promise<WriteResult<Out>> {
  return runLayers({ kernel, op, caller, raw: input, input: null, fingerprint: null });
}

/** What a write would answer and do now. The effect is null where the operation describes none, which only those that programs may call have to. */
export async function rehearseWrite(
  kernel: Kernel,
  op: WriteOperation<unknown, unknown, unknown>,
  caller: Caller,
  raw: unknown,
): Promise<{ output: unknown; effect: Effect | null }> {
  const rehearsing: Caller = { ...caller, isDryRun: true };
  return rehearseLayers({ kernel, op, caller: rehearsing, raw, input: null, fingerprint: null });
}

/** What a write of a program would do now, for a person who looks at it. */
export async function previewWrite(
  kernel: Kernel,
  op: WriteOperation<unknown, unknown, unknown>,
  caller: Caller,
  raw: unknown,
): Promise<Effect> {
  const { effect } = await rehearseWrite(kernel, op, caller, raw);
  if (!effect) throw new Error(`${op.name} is open to programs and must describe its effect`);
  return effect;
}

/** Runs what only a person can do. */
export function runAction<In, Out>(
  kernel: Kernel,
  action: Action<Kernel, In, Out>,
  caller: PersonCaller,
  raw: unknown,
): Promise<Out> {
  return action.run(kernel, caller, parse(action, raw));
}

/** Finds out whether an action would be refused now. */
export async function rehearseAction<In, Out>(
  kernel: Kernel,
  action: Action<Kernel, In, Out>,
  caller: PersonCaller,
  raw: unknown,
): Promise<void> {
  await action.rehearse?.(kernel, caller, parse(action, raw));
}
