import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type MailedInvoice, type MailReason, writeMail } from '../../src/documents/mail.ts';
import { decimal } from '../../src/domain/money.ts';
import { AWKWARD } from '../support/scenarios.ts';

function mail(fields: Partial<MailedInvoice> = {}, reason: MailReason = 'invoice') {
  return writeMail(
    {
      kind: 'invoice',
      number: '17',
      lang: 'is',
      dueDate: '2026-03-16',
      finalDueDate: '2026-03-23',
      seller: { name: 'Norðurljós ehf.' },
      buyer: { name: 'Kaupandi ehf.' },
      currency: 'ISK',
      amount: decimal('1234567'),
      isSettled: false,
      credited: decimal('0'),
      paymentLink: '',
      ...fields,
    },
    reason,
  );
}

describe('the mail that carries an invoice', () => {
  test('is in the language of the customer', () => {
    const subjects = (['invoice', 'before', 'after'] as const).flatMap((reason) =>
      (['is', 'en'] as const).map((lang) => mail({ lang }, reason).subject),
    );
    assert.deepEqual(subjects, [
      'Reikningur 17 frá Norðurljós ehf.',
      'Invoice 17 from Norðurljós ehf.',
      'Reikningur 17 frá Norðurljós ehf. er á gjalddaga bráðlega',
      'Invoice 17 from Norðurljós ehf. is due soon',
      'Áminning: reikningur 17 frá Norðurljós ehf. er kominn fram yfir gjalddaga',
      'Reminder: invoice 17 from Norðurljós ehf. is past its due date',
    ]);
  });
  test('says the same as text and as a page', () => {
    const { text, html } = mail({ paymentLink: 'https://kvitt.example/pay/x?a=1&b=2' });
    for (const fact of ['1.234.567 kr.', '16.3.2026', '23.3.2026']) {
      assert.ok(text.includes(fact) && html.includes(fact), fact);
    }
    assert.ok(text.includes('https://kvitt.example/pay/x?a=1&b=2'));
    assert.ok(html.includes('href="https://kvitt.example/pay/x?a=1&amp;b=2"'));
  });
  test('asks for no payment of what is settled, and of a credit note never', () => {
    const link = { paymentLink: 'https://kvitt.example/pay/x' };
    for (const settled of [mail({ isSettled: true, ...link }), mail({ kind: 'credit', isSettled: true })]) {
      assert.doesNotMatch(settled.text, /Gjalddagi|Eindagi|pay/);
    }
    assert.match(mail({ isSettled: true }).text, /er greiddur/);
    const note = mail({ kind: 'credit' });
    assert.equal(note.subject, 'Kreditreikningur 17 frá Norðurljós ehf.');
    assert.doesNotMatch(note.text, /Gjalddagi|greiddur/);
  });
  test('names what was credited of the amount', () => {
    assert.match(mail({ credited: decimal('1000') }, 'after').text, /Þar af kreditfært: 1\.000 kr\./);
    assert.doesNotMatch(mail().text, /kreditfært/);
  });
  test('lets no name become markup', () => {
    const { html } = mail({ seller: { name: AWKWARD }, buyer: { name: '<img src=x onerror=alert(1)>' } });
    assert.doesNotMatch(html, /<img|<b>/);
  });
});
