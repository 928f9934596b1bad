import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../rendering/reading.ts';
import { type Client, invoice, line } from '../../support/client.ts';
import { signInToConsole } from '../../support/console-client.ts';
import { runJobs } from '../../support/jobs.ts';
import { createInvoiceWithLink, pressPayButton } from '../../support/payments.ts';
import { onBothDatabases } from '../../support/service.ts';

const create = (seller: Client, amount: number, customer: object): Promise<string> =>
  seller.ok('create-invoice', {
    data: invoice({ items: [line({ qty: 1, unit_price: amount, tax: 'Z' })], amount, customer }),
  });

async function receiptOf(seller: Client, guid: string, lang?: string): Promise<string> {
  const { file } = await seller.ok('get-payment-receipt', { guid, ...(lang && { lang }) });
  return textOf(Buffer.from(file, 'base64'));
}

onBothDatabases('receipt of a payment', (kvitt) => {
  const readMails = async (email: string) =>
    (await kvitt.operator('GET', `/sandbox/mail?to=${email}`)).body as Record<string, any>[];

  test('has payer, method and settled invoices, with their remainder today', async () => {
    const seller = await kvitt.account();
    const first = await create(seller, 1000, { name: 'Kaupandi ehf.', email: 'kaupandi@example.is' });
    const { customer } = await seller.ok('get-invoice', { guid: first });
    const second = await create(seller, 2000, { guid: customer.guid });
    const allocations = [{ invoice_guid: first }, { invoice_guid: second, amount: 500 }];
    const data = { amount: 1600, paid_on: '2026-03-10', method_payment: 9, reference: 'RF18', allocations };
    const { guid } = await seller.ok('record-payment', { data });
    const text = await receiptOf(seller, guid);
    assert.match(text, /Greiðandi\nKaupandi ehf\.[\s\S]*10\.3\.2026[\s\S]*millifærsla[\s\S]*RF18/);
    assert.match(
      text,
      /Reikningur 1 1\.000 0 kr\.\nReikningur 2 500 1\.500 kr\.\nInneign 100\nSamtals 1\.600/,
    );
    await seller.ok('do-paid-invoice', { guid: second });
    assert.match(await receiptOf(seller, guid, 'en'), /Invoice 2 500 ISK 0/);
    const back = { amount: 100, direction: 'out', customer_guid: customer.guid };
    const refund = await seller.ok('record-payment', { data: back });
    assert.match(
      await receiptOf(seller, refund.guid),
      /Kvittun fyrir endurgreiðslu[\s\S]*Inneign 100\nSamtals 100/,
    );
  });

  test('is mailed on request, once, to the payer or another address, and stands on the timeline', async () => {
    const seller = await kvitt.account();
    const email = `kvittun-${seller.username}@example.is`;
    const guid = await create(seller, 1000, { name: 'Kaupandi ehf.', email, output_select: 4 });
    await seller.ok('do-paid-invoice', { guid, amount: 400 });
    const [paid] = await seller.ok('get-payments', { invoice_guid: guid });
    const { would } = await seller.call(
      'send-payment-receipt',
      { guid: paid.guid },
      { 'kvitt-dry-run': '1' },
    );
    assert.deepEqual([would.kind, would.record.kind, would.deliver[0].to], ['delivery', 'payment', email]);
    await seller.ok('send-payment-receipt', { guid: paid.guid });
    const other = `annar-${seller.username}@example.is`;
    await seller.ok('send-payment-receipt', { guid: paid.guid, email: other });
    await runJobs(kvitt);
    const [mail, ...more] = await readMails(email);
    assert.deepEqual(more, []);
    assert.match(mail?.subject, /^Kvittun fyrir greiðslu á reikningi 1/);
    assert.match(mail?.text, /Greiðsla: 400 kr\.[\s\S]*Greitt: 400 kr\.[\s\S]*Til greiðslu: 600 kr\./);
    assert.deepEqual(
      mail?.attachments.map(({ filename }: any) => filename),
      [`kvittun-1-${paid.paid_on}.pdf`, 'reikningur-1.pdf'],
    );
    assert.equal((await readMails(other)).length, 1);
    const { timeline } = await seller.ok('get-invoice', { guid });
    const sent = timeline.filter(({ event }: any) => event === 'sent').map(({ recipient }: any) => recipient);
    assert.deepEqual(sent.sort(), [other, email].sort());
  });

  test('is not mailed without an address, or for a reversed payment', async () => {
    const seller = await kvitt.account();
    const guid = await create(seller, 1000, { name: 'Kaupandi ehf.', output_select: 4 });
    const { customer } = await seller.ok('get-invoice', { guid });
    const record = (data: object) => seller.ok('record-payment', { data });
    const paid = await record({ amount: 400, allocations: [{ invoice_guid: guid }] });
    const credit = await record({ amount: 50, customer_guid: customer.guid, allocations: [] });
    const refuse = async (fields: Record<string, unknown>) =>
      (await seller.expectRefusal('send-payment-receipt', fields)).message;
    assert.match(await refuse({ guid: paid.guid }), /The payer has no e-mail address/);
    assert.match(await refuse({ guid: credit.guid }), /The payer has no e-mail address/);
    assert.match(await receiptOf(seller, credit.guid), /Inneign 50\nSamtals 50/);
    await seller.ok('send-payment-receipt', { guid: paid.guid, email: 'seinn@example.is' });
    await seller.ok('reverse-payment', { guid: paid.guid, data: { reason: 'x' } });
    await runJobs(kvitt);
    assert.deepEqual(await readMails('seinn@example.is'), [], 'it was reversed before the mail went');
    assert.match(await receiptOf(seller, paid.guid), /BAKFÆRT/);
    assert.match(await refuse({ guid: paid.guid, email: 'a@b.is' }), /reversed/);
  });

  test('is a mail of its own where the payment settles no invoice', async () => {
    const seller = await kvitt.account();
    const email = `inneign-${seller.username}@example.is`;
    const customer_guid = await seller.ok('create-customer', {
      data: { name: 'Kaupandi ehf.', email, output_select: 4 },
    });
    const record = async (data: object): Promise<string> =>
      (await seller.ok('record-payment', { data: { customer_guid, ...data } })).guid;
    const credit = await record({ amount: 500, allocations: [], paid_on: '2026-03-10' });
    const refund = await record({ amount: 200, direction: 'out', paid_on: '2026-03-11' });
    await seller.ok('send-payment-receipt', { guid: credit });
    await seller.ok('send-payment-receipt', { guid: refund });
    const reversed = await record({ amount: 70, allocations: [] });
    await seller.ok('send-payment-receipt', { guid: reversed });
    await seller.ok('reverse-payment', { guid: reversed, data: { reason: 'x' } });
    await runJobs(kvitt);
    await runJobs(kvitt);
    const mails = await readMails(email);
    assert.deepEqual(
      mails.map(({ subject, attachments }) => [subject.split(' · ')[0], attachments.length]).sort(),
      [
        ['Kvittun fyrir endurgreiðslu 11.3.2026', 1],
        ['Kvittun fyrir greiðslu 10.3.2026', 1],
      ],
    );
    const [mail] = mails.filter(({ subject }) => /greiðslu 10/.test(subject));
    assert.match(mail?.text, /Kaupandi ehf[\s\S]*Greiðsludagur: 10\.3\.2026\nUpphæð: 500 kr\./);
    const { rows } = await (await signInToConsole(seller)).ok('get-customer-timeline', {
      guid: customer_guid,
    });
    const receipts = rows.filter(({ event }: any) => event.startsWith('receipt_'));
    assert.deepEqual(receipts.map(({ event, text }: any) => [event, text]).sort(), [
      ['receipt_failed', `${email} · The payment was reversed`],
      ['receipt_sent', email],
      ['receipt_sent', email],
    ]);
    for (let n = 1; n < 20; n++) await seller.ok('send-payment-receipt', { guid: credit });
    const { message } = await seller.expectRefusal('send-payment-receipt', { guid: credit });
    assert.match(message, /too often/);
  });

  test('is mailed with the invoice after a payment by link', async () => {
    const seller = await kvitt.account();
    const email = `hlekkur-${seller.username}@example.is`;
    const { link } = await createInvoiceWithLink(seller, { customer: { name: 'Kaupandi ehf.', email } });
    const { location } = await pressPayButton(link);
    await fetch(kvitt.url + location, { method: 'POST', body: new URLSearchParams({ decision: 'pay' }) });
    await runJobs(kvitt);
    const mail = (await readMails(email)).find(({ subject }) => subject.startsWith('Kvittun'));
    const files = mail?.attachments.map(({ filename }: any) => filename);
    assert.equal(files?.[1], 'reikningur-1.pdf');
    assert.match(files?.[0], /^kvittun-1-.*\.pdf$/);
    assert.match(mail?.text, /Greiðsla: 1\.400 kr\./);
  });
});
