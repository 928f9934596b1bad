import { crossCheck } from '../../domain/receipts/cross-check.ts';
import { CONFIDENCE, makeField, type ReadField, type ReceiptFields } from '../../domain/receipts/fields.ts';
import { checkKennitala, normalizeKennitala } from '../../domain/values/kennitala.ts';
import { type Decimal, decimal, fixed2, isNegative, isZero, sum, ZERO } from '../../domain/values/money.ts';
import type { ReadBackground, ReadResult } from './read-result.ts';
import { child, children, parseXml, text, type XmlNode } from './xml.ts';

const MAX_TEXT_LENGTH = 20_000;
const CREDIT_NOTE_TYPES = new Set(['381', '396']);

/** Null if the XML is not a UBL invoice or credit note. Throws on forbidden or malformed XML. */
export function readUbl(bytes: Uint8Array, background: ReadBackground = {}): ReadResult | null {
  const parsed = parseXml(bytes);
  const credit = child(parsed, 'CreditNote');
  const document = credit ?? child(parsed, 'Invoice');
  const party = child(document, 'AccountingSupplierParty', 'Party');
  if (!document || !party) return null;
  const { total, isContradicted = false } = totalOf(document);
  const isCredit = credit !== undefined || CREDIT_NOTE_TYPES.has(text(document, 'InvoiceTypeCode') ?? '');
  const isNegativeTotal = total !== undefined && isNegative(total);
  const vat = isFromAbroad(party) ? {} : readVat(document, isNegativeTotal);
  const fields = {
    supplier_name: certainField(nameOf(party), 'AccountingSupplierParty'),
    supplier_id: certainField(kennitalaOf(party), 'AccountingSupplierParty'),
    issue_date: certainField(text(document, 'IssueDate')?.slice(0, 10), 'IssueDate'),
    due_date: certainField(dueDateOf(document), 'DueDate'),
    amount: isContradicted
      ? total && makeField(fixed2(total.abs()), CONFIDENCE.contradicted, 'ubl LegalMonetaryTotal')
      : certainField(total && fixed2(total.abs()), 'LegalMonetaryTotal'),
    currency: certainField(text(document, 'DocumentCurrencyCode'), 'DocumentCurrencyCode'),
    vat_24: certainField(vat.vat_24, 'TaxTotal'),
    vat_11: certainField(vat.vat_11, 'TaxTotal'),
    invoice_number: certainField(text(document, 'ID'), 'ID'),
    is_credit_note: isNegativeTotal
      ? makeField(!isCredit, CONFIDENCE.unsure, 'ubl: the total is below zero')
      : certainField(isCredit, 'the kind of document'),
  };
  const present = Object.entries(fields).filter(([, field]) => field !== undefined);
  return {
    fields: crossCheck(Object.fromEntries(present) as ReceiptFields, background),
    text: itemsOf(document),
  };
}

/** A structured field is certain. */
function certainField<T>(value: T | undefined, path: string): ReadField<T> | undefined {
  return value === undefined ? undefined : makeField(value, CONFIDENCE.proven, `ubl ${path}`);
}

function nameOf(party: XmlNode): string | undefined {
  return text(party, 'PartyLegalEntity', 'RegistrationName') ?? text(party, 'PartyName', 'Name');
}

/** Peppol has the kennitala in the legal entity, older Icelandic invoices in the party identification. */
function kennitalaOf(party: XmlNode): string | undefined {
  const ids = [
    text(party, 'PartyLegalEntity', 'CompanyID'),
    ...children(party, 'PartyIdentification').map((id) => text(id, 'ID')),
    text(party, 'EndpointID'),
  ];
  return ids.map((id) => normalizeKennitala(id ?? '')).find((id) => checkKennitala(id, 'strict'));
}

/** Of an invoice; a credit note, and older invoices, have it with the way of payment. */
function dueDateOf(document: XmlNode): string | undefined {
  const day = text(document, 'DueDate') ?? text(document, 'PaymentMeans', 'PaymentDueDate');
  return day?.slice(0, 10);
}

function parseNumber(value: string | undefined): Decimal | undefined {
  return value && /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(value) ? decimal(value) : undefined;
}

/**
 * The total including VAT, also if a part was prepaid. What is payable and what was prepaid state it a second time: a
 * rounding that contradicts them is a mistake of the sender, and other contradictions are left to a person.
 */
function totalOf(document: XmlNode): { total?: Decimal; isContradicted?: boolean } {
  const totals = child(document, 'LegalMonetaryTotal');
  const amount = (name: string) => parseNumber(text(totals, name));
  const [inclusive, payable] = [amount('TaxInclusiveAmount'), amount('PayableAmount')];
  if (!inclusive) return payable ? { total: payable } : {};
  const rounded = inclusive.plus(amount('PayableRoundingAmount') ?? ZERO);
  const paid = payable?.plus(amount('PrepaidAmount') ?? ZERO);
  if (!paid || paid.eq(rounded)) return { total: rounded };
  return paid.eq(inclusive) ? { total: inclusive } : { total: rounded, isContradicted: true };
}

/** Other countries have rates of 24 and 11 % as well. A supplier with a kennitala may have its address abroad. */
function isFromAbroad(party: XmlNode): boolean {
  const country = text(party, 'PostalAddress', 'Country', 'IdentificationCode') ?? 'IS';
  return country.toUpperCase() !== 'IS' && kennitalaOf(party) === undefined;
}

/**
 * VAT by rate without its sign, which is that of the total. Where one rate has the other sign, because more was returned
 * than bought, a cost cannot hold the figures, and a person has to decide.
 */
function readVat(document: XmlNode, isNegativeTotal: boolean): { vat_24?: string; vat_11?: string } {
  const [vat24, vat11] = [vatAt(document, '24'), vatAt(document, '11')];
  if ([vat24, vat11].some((vat) => !isZero(vat) && isNegative(vat) !== isNegativeTotal)) return {};
  return {
    ...(!isZero(vat24) && { vat_24: fixed2(vat24.abs()) }),
    ...(!isZero(vat11) && { vat_11: fixed2(vat11.abs()) }),
  };
}

/** Only the tax total in the document's currency has subtotals by rate. */
function vatAt(document: XmlNode, rate: string): Decimal {
  const taxes = children(document, 'TaxTotal')
    .flatMap((total) => children(total, 'TaxSubtotal'))
    .filter((part) => parseNumber(text(part, 'TaxCategory', 'Percent') ?? text(part, 'Percent'))?.eq(rate))
    .flatMap((part) => parseNumber(text(part, 'TaxAmount')) ?? []);
  return sum(taxes);
}

function itemsOf(document: XmlNode): string {
  return [...children(document, 'InvoiceLine'), ...children(document, 'CreditNoteLine')]
    .map((line) =>
      [text(line, 'Item', 'Name') ?? '', text(line, 'LineExtensionAmount') ?? ''].join('  ').trim(),
    )
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, MAX_TEXT_LENGTH);
}
