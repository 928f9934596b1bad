import { Failure } from '../../kernel/failures/failure.ts';

/** What became of a report from outside. Its sender repeats none of them. */
export type Outcome = 'applied' | 'known' | 'unknown' | 'ignored';

export async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return 'applied';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === 'conflict') return 'known';
    if (error.kind === 'not_found') return 'unknown';
    throw error;
  }
}
