import { fail } from '../failures/failure.ts';

/** Accounting statuses to search for: names separated by commas, or a list of them; empty for all. */
export function parseStatusFilter<Status extends string>(input: unknown, known: readonly Status[]): Status[] {
  const values: unknown[] = Array.isArray(input) ? input : [input];
  return values
    .flatMap((value) => (typeof value === 'string' ? value.split(',').map((one) => one.trim()) : [undefined]))
    .filter((one) => one !== '')
    .map(
      (one) => known.find((status) => status === one) ?? fail('invalid_accounting_status', known.join(', ')),
    );
}
