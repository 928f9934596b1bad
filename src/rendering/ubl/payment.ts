import type { InvoiceDocument } from '../invoice-document.ts';
import { type Element, element, visibleText } from '../xml.ts';

/** UNCL 4461 codes that are used in Iceland. */
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

/**
 * EN 16931 requires a due date or payment terms. A credit note has no due date, so its terms name the invoice that
 * it is set off against.
 */
export function paymentTerms({ kind, terms, references, lang }: InvoiceDocument): Element | null {
  const note = visibleText(terms);
  return element('cac:PaymentTerms', [element('cbc:Note', note || (kind === 'credit' ? setOff() : null))]);

  function setOff(): string {
    const of = references.credited?.number ?? '';
    return lang === 'is' ? `Til lækkunar á reikningi ${of}`.trim() : `Set off against invoice ${of}`.trim();
  }
}
