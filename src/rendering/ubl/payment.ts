import type { InvoiceDocument } from '../model.ts';
import { type Element, element, legible } from '../xml.ts';

/** How it is paid, in the codes of UNCL 4461 that Iceland uses. */
const CLAIM = '9';
const TRANSFER = '42';
const CASH = '10';
const CARD = '48';
const FIRST_CARD = 2;
const LAST_CARD = 6;

export function paymentMeans({ payment, number }: InvoiceDocument): Element | null {
  switch (payment.kind) {
    case 'claim':
      return means(CLAIM, number, payment.account);
    case 'transfer':
      return means(TRANSFER, number, payment.account);
    case 'paid': {
      const { method, account } = payment;
      if (method === 1) return means(CASH, number, '');
      if (method !== null && method >= FIRST_CARD && method <= LAST_CARD) return means(CARD, number, '');
      return account === '' ? null : means(TRANSFER, number, account);
    }
    case 'none':
      return null;
  }
}

function means(code: string, reference: string | null, account: string): Element | null {
  return element('cac:PaymentMeans', [
    element('cbc:PaymentMeansCode', code),
    element('cbc:PaymentID', reference),
    element('cac:PayeeFinancialAccount', [element('cbc:ID', account)]),
  ]);
}

/** An amount that is owed needs a day or terms. A credit note has no day, so it says what becomes of it. */
export function paymentTerms({ kind, terms, references, lang }: InvoiceDocument): Element | null {
  const given = legible(terms);
  return element('cac:PaymentTerms', [element('cbc:Note', given || (kind === 'credit' ? setOff() : null))]);

  function setOff(): string {
    const of = references.credited?.number ?? '';
    return lang === 'is' ? `Til lækkunar á reikningi ${of}`.trim() : `Set off against invoice ${of}`.trim();
  }
}
