import { type PartitionPeriod, periodOf } from '../../domain/service/partition-periods.ts';
import type { Database, Transaction } from './database.ts';
import {
  attachPartition,
  databaseTime,
  defaultOf,
  missingPeriods,
  type Partition,
  type PartitionedTable,
  partitionsOf,
} from './partitions.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import { col, emptyRow, row } from './row.ts';
import { raw, type Sql, sql } from './sql.ts';

/** A statement that waits for a table makes all later statements on it wait, too, so it gives up soon and comes again. */
const SESSION = "set local statement_timeout = 0; set local lock_timeout = '200ms'";
const RETRIES = { maxAttempts: 5, pauseMs: 1000 };
/** Rows that are moved out of the default partition while nobody can write. */
const MAX_MOVED = 10_000;

/** Does what must come before rows that are older than `before` are dropped. It may run several times. */
type BeforeDrop = (db: Pick<Transaction, 'query'>, before: Date) => Promise<void>;

/**
 * Makes the partitions of a table ahead of time, and drops those whose rows are all past their retention. Returns how many.
 * Nodes that do so at the same time take turns. A clock that is ahead makes partitions that are not needed yet; it drops
 * nothing, because nothing is old before the clock of the database says so, too.
 */
export async function renewPartitions(
  db: Database,
  table: PartitionedTable,
  now: Date,
  beforeDrop: BeforeDrop = async () => {},
): Promise<number> {
  const databaseNow = await databaseTime(db);
  const since = table.keptSince(databaseNow < now ? databaseNow : now);
  const before = periodOf(table.step, since).from;
  const made = await makeMissing(db, table, now, before, beforeDrop);
  return made + (await dropExpired(db, table, before, beforeDrop));
}

/** Runs in a transaction that no other of the same table runs beside. Readers and writers of the table are not held up by it. */
async function inTurn<T>(
  db: Database,
  table: PartitionedTable,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const attempt = () =>
    db.transaction(async (tx) => {
      await tx.script(`${SESSION}; lock table only ${table.name} in share update exclusive mode`);
      return work(tx);
    });
  return retryOnConflict(attempt, RETRIES);
}

async function makeMissing(
  db: Database,
  table: PartitionedTable,
  now: Date,
  before: Date,
  beforeDrop: BeforeDrop,
): Promise<number> {
  const findMissing = async (from: Pick<Transaction, 'query'>) =>
    missingPeriods(table, now, now, await partitionsOf(from, table));
  if ((await findMissing(db)).length === 0 && !(await hasRows(db, table, isBefore(table, before)))) return 0;
  return inTurn(db, table, async (tx) => {
    const missing = await findMissing(tx);
    const isMoved = sql`${isBefore(table, before)} or ${isWithin(table, missing)}`;
    if ((await hasRows(tx, table, isMoved)) && (await isSmall(tx, table))) {
      await beforeDrop(tx, before);
      await renewDefault(tx, table, missing, before);
      return missing.length;
    }
    let made = 0;
    for (const period of missing) {
      if (await hasRows(tx, table, isWithin(table, [period]))) continue;
      await attachPartition(tx, table, period);
      made += 1;
    }
    return made;
  });
}

/**
 * Puts a new default partition into the place of the one that has rows of the periods, so that a row is neither changed nor
 * deleted: each is inserted anew, into the partition of its time. Those past their retention stay behind.
 */
async function renewDefault(
  tx: Transaction,
  table: PartitionedTable,
  periods: readonly PartitionPeriod[],
  before: Date,
): Promise<void> {
  const { name } = table;
  const [current, former] = [defaultOf(table), `${name}_leaving`];
  await tx.script(`alter table ${name} detach partition ${current};
    alter table ${current} rename to ${former};
    create table ${current} (like ${former} including all);
    alter table ${name} attach partition ${current} default`);
  for (const period of periods) await attachPartition(tx, table, period);
  await tx.query(
    emptyRow,
    sql`insert into ${raw(name)} overriding system value select * from ${raw(former)} where not (${isBefore(table, before)})`,
  );
  await tx.script(`drop table ${former}`);
}

async function dropExpired(
  db: Database,
  table: PartitionedTable,
  before: Date,
  beforeDrop: BeforeDrop,
): Promise<number> {
  const isExpired = ({ until }: Partition) => until <= before;
  const expired = (await partitionsOf(db, table)).filter(isExpired);
  if (expired.length === 0) return 0;
  await beforeDrop(db, before);
  let dropped = 0;
  for (const { name } of expired)
    dropped += await inTurn(db, table, async (tx) => {
      if (!(await partitionsOf(tx, table)).some((one) => one.name === name)) return 0;
      // Nothing comes into it any more, not even from a clock that is wrong. The files are deleted after the commit.
      await tx.script(`lock table ${name} in share mode`);
      await beforeDrop(tx, before);
      await tx.script(`drop table ${name}`);
      return 1;
    });
  return dropped;
}

async function isSmall(db: Pick<Transaction, 'query'>, table: PartitionedTable): Promise<boolean> {
  const [found] = await db.query(
    row({ rows: col.bigint() }),
    sql`select count(*) as rows from (select from ${raw(defaultOf(table))} limit ${MAX_MOVED + 1}) counted`,
  );
  return (found?.rows ?? 0) <= MAX_MOVED;
}

/** Whether the default partition has such rows. */
async function hasRows(
  db: Pick<Transaction, 'query'>,
  table: PartitionedTable,
  which: Sql,
): Promise<boolean> {
  const [found] = await db.query(
    row({ has: col.boolean() }),
    sql`select exists (select from ${raw(defaultOf(table))} where ${which}) as has`,
  );
  return found?.has ?? false;
}

function isBefore({ column }: PartitionedTable, time: Date): Sql {
  return sql`${raw(column)} < ${time}::timestamptz`;
}

function isWithin({ column }: PartitionedTable, periods: readonly PartitionPeriod[]): Sql {
  const [starts, ends] = [periods.map(({ from }) => from), periods.map(({ to }) => to)];
  return sql`exists (select from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as period (since, until)
    where ${raw(column)} >= period.since and ${raw(column)} < period.until)`;
}
