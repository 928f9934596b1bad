/** The step of the partitions of a table: each holds the rows of one calendar month or year, in UTC. */
export type PartitionStep = 'month' | 'year';

/** From `from` until before `to`. */
export interface PartitionPeriod {
  from: Date;
  to: Date;
}

/** The period of a moment. */
export function periodOf(step: PartitionStep, moment: Date): PartitionPeriod {
  const month = step === 'month' ? moment.getUTCMonth() : 0;
  const from = new Date(Date.UTC(moment.getUTCFullYear(), month));
  return { from, to: addSteps(step, from, 1) };
}

/** All periods from that of one moment to that of another. */
export function periodsBetween(step: PartitionStep, first: Date, last: Date): PartitionPeriod[] {
  const periods: PartitionPeriod[] = [];
  for (let next = periodOf(step, first); next.from <= last; next = periodOf(step, next.to))
    periods.push(next);
  return periods;
}

/** The beginning of the period that comes so many steps later. */
export function addSteps(step: PartitionStep, from: Date, steps: number): Date {
  return step === 'month'
    ? new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + steps))
    : new Date(Date.UTC(from.getUTCFullYear() + steps, 0));
}

/** `2026_11`, or `2026` for a year. */
export function periodName(step: PartitionStep, { from }: PartitionPeriod): string {
  return from
    .toISOString()
    .slice(0, step === 'month' ? 7 : 4)
    .replace('-', '_');
}
