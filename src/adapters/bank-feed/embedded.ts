import type { BankAccountNumber } from '../../domain/bank/account-number.ts';
import type { PlainDate } from '../../domain/values/dates.ts';
import type { Database } from '../../kernel/database/database.ts';
import { col, emptyRow, type RowOf } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { sandboxTransactions } from './tables.ts';

const stored = sandboxTransactions.omit('account_id', 'account_no');
const listed = stored.with({ balance: col.numeric() });
export type SandboxTransaction = RowOf<typeof listed>;

export type NewSandboxTransaction = Omit<RowOf<typeof stored>, 'id'>;

export interface SandboxAccount extends BankAccountNumber {
  currency: string;
}

interface TransactionFilter {
  from: PlainDate;
  to: PlainDate | null;
  /** The transaction after which the page begins. */
  after: number | null;
  take: number;
}

/** The accounts of all companies at a bank inside of the process, whose transactions the operator makes. */
export class EmbeddedAccounts {
  readonly #db: Database;
  readonly #accountsOf: (accountId: number) => Promise<SandboxAccount[]>;

  constructor(db: Database, accountsOf: (accountId: number) => Promise<SandboxAccount[]>) {
    this.#db = db;
    this.#accountsOf = accountsOf;
  }

  accounts(accountId: number): Promise<SandboxAccount[]> {
    return this.#accountsOf(accountId);
  }

  async add(
    accountId: number,
    account_no: string,
    transactions: readonly NewSandboxTransaction[],
  ): Promise<void> {
    if (transactions.length > 0)
      await this.#db.query(
        emptyRow,
        sandboxTransactions.insertEach({ account_id: accountId, account_no }, transactions),
      );
  }

  /** Oldest first, with the balance after each. */
  list(
    accountId: number,
    account_no: string,
    { from, to, after, take }: TransactionFilter,
  ): Promise<SandboxTransaction[]> {
    return this.#db.query(
      listed,
      sql`select ${stored.list('t')}, t.balance from (
          select s.*, sum(s.amount) over (order by s.booked_on, s.id) as balance from sandbox_transactions s
          where s.account_id = ${accountId} and s.account_no = ${account_no}) t
        where t.account_id = ${accountId} and t.booked_on between ${from}::date and coalesce(${to}::date, 'infinity')
          and (${after}::bigint is null or (t.booked_on, t.id) > (
            select p.booked_on, p.id from sandbox_transactions p where p.account_id = ${accountId} and p.id = ${after}))
        order by t.booked_on, t.id limit ${take}`,
    );
  }
}
