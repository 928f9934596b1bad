import type { NextTaxAnswer } from '../../domain/vat/tax-sandbox.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { RowOf } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import type { FormRow } from './form.ts';
import { sandboxTaxAnswers, sandboxTaxReturns } from './tables.ts';

const stored = sandboxTaxReturns.pick('year', 'code', 'entries', 'submitted');
export type SandboxReturn = RowOf<typeof stored>;

const played = sandboxTaxAnswers.pick('next', 'message');
export type PlayedAnswer = RowOf<typeof played>;

const ANYBODY = 0;

/** The returns that the embedded tax office has, and what the operator lets it do next. */
export class EmbeddedTaxOffice {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  list(accountId: number): Promise<SandboxReturn[]> {
    return this.#db.query(
      stored,
      sql`select ${stored.list()} from sandbox_tax_returns where account_id = ${accountId} order by year, code`,
    );
  }

  async find(accountId: number, year: string, code: string): Promise<SandboxReturn | null> {
    const [found] = await this.#db.query(
      stored,
      sql`select ${stored.list()} from sandbox_tax_returns
        where account_id = ${accountId} and year = ${year} and code = ${code}`,
    );
    return found ?? null;
  }

  /** Registers a return, or the correction of one. Null where there is one already, or none to correct. */
  async register(
    accountId: number,
    { year, code, entries }: { year: string; code: string; entries: FormRow[] },
    kind: 'first' | 'correction',
  ): Promise<SandboxReturn | null> {
    const record = { account_id: accountId, year, code, entries: sql`${JSON.stringify(entries)}::jsonb` };
    const statement =
      kind === 'first'
        ? sql`${sandboxTaxReturns.insert({ ...record, submitted: 1 })} on conflict (account_id, year, code) do nothing`
        : sql`${sandboxTaxReturns.update({ entries: record.entries, submitted: sql`submitted + 1` })}
            where account_id = ${accountId} and year = ${year} and code = ${code}`;
    const [registered] = await this.#db.query(stored, sql`${statement} returning ${stored.list()}`);
    return registered ?? null;
  }

  /** Sets what the office does with the next return, of one account or of the first one that files. */
  async play(next: NextTaxAnswer, message: string, accountId: number = ANYBODY): Promise<void> {
    await this.#db.query(
      sandboxTaxAnswers.pick('id'),
      sql`${sandboxTaxAnswers.insert({ account_id: accountId, next, message })} returning id`,
    );
  }

  /** Takes the oldest of the answers that were set. */
  async takePlayed(accountId: number, kinds: readonly NextTaxAnswer[]): Promise<PlayedAnswer | null> {
    const [answer] = await this.#db.query(
      played,
      sql`delete from sandbox_tax_answers where account_id in (${ANYBODY}, ${accountId}) and id = (
          select min(id) from sandbox_tax_answers where account_id in (${ANYBODY}, ${accountId}))
        and next = any(${kinds}::text[]) returning ${played.list()}`,
    );
    return answer ?? null;
  }
}
