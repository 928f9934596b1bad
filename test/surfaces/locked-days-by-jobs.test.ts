import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { companyKennitala } from '../domain/generators.ts';
import { ublInvoice } from '../receipts/ubl.ts';
import { createAgent } from '../support/agents/agent.ts';
import { changeAgent, propose } from '../support/agents/limits.ts';
import { issue, openAccount, PAYER, paid, receive } from '../support/bank-lines.ts';
import { createInvoiceWithClaim, fetchBankClaims } from '../support/claims.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../support/console-client.ts';
import { createCompleteCost } from '../support/costs.ts';
import { deliverEinvoice } from '../support/einvoices.ts';
import { runJobsWithoutFailure } from '../support/jobs.ts';
import { LockedBooks } from '../support/locked-books.ts';
import { OtherService } from '../support/other-service.ts';
import { createInvoiceWithLink, pressPayButton } from '../support/payments.ts';
import { buildReceiptMail } from '../support/receipt-mail.ts';
import { buy, openSale, tryToBuy } from '../support/sales.ts';
import { Visitor } from '../support/selling-page.ts';
import { onBothDatabases } from '../support/service.ts';

const SECRET = 'secret of the mail gateway';
const ENV = {
  KVITT_MAIL_WEBHOOK_SECRET: SECRET,
  KVITT_MAIL_RECEIPTS: 'kvittanir@kvitt.example',
  KVITT_ALLOW_LOCAL_WEBHOOKS: 'on',
};
const KENNITALA = companyKennitala(11);

/** What is dated inside a locked period without that anybody calls an operation: by jobs, pages, webhooks and the bank. */
onBothDatabases(
  'a locked day',
  (kvitt) => {
    let seller: Client;
    let owner: ConsoleClient;
    let locked: LockedBooks;
    const run = () => runJobsWithoutFailure(kvitt);
    const tomorrow = () => {
      kvitt.now = () => new Date('2026-05-01T00:10:00Z');
    };

    before(async () => {
      LockedBooks.setClock(kvitt);
      seller = await kvitt.account({ registration_no: KENNITALA, email: 'owner@example.is' });
      owner = await signInToConsole(seller);
      locked = await LockedBooks.of(kvitt, seller);
    });

    async function assertUnchanged(): Promise<void> {
      assert.deepEqual(await locked.changes(), { boxes: false, rows: [] });
    }
    /** Money that was reported is in the journal on its day, and in no return. */
    async function assertLate(source: string, paidOn: string): Promise<void> {
      const [payment] = await seller.ok('get-payments', { source, limit: 1 });
      assert.deepEqual([payment?.paid_on, payment?.late], [paidOn, true], source);
      const { boxes, rows } = await locked.changes();
      assert.equal(boxes, false, source);
      assert.ok(rows.length > 0 && rows.every((row) => row.startsWith(`+ ${paidOn}`)), rows.join('\n'));
    }

    test('has no recurring invoice; it is issued on the first open day', async () => {
      const guid = await locked.whileOpen(() =>
        seller.ok('create-recurring-invoice', {
          data: {
            ...{ recurring_name: 'Áskrift', recurring_interval: 'monthly' },
            recurring_start_date: '2026-04-30',
            ...{ amount: 1240, currency: 'ISK', settlement_date: 14, items: [line()] },
            customer: { name: 'Áskrifandi', output_select: 4 },
          },
        }),
      );
      await run();
      await assertUnchanged();
      assert.equal((await seller.ok('get-recurring-invoice', { guid })).status, 'active');
      tomorrow();
      await run();
      LockedBooks.setClock(kvitt);
      const [issued] = await seller.ok('get-invoices', { limit: 1 });
      assert.equal(issued.issue_date, '2026-05-01');
      await assertUnchanged();
    });

    test('has no order that was bought or released', async () => {
      const { guid, url } = await openSale(seller);
      assert.equal((await tryToBuy(seller, guid)).body.error, 'period_locked');
      const page = await new Visitor(kvitt.url).buy(url, { email: 'anna@example.is' });
      assert.equal(page.status, 409);
      await assertUnchanged();
      const { guid: held } = await openSale(seller, { hold_days: 3 });
      kvitt.now = () => new Date('2026-04-20T12:00:00Z');
      const { invoice_guid } = await locked.whileOpen(() => buy(seller, held));
      LockedBooks.setClock(kvitt);
      await run();
      await assertUnchanged();
      tomorrow();
      await run();
      LockedBooks.setClock(kvitt);
      await assertUnchanged();
      const [note] = await seller.ok('get-invoices', { limit: 1 });
      assert.deepEqual(
        [note.issue_date, note.ref_invoice_guid ?? invoice_guid],
        ['2026-05-01', invoice_guid],
      );
    });

    test('has no invoice of a quote that a customer accepts', async () => {
      const customer = { name: 'Anna', output_select: 3, email: 'anna@example.is' };
      const guid = await seller.ok('create-quote', {
        data: { customer, items: [line()], settlement_date: 14 },
      });
      const { link } = await seller.ok('get-quote', { guid });
      const seen = /name="seen" value="([^"]+)"/.exec(await (await fetch(link)).text())?.[1] ?? '';
      const body = new URLSearchParams({ seen, name: 'Anna', answer: 'accept' });
      const answer = await fetch(link, { method: 'POST', redirect: 'manual', body });
      assert.equal(answer.status, 409, await answer.text());
      await assertUnchanged();
    });

    test('has no cost that was approved by itself or came by mail', async () => {
      const waiting = await locked.whileOpen(() => createCompleteCost(seller));
      const { address: to } = await owner.ok('renew-receipt-address');
      const files = [{ name: 'reikningur.xml', type: 'application/xml', bytes: ublInvoice.xml }];
      const mail = await fetch(`${kvitt.url}/webhooks/mail`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'message/rfc822' },
        body: buildReceiptMail({ to, from: 'owner@example.is', id: 'one', files }),
      });
      assert.equal(mail.status, 200);
      const hub = await deliverEinvoice(kvitt.url, ublInvoice.xml.replaceAll('5601010070', KENNITALA));
      assert.deepEqual([hub.status, hub.body.outcome], [201, 'taken'], hub.body.message);
      await run();
      await assertUnchanged();
      const costs: any[] = await seller.ok('get-costs');
      assert.ok(costs.length >= 3, String(costs.length));
      assert.ok(costs.every(({ accounting_status }) => accounting_status === 'New'));
      const { missing } = await seller.ok('get-vat-return', { period: '2026-04' });
      assert.ok(missing.some((one: { guid: string }) => one.guid === waiting));
    });

    test('has payments that a bank or provider reports, marked late, and in no box', async () => {
      const guid = await locked.whileOpen(() =>
        createInvoiceWithClaim(seller, { due_date: '2026-05-20', settlement_date: '2026-05-20' }),
      );
      await run();
      const claim = (await fetchBankClaims(kvitt, seller)).at(-1);
      await kvitt.operator('POST', `/sandbox/claims/${claim.claim_id}/pay`, { date: '2026-04-29' });
      await run();
      await assertLate('claim', '2026-04-29');
      assert.equal((await seller.ok('get-invoice', { guid })).status, 'Paid');

      const { link } = await locked.whileOpen(() => createInvoiceWithLink(seller));
      const { location } = await pressPayButton(link);
      const body = new URLSearchParams({ decision: 'pay' });
      assert.equal(
        (await fetch(kvitt.url + location, { method: 'POST', redirect: 'manual', body })).status,
        303,
      );
      await assertLate('payment_link', '2026-04-30');
      const checkout = location.split('/').at(-1);
      const payOut = { event: 'payout' };
      const paidOut = await kvitt.operator('POST', `/sandbox/payments/${checkout}/report`, payOut);
      assert.equal(paidOut.body.outcome, 'applied');
      await run();
      assert.equal((await locked.changes()).boxes, false);

      const { guid: bank } = await openAccount(seller, { auto_book: true });
      const { number } = await locked.whileOpen(() =>
        issue(seller, 7350, { due_date: '2026-04-28', settlement_date: '2026-04-28' }),
      );
      const counterparty = { registration_no: PAYER };
      await receive(
        seller,
        [paid(7350, { booked_on: '2026-04-28', text: `Reikningur ${number}`, ...counterparty })],
        bank,
      );
      await run();
      await assertLate('bank', '2026-04-28');
    });

    test('has no record that was imported from another account', async () => {
      const other = new OtherService();
      await other.start();
      after(() => other.stop());
      other.fill(2);
      for (const one of other.lists['get-invoices'] ?? []) one.issue_date = '2026-03-02';
      const { guid } = await seller.ok('start-account-import', { data: other.source });
      await run();
      const { parts } = await seller.ok('get-account-import', { guid });
      const invoices = parts.find(({ part }: { part: string }) => part === 'invoices');
      assert.deepEqual([invoices.new, invoices.refused], [0, 2]);
      await assertUnchanged();
    });

    test('has no delayed action or proposal from before it was locked', async () => {
      const agent = await createAgent(seller);
      await changeAgent(seller, agent, { limits: { mode: 'propose' } });
      const [unpaid, proposal, action] = await locked.whileOpen(async () => {
        const unpaid = await seller.ok('create-invoice', { data: invoice() });
        const { guid: proposed } = await propose(agent, { data: invoice() });
        const { body } = await owner.call('do-paid-invoice', { guid: unpaid }, { prefer: 'respond-async' });
        return [unpaid, proposed, body.delayed.guid];
      });
      const { seen } = (await owner.ok('find-proposals', { guid: proposal })).rows[0];
      const approved = await owner.call('approve-proposal', { guid: proposal, seen });
      assert.equal(approved.body.error, 'period_locked', JSON.stringify(approved.body));
      const later = kvitt.now().getTime() + 11_000;
      kvitt.now = () => new Date(later);
      await run();
      const { actions } = await owner.ok('get-delayed-actions');
      const delayed = actions.find((one: { guid: string }) => one.guid === action);
      assert.equal(delayed.state, 'refused');
      assert.match(JSON.stringify(delayed), /2026-05-01/);
      assert.notEqual((await seller.ok('get-invoice', { guid: unpaid })).status, 'Paid');
      await assertUnchanged();
    });
  },
  ENV,
);
