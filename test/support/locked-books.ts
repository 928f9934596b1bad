import { emptyRow } from '../../src/kernel/database/row.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import type { Client } from './client.ts';
import type { TestService } from './service.ts';

/** March and April. */
const PERIOD = '2026-04';
/** The last moments of the locked days: another node, whose clock is ahead, has locked the period of today. */
const TODAY = '2026-04-30T23:50:00Z';
const TOMORROW = '2026-05-01T00:05:00Z';

/** Every day until today, for which the journal is compared. */
const DAYS = { from_date: '2025-01-01', to_date: '2026-04-30', layout: 'general' };

/** What the books say of the locked days: the boxes of the return, and the rows of the journal. */
interface Dated {
  boxes: unknown;
  rows: string[];
}

/** The books of an account in which today is locked, so that whatever is dated today or before must be refused. */
export class LockedBooks {
  readonly seller: Client;
  readonly #kvitt: TestService;
  #before: Dated = { boxes: null, rows: [] };

  private constructor(kvitt: TestService, seller: Client) {
    this.#kvitt = kvitt;
    this.seller = seller;
  }

  static setClock(kvitt: TestService): void {
    kvitt.now = () => new Date(TODAY);
  }

  static async of(kvitt: TestService, seller: Client): Promise<LockedBooks> {
    const books = new LockedBooks(kvitt, seller);
    await books.lock();
    return books;
  }

  async lock(): Promise<void> {
    this.#kvitt.now = () => new Date(TOMORROW);
    await this.seller.ok('lock-vat-period', { period: PERIOD });
    LockedBooks.setClock(this.#kvitt);
    this.#before = await this.#read();
  }

  /** Makes records while the days are open. */
  async whileOpen<T>(work: () => Promise<T>): Promise<T> {
    const setState = (unlocked: boolean) =>
      this.#kvitt.service.engine.kernel.db.query(
        emptyRow,
        sql`update vat_locks set unlocked_at = case when ${unlocked} then locked_at end
          where to_char(to_date, 'YYYY-MM') = ${PERIOD}
            and account_id = (select account_id from accounts where username = ${this.seller.username})`,
      );
    await setState(true);
    const made = await work();
    await setState(false);
    this.#before = await this.#read();
    return made;
  }

  /** What has changed in the locked days since the last call: boxes of the returns, and rows of the journal. */
  async changes(): Promise<{ boxes: boolean; rows: string[] }> {
    const [before, after] = [this.#before, await this.#read()];
    this.#before = after;
    const [had, has] = [new Set(before.rows), new Set(after.rows)];
    const rows = [
      ...after.rows.filter((row) => !had.has(row)).map((row) => `+ ${row}`),
      ...before.rows.filter((row) => !has.has(row)).map((row) => `- ${row}`),
    ];
    return { boxes: JSON.stringify(before.boxes) !== JSON.stringify(after.boxes), rows };
  }

  async #read(): Promise<Dated> {
    const { file } = await this.seller.ok('export-journal', DAYS, { 'kvitt-dry-run': '1' });
    const { boxes, outside_vat } = await this.seller.ok('get-vat-return', { period: PERIOD });
    const rows = Buffer.from(file, 'base64').toString('utf8').split('\r\n');
    return { boxes: { ...boxes, outside_vat }, rows };
  }
}
