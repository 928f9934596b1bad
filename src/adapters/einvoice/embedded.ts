import type { HubState } from '../../domain/invoices/einvoice-states.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { RowOf } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import type { EinvoiceNetwork, EinvoiceOrder, EinvoiceUpdate } from '../../kernel/ports/ports.ts';
import { sandboxEinvoices } from './tables.ts';

const state = sandboxEinvoices.pick('invoice_guid', 'status', 'reason');
const listed = sandboxEinvoices.pick('invoice_guid', 'recipient', 'xml', 'status');
type SandboxEinvoice = RowOf<typeof listed>;

/**
 * An e-invoice hub inside the process, for installations without an access point: it accepts every document and
 * reports the state that the operator sets.
 */
export class EmbeddedHub implements EinvoiceNetwork {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async submit(order: EinvoiceOrder): Promise<EinvoiceUpdate & { reference: string }> {
    const { accountId, guid, transmission, recipient, xml } = order;
    const keys = { account_id: accountId, invoice_guid: guid, transmission };
    // A repeated transmission changes nothing; a new one replaces a rejected document.
    const isRepeated = sql`sandbox_einvoices.transmission = excluded.transmission`;
    const [stored] = await this.#db.query(
      state,
      sql`${sandboxEinvoices.insert({ ...keys, recipient, xml, status: 'sent' })}
      on conflict (account_id, invoice_guid) do update set
        recipient = case when ${isRepeated} then sandbox_einvoices.recipient else excluded.recipient end,
        xml = case when ${isRepeated} then sandbox_einvoices.xml else excluded.xml end,
        status = case when ${isRepeated} then sandbox_einvoices.status else excluded.status end,
        reason = case when ${isRepeated} then sandbox_einvoices.reason else excluded.reason end,
        transmission = excluded.transmission
      returning ${state.list()}`,
    );
    if (!stored) throw new Error('The embedded hub stored no document');
    const { status, reason } = stored;
    return { status, reason, reference: guid };
  }

  async states(accountId: number, references: string[]): Promise<Map<string, EinvoiceUpdate>> {
    const rows = await this.#db.query(
      state,
      sql`select ${state.list()} from sandbox_einvoices
        where account_id = ${accountId} and invoice_guid = any(${references}::uuid[])`,
    );
    return new Map(rows.map(({ invoice_guid, status, reason }) => [invoice_guid, { status, reason }]));
  }

  list(accountId: number): Promise<SandboxEinvoice[]> {
    return this.#db.query(
      listed,
      sql`select ${listed.list()} from sandbox_einvoices
        where account_id = ${accountId} order by created_at, invoice_guid`,
    );
  }

  /** Simulates the hub's answer. Null if the hub has no such document. */
  async answer(invoiceGuid: string, status: HubState, reason: string): Promise<{ accountId: number } | null> {
    const [changed] = await this.#db.query(
      sandboxEinvoices.pick('account_id'),
      sql`${sandboxEinvoices.update({ status, reason })} where invoice_guid = ${invoiceGuid} returning account_id`,
    );
    return changed ? { accountId: changed.account_id } : null;
  }
}
