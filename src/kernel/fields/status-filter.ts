import { fail } from '../failures/failure.ts';

/** Accounting statuses to search for: names separated by commas; empty for all. */
export function parseStatusFilter<Status extends string>(input: unknown, known: readonly Status[]): Status[] {
  const names = typeof input === 'string' ? input.split(',').map((one) => one.trim()) : [undefined];
  return names
    .filter((one) => one !== '')
    .map(
      (one) => known.find((status) => status === one) ?? fail('invalid_accounting_status', known.join(', ')),
    );
}
