import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildInvoiceDocument } from '../../src/rendering/build-invoice-document.ts';
import { renderCalendar } from '../../src/rendering/calendar.ts';
import { renderAccessMail } from '../../src/rendering/mail/access-mail.ts';
import { type InvoiceMailInput, renderInvoiceMail } from '../../src/rendering/mail/invoice-mail.ts';
import type { MailReason } from '../../src/rendering/mail/invoice-mail-texts.ts';
import { renderQuoteMail } from '../../src/rendering/mail/quote-mail.ts';
import { renderReleaseMail } from '../../src/rendering/mail/release-mail.ts';
import { renderStatementMail } from '../../src/rendering/mail/statement-mail.ts';
import { renderTicketMail } from '../../src/rendering/mail/ticket-mail.ts';
import type { PrintableInvoice } from '../../src/rendering/printable-invoice.ts';
import { AWKWARD } from '../support/scenarios.ts';
import { BUYER, documentRecord, lineRecord, SELLER } from './records.ts';

/** An invoice of 1,234,567 krónur. */
const record = (fields: Partial<PrintableInvoice> = {}) =>
  documentRecord({
    number: '17',
    seller: { ...SELLER, name: 'Norðurljós ehf.' },
    buyer: { ...BUYER, name: 'Kaupandi ehf.' },
    lines: [lineRecord({ qty: '1', unit_price: '1234567', tax: 'Z' })],
    ...fields,
  });

function mail(
  fields: Partial<PrintableInvoice> = {},
  reason: MailReason = 'invoice',
  links: Partial<InvoiceMailInput> = {},
) {
  return renderInvoiceMail({ ...buildInvoiceDocument(record(fields)), paymentLink: '', ...links }, reason);
}

const LINK = { paymentLink: 'https://kvitt.example/pay/x?a=1&b=2' };
const PAID = { status: 'Paid', paid_on: '2026-03-09' };

describe('invoice mail', () => {
  test("is in the customer's language", () => {
    const subjects = (['invoice', 'before', 'after'] as const).flatMap((reason) =>
      (['is', 'en'] as const).map((lang) => mail({ buyer: { ...BUYER, lang } }, reason).subject),
    );
    assert.deepEqual(subjects, [
      'Reikningur 17 · Norðurljós ehf.',
      'Invoice 17 from Norðurljós ehf.',
      'Reikningur 17 fellur brátt í gjalddaga · Norðurljós ehf.',
      'Invoice 17 from Norðurljós ehf. is due soon',
      'Áminning: reikningur 17 er kominn fram yfir gjalddaga · Norðurljós ehf.',
      'Reminder: invoice 17 from Norðurljós ehf. is past its due date',
    ]);
  });
  test('has the same content as text and as HTML', () => {
    const { text, html } = mail({}, 'invoice', LINK);
    for (const fact of ['1.234.567 kr.', '16.3.2026', '23.3.2026']) {
      assert.ok(text.includes(fact) && html.includes(fact), fact);
    }
    assert.ok(text.includes('https://kvitt.example/pay/x?a=1&b=2'));
    assert.ok(html.includes('href="https://kvitt.example/pay/x?a=1&amp;b=2"'));
  });
  test('asks for no payment of a settled invoice or a credit note', () => {
    const credited = { status: 'Cancelled', credited: true };
    for (const settled of [PAID, credited, { kind: 'credit', status: 'Paid' } as const]) {
      assert.doesNotMatch(mail(settled, 'invoice', LINK).text, /Gjalddagi|Eindagi|pay|Millifærist/);
    }
    assert.match(mail(PAID).text, /Reikningurinn er greiddur/);
    assert.match(mail(credited).text, /hefur verið kreditfærður\. Ekkert er að greiða/);
    assert.doesNotMatch(mail(credited).text, /greiddur/);
    assert.match(
      mail({ kind: 'credit', refund_amount: '432' }).text,
      /Til lækkunar á reikningi[^\n]*: [\d.]+ kr\.\nTil endurgreiðslu: 432 kr\./,
    );
    const note = mail({ kind: 'credit' });
    assert.equal(note.subject, 'Kreditreikningur 17 · Norðurljós ehf.');
    assert.doesNotMatch(note.text, /Gjalddagi|greiddur/);
  });
  test('states the credited amount, the fee and the amount due, as charged by the payment page', () => {
    const { text } = mail({ credited_amount: '1000', payment_fee: '190.4' }, 'after');
    for (const said of [
      'Þegar kreditfært: 1.000 kr.',
      'Greiðslugjald: 190 kr.',
      'Til greiðslu: 1.233.757 kr.',
    ])
      assert.ok(text.includes(said), text);
    assert.doesNotMatch(mail().text, /kreditfært|Til greiðslu|Greiðslugjald/);
    assert.doesNotMatch(mail({ ...PAID, payment_fee: '190' }).text, /Greiðslugjald/);
  });
  test('states the paid part and the remainder of an invoice, and never its full sum as due', () => {
    const part = { paid_amount: '500000', credited_amount: '1000', payment_fee: '190.4' };
    const { text } = mail(part, 'after');
    assert.match(
      text,
      /Upphæð: 1\.234\.567 kr\.\nÞegar kreditfært: 1\.000 kr\.\nGreitt: 500\.000 kr\.\nGreiðslugjald: 190 kr\.\nTil greiðslu: 733\.757 kr\./,
    );
    assert.match(text, /hluti hans er enn ógreiddur/);
    assert.doesNotMatch(text, /greiðsla hefur ekki borist/);
    const english = mail({ ...part, buyer: { ...BUYER, lang: 'en' } }, 'after').text;
    assert.match(english, /a part of it has not been paid yet[\s\S]*Paid: ISK 500,000/);
    const visitor = { orderLink: 'https://kvitt.example/order/x', hasPdf: false };
    assert.match(mail(part, 'after', { visitor }).text, /hluti hans er enn ógreiddur/);
    assert.doesNotMatch(mail(PAID).text, /kreditfært|Til greiðslu/);
  });
  test('states that nothing is to pay on an invoice that was written off, and not that it was paid', () => {
    const lost = { written_off_on: '2026-03-09', written_off_amount: '734567', paid_amount: '500000' };
    const { text } = mail(lost, 'invoice', LINK);
    assert.match(text, /Greitt: 500\.000 kr\.\nAfskrifað: 734\.567 kr\./);
    assert.match(text, /hefur verið afskrifaður\. Ekkert er að greiða/);
    assert.doesNotMatch(text, /Gjalddagi|Millifærist|Til greiðslu|greiddur|\/pay\//);
  });
  test('names the sum of a transfer where the fee is for paying online', () => {
    const { text } = mail({ credited_amount: '1000', payment_fee: '190.4' }, 'invoice', LINK);
    assert.match(text, /Til greiðslu: 1\.233\.757 kr\./);
    assert.match(text, /Upphæð millifærslu: 1\.233\.567 kr\.\nMillifærist á: 0162-26-012345/);
    assert.doesNotMatch(mail({ payment_fee: '190' }).text, /Upphæð millifærslu/);
    assert.doesNotMatch(mail({}, 'invoice', LINK).text, /Upphæð millifærslu/);
  });
  test('states how to pay: by claim, by transfer, or from abroad by IBAN', () => {
    assert.match(mail({ is_claim: true }).text, /Krafa í netbanka: 0162-66-000017/);
    assert.match(mail().text, /Millifærist á: 0162-26-012345\nKennitala: 550123-4560\nTilvísun: 17\n\n/);
    const abroad = mail({ buyer: { ...BUYER, lang: 'en' } }).text;
    assert.match(
      abroad,
      /Transfer to: 0162-26-012345\nIBAN: IS42 0162 2601 2345 5501 2345 60\nBIC: NBIIISRE · Landsbankinn\n/,
    );
  });
  test('names the sender and supports dark mode', () => {
    const { html } = mail();
    assert.match(
      html,
      /Norðurljós ehf\. · Kt\. 550123-4560 · Hafnarstræti 12, 600 Akureyri · bokhald@nordurljos\.example/,
    );
    assert.match(html, /color-scheme" content="light dark"/);
  });
  test('says what was sold, how late a payment is, and which invoice is credited', () => {
    const line = (n: number) => ({ description: `Vara ${n}\nlýsing`, qty: '1 stk.', amount: '1.240' });
    const sold = Array.from({ length: 12 }, (_, index) => line(index + 1));
    const { text, html } = mail({}, 'after', { sold, overdueDays: 21 });
    assert.match(text, /\n\nÁn VSK:\nVara 1 · 1 stk\. · 1\.240\n/);
    assert.match(text, /Vara 10 · 1 stk\. · 1\.240\nog 2 til viðbótar/);
    assert.doesNotMatch(text, /Vara 11|lýsing/);
    assert.match(html, /Vara 10<.*og 2 til viðbótar/);
    assert.match(text, /Gjalddagi: 16\.3\.2026 \(21 dagur liðinn\)/);
    assert.match(mail({}, 'after', { overdueDays: 11 }).text, /\(11 dagar liðnir\)/);
    assert.doesNotMatch(mail({}, 'invoice', { overdueDays: 21 }).text, /liðinn/);
    assert.match(mail({ kind: 'credit' }, 'invoice', { creditOf: '7' }).text, /Kreditfærir reikning: 7/);
  });
  test('leads to a page without payment where there is no payment link', () => {
    const viewLink = 'https://kvitt.example/invoice/x';
    assert.match(
      mail({}, 'invoice', { viewLink }).text,
      /Skoða reikninginn: https:\/\/kvitt\.example\/invoice\/x/,
    );
    assert.match(mail(PAID, 'receipt', { ...LINK, viewLink }).text, /Skoða reikninginn: .*invoice\/x/);
    assert.match(mail({}, 'invoice', { ...LINK, viewLink }).text, /Skoða og greiða: .*\/pay\/x/);
    const visitor = { orderLink: 'https://kvitt.example/order/x', hasPdf: false };
    assert.doesNotMatch(mail({}, 'invoice', { viewLink, visitor }).text, /invoice\/x/);
  });
  test('keeps sums and account numbers on one line, and lets an IBAN wrap', () => {
    const { html } = mail({ payment_fee: '190', buyer: { ...BUYER, lang: 'en' } }, 'invoice', LINK);
    assert.match(html, /white-space:nowrap">0162-26-012345</);
    assert.match(html, /white-space:nowrap">ISK 1,234,757</);
    assert.match(html, /font-weight:normal">IS42 0162/);
  });
  test('has the text of the invoice, unless a visitor may have written it', () => {
    const noted = { description: 'Verk nr. 7 <b>&\nTakk!' };
    const { text, html } = mail(noted);
    assert.match(text, /\n\nSkýring: Verk nr\. 7 <b>&\nTakk!\n\n/);
    assert.ok(html.includes('Skýring: Verk nr. 7 &lt;b&gt;&amp;<br>Takk!'), html);
    assert.match(mail({ ...noted, buyer: { ...BUYER, lang: 'en' } }).text, /Note: Verk nr/);
    const visitor = { orderLink: 'https://kvitt.example/order/x', hasPdf: false };
    assert.doesNotMatch(mail(noted, 'invoice', { visitor }).text, /Verk/);
    assert.doesNotMatch(mail({ description: '\u200b' }).text, /Skýring/);
  });
  test('escapes names', () => {
    const named = {
      seller: { ...SELLER, name: AWKWARD },
      buyer: { ...BUYER, name: '<img src=x onerror=alert(1)>' },
    };
    assert.doesNotMatch(mail(named).html, /<img|<b>/);
  });

  test('access mails name no web addresses, whatever people and companies are called', () => {
    for (const about of ['invitation', 'reset'] as const) {
      const names = {
        company: 'Locked! https://evil.example/a',
        name: 'www.evil.example',
        who: 'evil.is/x now',
      };
      const { subject, text, html } = renderAccessMail({
        about,
        lang: 'en',
        secret: 'https://kvitt.example/x',
        ...names,
      });
      assert.doesNotMatch(subject + text + html, /evil/);
      assert.ok(text.includes('https://kvitt.example/x'));
    }
  });

  test('mails to customers isolate the names in them', () => {
    const spoofed = 'gro.live\u202E';
    const seller = { ...SELLER, name: spoofed };
    const about = {
      title: spoofed,
      lang: 'en',
      seller: { name: spoofed },
      link: 'https://kvitt.example/x',
    } as const;
    const quote = {
      number: '3',
      isOutsideVat: false,
      validUntil: null,
      sold: [],
      memo: '',
      signature: '',
      link: '',
    };
    const statement = {
      lang: 'en',
      from_date: '2026-01-01',
      to_date: '2026-03-31',
      closing: 0,
      currency: 'ISK',
    } as const;
    const mails = [
      renderTicketMail({ ...about, date: '2026-12-12', minute: 1170, isPaid: true, place: spoofed }),
      renderReleaseMail({ ...about, qty: 2, hasNote: false, why: 'lapsed' }),
      mail({ seller, buyer: { ...BUYER, name: spoofed } }),
      renderQuoteMail(
        { ...buildInvoiceDocument(record({ seller })), ...quote, buyer: { name: spoofed } },
        'quote',
      ),
      renderStatementMail({ ...statement, seller, customer: spoofed }),
    ];
    for (const { subject, text, html } of mails) {
      assert.doesNotMatch(subject + text + html, /\u202E/);
      for (const part of [subject, text, html]) assert.match(part, /\u2068gro\.live\u2069/);
    }
  });
});

test('a calendar file has one event, with folded lines of at most 75 octets and escaped text', () => {
  const event = { date: '2026-12-12', minute: 570, place: 'Hof, stóri salur; 2. hæð' };
  const file = renderCalendar({
    ...event,
    title: 'Vetrartónleikar '.repeat(8).trim(),
    id: 'x@kvitt',
    link: 'https://kvitt.example/order/x',
    now: new Date('2026-03-02T10:00:00.123Z'),
  });
  const lines = file.split('\r\n');
  for (const line of lines) assert.ok(Buffer.byteLength(line) <= 75, line);
  const unfolded = file.replaceAll('\r\n ', '').split('\r\n');
  assert.ok(unfolded.includes(`SUMMARY:${'Vetrartónleikar '.repeat(8).trim()}`));
  assert.ok(unfolded.includes('LOCATION:Hof\\, stóri salur\\; 2. hæð'));
  assert.ok(unfolded.includes('DTSTART:20261212T093000Z'));
  assert.ok(unfolded.includes('DTSTAMP:20260302T100000Z'));
  const whole = { title: 'Dagur', id: 'y', link: '', now: new Date(0), place: '', minute: null };
  assert.match(renderCalendar({ ...whole, date: '2026-12-12' }), /DTSTART;VALUE=DATE:20261212\r\n/);
  assert.equal(renderCalendar({ ...whole, date: null }), '');
});
