import type { Database } from '../../kernel/database/database.ts';
import { emptyRow, type RowOf } from '../../kernel/database/row.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';
import type { Mail, MailMessage } from '../../kernel/ports/ports.ts';
import { sandboxMail } from './tables.ts';

const content = sandboxMail.pick('subject', 'text', 'html', 'attachments', 'sent_at');
const message = content.with({ to: sandboxMail.columns.recipient });
type SandboxMessage = RowOf<typeof message>;

/** A mailbox inside the process, for installations without a mail server: it stores every mail for inspection. */
export class SandboxMail implements Mail {
  readonly #db: Database;
  readonly #clock: () => Date;

  constructor(db: Database, clock: () => Date) {
    this.#db = db;
    this.#clock = clock;
  }

  async send({ accountId, id, to, subject, text, html, attachments }: MailMessage): Promise<void> {
    const stored = attachments.map(({ filename, contentType, content, cid }) => ({
      filename,
      contentType,
      base64: Buffer.from(content).toString('base64'),
      ...(cid && { cid }),
    }));
    const keys = { account_id: accountId, message_id: id, recipient: to };
    const record = { ...keys, subject, text, html, attachments: stored, sent_at: this.#clock() };
    await this.#db.query(
      emptyRow,
      sql`${sandboxMail.insert(record)} on conflict (account_id, message_id) do nothing`,
    );
  }

  async close(): Promise<void> {}

  /** The newest mails to an address, or to all, in the order in which they were sent. */
  async list(to: string | undefined, limit: number): Promise<SandboxMessage[]> {
    const filter = to === undefined ? EMPTY : sql`where lower(recipient) = lower(${to})`;
    const rows = await this.#db.query(
      message,
      sql`select recipient as "to", ${content.list()} from sandbox_mail ${filter} order by id desc limit ${limit}`,
    );
    return rows.reverse();
  }
}
