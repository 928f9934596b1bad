import { KENNITALA_SCHEMES } from '../../domain/invoices/einvoice-address.ts';
import type {
  Einvoice,
  EinvoiceAllowance,
  EinvoiceEnvelope,
  EinvoiceLine,
  EinvoiceParty,
  EinvoiceTotals,
  EinvoiceVat,
} from '../../domain/receipts/einvoice.ts';
import { checkKennitala, normalizeKennitala } from '../../domain/values/kennitala.ts';
import { decimal } from '../../domain/values/money.ts';
import { UnreadableReceipt } from '../../kernel/ports/receipt-reader.ts';
import { attribute, child, children, longText, refuseRepeated, text, type XmlNode } from './xml.ts';

/** UNCL 1001, as far as EN 16931 has it: what gives money back, also where its sender writes it as an invoice. */
const CREDIT_NOTE_TYPES = new Set('81 83 261 262 296 308 381 396 420 458 532'.split(' '));
/** The number of a party for VAT is named after one of these, the first of them before the others; older documents name none. */
const VAT_SCHEMES = ['VAT', 'GST', ''];
/** UNCL 1001, by which a credit note marks its reference to a project. */
const PROJECT = '50';
/** What a document states once by its schema. */
const SINGLE = [
  ...['ID', 'IssueDate', 'DueDate', 'DocumentCurrencyCode', 'InvoiceTypeCode', 'CreditNoteTypeCode'],
  ...['AccountingSupplierParty', 'AccountingCustomerParty', 'LegalMonetaryTotal'],
];
const ENVELOPE = 'StandardBusinessDocument';

export interface UblFile {
  einvoice: Einvoice;
  /** Null where the document came without one. */
  envelope: EinvoiceEnvelope | null;
}

/** The invoice or credit note of parsed XML, also in the envelope of the network. Null for other XML. */
export function toEinvoice(parsed: XmlNode): UblFile | null {
  const enveloped = child(parsed, ENVELOPE);
  const holder = enveloped ?? parsed;
  const credit = child(holder, 'CreditNote');
  const document = credit ?? child(holder, 'Invoice');
  if (!document || !child(document, 'AccountingSupplierParty', 'Party')) return null;
  return {
    einvoice: readEinvoice(document, credit !== undefined),
    envelope: enveloped ? readEnvelope(enveloped) : null,
  };
}

function readEnvelope(enveloped: XmlNode): EinvoiceEnvelope {
  const header = child(enveloped, `${ENVELOPE}Header`);
  return {
    id: value(header, 'DocumentIdentification', 'InstanceIdentifier'),
    receiver: value(header, 'Receiver', 'Identifier'),
  };
}

function readEinvoice(document: XmlNode, isCreditNote: boolean): Einvoice {
  refuseRepeated(document, ...SINGLE);
  const type_code = value(document, 'InvoiceTypeCode') || value(document, 'CreditNoteTypeCode');
  const currency = value(document, 'DocumentCurrencyCode').toUpperCase();
  const tax = taxTotalOf(document, currency);
  return {
    kind: isCreditNote || CREDIT_NOTE_TYPES.has(type_code) ? 'credit_note' : 'invoice',
    type_code,
    number: value(document, 'ID'),
    issue_date: day(document, 'IssueDate'),
    due_date: day(document, 'DueDate') || day(document, 'PaymentMeans', 'PaymentDueDate'),
    delivery_date: day(document, 'Delivery', 'ActualDeliveryDate'),
    period: {
      start: day(document, 'InvoicePeriod', 'StartDate'),
      end: day(document, 'InvoicePeriod', 'EndDate'),
    },
    currency,
    notes: children(document, 'Note').flatMap((note) => longText(note) ?? []),
    references: readReferences(document),
    preceding: children(document, 'BillingReference').map((one) => ({
      number: value(one, 'InvoiceDocumentReference', 'ID'),
      issue_date: day(one, 'InvoiceDocumentReference', 'IssueDate'),
    })),
    seller: readParty(child(document, 'AccountingSupplierParty', 'Party')),
    buyer: readParty(child(document, 'AccountingCustomerParty', 'Party')),
    payment: children(document, 'PaymentMeans').map(readPayment),
    payment_terms: longText(document, 'PaymentTerms', 'Note') ?? '',
    lines: [...children(document, 'InvoiceLine'), ...children(document, 'CreditNoteLine')].map(readLine),
    allowances: children(document, 'AllowanceCharge').map(readAllowance),
    vat: children(tax, 'TaxSubtotal').map(readVat),
    totals: readTotals(document, tax),
    attachments: children(document, 'AdditionalDocumentReference').flatMap(readAttachment),
  };
}

/** The tax in the document's own currency; a second total may state it in that of the tax office. */
function taxTotalOf(document: XmlNode, currency: string): unknown {
  const totals = children(document, 'TaxTotal');
  const own = totals.filter(
    (total) => attribute(total, 'TaxAmount', 'currencyID')?.toUpperCase() === currency,
  );
  const all = own.length > 0 ? own : totals;
  return all.find((total) => child(total, 'TaxSubtotal')) ?? all[0];
}

function readReferences(document: XmlNode): Einvoice['references'] {
  return {
    order: value(document, 'OrderReference', 'ID'),
    sales_order: value(document, 'OrderReference', 'SalesOrderID'),
    buyer_reference: value(document, 'BuyerReference'),
    contract: value(document, 'ContractDocumentReference', 'ID'),
    project: value(document, 'ProjectReference', 'ID') || projectOfCreditNote(document),
    accounting_cost: value(document, 'AccountingCost'),
  };
}

/** The schema of credit notes has no element of its own for it. */
function projectOfCreditNote(document: XmlNode): string {
  const others = children(document, 'AdditionalDocumentReference');
  return value(
    others.find((one) => value(one, 'DocumentTypeCode') === PROJECT),
    'ID',
  );
}

function readParty(party: XmlNode | undefined): EinvoiceParty {
  const address = child(party, 'PostalAddress');
  return {
    name: value(party, 'PartyLegalEntity', 'RegistrationName') || value(party, 'PartyName', 'Name'),
    kennitala: kennitalaOf(party),
    company_id: value(party, 'PartyLegalEntity', 'CompanyID'),
    vat_number: vatNumberOf(party),
    endpoint: { scheme: attribute(party, 'EndpointID', 'schemeID') ?? '', id: value(party, 'EndpointID') },
    street: value(address, 'StreetName'),
    city: value(address, 'CityName'),
    zip: value(address, 'PostalZone'),
    country: value(address, 'Country', 'IdentificationCode').toUpperCase(),
    email: value(party, 'Contact', 'ElectronicMail'),
  };
}

/** A party states its numbers for other taxes, and whether it is registered, in the same way. */
function vatNumberOf(party: XmlNode | undefined): string {
  const schemes = children(party, 'PartyTaxScheme');
  const ofVat = VAT_SCHEMES.flatMap((name) =>
    schemes.filter((one) => value(one, 'TaxScheme', 'ID').toUpperCase() === name),
  );
  return value(ofVat[0], 'CompanyID');
}

/**
 * Peppol has the kennitala in the legal entity, older Icelandic invoices in the party identification. Numbers of other
 * registers may look like one: the scheme of the number decides, or else the country of the party.
 */
function kennitalaOf(party: XmlNode | undefined): string {
  const country = value(party, 'PostalAddress', 'Country', 'IdentificationCode').toUpperCase();
  const isIcelandic = country === '' || country === 'IS';
  const holders: [holder: unknown, name: string][] = [
    [child(party, 'PartyLegalEntity'), 'CompanyID'],
    ...children(party, 'PartyIdentification').map((one): [unknown, string] => [one, 'ID']),
    [party, 'EndpointID'],
  ];
  const ids = holders.flatMap(([holder, name]) => {
    const scheme = attribute(holder, name, 'schemeID');
    const mayBe = scheme === undefined ? isIcelandic : KENNITALA_SCHEMES.includes(scheme);
    return mayBe ? [normalizeKennitala(value(holder, name))] : [];
  });
  return ids.find((id) => checkKennitala(id, 'strict')) ?? '';
}

function readPayment(means: unknown): Einvoice['payment'][number] {
  const account = child(means, 'PayeeFinancialAccount');
  const branch = child(account, 'FinancialInstitutionBranch');
  return {
    means: value(means, 'PaymentMeansCode'),
    account: value(account, 'ID'),
    account_name: value(account, 'Name'),
    bank: value(branch, 'ID') || value(branch, 'FinancialInstitution', 'ID'),
    reference: value(means, 'PaymentID'),
  };
}

function readLine(line: unknown): EinvoiceLine {
  const quantity = text(line, 'CreditedQuantity') ? 'CreditedQuantity' : 'InvoicedQuantity';
  const item = child(line, 'Item');
  const category = child(item, 'ClassifiedTaxCategory');
  return {
    number: value(line, 'ID'),
    name: longText(item, 'Name') ?? '',
    description: longText(item, 'Description') ?? '',
    item_number: value(item, 'SellersItemIdentification', 'ID'),
    note: longText(line, 'Note') ?? '',
    order_line: value(line, 'OrderLineReference', 'LineID'),
    quantity: figure(line, quantity),
    unit: attribute(line, quantity, 'unitCode') ?? '',
    price: figure(line, 'Price', 'PriceAmount'),
    price_quantity: figure(line, 'Price', 'BaseQuantity'),
    amount: figure(line, 'LineExtensionAmount'),
    vat_category: value(category, 'ID'),
    vat_percent: figure(category, 'Percent'),
    allowances: children(line, 'AllowanceCharge').map(readAllowance),
  };
}

function readAllowance(allowance: unknown): EinvoiceAllowance {
  return {
    is_charge: ['true', '1'].includes(value(allowance, 'ChargeIndicator').toLowerCase()),
    reason: value(allowance, 'AllowanceChargeReason') || value(allowance, 'AllowanceChargeReasonCode'),
    percent: figure(allowance, 'MultiplierFactorNumeric'),
    base: figure(allowance, 'BaseAmount'),
    amount: figure(allowance, 'Amount'),
    vat_category: value(allowance, 'TaxCategory', 'ID'),
    vat_percent: figure(allowance, 'TaxCategory', 'Percent'),
  };
}

function readVat(subtotal: unknown): EinvoiceVat {
  return {
    category: value(subtotal, 'TaxCategory', 'ID'),
    percent: figure(subtotal, 'TaxCategory', 'Percent') ?? figure(subtotal, 'Percent'),
    base: figure(subtotal, 'TaxableAmount'),
    amount: figure(subtotal, 'TaxAmount'),
    exemption: value(subtotal, 'TaxCategory', 'TaxExemptionReason'),
  };
}

function readTotals(document: XmlNode, tax: unknown): EinvoiceTotals {
  const totals = child(document, 'LegalMonetaryTotal');
  return {
    lines: figure(totals, 'LineExtensionAmount'),
    allowances: figure(totals, 'AllowanceTotalAmount'),
    charges: figure(totals, 'ChargeTotalAmount'),
    net: figure(totals, 'TaxExclusiveAmount'),
    vat: figure(tax, 'TaxAmount'),
    gross: figure(totals, 'TaxInclusiveAmount'),
    prepaid: figure(totals, 'PrepaidAmount'),
    rounding: figure(totals, 'PayableRoundingAmount'),
    payable: figure(totals, 'PayableAmount'),
  };
}

function readAttachment(reference: unknown): Einvoice['attachments'] {
  const file = child(reference, 'Attachment');
  if (!file) return [];
  const name = attribute(file, 'EmbeddedDocumentBinaryObject', 'filename') ?? value(reference, 'ID');
  return [{ name, description: value(reference, 'DocumentDescription') }];
}

function value(node: unknown, ...names: string[]): string {
  return text(node, ...names) ?? '';
}

/** A date may have a time zone behind it. */
function day(node: unknown, ...names: string[]): string {
  return value(node, ...names).slice(0, 10);
}

/** Throws on a second one, and on a text that is no number, because a figure that is left out would make the others look right. */
function figure(node: unknown, ...names: string[]): string | null {
  const last = names.at(-1) ?? '';
  refuseRepeated(names.length === 1 ? node : child(node, ...names.slice(0, -1)), last);
  const written = text(node, ...names);
  if (written === undefined) return null;
  if (!/^[+-]?(?:\d{1,15}(?:\.\d{0,40})?|\.\d{1,40})$/.test(written))
    throw new UnreadableReceipt(`${last} is ${written.slice(0, 50)}, which is no number`);
  return decimal(written.replace('+', '')).toFixed();
}
