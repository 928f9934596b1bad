import type { Queryable } from '../../kernel/database/queryable.ts';
import { boolean, date, first, jsonb, numeric, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, joinCtes, type Sql, sql } from '../../kernel/database/sql.ts';
import type { Insert } from '../../kernel/database/table.ts';
import type { ImportedStatement } from './schema.ts';
import { bankLines, bankStatements } from './tables.ts';

const knownColumns = bankLines.pick('id', 'booked_on', 'amount', 'text', 'reference', 'balance');
const knownLine = knownColumns.with({ format: bankStatements.columns.format });
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
    sql`select ${knownColumns.list('l')}, s.format from bank_lines l
      join bank_statements s on s.account_id = l.account_id and s.id = l.statement_id
      where l.account_id = ${accountId} and l.bank_account_id = ${bankAccountId}
        and l.booked_on between ${from}::date and ${to}::date order by l.id`,
  );
}

const statedColumns = bankStatements.pick('bank_account_id', 'format');
const statedBalances = statedColumns.with({
  from_date: date(),
  to_date: date(),
  opening_balance: numeric(),
  closing_balance: numeric(),
  opens_within_day: boolean(),
});

/** The statements that say balances, of one account or of all, in the order in which they arrived. */
export function listStatedBalances(
  db: Queryable,
  accountId: number,
  bankAccountId?: number,
): Promise<RowOf<typeof statedBalances>[]> {
  return db.query(
    statedBalances,
    sql`select ${statedColumns.list('s')}, s.from_date, s.to_date, s.opening_balance, s.closing_balance,
        exists (select from bank_lines l
          where l.account_id = s.account_id and l.bank_account_id = s.bank_account_id and l.booked_on = s.from_date
            and l.balance = s.opening_balance and l.statement_id <> s.id) as opens_within_day
      from bank_statements s
      where s.account_id = ${accountId} ${bankAccountId === undefined ? EMPTY : sql`and s.bank_account_id = ${bankAccountId}`}
        and s.from_date is not null and s.opening_balance is not null and s.closing_balance is not null order by s.id`,
  );
}

const dayTotal = bankLines.pick('bank_account_id', 'booked_on', 'amount');

/** What came in and went out on each day. */
export function listDayTotals(
  db: Queryable,
  accountId: number,
  bankAccountId?: number,
): Promise<RowOf<typeof dayTotal>[]> {
  return db.query(
    dayTotal,
    sql`select bank_account_id, booked_on, sum(amount) as amount from bank_lines
      where account_id = ${accountId} ${bankAccountId === undefined ? EMPTY : sql`and bank_account_id = ${bankAccountId}`}
      group by bank_account_id, booked_on`,
  );
}

const earlier = bankStatements.pick('guid');

/** The import of the same file. */
export function findSameFile(
  tx: Queryable,
  accountId: number,
  bankAccountId: number,
  sha256: Buffer,
): Promise<RowOf<typeof earlier> | null> {
  return first(
    tx.query(
      earlier,
      sql`select guid from bank_statements
        where account_id = ${accountId} and bank_account_id = ${bankAccountId} and sha256 = ${sha256} order by id limit 1`,
    ),
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

export const statementAnswer = row({ statement: jsonb<ImportedStatement>() });

export function selectStatement(imported: ImportedStatement): Sql {
  return sql`select ${JSON.stringify(imported)}::jsonb as statement`;
}
