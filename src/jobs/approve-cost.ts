import { type Kernel, runWrite } from '../kernel/execute.ts';
import { Failure } from '../kernel/failures/failure.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import { autoApproveCost } from '../modules/costs/approve-cost.ts';

/** Approves a cost that came complete. A refusal means that it was approved, changed or deleted meanwhile. */
export async function handleApproveCost(
  kernel: Kernel,
  { payload, caller }: Job<'approve-cost'>,
): Promise<void> {
  try {
    await runWrite(kernel, autoApproveCost, caller, { guid: payload.cost_guid });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}
