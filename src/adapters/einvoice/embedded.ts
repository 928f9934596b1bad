import type { HubState } from '../../domain/einvoice-states.ts';
import type { Database } from '../../kernel/database/database.ts';
import { sql } from '../../kernel/database/sql.ts';
import type { EinvoiceNetwork, EinvoiceOrder, EinvoiceUpdate } from '../../kernel/ports/ports.ts';

interface SandboxEinvoice {
  invoice_guid: string;
  recipient: string;
  xml: string;
  status: HubState;
}

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
    const { accountId, invoiceGuid, transmission, recipientKennitala, xml } = order;
    // A repeated transmission changes nothing; a new one replaces a rejected document.
    const isRepeated = sql`sandbox_einvoices.transmission = excluded.transmission`;
    const [row] = await this.#db.query<EinvoiceUpdate>(sql`
      insert into sandbox_einvoices (account_id, invoice_guid, transmission, recipient, xml, status)
      values (${accountId}, ${invoiceGuid}, ${transmission}, ${recipientKennitala}, ${xml}, 'sent')
      on conflict (account_id, invoice_guid) do update set
        recipient = case when ${isRepeated} then sandbox_einvoices.recipient else excluded.recipient end,
        xml = case when ${isRepeated} then sandbox_einvoices.xml else excluded.xml end,
        status = case when ${isRepeated} then sandbox_einvoices.status else excluded.status end,
        reason = case when ${isRepeated} then sandbox_einvoices.reason else excluded.reason end,
        transmission = excluded.transmission
      returning status, reason`);
    if (!row) throw new Error('The embedded hub kept no document');
    return { ...row, reference: invoiceGuid };
  }

  async states(accountId: number, references: string[]): Promise<Map<string, EinvoiceUpdate>> {
    const rows = await this.#db.query<EinvoiceUpdate & { invoice_guid: string }>(sql`
      select invoice_guid, status, reason from sandbox_einvoices
      where account_id = ${accountId} and invoice_guid = any(${references}::uuid[])`);
    return new Map(rows.map(({ invoice_guid, status, reason }) => [invoice_guid, { status, reason }]));
  }

  list(accountId: number): Promise<SandboxEinvoice[]> {
    return this.#db.query<SandboxEinvoice>(sql`
      select invoice_guid, recipient, xml, status from sandbox_einvoices
      where account_id = ${accountId} order by created_at, invoice_guid`);
  }

  /** Simulates the hub's answer. Null if the hub has no such document. */
  async answer(invoiceGuid: string, status: HubState, reason: string): Promise<{ accountId: number } | null> {
    const [row] = await this.#db.query<{ account_id: number }>(sql`
      update sandbox_einvoices set status = ${status}, reason = ${reason}
      where invoice_guid = ${invoiceGuid} returning account_id`);
    return row ? { accountId: row.account_id } : null;
  }
}
