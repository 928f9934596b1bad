import { Failure, joinFailures } from './failure.ts';

/** Runs all checks, so that a form can show every problem at once; programs are answered the first. */
export function collectFailures(checks: readonly (() => void)[]): void {
  const refusals = checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      if (error instanceof Failure) return [error];
      throw error;
    }
  });
  const refusal = joinFailures(refusals);
  if (refusal) throw refusal;
}
