import pg from 'pg';
import { type Client, invoice } from './client.ts';
import type { TestDatabase } from './databases.ts';

/** Queries the database of a test directly, without the service. */
export async function queryDatabase<Row>({ env }: TestDatabase, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    const results: unknown = await client.query(text);
    return (results as { rows?: Row[] }).rows ?? [];
  } finally {
    await client.end();
  }
}

/** Inserts issued invoices that wait to be mailed, each to its own address: `buyer<n>@backlog.example`. */
export async function fillBacklog(database: TestDatabase, seller: Client, count: number): Promise<void> {
  const guid = await seller.ok('create-invoice', {
    data: invoice({
      customer: { name: 'Kaupandi ehf.', output_select: 4, email: 'buyer0@backlog.example' },
      items: [1, 2, 3, 4, 5].map((n) => ({ ...(invoice().items as object[])[0], item_number: `SKU-${n}` })),
      amount: 6200,
    }),
  });
  const ofSeller = `i.account_id = (select account_id from accounts where username = '${seller.username}')`;
  await queryDatabase(
    database,
    `insert into invoices (account_id, guid, kind, status, number, customer_id, seller, buyer, currency,
       exchange_rate, issue_date, due_date, settlement_date, amount, net_s, net_aa, net_z, vat_s, vat_aa,
       discount_total, tax_exempt, accounting_status)
     select account_id, gen_random_uuid(), kind, status, number + n, customer_id, seller,
       buyer || jsonb_build_object('output_select', '3', 'email', 'buyer' || n || '@backlog.example'), currency,
       exchange_rate, issue_date, due_date, settlement_date, amount, net_s, net_aa, net_z, vat_s, vat_aa,
       discount_total, tax_exempt, accounting_status
     from invoices i, generate_series(1, ${count}) n where ${ofSeller} and i.guid = '${guid}';

     insert into invoice_lines (account_id, invoice_id, position, guid, item_guid, item_number, description, qty,
       uom, tax, unit_price, net, vat, discount_total)
     select l.account_id, i.id, l.position, gen_random_uuid(), l.item_guid, l.item_number, l.description, l.qty,
       l.uom, l.tax, l.unit_price, l.net, l.vat, l.discount_total
     from invoice_lines l join invoices first on first.account_id = l.account_id and first.id = l.invoice_id
     join invoices i on i.account_id = l.account_id and i.id <> first.id
     where first.guid = '${guid}';

     update counters set last = last + ${count}
     where account_id = (select account_id from accounts where username = '${seller.username}');

     insert into jobs (account_id, kind, payload, run_at)
     select i.account_id, 'send-mail', jsonb_build_object('invoice_guid', i.guid, 'series', 'issue', 'about', 'invoice'),
       now()
     from invoices i where ${ofSeller} and i.guid <> '${guid}' order by i.id;
     analyze invoices, invoice_lines, jobs`,
  );
}
