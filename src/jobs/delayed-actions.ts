import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { giveUpScheduledAction, runScheduledAction } from '../modules/delayed-actions/run-action.ts';

export function runDelayedAction(
  kernel: Kernel,
  { caller, payload }: Job<'run-delayed-action'>,
): Promise<void> {
  return runScheduledAction(kernel, caller, payload.guid);
}

/** An action that cannot be run must not look as if it were about to happen for ever. */
export function endDelayedAction(
  kernel: Kernel,
  { caller, payload }: Job<'run-delayed-action'>,
): Promise<void> {
  return giveUpScheduledAction(kernel, caller, payload.guid);
}
