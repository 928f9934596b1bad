import assert from 'node:assert/strict';
import type { TestService } from './service.ts';

/** Runs all jobs that are due, for the given day or today, and counts what ran by kind. */
export async function runJobs(
  kvitt: TestService,
  today?: string,
): Promise<{ ran: Record<string, number>; failed: number }> {
  const { status, body } = await kvitt.operator('POST', '/jobs/run', { today });
  assert.equal(status, 200);
  return body;
}

export async function countFailedJobs(kvitt: TestService, today?: string): Promise<number> {
  return (await runJobs(kvitt, today)).failed;
}

/** Runs all due jobs, asserts that none failed, and counts what ran by kind. */
export async function runJobsWithoutFailure(
  kvitt: TestService,
  today?: string,
): Promise<Record<string, number>> {
  const { ran, failed } = await runJobs(kvitt, today);
  assert.equal(failed, 0);
  return ran;
}
