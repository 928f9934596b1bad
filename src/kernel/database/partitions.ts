import {
  addSteps,
  type PartitionPeriod,
  type PartitionStep,
  periodName,
  periodOf,
  periodsBetween,
} from '../../domain/service/partition-periods.ts';
import { RETENTION_DAYS, RETENTION_YEARS } from '../../domain/service/retention.ts';
import type { Transaction } from './database.ts';
import { col, emptyRow, row } from './row.ts';
import { sql } from './sql.ts';

/** A table whose rows stand in partitions by time, so that old ones are dropped as a whole. */
export interface PartitionedTable {
  name: string;
  /** The time of a row. */
  column: string;
  step: PartitionStep;
  /** How many periods after the present one have their partition in advance. */
  ahead: number;
  /** The moment after which rows are kept. */
  keptSince(now: Date): Date;
}

export const PARTITIONED: readonly PartitionedTable[] = [
  { name: 'events', column: 'at', step: 'month', ahead: 3, keptSince: daysBefore(RETENTION_DAYS.events) },
  {
    name: 'audit_log',
    column: 'at',
    step: 'year',
    ahead: 1,
    keptSince: yearsBefore(RETENTION_YEARS.audit_log),
  },
  {
    name: 'renditions',
    column: 'created_at',
    step: 'year',
    ahead: 1,
    keptSince: yearsBefore(RETENTION_YEARS.renditions),
  },
];

function daysBefore(days: number) {
  return (now: Date) => new Date(now.getTime() - days * 24 * 3600 * 1000);
}

function yearsBefore(years: number) {
  return (now: Date) => {
    const since = new Date(now);
    since.setUTCFullYear(now.getUTCFullYear() - years);
    return since;
  };
}

/** Takes the rows of all periods that no other partition has, and is the model of new ones: their keys and indexes are its own. */
export function defaultOf({ name }: PartitionedTable): string {
  return `${name}_default`;
}

export interface Partition {
  name: string;
  /** Null: all that is older than `until`. */
  since: Date | null;
  until: Date;
}

const bounds = row({ name: col.text(), since: col.bigint().nullable(), until: col.bigint() });
const bound = (word: 'FROM' | 'TO') =>
  sql`(1000 * extract(epoch from (regexp_match(bounds, ${`${word} [(]'([^']+)'`}))[1]::timestamptz))::bigint`;

/** The partitions of a table, the oldest first, without the default one. */
export async function partitionsOf(
  db: Pick<Transaction, 'query'>,
  { name }: PartitionedTable,
): Promise<Partition[]> {
  const found = await db.query(
    bounds,
    sql`select name, ${bound('FROM')} as since, ${bound('TO')} as until from (
        select c.relname::text as name, pg_get_expr(c.relpartbound, c.oid) as bounds
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(${name})) found
      where bounds <> 'DEFAULT' order by 3`,
  );
  return found.map(({ name, since, until }) => ({
    name,
    since: since === null ? null : new Date(since),
    until: new Date(until),
  }));
}

/** The periods from the present one on that should have a partition, and have none. */
export function missingPeriods(
  { step, ahead }: PartitionedTable,
  from: Date,
  now: Date,
  existing: readonly Partition[],
): PartitionPeriod[] {
  const last = addSteps(step, periodOf(step, now).from, ahead);
  return periodsBetween(step, from, last).filter(
    (period) => !existing.some(({ since, until }) => (!since || since < period.to) && until > period.from),
  );
}

/** Holds up no writer. Readers of all partitions wait while the server looks through the default one, which is nearly empty. */
export async function attachPartition(tx: Transaction, table: PartitionedTable, period: PartitionPeriod) {
  const name = `${table.name}_${periodName(table.step, period)}`;
  await tx.script(`create table ${name} (like ${defaultOf(table)} including all excluding identity);
    alter table ${table.name} attach partition ${name}
      for values from ('${period.from.toISOString()}') to ('${period.to.toISOString()}')`);
}

/** Gives empty tables, such as those that a backup is restored into, the partitions of all periods that are kept. */
export async function partitionEmptyTables(tx: Transaction): Promise<void> {
  const now = await databaseTime(tx);
  for (const table of PARTITIONED) {
    if (!(await isPartitioned(tx, table))) continue;
    for (const { name } of await partitionsOf(tx, table)) await tx.script(`drop table ${name}`);
    for (const period of missingPeriods(table, table.keptSince(now), now, []))
      await attachPartition(tx, table, period);
  }
}

/** A table of an older schema is a plain one, which its migration partitions. */
async function isPartitioned(tx: Transaction, { name }: PartitionedTable): Promise<boolean> {
  const found = await tx.query(
    emptyRow,
    sql`select from pg_class where oid = to_regclass(${name}) and relkind = 'p'`,
  );
  return found.length > 0;
}

/** The time by the clock of the database server. */
export async function databaseTime(db: Pick<Transaction, 'query'>): Promise<Date> {
  const [clock] = await db.query(
    row({ ms: col.bigint() }),
    sql`select (1000 * extract(epoch from clock_timestamp()))::bigint as ms`,
  );
  if (!clock) throw new Error('The time is one row');
  return new Date(clock.ms);
}
