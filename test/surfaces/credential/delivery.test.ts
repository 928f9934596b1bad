import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { companyKennitala } from '../../domain/generators.ts';
import { type Client, invoice } from '../../support/client.ts';
import { uploadFile } from '../../support/requests.ts';
import { assertRefused, invalid, required } from '../../support/scenarios.ts';
import { type Kvitt, onBothDatabases } from '../../support/service.ts';

let customers = 0;
const mailed = (fields: object = {}) => {
  customers += 1;
  return { name: 'Kaupandi ehf.', output_select: 3, email: `buyer${customers}@kaupandi.example`, ...fields };
};

async function run(kvitt: Kvitt, today?: string): Promise<Record<string, number>> {
  const { body } = await kvitt.operator('POST', '/jobs/run', { today });
  assert.equal(body.failed, 0);
  return body.ran;
}

async function mailbox(kvitt: Kvitt, to: string): Promise<any[]> {
  const { status, body } = await kvitt.operator('GET', `/sandbox/mail?to=${encodeURIComponent(to)}`);
  assert.equal(status, 200);
  return body;
}

/** The story of an invoice without its times. */
async function story(seller: Client, guid: string): Promise<string[]> {
  const { timeline } = await seller.ok('get-invoice', { guid });
  return timeline.map(({ event, via, recipient, reason }: Record<string, string>) =>
    [event, via, recipient, reason].filter((part) => part !== '').join(' '),
  );
}

function delivery(kvitt: Kvitt): void {
  beforeEach(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });

  test('an issued invoice is mailed once, in Icelandic, as text and as a page', async () => {
    const seller = await kvitt.account({ name: 'Norðurljós & synir ehf.', email: 'sala@nordurljos.example' });
    const customer = mailed();
    const guid = await seller.ok('create-invoice', { data: invoice({ customer }) });
    assert.deepEqual(await mailbox(kvitt, customer.email), []);
    await run(kvitt);
    assert.equal((await run(kvitt))['send-mail'], undefined);
    const [mail, ...more] = await mailbox(kvitt, customer.email.toUpperCase());
    assert.deepEqual(more, []);
    assert.equal(mail.to, customer.email);
    assert.equal(mail.subject, 'Reikningur 1 frá Norðurljós & synir ehf.');
    assert.equal(mail.sent_at, '2026-03-02 10:00:00');
    for (const fact of ['1.240 kr.', '16.3.2026', '23.3.2026', 'Kaupandi ehf.']) {
      assert.ok(mail.text.includes(fact), `${fact} is not in the text`);
      assert.ok(mail.html.includes(fact), `${fact} is not on the page`);
    }
    assert.ok(mail.html.includes('Norðurljós &amp; synir ehf.'));
    const { file, file_name } = await seller.ok('get-invoice-pdf', { guid });
    const attached = { filename: file_name, contentType: 'application/pdf', base64: file };
    assert.deepEqual(mail.attachments, [attached]);
    assert.deepEqual(await story(seller, guid), ['issued', `sent email ${customer.email}`]);
  });

  test('the mail is in English for a customer who reads that, and names the page to pay at', async () => {
    const seller = await kvitt.account();
    const customer = mailed({ lang: 'en' });
    const reply = await seller.call('create-invoice', {
      data: invoice({ customer, is_payment_link: 1, currency: 'EUR', exchange_rate: 148 }),
    });
    await run(kvitt);
    const [mail] = await mailbox(kvitt, customer.email);
    assert.match(mail.subject, /^Invoice 1 from Account/);
    assert.ok(mail.text.includes('EUR 1,240.00'));
    assert.ok(mail.text.includes(reply.payment_link));
    assert.equal((await fetch(reply.payment_link)).status, 200);
    assert.equal((await fetch(reply.payment_link)).status, 200);
    const told = await story(seller, reply.result);
    assert.deepEqual(told, ['issued', `sent email ${customer.email}`, 'opened link']);
  });

  test('a draft is mailed when it is issued and not before; paid ones and credit notes are mailed too', async () => {
    const seller = await kvitt.account();
    const customer = mailed();
    const draft = await seller.ok('create-invoice', { data: invoice({ customer, save: 1 }) });
    await run(kvitt);
    assert.deepEqual(await mailbox(kvitt, customer.email), []);
    assert.deepEqual(await story(seller, draft), []);
    kvitt.now = () => new Date('2026-03-03T10:00:00Z');
    await seller.ok('issue-invoice', { guid: draft });
    const paid = await seller.ok('create-invoice', { data: invoice({ customer, mark_paid: 1 }) });
    const note = await seller.ok('create-invoice', {
      data: { type: 'credit', amount: 1240, ref_invoice_guid: draft },
    });
    await run(kvitt);
    const subjects = (await mailbox(kvitt, customer.email)).map(({ subject }) => subject.split(' frá')[0]);
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
    assert.deepEqual((await story(seller, draft)).sort(), [
      'credited Credit note 3',
      'issued',
      `sent email ${customer.email}`,
    ]);
    assert.deepEqual(await story(seller, paid), ['issued', 'paid', `sent email ${customer.email}`]);
    assert.deepEqual(await story(seller, note), ['issued', 'paid', `sent email ${customer.email}`]);
  });

  test('what was attached to the invoice goes along, as far as mail can carry it', async () => {
    const seller = await kvitt.account();
    const customer = mailed();
    const attach = async (name: string, content: string) =>
      (await uploadFile(seller, name, content)).body.result;
    const files = [await attach('samningur þ.txt', 'Samningur')];
    for (const name of ['a.txt', 'b.txt', 'c.txt']) files.push(await attach(name, 'x'.repeat(5_000_000)));
    const guid = await seller.ok('create-invoice', { data: invoice({ customer, files: files.join(',') }) });
    await run(kvitt);
    const [mail] = await mailbox(kvitt, customer.email);
    const names = mail.attachments.map(({ filename }: { filename: string }) => filename);
    assert.deepEqual(names, ['reikningur-1.pdf', 'samningur þ.txt', 'a.txt', 'b.txt']);
    assert.equal(Buffer.from(mail.attachments[1].base64, 'base64').toString(), 'Samningur');
    const why = 'Too large to be sent along: 1 of 4 attachments';
    assert.deepEqual(await story(seller, guid), ['issued', `sent email ${customer.email} ${why}`]);
  });

  test('every way to an invoice leads to a mail: orders, drafts, quotes, recurring ones', async () => {
    const seller = await kvitt.account();
    const customer = mailed({ registration_no: companyKennitala(471) });
    const body = { customer, settlement_date: 7, items: invoice().items };
    await seller.ok('create-invoice-from-order', {
      guid: await seller.ok('create-order-invoice', { data: body }),
    });
    await seller.ok('issue-draft-invoice', { guid: await seller.ok('create-draft-invoice', { data: body }) });
    await seller.ok('accept-quote', { guid: await seller.ok('create-quote', { data: body }) });
    await seller.ok('create-recurring-invoice', {
      data: {
        ...body,
        recurring_name: 'Mánaðargjald',
        recurring_interval: 'monthly',
        recurring_start_date: '2026-03-02',
      },
    });
    await run(kvitt);
    assert.equal((await mailbox(kvitt, customer.email)).length, 4);
  });

  test('a customer who gets invoices on paper gets no mail', async () => {
    const seller = await kvitt.account();
    const customer = mailed({ output_select: 4 });
    const guid = await seller.ok('create-invoice', { data: invoice({ customer }) });
    await run(kvitt);
    assert.deepEqual(await mailbox(kvitt, customer.email), []);
    assert.deepEqual(await story(seller, guid), ['issued']);
  });

  test('an invoice is sent again when that is asked for, also to another address', async () => {
    const seller = await kvitt.account();
    const customer = mailed();
    const guid = await seller.ok('create-invoice', { data: invoice({ customer }) });
    await run(kvitt);
    await seller.ok('resend-invoice', { guid });
    const key = { 'idempotency-key': 'again' };
    await seller.ok('resend-invoice', { guid, email: 'other@kaupandi.example' }, key);
    await seller.ok('resend-invoice', { guid, email: 'other@kaupandi.example' }, key);
    await run(kvitt);
    assert.equal((await mailbox(kvitt, customer.email)).length, 2);
    assert.equal((await mailbox(kvitt, 'other@kaupandi.example')).length, 1);
  });

  test('refuses to send again what cannot be sent', async () => {
    const seller = await kvitt.account();
    const make = (fields: Record<string, unknown>) => seller.ok('create-invoice', { data: invoice(fields) });
    const draft = await make({ save: 1, customer: mailed() });
    const printed = await make({ customer: mailed({ output_select: 4 }) });
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

function reminders(kvitt: Kvitt): void {
  const wanting = async (settings: object) => {
    const seller = await kvitt.account();
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, { settings });
    return seller;
  };
  beforeEach(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });

  test('go out once before and once after the due date, where the account wants them', async () => {
    const seller = await wanting({ reminder_days_before: 3, reminder_days_after: 5 });
    const customer = mailed();
    const guid = await seller.ok('create-invoice', { data: invoice({ customer }) }); // Due on the 16th.
    const received: [day: string, mails: number][] = [];
    for (const day of ['02', '12', '13', '14', '20', '21', '22', '30']) {
      const today = `2026-03-${day}`;
      await run(kvitt, today);
      received.push([day, (await mailbox(kvitt, customer.email)).length]);
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
    const subjects = (await mailbox(kvitt, customer.email)).map(({ subject }) => subject);
    assert.match(subjects[1], /fellur brátt í gjalddaga$/);
    assert.match(subjects[2], /^Áminning: /);
    const told = `reminded email ${customer.email}`;
    assert.deepEqual(await story(seller, guid), ['issued', `sent email ${customer.email}`, told, told]);
  });

  test('are not sent for what is paid, printed, just made, or of an account that does not want them', async () => {
    const seller = await wanting({ reminder_days_before: 3, reminder_days_after: 5 });
    const other = await wanting({ reminder_days_before: 0, reminder_days_after: 0 });
    const make = (by: Client, fields: Record<string, unknown> = {}) =>
      by.ok('create-invoice', { data: invoice(fields) });
    const [paid, printed, fresh, unwanted] = [mailed(), mailed({ output_select: 4 }), mailed(), mailed()];
    await seller.ok('do-paid-invoice', { guid: await make(seller, { customer: paid }) });
    await make(seller, { customer: printed });
    await make(seller, { customer: fresh, due_date: '2026-03-04' });
    await make(other, { customer: unwanted });
    await run(kvitt, '2026-03-03');
    for (const { email } of [paid, fresh, unwanted]) {
      assert.equal((await mailbox(kvitt, email)).length, 1, email);
    }
    await run(kvitt, '2026-03-14');
    await run(kvitt, '2026-03-22');
    for (const { email } of [paid, unwanted]) assert.equal((await mailbox(kvitt, email)).length, 1, email);
    assert.equal((await mailbox(kvitt, fresh.email)).length, 2); // The one after its due date.
    assert.deepEqual(await mailbox(kvitt, printed.email), []);
  });

  test('are not sent for debts that were old when the account began to want them', async () => {
    const seller = await kvitt.account();
    const customer = mailed();
    await seller.ok('create-invoice', { data: invoice({ customer }) });
    await run(kvitt);
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, { settings: { reminder_days_after: 5 } });
    await run(kvitt, '2026-05-02');
    assert.equal((await mailbox(kvitt, customer.email)).length, 1);
  });

  test('need sensible settings', async () => {
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

onBothDatabases('invoices', (kvitt) => {
  describe('by e-mail', () => delivery(kvitt));
  describe('reminders', () => reminders(kvitt));
});
