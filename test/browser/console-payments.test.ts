import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { assertAccessible, confirmed, Desk, visit } from '../support/desk.ts';

describe('payments in the console', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  let page: Page;
  let customer: string;
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account({ vat_no: '145678' });
    customer = await seller.ok('create-customer', { data: { name: 'Anna', output_select: '4' } });
    page = await desk.signIn(seller.username);
  });
  after(() => desk.close());

  const issue = (due_date: string, net = 10_000): Promise<string> => {
    const items = [line({ unit_price: net })];
    const dates = { issue_date: '2026-03-01', due_date, settlement_date: '2026-03-31' };
    const data = invoice({ customer: { guid: customer }, items, amount: net * 1.24, ...dates });
    return seller.ok('create-invoice', { data });
  };
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const remaining = async (guid: string) => (await seller.ok('get-invoice', { guid })).remaining;
  const payments = (fields: Record<string, string>) => seller.ok('get-payments', fields);

  test('a part payment takes three clicks or two keys beside its amount, and shows the remainder before', async () => {
    const guid = await issue('2026-03-10');
    await visit(page, '/console/invoices');
    await page.getByRole('row', { name: /#1/ }).click();
    await dialog('Invoice 1').getByRole('button', { name: 'Record payment' }).click();
    const form = dialog('Record payment');
    // The amount has the focus, and is replaced by what is typed.
    await page.keyboard.type('5.000,00');
    await form.getByText('ISK 7,400 will be left').waitFor();
    await assertAccessible(page, 'the payment dialog');
    await confirmed(page, 'Payment recorded', () => page.keyboard.press('Control+Enter'));
    const sheet = dialog('Invoice 1');
    await sheet.getByText('Partly paid').waitFor();
    await sheet.getByText('left to pay of ISK 12,400').waitFor();
    await sheet.getByText('Part payment recorded').waitFor();
    assert.equal(await remaining(guid), 7400);
    const [payment] = await payments({ invoice_guid: guid });
    assert.deepEqual([payment.amount, payment.method_payment, payment.paid_on], [5000, 9, '2026-03-17']);
  });

  test('one transfer is spread over three invoices, oldest first, and the surplus becomes credit', async () => {
    const [second, third] = [await issue('2026-03-12'), await issue('2026-03-14')];
    await visit(page, `/console/customers/${customer}`);
    await page.getByRole('button', { name: 'Record payment' }).click();
    const form = dialog('Record payment');
    await form.getByLabel('Amount (ISK)').waitFor();
    assert.equal(await form.getByLabel('Amount (ISK)').inputValue(), '32,200');
    await page.keyboard.type('30000');
    const share = (number: number) => form.getByLabel(`Amount for invoice ${number}`);
    await form.getByText('ISK 2,200 will be left').waitFor();
    assert.deepEqual(await Promise.all([1, 2, 3].map((number) => share(number).inputValue())), [
      '7,400',
      '12,400',
      '10,200',
    ]);
    // The person decides otherwise about one of them; the others follow.
    await share(2).fill('2.400');
    await form.getByText('ISK 10,000 will be left').waitFor();
    await form.getByText('ISK 7,800 more than is settled').waitFor();
    await share(2).fill('12.401');
    await form.getByText('Only ISK 12,400 is left to pay of Invoice 2.').waitFor();
    await share(2).fill('2.400');
    await form.getByText('ISK 7,800 more than is settled').waitFor();
    await confirmed(page, 'Payment recorded', () =>
      form.getByRole('button', { name: 'Record payment' }).click(),
    );
    assert.deepEqual([await remaining(second), await remaining(third)], [10_000, 0]);
    await page.getByText('ISK 7,800').first().waitFor();
  });

  test('credit settles an invoice, and its payment cannot be reversed before the credit is', async () => {
    const [, second] = (await seller.ok('get-invoices')).toReversed();
    await visit(page, `/console/invoices?open=${second.guid}`);
    await page.getByText('The customer has ISK 7,800 of credit.').waitFor();
    await page.getByRole('button', { name: 'Use credit' }).click();
    const apply = dialog('Use credit');
    await apply.getByText('ISK 2,200 will be left').waitFor();
    await confirmed(page, 'Credit applied', () => apply.getByRole('button', { name: 'Use credit' }).click());
    assert.equal(await remaining(second.guid), 2200);

    await visit(page, '/console/payments?source=manual');
    await page.getByRole('row', { name: /#1, #2, #3/ }).click();
    await page.getByRole('button', { name: 'Take back' }).click();
    const back = dialog('Take back');
    await back.getByText('Take these back first').waitFor();
    await back.getByRole('link', { name: /Credit used/ }).click();
    const used = dialog('Credit used 17 Mar 2026');
    await used.getByRole('button', { name: 'Take back' }).click();
    await back.getByText('These invoices will be owed again:').waitFor();
    await back.getByLabel('Reason').fill('Wrong invoice');
    await confirmed(page, 'Payment reversed', () => back.getByRole('button', { name: 'Take back' }).click());
    await used.getByText('Taken back 17 Mar 2026: Wrong invoice').waitFor();
    assert.equal(await remaining(second.guid), 10_000);
  });

  test('the allocations of a payment are changed, and the remainder is paid back', async () => {
    const [payment] = await payments({ customer_guid: customer, source: 'manual' });
    await visit(page, '/console/inbox');
    await page.getByRole('link', { name: 'Change what it settles' }).click();
    const form = dialog('Change what it settles');
    await form.getByLabel('Amount for invoice 2').fill('5.000');
    await form.getByText('ISK 5,200').waitFor();
    await confirmed(page, 'Payment allocated', () =>
      form.getByRole('button', { name: 'Change what it settles' }).click(),
    );
    await visit(page, `/console/customers/${customer}`);
    await page.getByRole('button', { name: 'Pay back' }).click();
    const refund = dialog('Pay back');
    await refund.getByText('ISK 0 will be left of it.').waitFor();
    await confirmed(page, 'Payment recorded', () => refund.getByRole('button', { name: 'Pay back' }).click());
    assert.deepEqual((await seller.ok('get-customer', { guid: customer })).credits, []);
    const [out] = await payments({ direction: 'out' });
    assert.deepEqual([out.amount, out.allocations[0].payment_guid], [5200, payment.guid]);
  });

  test('an invoice is written off with a reason and a day, and the write-off is undone', async () => {
    const guid = await issue('2026-03-05', 1000);
    await visit(page, `/console/invoices?open=${guid}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Write off' }).click();
    const form = dialog('Write off');
    await form.getByLabel('Reason').fill('Bankrupt');
    await form.getByLabel('Day of the loss').fill('10/03/2026');
    await confirmed(page, 'Invoice written off', () =>
      form.getByRole('button', { name: 'Write off' }).click(),
    );
    await visit(page, '/console/invoices?tab=written_off');
    await page.getByRole('row', { name: /Written off/ }).click();
    const sheet = page.getByRole('dialog').first();
    await sheet.getByText('10 Mar 2026').first().waitFor();
    await sheet.getByRole('button', { name: 'Undo write-off' }).click();
    const undo = dialog('Undo write-off');
    await confirmed(page, 'Write-off undone', () =>
      undo.getByRole('button', { name: 'Undo write-off' }).click(),
    );
    assert.equal(await remaining(guid), 1240);
  });

  test('several invoices are paid by one payment or one each, with day and method', async () => {
    await visit(page, '/console/invoices?tab=unpaid');
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).click();
    await page.getByRole('button', { name: 'Record one payment' }).click();
    await dialog('Record payment').getByLabel('Amount (ISK)').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).click();
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    const form = dialog('Mark as paid');
    await form.getByLabel('Paid on').fill('12/03/2026');
    await form.getByLabel('Means of payment').selectOption('Cash');
    await form.getByText('2 invoices, ISK 8,640 in total').waitFor();
    await assertAccessible(page, 'the question before many are paid');
    await form.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('2 done.').waitFor();
    const paid = await payments({ from_date: '2026-03-12', to_date: '2026-03-12' });
    assert.deepEqual(
      paid.map((one: { amount: number; method_payment: number }) => [one.amount, one.method_payment]).sort(),
      [
        [1240, 1],
        [7400, 1],
      ],
    );
  });

  test('a payment is started from any screen by searching for the payer', async () => {
    await issue('2026-03-20', 1000);
    await visit(page, '/console/payments?new=1');
    await page.getByRole('combobox', { name: 'Customer' }).fill('Anna');
    await page.getByRole('option', { name: 'Anna' }).click();
    const form = dialog('Record payment');
    await form.getByText('ISK 1,240 left to pay').waitFor();
    await page.keyboard.press('Escape');
  });

  test('receivables are shown as of any day, before the payments that came later', async () => {
    await visit(page, '/console/reports?view=aged');
    await page.getByText('ISK 1,240').first().waitFor();
    await page.getByLabel('Day').fill('11/03/2026');
    await page.getByText('As of 11 Mar 2026').last().waitFor();
    // Written off or paid since then.
    await page.getByText('ISK 39,680').first().waitFor();
  });

  test('krónur settle an invoice in euros by both amounts, and the receipt is saved and mailed', async () => {
    const email = `erla-${seller.username}@example.is`;
    const guid: string = await seller.ok('create-invoice', {
      data: invoice({
        customer: { name: 'Erla', email, output_select: 4 },
        items: [line({ unit_price: 100, tax: 'Z' })],
        ...{ amount: 100, currency: 'EUR', exchange_rate: 150 },
      }),
    });
    await visit(page, `/console/invoices?open=${guid}&ask=paid`);
    const form = dialog('Record payment');
    await form.getByRole('button', { name: 'Paid in another currency' }).click();
    assert.equal(await form.getByLabel('Currency of the payment').inputValue(), 'ISK');
    await form.getByLabel('Amount (ISK)').fill('15.300');
    const paid = form.getByLabel(/^Paid for \d+ \(ISK\)$/);
    await form.getByText('Paid', { exact: true }).waitFor();
    assert.equal(await paid.inputValue(), '15,300');
    await form.getByLabel('Amount (ISK)').fill('16.000');
    await paid.fill('15.300');
    await form.getByText('ISK 700 more than is settled').waitFor();
    await assertAccessible(page, 'a payment in another currency');
    await confirmed(page, 'Payment recorded', () =>
      form.getByRole('button', { name: 'Record payment' }).click(),
    );
    assert.equal(await remaining(guid), 0);
    const [payment] = await payments({ invoice_guid: guid });
    assert.deepEqual(
      [payment.currency, payment.amount, payment.unallocated, payment.allocations[0].paid],
      ['ISK', 16_000, 700, 15_300],
    );
    await visit(page, `/console/payments?open=${payment.guid}`);
    const sheet = dialog('Payment 17 Mar 2026');
    await sheet.getByText('EUR 100.00 · ISK 15,300').waitFor();
    await sheet.getByText('exchange gain ISK 300').waitFor();
    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Receipt (PDF)' }).click();
    assert.match((await download).suggestedFilename(), /\.pdf$/);
    await sheet.getByRole('button', { name: 'Mail receipt' }).click();
    const mail = dialog('Mail receipt');
    await mail.getByText(`Left empty, it goes to ${email}.`).waitFor();
    await confirmed(page, 'The receipt is on its way', () =>
      mail.getByRole('button', { name: 'Mail receipt' }).click(),
    );
  });

  test('the payment screens log no error in the console of the browser', () =>
    assert.deepEqual(desk.complaints, []));
});
