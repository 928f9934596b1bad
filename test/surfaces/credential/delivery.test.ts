import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { type Client, invoice } from '../../support/client.ts';
import { creditNote } from '../../support/credits.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { uploadFile } from '../../support/requests.ts';
import { assertRefused, invalid, required } from '../../support/scenarios.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

let customers = 0;
const mailedInvoice = (fields: object = {}) => {
  customers += 1;
  return { name: 'Kaupandi ehf.', output_select: 3, email: `buyer${customers}@kaupandi.example`, ...fields };
};

async function readMailbox(kvitt: TestService, to: string): Promise<any[]> {
  const { status, body } = await kvitt.operator('GET', `/sandbox/mail?to=${encodeURIComponent(to)}`);
  assert.equal(status, 200);
  return body;
}

/** The timeline of an invoice without its times. */
async function readTimeline(seller: Client, guid: string): Promise<string[]> {
  const { timeline } = await seller.ok('get-invoice', { guid });
  return timeline.map(({ event, via, recipient, reason }: Record<string, string>) =>
    [event, via, recipient, reason].filter((part) => part !== '').join(' '),
  );
}

function testDelivery(kvitt: TestService): void {
  beforeEach(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });

  test('mails an issued invoice once, in Icelandic, as text and HTML', async () => {
    const seller = await kvitt.account({ name: 'Norðurljós & synir ehf.', email: 'sala@nordurljos.example' });
    const customer = mailedInvoice();
    const guid = await seller.ok('create-invoice', { data: invoice({ customer }) });
    assert.deepEqual(await readMailbox(kvitt, customer.email), []);
    await runJobsWithoutFailure(kvitt);
    assert.equal((await runJobsWithoutFailure(kvitt))['send-mail'], undefined);
    const [mail, ...more] = await readMailbox(kvitt, customer.email.toUpperCase());
    assert.deepEqual(more, []);
    assert.equal(mail.to, customer.email);
    assert.equal(mail.subject, 'Reikningur 1 · Norðurljós & synir ehf.');
    assert.equal(mail.sent_at, '2026-03-02 10:00:00');
    for (const fact of ['1.240 kr.', '16.3.2026', '23.3.2026', 'Kaupandi ehf.']) {
      assert.ok(mail.text.includes(fact), `${fact} is not in the text`);
      assert.ok(mail.html.includes(fact), `${fact} is not on the page`);
    }
    assert.ok(mail.html.includes('Norðurljós &amp; synir ehf.'));
    const { file, file_name } = await seller.ok('get-invoice-pdf', { guid });
    const attached = { filename: file_name, contentType: 'application/pdf', base64: file };
    assert.deepEqual(mail.attachments, [attached]);
    assert.deepEqual(await readTimeline(seller, guid), ['issued', `sent email ${customer.email}`]);
  });

  test('mails in English to an English-speaking customer, with the payment link', async () => {
    const seller = await kvitt.account();
    const customer = mailedInvoice({ lang: 'en' });
    const reply = await seller.call('create-invoice', {
      data: invoice({ customer, is_payment_link: 1, currency: 'EUR', exchange_rate: 148 }),
    });
    await runJobsWithoutFailure(kvitt);
    const [mail] = await readMailbox(kvitt, customer.email);
    assert.match(mail.subject, /^Invoice 1 from Account/);
    assert.ok(mail.text.includes('EUR 1,240.00'));
    assert.ok(mail.text.includes(reply.payment_link));
    assert.equal((await fetch(reply.payment_link)).status, 200);
    assert.equal((await fetch(reply.payment_link)).status, 200);
    const timelineLine = await readTimeline(seller, reply.result);
    assert.deepEqual(timelineLine, ['issued', `sent email ${customer.email}`, 'opened link']);
  });

  test('mails a draft when it is issued, and paid invoices and credit notes as well', async () => {
    const seller = await kvitt.account();
    const customer = mailedInvoice();
    const draft = await seller.ok('create-invoice', { data: invoice({ customer, save: 1 }) });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await readMailbox(kvitt, customer.email), []);
    assert.deepEqual(await readTimeline(seller, draft), []);
    kvitt.now = () => new Date('2026-03-03T10:00:00Z');
    await seller.ok('issue-invoice', { guid: draft });
    const paid = await seller.ok('create-invoice', { data: invoice({ customer, mark_paid: 1 }) });
    const note = await seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: draft },
    });
    await runJobsWithoutFailure(kvitt);
    const subjects = (await readMailbox(kvitt, customer.email)).map(({ subject }) => subject.split(' · ')[0]);
    assert.deepEqual(subjects.sort(), ['Kreditreikningur 3', 'Reikningur 1', 'Reikningur 2']);
    const { timeline } = await seller.ok('get-invoice', { guid: draft });
    assert.deepEqual(timeline[0], {
      at: '2026-03-03 10:00:00',
      event: 'issued',
      via: '',
      recipient: '',
      reason: '',
      by: '',
    });
    assert.deepEqual((await readTimeline(seller, draft)).sort(), [
      'credited Credit note 3',
      'issued',
      `sent email ${customer.email}`,
    ]);
    assert.deepEqual(await readTimeline(seller, paid), ['issued', 'paid', `sent email ${customer.email}`]);
    assert.deepEqual(await readTimeline(seller, note), ['issued', 'paid', `sent email ${customer.email}`]);
  });

  test('attaches the files of the invoice, up to the size limit of mail', async () => {
    const seller = await kvitt.account();
    const customer = mailedInvoice();
    const attach = async (name: string, content: string) =>
      (await uploadFile(seller, name, content)).body.result;
    const files = [await attach('samningur þ.txt', 'Samningur')];
    for (const name of ['a.txt', 'b.txt', 'c.txt']) files.push(await attach(name, 'x'.repeat(5_000_000)));
    const guid = await seller.ok('create-invoice', { data: invoice({ customer, files: files.join(',') }) });
    await runJobsWithoutFailure(kvitt);
    const [mail] = await readMailbox(kvitt, customer.email);
    const names = mail.attachments.map(({ filename }: { filename: string }) => filename);
    assert.deepEqual(names, ['reikningur-1.pdf', 'samningur þ.txt', 'a.txt', 'b.txt']);
    assert.equal(Buffer.from(mail.attachments[1].base64, 'base64').toString(), 'Samningur');
    const why = 'Too large to be sent along: 1 of 4 attachments';
    assert.deepEqual(await readTimeline(seller, guid), ['issued', `sent email ${customer.email} ${why}`]);
  });

  test('mails invoices from orders, drafts, quotes and recurring templates', async () => {
    const seller = await kvitt.account();
    const customer = mailedInvoice({ registration_no: companyKennitala(471) });
    const body = { amount: 1240, currency: 'ISK', customer, settlement_date: 7, items: invoice().items };
    await seller.ok('create-invoice-from-order', {
      guid: await seller.ok('create-order-invoice', { data: body }),
    });
    await seller.ok('issue-draft-invoice', { guid: await seller.ok('create-draft-invoice', { data: body }) });
    await seller.ok('accept-quote', { guid: await seller.ok('create-quote', { data: body }) });
    await seller.ok('create-recurring-invoice', {
      data: {
        ...body,
        amount: 1240,
        currency: 'ISK',
        recurring_name: 'Mánaðargjald',
        recurring_interval: 'monthly',
        recurring_start_date: '2026-03-02',
      },
    });
    await runJobsWithoutFailure(kvitt);
    assert.equal((await readMailbox(kvitt, customer.email)).length, 4);
  });

  test('sends no mail to a customer with paper invoices', async () => {
    const seller = await kvitt.account();
    const customer = mailedInvoice({ output_select: 4 });
    const guid = await seller.ok('create-invoice', { data: invoice({ customer }) });
    await runJobsWithoutFailure(kvitt);
    assert.deepEqual(await readMailbox(kvitt, customer.email), []);
    assert.deepEqual(await readTimeline(seller, guid), ['issued']);
  });

  test('sends an invoice again on request, also to another address', async () => {
    const seller = await kvitt.account();
    const customer = mailedInvoice();
    const guid = await seller.ok('create-invoice', { data: invoice({ customer }) });
    await runJobsWithoutFailure(kvitt);
    await seller.ok('resend-invoice', { guid });
    const key = { 'idempotency-key': 'again' };
    await seller.ok('resend-invoice', { guid, email: 'other@kaupandi.example' }, key);
    await seller.ok('resend-invoice', { guid, email: 'other@kaupandi.example' }, key);
    await runJobsWithoutFailure(kvitt);
    assert.equal((await readMailbox(kvitt, customer.email)).length, 2);
    assert.equal((await readMailbox(kvitt, 'other@kaupandi.example')).length, 1);
  });

  test('refuses to send again what cannot be sent', async () => {
    const seller = await kvitt.account();
    const createInvoice = (fields: Record<string, unknown>) =>
      seller.ok('create-invoice', { data: invoice(fields) });
    const draft = await createInvoice({ save: 1, customer: mailedInvoice() });
    const printed = await createInvoice({ customer: mailedInvoice({ output_select: 4 }) });
    await assertRefused(seller, 'resend-invoice', [
      ['no guid', {}, required('guid')],
      ['a draft', { guid: draft }, 'delivery_refused: A draft cannot be sent; issue it first'],
      ['not an address', { guid: printed, email: 'Jón' }, invalid('email', 'must be an e-mail address')],
      [
        'two addresses',
        { guid: printed, email: 'a@b.is, c@d.is' },
        invalid('email', 'must be an e-mail address'),
      ],
      [
        'an address that is too long',
        { guid: printed, email: `${'a'.repeat(200)}@b.is` },
        invalid('email', 'must be at most 200 characters'),
      ],
      [
        'on paper only',
        { guid: printed },
        'delivery_refused: This customer gets no invoices by e-mail; send email to mail it nevertheless',
      ],
    ]);
  });
}

function testReminders(kvitt: TestService): void {
  const createAccountWithReminders = async (settings: object) => {
    const seller = await kvitt.account();
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, { settings });
    return seller;
  };
  beforeEach(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });

  test('are sent once before and once after the due date, where they are enabled', async () => {
    const seller = await createAccountWithReminders({ reminder_days_before: 3, reminder_days_after: 5 });
    const customer = mailedInvoice();
    const guid = await seller.ok('create-invoice', { data: invoice({ customer }) }); // Due on the 16th.
    const received: [day: string, mails: number][] = [];
    for (const day of ['02', '12', '13', '14', '20', '21', '22', '30']) {
      const today = `2026-03-${day}`;
      await runJobsWithoutFailure(kvitt, today);
      received.push([day, (await readMailbox(kvitt, customer.email)).length]);
    }
    assert.deepEqual(received, [
      ['02', 1],
      ['12', 1],
      ['13', 2],
      ['14', 2],
      ['20', 2],
      ['21', 3],
      ['22', 3],
      ['30', 3],
    ]);
    const subjects = (await readMailbox(kvitt, customer.email)).map(({ subject }) => subject);
    assert.match(subjects[1], /^Reikningur 1 fellur brátt í gjalddaga · /);
    assert.match(subjects[2], /^Áminning: /);
    const timelineLine = `reminded email ${customer.email}`;
    assert.deepEqual(await readTimeline(seller, guid), [
      'issued',
      `sent email ${customer.email}`,
      timelineLine,
      timelineLine,
    ]);
  });

  test('are not sent for paid, printed or new invoices, or without the setting', async () => {
    const seller = await createAccountWithReminders({ reminder_days_before: 3, reminder_days_after: 5 });
    const other = await createAccountWithReminders({ reminder_days_before: 0, reminder_days_after: 0 });
    const createInvoice = (by: Client, fields: Record<string, unknown> = {}) =>
      by.ok('create-invoice', { data: invoice(fields) });
    const [paid, printed, fresh, unwanted] = [
      mailedInvoice(),
      mailedInvoice({ output_select: 4 }),
      mailedInvoice(),
      mailedInvoice(),
    ];
    await seller.ok('do-paid-invoice', { guid: await createInvoice(seller, { customer: paid }) });
    await createInvoice(seller, { customer: printed });
    await createInvoice(seller, { customer: fresh, due_date: '2026-03-04' });
    await createInvoice(other, { customer: unwanted });
    await runJobsWithoutFailure(kvitt, '2026-03-03');
    for (const { email } of [paid, fresh, unwanted]) {
      assert.equal((await readMailbox(kvitt, email)).length, 1, email);
    }
    await runJobsWithoutFailure(kvitt, '2026-03-14');
    await runJobsWithoutFailure(kvitt, '2026-03-22');
    for (const { email } of [paid, unwanted])
      assert.equal((await readMailbox(kvitt, email)).length, 1, email);
    assert.equal((await readMailbox(kvitt, fresh.email)).length, 2); // The invoice and the reminder after its due date.
    assert.deepEqual(await readMailbox(kvitt, printed.email), []);
  });

  test('are not sent for invoices that were overdue before the setting was enabled', async () => {
    const seller = await kvitt.account();
    const customer = mailedInvoice();
    await seller.ok('create-invoice', { data: invoice({ customer }) });
    await runJobsWithoutFailure(kvitt);
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, { settings: { reminder_days_after: 5 } });
    await runJobsWithoutFailure(kvitt, '2026-05-02');
    assert.equal((await readMailbox(kvitt, customer.email)).length, 1);
  });

  test('by hand state the remainder and the days overdue, and are repeated within three days only on request', async () => {
    const seller = await createAccountWithReminders({ reminder_days_after: 5 });
    const customer = mailedInvoice();
    const guid = await seller.ok('create-invoice', { data: invoice({ customer }) }); // Due on the 16th.
    await seller.ok('create-invoice', creditNote(guid, 240, { credit_partial: 1 }));
    const remindOn = async (day: string, fields: object = {}) => {
      kvitt.now = () => new Date(`2026-03-${day}T10:00:00Z`);
      await seller.ok('remind-invoice', { guid, ...fields });
      await runJobsWithoutFailure(kvitt, `2026-03-${day}`);
    };
    await remindOn('20');
    const mail = (await readMailbox(kvitt, customer.email)).findLast(({ subject }) =>
      /^Áminning/.test(subject),
    );
    assert.match(mail.text, /Til greiðslu: 1\.000 kr\./);
    assert.match(mail.text, /4 dag/);
    const { file, file_name } = await seller.ok('get-reminder-pdf', { guid });
    assert.deepEqual([mail.attachments.length, mail.attachments[0].filename], [1, file_name]);
    assert.equal(mail.attachments[0].base64.length, file.length);
    // The one that the account has set up for the 21st waits too.
    await runJobsWithoutFailure(kvitt, '2026-03-21');
    kvitt.now = () => new Date('2026-03-22T23:00:00Z');
    const { error_code, message } = await seller.expectRefusal('remind-invoice', { guid });
    const lately =
      'The customer was reminded on 2026-03-20; send again: true to remind once more within three days';
    assert.deepEqual([error_code, message], ['delivery_refused', lately]);
    await remindOn('22', { again: true });
    const { reminded_at } = await seller.ok('get-invoice', { guid });
    assert.equal(reminded_at, '2026-03-22 10:00:00');
    const [listed] = (await seller.ok('get-invoices')).filter((one: { guid: string }) => one.guid === guid);
    assert.equal(listed.reminded_at, reminded_at);
    await remindOn('25');
    const reminders = (await readTimeline(seller, guid)).filter((entry) => entry.startsWith('reminded'));
    assert.equal(reminders.length, 3);
    const events = await seller.ok('get-events', { types: 'invoice.reminded' });
    assert.deepEqual(events.map(({ data }: any) => [data.guid, data.channel, data.to]).at(-1), [
      guid,
      'email',
      customer.email,
    ]);
    assert.equal(events.length, 3);
  });

  test('refuse invalid settings', async () => {
    const seller = await kvitt.account();
    for (const reminder_days_before of [-1, 61, 1.5, 'soon']) {
      const { status, body } = await kvitt.operator('PATCH', `/accounts/${seller.username}`, {
        settings: { reminder_days_before },
      });
      assert.equal(status, 422);
      const problem = 'must be a whole number from 0 to 60';
      assert.equal(body.message, `Field settings.reminder_days_before ${problem}`);
    }
  });
}

onBothDatabases('delivery of invoices', (kvitt) => {
  describe('by e-mail', () => testDelivery(kvitt));
  describe('reminders', () => testReminders(kvitt));
});
