import { CURRENCIES } from '../../../src/domain/values/codes.ts';
import { atMostOne, has, hasTwoDecimals, linesIn, NUMBER, named, type Rules, text } from './rule.ts';

const DATES = ['IssueDate', 'DueDate', 'ActualDeliveryDate', 'StartDate', 'EndDate'];
const NUMBERS = ['InvoicedQuantity', 'CreditedQuantity', 'Percent', 'MultiplierFactorNumeric'];
const ATTACHABLE = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
];
const CURRENCY_CODES: readonly string[] = CURRENCIES;
const SUBJECT_CODES = /^#[A-Z]{3}#[^#]*$/;

/** Days that the calendar does not have roll over to another one. */
function isDay(written: string): boolean {
  const moment = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === written;
}

/** What is asked of the document as a whole, of its references and of what is attached. */
export const DOCUMENT_RULES: Rules = {
  'BR-01': (root) => text(root, 'CustomizationID') !== '',
  'BR-02': (root) => text(root, 'ID') !== '',
  'BR-03': (root) => text(root, 'IssueDate') !== '',
  'BR-04': (root) => text(root, `${root.name}TypeCode`) !== '',
  'BR-05': (root) => text(root, 'DocumentCurrencyCode') !== '',
  'BR-16': (root) => linesIn(root).length > 0,
  'BR-29': (root) => text(root, 'InvoicePeriod/EndDate') >= text(root, 'InvoicePeriod/StartDate'),
  'BR-CO-19': (root) =>
    !has(root, 'InvoicePeriod') || has(root, 'InvoicePeriod/StartDate') || has(root, 'InvoicePeriod/EndDate'),
  'BR-52': (root) => root.all('AdditionalDocumentReference').every((one) => text(one, 'ID') !== ''),
  'BR-53': (root) =>
    root
      .all('TaxCurrencyCode')
      .every((code) =>
        root.all('TaxTotal/TaxAmount').some(({ attributes }) => attributes.currencyID === code.text),
      ),
  'BR-55': (root) => root.all('BillingReference').every((one) => has(one, 'InvoiceDocumentReference/ID')),
  'BR-CL-01': (root) => text(root, `${root.name}TypeCode`) === (root.name === 'Invoice' ? '380' : '381'),
  'BR-CL-03': (root) => amountsIn(root).every(({ attributes }) => isCurrency(attributes.currencyID)),
  'BR-CL-04': (root) => isCurrency(text(root, 'DocumentCurrencyCode')),
  'BR-CL-05': (root) => root.all('TaxCurrencyCode').every((code) => isCurrency(code.text)),
  'BR-CL-08': (root) =>
    root.all('Note').every((note) => !note.text.includes('#') || SUBJECT_CODES.test(note.text)),
  'BR-CL-24': (root) =>
    filesIn(root).every(({ attributes }) => ATTACHABLE.includes(attributes.mimeCode ?? '')),
  'R001/R007': (root) => text(root, 'ProfileID') === 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  R002: (root) => atMostOne(root, 'Note'),
  R003: (root) => has(root, 'BuyerReference') || has(root, 'OrderReference/ID'),
  'an order number is the buyer’s': (root) => !has(root, 'OrderReference') || has(root, 'OrderReference/ID'),
  'UBL-SR-02': (root) => atMostOne(root, 'ContractDocumentReference'),
  R004: (root) =>
    text(root, 'CustomizationID') ===
    'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  R005: (root) =>
    !has(root, 'TaxCurrencyCode') || text(root, 'TaxCurrencyCode') !== text(root, 'DocumentCurrencyCode'),
  R006: (root) => objectsIn(root).length <= 1,
  R008: (root) =>
    [...root.everything()].every((one) => one.children.length > 0 || /[^ \t\r\n]/.test(one.text)),
  R051: (root) =>
    amountsIn(root)
      .filter((one) => !vatInKronur(root).includes(one))
      .every(({ attributes }) => attributes.currencyID === text(root, 'DocumentCurrencyCode')),
  R053: (root) => root.all('TaxTotal').filter((one) => has(one, 'TaxSubtotal')).length === 1,
  R054: (root) => vatInKronur(root).length === root.all('TaxCurrencyCode').length,
  R055: (root) => {
    const [stated, own] = [vatInKronur(root)[0]?.text ?? '0', text(root, 'TaxTotal/TaxAmount')];
    return Number(stated) === 0 || stated.startsWith('-') === own.startsWith('-');
  },
  F001: (root) => named(root, ...DATES).every((one) => isDay(one.text)),
  'UBL-DT-01': (root) =>
    amountsIn(root).every((one) => one.name === 'PriceAmount' || hasTwoDecimals(one.text)),
  'UBL-DT-07': (root) => filesIn(root).every(({ attributes }) => (attributes.filename ?? '') !== ''),
  'UBL-SR-24': (root) => atMostOne(root, 'Delivery'),
  'UBL-SR-33': (root) =>
    root.all('AdditionalDocumentReference').every((one) => atMostOne(one, 'DocumentDescription')),
  'UBL-SR-43': (root) =>
    root
      .all('AdditionalDocumentReference')
      .filter((one) => has(one, 'DocumentTypeCode'))
      .every((one) => documentTypesOf(root).includes(text(one, 'DocumentTypeCode') ?? '')),
  'UBL-CR-666': (root) => objectsIn(root).every((one) => !has(one, 'DocumentDescription')),
  'schema numbers': (root) =>
    [...amountsIn(root), ...named(root, ...NUMBERS)].every(
      (one) => NUMBER.test(one.text) && !/^-0(\.0+)?$/.test(one.text),
    ),
  'schema base64': (root) => filesIn(root).every((one) => isBase64(one.text)),
};

/** Without a quantifier over the whole text: a regular expression that backtracks overflows on a file of megabytes. */
function isBase64(content: string): boolean {
  const digits = content.replace(/={1,2}$/, '');
  return digits !== '' && !/[^A-Za-z0-9+/]/.test(digits);
}

function isCurrency(code: string | undefined): boolean {
  return CURRENCY_CODES.includes(code ?? '');
}

function amountsIn(root: Parameters<Rules[string]>[0]) {
  return [...root.everything()].filter(({ name }) => name.endsWith('Amount'));
}

function filesIn(root: Parameters<Rules[string]>[0]) {
  return named(root, 'EmbeddedDocumentBinaryObject');
}

/** The invoiced object; on a credit note also the project, for which it has no element. */
function documentTypesOf({ name }: { name: string }): string[] {
  return name === 'CreditNote' ? ['130', '50'] : ['130'];
}

function objectsIn(root: Parameters<Rules[string]>[0]) {
  return root.all('AdditionalDocumentReference').filter((one) => text(one, 'DocumentTypeCode') === '130');
}

/** The sum of the VAT in the currency that it is settled in, which has no rates under it. */
function vatInKronur(root: Parameters<Rules[string]>[0]) {
  return root
    .all('TaxTotal')
    .filter((one) => !has(one, 'TaxSubtotal'))
    .flatMap((one) => one.all('TaxAmount'));
}
