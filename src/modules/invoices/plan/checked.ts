import { Failure, joinFailures } from '../../../kernel/failures/failure.ts';

/**
 * The result of a rule that may refuse. `problems` are the refusals, first the one that a write throws. `value` is null
 * where nothing could be computed. A value may come with problems: a line whose quantity is refused still has a price.
 */
export interface Checked<T> {
  readonly value: T | null;
  readonly problems: readonly Failure[];
}

export function valid<T>(value: T): Checked<T> {
  return { value, problems: [] };
}

/** Runs a rule that throws its refusal, and collects its refusals instead. Any other error is a defect and passes through. */
export function checkRule<T>(rule: () => T): Checked<T> {
  try {
    return valid(rule());
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { value: null, problems: [error, ...error.further] };
  }
}

/** The value for a write, which throws the first refusal with the others attached. */
export function valueOrThrow<T>({ value, problems }: Checked<T>): T {
  const refusal = joinFailures(problems);
  if (refusal) throw refusal;
  if (value === null) throw new Error('A rule without a refusal has a value');
  return value;
}
