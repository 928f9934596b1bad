import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { type Client, invoice } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const PLACEHOLDERS_HINT = '{number}, {customer}, {amount}, {due_date}, {company}';
const unknown = (field: string, what: string) =>
  `field_invalid: Field ${field} must not hold ${what}; it may hold ${PLACEHOLDERS_HINT}`;

let mailboxes = 0;

async function lastMail(kvitt: TestService, to: string, today?: string) {
  await runJobsWithoutFailure(kvitt, today);
  return (await kvitt.operator('GET', `/sandbox/mail?to=${to}`)).body.at(-1);
}

onBothDatabases('mail texts', (kvitt) => {
  let seller: Client;
  let consoleClient: ConsoleClient;
  let email: string;
  before(() => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
  });
  beforeEach(async () => {
    mailboxes += 1;
    email = `reader${mailboxes}@kaupandi.example`;
    seller = await kvitt.account({ name: 'Norðurljós ehf.', email: 'sala@nordurljos.example' });
    consoleClient = await signInToConsole(seller);
  });
  const issueInvoice = (customer: object = {}, fields: object = {}) =>
    seller.ok('create-invoice', {
      data: invoice({ customer: { name: 'Kaupandi ehf.', output_select: 3, email, ...customer }, ...fields }),
    });
  const setText = (fields: object) =>
    consoleClient.ok('set-mail-text', { lang: 'is', about: 'invoice', ...fields });

  test('default to the built-in texts, also after they were emptied', async () => {
    await issueInvoice();
    const builtIn = await lastMail(kvitt, email);
    assert.equal(builtIn.subject, 'Reikningur 1 · Norðurljós ehf.');
    await setText({ subject: 'Nýr', greeting: 'Hæ', body: 'Texti' });
    await issueInvoice();
    assert.equal((await lastMail(kvitt, email)).subject, 'Nýr');
    await setText({ subject: '', greeting: ' ', body: '' });
    await issueInvoice();
    const afterReset = await lastMail(kvitt, email);
    assert.equal(afterReset.subject, builtIn.subject.replace('1', '3'));
    assert.match(afterReset.text, /Númer: 3\n[\s\S]*Tilvísun: 3\n/);
    const withoutNumber = ({ text }: { text: string }) =>
      text.replaceAll(/(Númer|Tilvísun): \d+|\/invoice\/\S+/g, '$1');
    assert.equal(withoutNumber(afterReset), withoutNumber(builtIn));
    const { texts } = await consoleClient.ok('get-mail-texts');
    const { usual: defaults, ...own } = texts[0];
    assert.deepEqual(own, { lang: 'is', about: 'invoice', subject: '', greeting: '', body: '' });
    assert.deepEqual(defaults, {
      subject: 'Reikningur {number} · {company}',
      greeting: 'Góðan dag, {customer}.',
      body: 'Hér fylgir reikningur í viðhengi.',
      signature: 'Með kveðju,\n{company}',
    });
  });

  test("fill in placeholders, in the customer's language and for each kind of mail", async () => {
    await setText({
      subject: 'Nr. {number} frá {company}',
      greeting: 'Sæl, {customer}.',
      body: 'Upphæðin er {amount}.\n\nGjalddagi {due_date}.\r\nTakk!',
    });
    await setText({ about: 'before', subject: 'Bráðum' });
    await setText({ lang: 'en', subject: 'No. {number}' });
    await issueInvoice();
    const mail = await lastMail(kvitt, email);
    assert.equal(mail.subject, 'Nr. 1 frá Norðurljós ehf.');
    assert.ok(
      mail.text.startsWith(
        'Sæl, Kaupandi ehf.\n\nUpphæðin er 1.240 kr.\n\nGjalddagi 16.3.2026.\nTakk!\n\nNúmer: 1',
      ),
      mail.text,
    );
    assert.ok(mail.html.includes('<p style="margin:0 0 16px">Gjalddagi 16.3.2026.<br>Takk!</p>'));
    await issueInvoice({ lang: 'en' });
    const english = await lastMail(kvitt, email);
    assert.equal(english.subject, 'No. 2');
    assert.match(english.text, /^Dear Kaupandi ehf\.,\n\nPlease find your invoice attached\./);
  });

  test('apply to reminders and receipts separately', async () => {
    for (const about of ['before', 'after', 'receipt'])
      await setText({ about, subject: `${about} {number}` });
    await consoleClient.ok('update-company', {
      settings: { reminder_days_before: 2, reminder_days_after: 3 },
    });
    const guid = await issueInvoice();
    await lastMail(kvitt, email);
    assert.equal((await lastMail(kvitt, email, '2026-03-14')).subject, 'before 1');
    assert.equal((await lastMail(kvitt, email, '2026-03-19')).subject, 'after 1');
    assert.equal((await seller.ok('get-invoice', { guid })).status, 'Sent');
  });

  test('of invoices do not apply to credit notes, except the signature', async () => {
    await setText({ subject: 'Reikningur!', body: 'Hér er hann.' });
    await consoleClient.ok('update-company', {
      settings: { mail_signature_is: 'Bestu kveðjur\n{company} · s. 555 1234' },
    });
    const guid = await issueInvoice();
    const mail = await lastMail(kvitt, email);
    assert.ok(mail.text.endsWith('\n\nBestu kveðjur\nNorðurljós ehf. · s. 555 1234\n'), mail.text);
    assert.ok(mail.html.includes('Bestu kveðjur<br>Norðurljós ehf. · s. 555 1234</p>'));
    await seller.ok('create-invoice', {
      data: { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: guid },
    });
    const credit = await lastMail(kvitt, email);
    assert.match(credit.subject, /^Kreditreikningur 2/);
    assert.doesNotMatch(credit.text, /Hér er hann/);
    assert.ok(credit.text.includes('s. 555 1234'));
  });

  test('escape markup, and keep a subject on one line', async () => {
    await setText({
      subject: '<b>{customer}</b>',
      greeting: '<img src=x onerror=alert(1)>',
      body: '<script>alert("{customer}")</script> & \u2028 \'quoted\'',
    });
    await consoleClient.ok('update-company', {
      settings: { mail_signature_is: '<a href="//x">{company}</a>' },
    });
    await issueInvoice({ name: 'A\nBcc: x@y.example <i>ehf.' });
    const { subject, html } = await lastMail(kvitt, email);
    assert.equal(subject, '<b>A Bcc: x@y.example <i>ehf.</b>');
    const own = html.replace(/<a class="button" href="http:[^"<>]*\/invoice\/[\w-]+" [^<>]*>/, '');
    assert.notEqual(own, html);
    assert.doesNotMatch(own, /<script|<img|<i>|<a |<b>/);
    assert.ok(html.includes('&lt;script&gt;alert(&quot;A Bcc'));
  });

  test('are refused when a placeholder is unknown, or they are too long or not text', async () => {
    const good = { lang: 'is', about: 'invoice' };
    await consoleClient.assertRefused('set-mail-text', [
      [{ about: 'invoice' }, 'field_required: Field lang is required'],
      [{ lang: 'de', about: 'invoice' }, 'field_invalid: Field lang must be one of: is, en'],
      [{ lang: 'is' }, 'field_required: Field about is required'],
      [
        { ...good, about: 'credit' },
        'field_invalid: Field about must be one of: invoice, before, after, receipt',
      ],
      [{ ...good, subject: '{nafn}' }, unknown('subject', '{nafn}')],
      [{ ...good, greeting: 'Hæ {Customer}' }, unknown('greeting', '{Customer}')],
      [{ ...good, body: '{number} {}' }, unknown('body', '{}')],
      [{ ...good, subject: 'a\nb' }, 'field_invalid: Field subject must be one line'],
      [{ ...good, greeting: 'a\r\nb' }, 'field_invalid: Field greeting must be one line'],
      [{ ...good, subject: 'x'.repeat(151) }, 'field_invalid: Field subject must be at most 150 characters'],
      [
        { ...good, greeting: 'x'.repeat(201) },
        'field_invalid: Field greeting must be at most 200 characters',
      ],
      [{ ...good, body: 'x'.repeat(4001) }, 'field_invalid: Field body must be at most 4000 characters'],
      [{ ...good, body: { a: 1 } }, 'field_invalid: Field body must be text'],
      [{ ...good, body: 'a\0b' }, 'field_invalid: Field body must be valid UTF-8 text without NUL'],
    ]);
    await consoleClient.assertRefused('update-company', [
      [{ settings: { mail_signature_is: '{x}' } }, unknown('settings.mail_signature_is', '{x}')],
      [
        { settings: { mail_signature_en: 'x'.repeat(501) } },
        'field_invalid: Field settings.mail_signature_en must be at most 500 characters',
      ],
      [
        { settings: { mail_reply_to: 'nobody' } },
        'field_invalid: Field settings.mail_reply_to must be an e-mail address',
      ],
    ]);
    const { texts } = await consoleClient.ok('get-mail-texts');
    assert.ok(texts.every((one: { subject: string; body: string }) => one.subject === '' && one.body === ''));
  });

  test('are previewed with the latest invoice or a sample, and nothing is sent or stored', async () => {
    const previewFields = {
      lang: 'is',
      about: 'invoice',
      subject: 'Nr. {number}',
      signature: 'Kveðja, {company}.',
    };
    const sample = await consoleClient.ok('preview-mail', previewFields);
    assert.deepEqual(
      [sample.subject, sample.is_sample, sample.to, sample.signature, sample.pay],
      ['Nr. 1', true, 'kaupandi@example.is', 'Kveðja, Norðurljós ehf.', 'Skoða og greiða'],
    );
    assert.equal(sample.reply_to, 'sala@nordurljos.example');
    await issueInvoice();
    await issueInvoice({ name: 'Seinni <b>' });
    const real = await consoleClient.ok('preview-mail', {
      ...previewFields,
      greeting: 'Hæ {customer}',
      body: '{amount}',
    });
    assert.deepEqual(
      [real.subject, real.greeting, real.body, real.is_sample, real.to],
      ['Nr. 2', 'Hæ Seinni <b>', '1.240 kr.', false, email],
    );
    assert.deepEqual(real.facts[0], { name: 'Númer', value: '2' });
    const receipt = await consoleClient.ok('preview-mail', { lang: 'en', about: 'receipt' });
    assert.deepEqual([receipt.subject, receipt.pay], ['Receipt for invoice 2 from Norðurljós ehf.', '']);
    await consoleClient.assertRefused('preview-mail', [
      [{ ...previewFields, body: '{x}' }, unknown('body', '{x}')],
      [{ ...previewFields, signature: '{y}' }, unknown('signature', '{y}')],
      [{ about: 'invoice' }, 'field_required: Field lang is required'],
    ]);
    assert.equal((await consoleClient.ok('get-mail-texts')).texts[0].subject, '');
  });

  test('are separate for each account', async () => {
    await setText({ subject: 'Leyndarmál' });
    await issueInvoice();
    const other = await kvitt.account();
    const others = await signInToConsole(other);
    assert.equal((await others.ok('get-mail-texts')).texts[0].subject, '');
    assert.equal((await others.ok('preview-mail', { lang: 'is', about: 'invoice' })).is_sample, true);
    await others.ok('set-mail-text', { lang: 'is', about: 'invoice' });
    assert.equal((await consoleClient.ok('get-mail-texts')).texts[0].subject, 'Leyndarmál');
  });
});
