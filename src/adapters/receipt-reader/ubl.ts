import { checkKennitala, normalizeKennitala } from '../../domain/kennitala.ts';
import { type Decimal, decimal, fixed2, isNegative, isZero, sum } from '../../domain/money.ts';
import { crossCheck } from '../../domain/receipts/cross-check.ts';
import { CONFIDENCE, makeField, type ReadField, type ReceiptFields } from '../../domain/receipts/fields.ts';
import type { Background, Readout } from './readout.ts';
import { child, children, parseXml, text, type XmlNode } from './xml.ts';

const MOST_TEXT = 20_000;
const CREDIT_NOTE_TYPES = new Set(['381', '396']);

/** Null when the XML is no invoice or credit note of UBL. Throws on XML that is forbidden or broken. */
export function readUbl(bytes: Uint8Array, background: Background = {}): Readout | null {
  const parsed = parseXml(bytes);
  const credit = child(parsed, 'CreditNote');
  const document = credit ?? child(parsed, 'Invoice');
  const party = child(document, 'AccountingSupplierParty', 'Party');
  if (!document || !party) return null;
  const total = totalOf(document);
  const isCredit = credit !== undefined || CREDIT_NOTE_TYPES.has(text(document, 'InvoiceTypeCode') ?? '');
  const isBelowZero = total !== undefined && isNegative(total);
  const fields = {
    supplier_name: stated(nameOf(party), 'AccountingSupplierParty'),
    supplier_id: stated(kennitalaOf(party), 'AccountingSupplierParty'),
    issue_date: stated(text(document, 'IssueDate')?.slice(0, 10), 'IssueDate'),
    amount: stated(total && fixed2(total.abs()), 'LegalMonetaryTotal'),
    currency: stated(text(document, 'DocumentCurrencyCode'), 'DocumentCurrencyCode'),
    vat_24: stated(vatAt(document, '24'), 'TaxTotal'),
    vat_11: stated(vatAt(document, '11'), 'TaxTotal'),
    invoice_number: stated(text(document, 'ID'), 'ID'),
    is_credit_note: isBelowZero
      ? makeField(!isCredit, CONFIDENCE.unsure, 'ubl: the total is below zero')
      : stated(isCredit, 'the kind of document'),
  };
  const present = Object.entries(fields).filter(([, read]) => read !== undefined);
  return {
    fields: crossCheck(Object.fromEntries(present) as ReceiptFields, background),
    text: itemsOf(document),
  };
}

/** A document that is stated field by field leaves no doubt about what it says. */
function stated<T>(value: T | undefined, path: string): ReadField<T> | undefined {
  return value === undefined ? undefined : makeField(value, CONFIDENCE.proven, `ubl ${path}`);
}

function nameOf(party: XmlNode): string | undefined {
  return text(party, 'PartyLegalEntity', 'RegistrationName') ?? text(party, 'PartyName', 'Name');
}

/** Peppol puts the kennitala into the legal entity, older Icelandic invoices into the identification. */
function kennitalaOf(party: XmlNode): string | undefined {
  const ids = [
    text(party, 'PartyLegalEntity', 'CompanyID'),
    ...children(party, 'PartyIdentification').map((id) => text(id, 'ID')),
    text(party, 'EndpointID'),
  ];
  return ids.map((id) => normalizeKennitala(id ?? '')).find((id) => checkKennitala(id, 'strict'));
}

function number(value: string | undefined): Decimal | undefined {
  return value && /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(value) ? decimal(value) : undefined;
}

/** With VAT, whatever of it was paid beforehand. */
function totalOf(document: XmlNode): Decimal | undefined {
  const totals = child(document, 'LegalMonetaryTotal');
  const inclusive = number(text(totals, 'TaxInclusiveAmount'));
  const rounding = number(text(totals, 'PayableRoundingAmount'));
  if (inclusive) return rounding ? inclusive.plus(rounding) : inclusive;
  return number(text(totals, 'PayableAmount'));
}

/** Of several tax totals only the one in the document's currency is broken down by rate. */
function vatAt(document: XmlNode, rate: string): string | undefined {
  const taxes = children(document, 'TaxTotal')
    .flatMap((total) => children(total, 'TaxSubtotal'))
    .filter((part) => number(text(part, 'TaxCategory', 'Percent') ?? text(part, 'Percent'))?.eq(rate))
    .flatMap((part) => number(text(part, 'TaxAmount')) ?? []);
  const vat = sum(taxes).abs();
  return isZero(vat) ? undefined : fixed2(vat);
}

function itemsOf(document: XmlNode): string {
  return [...children(document, 'InvoiceLine'), ...children(document, 'CreditNoteLine')]
    .map((line) =>
      [text(line, 'Item', 'Name') ?? '', text(line, 'LineExtensionAmount') ?? ''].join('  ').trim(),
    )
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, MOST_TEXT);
}
