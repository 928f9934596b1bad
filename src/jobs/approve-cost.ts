import { runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { autoApproveCost } from '../modules/costs/approve-cost.ts';
import { unlessRefused } from './refused-writes.ts';

/** Approves a cost that came complete. A refusal means that it was approved, changed or deleted meanwhile. */
export async function handleApproveCost(
  kernel: Kernel,
  { payload, caller }: Job<'approve-cost'>,
): Promise<void> {
  await unlessRefused(runTransaction(kernel, autoApproveCost, caller, { guid: payload.cost_guid }));
}
