import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, joinCtes, type Sql, sql } from '../../kernel/database/sql.ts';
import type { Insert } from '../../kernel/database/table.ts';
import type { ImportedStatement } from './schema.ts';
import { bankLines, bankStatements } from './tables.ts';

const knownColumns = bankLines.pick('id', 'booked_on', 'amount', 'text', 'reference', 'balance');
const statementColumns = bankStatements.pick('format', 'from_date', 'to_date');
const knownLine = knownColumns.with({ ...statementColumns.columns });
export type StoredLine = RowOf<typeof knownLine>;

/** The lines of a range of days that are stored already. */
export function listKnownLines(
  tx: Queryable,
  accountId: number,
  bankAccountId: number,
  { from, to }: { from: string; to: string },
): Promise<StoredLine[]> {
  return tx.query(
    knownLine,
    sql`select ${knownColumns.list('l')}, ${statementColumns.list('s')} from bank_lines l
      join bank_statements s on s.account_id = l.account_id and s.id = l.statement_id
      where l.account_id = ${accountId} and l.bank_account_id = ${bankAccountId}
        and l.booked_on between ${from}::date and ${to}::date order by l.id`,
  );
}

const nearDays = row({
  earlier_on: col.date().nullable(),
  before_on: col.date().nullable(),
  after_on: col.date().nullable(),
  later_on: col.date().nullable(),
});

/** The last two days before a range and the first two after it of which balances are known. */
export async function findNearDays(
  db: Queryable,
  accountId: number,
  bankAccountId: number,
  { from, to }: { from: string; to: string },
) {
  const balanced = sql`from bank_lines where account_id = ${accountId} and bank_account_id = ${bankAccountId} and balance is not null`;
  const [found] = await db.query(
    nearDays,
    sql`select (select max(booked_on) ${balanced} and booked_on < b.before_on) as earlier_on, b.before_on, a.after_on,
        (select min(booked_on) ${balanced} and booked_on > a.after_on) as later_on
      from (select max(booked_on) as before_on ${balanced} and booked_on < ${from}::date) b
      cross join (select min(booked_on) as after_on ${balanced} and booked_on > ${to}::date) a`,
  );
  if (!found) throw new Error('A sum has a row');
  return found;
}

const nearLine = bankLines.pick('booked_on', 'amount', 'balance');

/** The lines around a range of days, oldest import first; those without a balance are added up by day. */
export function listNearLines(
  db: Queryable,
  accountId: number,
  bankAccountId: number,
  { from, to, since, until }: { from: string; to: string; since: string | null; until: string | null },
) {
  const around = sql`from bank_lines where account_id = ${accountId} and bank_account_id = ${bankAccountId}
    and (booked_on >= coalesce(${since}::date, '-infinity') and booked_on < ${from}::date
      or booked_on > ${to}::date and booked_on <= ${until}::date)`;
  return db.query(
    nearLine,
    sql`select booked_on, amount, balance from (
        select id, booked_on, amount, balance ${around} and balance is not null
        union all select null, booked_on, sum(amount), null ${around} and balance is null group by booked_on) near
      order by id`,
  );
}

const earlier = bankStatements.pick('guid');

/** The import of the same file. */
export function findSameFile(tx: Queryable, accountId: number, bankAccountId: number, sha256: Buffer) {
  return tx.find(
    earlier,
    sql`select guid from bank_statements
        where account_id = ${accountId} and bank_account_id = ${bankAccountId} and sha256 = ${sha256} order by id limit 1`,
  );
}

type NewLine = Omit<Insert<typeof bankLines.columns>, 'account_id' | 'bank_account_id' | 'statement_id'>;

/** Stores an import with its new lines, in their order. */
export function insertStatementCtes(
  record: Insert<typeof bankStatements.columns>,
  lines: readonly NewLine[],
): Sql {
  const { account_id, bank_account_id } = record;
  const shared = { account_id, bank_account_id, statement_id: sql`statement.id` };
  const inserted =
    lines.length === 0 ? EMPTY : sql`lines as (${bankLines.insertEach(shared, lines)} cross join statement)`;
  return joinCtes(sql`statement as (${bankStatements.insert(record)} returning id)`, inserted);
}

/** Replaces the balances after lines. */
export function restateBalancesCte(
  accountId: number,
  lines: readonly { id: number; balance: string }[],
): Sql {
  return sql`restated as (update bank_lines l set balance = n.balance
    from unnest(${lines.map(({ id }) => id)}::bigint[], ${lines.map(({ balance }) => balance)}::numeric[]) as n (id, balance)
    where l.account_id = ${accountId} and l.id = n.id)`;
}

export const statementAnswer = row({ statement: col.jsonb<ImportedStatement>() });

export function selectStatement(imported: ImportedStatement): Sql {
  return sql`select ${JSON.stringify(imported)}::jsonb as statement`;
}
