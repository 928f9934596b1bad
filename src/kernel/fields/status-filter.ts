import { fail } from '../failures/failure.ts';

/** Accounting statuses to look for, as they are sent: their names with commas between them; nothing for all. */
export function parseStatusFilter<Status extends string>(sent: unknown, known: readonly Status[]): Status[] {
  const names = typeof sent === 'string' ? sent.split(',').map((one) => one.trim()) : [undefined];
  return names
    .filter((one) => one !== '')
    .map(
      (one) => known.find((status) => status === one) ?? fail('invalid_accounting_status', known.join(', ')),
    );
}
