import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../src/kernel/database/sql.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { createCompleteCost } from '../support/costs.ts';
import { databases } from '../support/databases.ts';
import { select } from '../support/select.ts';
import { TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Longer than the test waits for anything, so a lane that waits for a service fails the test. */
const TIMEOUT_SECONDS = '60';
const LIMIT_MS = 30_000;
const CUSTOMER = { name: 'Kaupandi', registration_no: '5501234520', output_select: 4 };

for (const kind of databases()) {
  describe(`a bank, mail server and e-invoice hub that hang at the same time (${kind})`, () => {
    const kvitt = new TestService();
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
    });
    let seller: Client;
    const query = <Row>(statement: ReturnType<typeof sql>) =>
      select<Row>(kvitt.service.engine.kernel.db, statement);
    before(async () => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      await kvitt.startOwn(kind, {
        KVITT_JOBS: 'on',
        KVITT_BANK_URL: `http://${address}`,
        KVITT_BANK_TEMPLATE: '001',
        KVITT_BANK_TIMEOUT: TIMEOUT_SECONDS,
        KVITT_SMTP_URL: `smtp://${address}`,
        KVITT_MAIL_FROM: 'kvitt@kvitt.example',
        KVITT_EINVOICE_URL: `http://${address}`,
        KVITT_EINVOICE_INBOX_URL: `http://${address}/inbox`,
      });
      seller = await kvitt.account();
    });
    after(async () => {
      server.close();
      const stopped = kvitt.stop();
      for (const socket of sockets) socket.destroy();
      await stopped;
    });

    /** Makes all cron tasks due, as if their interval had passed. */
    const makeCronTasksDue = () =>
      query(sql`update cron_tasks set next_at = ${new Date(kvitt.now().getTime() - 1000)}`);

    test('delay neither recurring invoices nor the approval of a cost', async () => {
      const address = { address: 'Gata 1', zip: '780', city: 'Höfn' };
      await kvitt.operator('PATCH', `/accounts/${seller.username}`, address);
      const buyer = { name: 'D', email: 'buyer@kaupandi.example', ...address };
      const withClaim = { customer: CUSTOMER, is_claim: 1 };
      const byMail = { customer: { ...buyer, output_select: 3 } };
      const electronic = { ...buyer, output_select: 2, trading_partner_id: '5501234520' };
      const createInvoice = (fields: Record<string, unknown>) =>
        seller.ok('create-invoice', { data: invoice(fields) });
      // The bank and the hub know one invoice each, so that the cron tasks which poll them hang as well.
      const [open, sent] = [
        await createInvoice({ customer: CUSTOMER }),
        await createInvoice({ customer: CUSTOMER }),
      ];
      await query(sql`update invoices set claim_status = 'sent', claim_id = 'A1' where guid = ${open}`);
      await query(sql`
        update invoices set xml_status = 'sent', einvoice_reference = 'R1', trading_partner_id = '5501234520'
        where guid = ${sent}`);
      for (const fields of [withClaim, byMail, { customer: electronic }]) await createInvoice(fields);
      await makeCronTasksDue();
      // Three jobs and three cron tasks.
      await until('six calls hang', () => sockets.size >= 6);
      const hanging = await query<{ kind: string }>(sql`select kind from jobs order by kind`);
      assert.deepEqual(
        hanging.map((job) => job.kind),
        ['send-claim', 'send-einvoice', 'send-mail'],
      );

      const today = kvitt.now().toISOString().slice(0, 10);
      const countInvoices = () => seller.ok('get-count-invoices');
      const before: number = await countInvoices();
      const template = {
        amount: 1240,
        currency: 'ISK',
        settlement_date: 14,
        items: [line()],
        customer: CUSTOMER,
      };
      const schedule = { recurring_name: 'A', recurring_interval: 'monthly', recurring_start_date: today };
      await seller.ok('create-recurring-invoice', { data: { ...template, ...schedule } });
      const cost = await createCompleteCost(seller);
      await makeCronTasksDue();
      await until(
        'the recurring invoice is issued',
        async () => (await countInvoices()) === before + 1,
        LIMIT_MS,
      );
      await until(
        'the cost is approved',
        async () => (await seller.ok('get-cost', { guid: cost })).accounting_status !== 'New',
        LIMIT_MS,
      );
      const left = await query<{ kind: string }>(sql`select kind from jobs order by kind`);
      assert.deepEqual(left, hanging, 'and all three still hang');
    });
  });
}
