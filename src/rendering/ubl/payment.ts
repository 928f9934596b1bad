import type { InvoiceDocument } from '../invoice-document.ts';
import { creditText, feeText, settledText } from '../payment-texts.ts';
import { type Element, element, visibleText } from '../xml.ts';

/** UNCL 4461 codes that are used in Iceland. */
const CLAIM = '9';
const TRANSFER = '42';
/** Credit transfer to an IBAN. Code 42 is for domestic accounts only. */
const TRANSFER_ABROAD = '30';
const CASH = '10';
const CARD = '48';
const FIRST_CARD = 2;
const LAST_CARD = 6;

export function paymentMeans({ payment, number, abroad }: InvoiceDocument): Element | null {
  switch (payment.kind) {
    case 'claim':
      return means(CLAIM, number, payment.account);
    case 'transfer': {
      const { account, iban, bank } = payment;
      if (!abroad || iban === '') return means(TRANSFER, number, account);
      return means(TRANSFER_ABROAD, number, iban, bank?.bic);
    }
    case 'paid': {
      const { method, account } = payment;
      if (method === 1) return means(CASH, number, '');
      if (method !== null && method >= FIRST_CARD && method <= LAST_CARD) return means(CARD, number, '');
      return account === '' ? null : means(TRANSFER, number, account);
    }
    default:
      return null;
  }
}

function means(code: string, reference: string | null, account: string, bic?: string): Element | null {
  return element('cac:PaymentMeans', [
    element('cbc:PaymentMeansCode', code),
    element('cbc:PaymentID', reference),
    element('cac:PayeeFinancialAccount', [
      element('cbc:ID', account),
      element('cac:FinancialInstitutionBranch', [element('cbc:ID', bic)]),
    ]),
  ]);
}

/**
 * EN 16931 requires a due date or payment terms. A credit note has no due date, so its terms say what it does. A fee that
 * the bank or the payment page adds is not part of the invoice, so the terms name it. A credit note changes no sum, because
 * the buyer's system deducts it itself; the terms say what is left.
 */
export function paymentTerms(document: InvoiceDocument): Element | null {
  const notes = [visibleText(document.terms), settledText(document) ?? '', feeText(document) ?? ''].filter(
    (note) => note !== '',
  );
  return element('cac:PaymentTerms', [
    element('cbc:Note', notes.length > 0 ? notes.join('\n') : creditText(document)),
  ]);
}
