import { startService } from '../../src/service.ts';
import { type Client, createAccount } from './client.ts';
import { type TestDatabase, testConfig } from './databases.ts';

/** Creates an account with `count` invoices of one to three lines, which are inserted by SQL. */
export async function createAccountWithInvoices(database: TestDatabase, count: number): Promise<Client> {
  const service = await startService(testConfig(database.env));
  try {
    const seller = await createAccount(service.address);
    await service.engine.kernel.db.transaction((tx) => tx.script(invoicesSql(seller.username, count)));
    return seller;
  } finally {
    await service.stop();
  }
}

export function invoicesSql(username: string, count: number): string {
  const account = `(select account_id from accounts where username = '${username}')`;
  return `
    insert into customers (account_id, guid, name, output_select, due_days, settlement_days, lang, currency)
    values (${account}, gen_random_uuid(), 'Kaupandi ehf.', 4, 14, 21, 'is', 'ISK');

    insert into invoices (account_id, guid, kind, status, number, customer_id, seller, buyer, currency,
      exchange_rate, issue_date, due_date, settlement_date, amount, net_s, net_aa, net_z, vat_s, vat_aa,
      discount_total, tax_exempt, accounting_status)
    select c.account_id, gen_random_uuid(), 'invoice', 'Sent', n, c.id, '{}',
      json_build_object('guid', c.guid, 'name', c.name, 'address', '', 'zip', '', 'city', '', 'registration_no', '',
        'email', ''),
      'ISK', 1, date '2026-01-01' + n % 90, date '2026-05-01', date '2026-05-08', 1240, 1000, 0, 0, 240, 0, 0, false,
      'Created'
    from customers c, generate_series(1, ${count}) n where c.account_id = ${account} order by n;

    insert into invoice_lines (account_id, invoice_id, position, guid, item_guid, item_number, description, qty, uom,
      tax, unit_price, net, vat, discount_total)
    select account_id, id, position, gen_random_uuid(), gen_random_uuid(), 'SKU-1', 'A thing', 1, 'C62', 'S', 1000,
      1000, 240, 0
    from invoices, generate_series(1, 1 + number % 3) position where account_id = ${account};

    update counters set last = ${count} where account_id = ${account} and series = 'invoice';
    analyze invoices, invoice_lines`;
}
