import { type Decimal, isNegative, isZero, sum, ZERO } from '../../domain/money.ts';
import type { InvoiceDocument } from '../model.ts';
import { type Element, element, legible, numberSignsWide, writeXml } from '../xml.ts';
import { documentAllowances, linesOf } from './lines.ts';
import { customer, supplier } from './parties.ts';
import { paymentMeans, paymentTerms } from './payment.ts';
import { money, taxCurrency, taxTotals } from './tax.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

export interface Attached {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** Kinds of files that the network lets a document carry. */
export const CARRIED_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
];

/**
 * The electronic invoice or credit note: UBL 2.1 by the rules of Peppol BIS Billing 3.0 and ÍST TS-236. The
 * order of the elements is that of the UBL schema, which the two kinds do not share throughout. `attached` are the
 * files that it carries, its own PDF first.
 */
export function renderUbl(document: InvoiceDocument, attached: readonly Attached[] = []): string {
  const isCredit = document.kind === 'credit';
  const name = isCredit ? 'CreditNote' : 'Invoice';
  const attributes = {
    xmlns: `${UBL}:${name}-2`,
    'xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
    'xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
  };
  const root = element(
    name,
    [
      element('cbc:CustomizationID', CUSTOMIZATION),
      element('cbc:ProfileID', PROFILE),
      element('cbc:ID', document.number),
      element('cbc:IssueDate', document.issueDate),
      ...(isCredit
        ? [element('cbc:CreditNoteTypeCode', '381')]
        : [element('cbc:DueDate', document.dueDate), element('cbc:InvoiceTypeCode', '380')]),
      element('cbc:Note', numberSignsWide(document.memo)),
      element('cbc:DocumentCurrencyCode', document.currency),
      taxCurrency(document),
      ...references(document),
      ...attached.map(attachment),
      supplier(document),
      customer(document),
      element('cac:Delivery', [element('cbc:ActualDeliveryDate', document.deliveryDate)]),
      paymentMeans(document),
      paymentTerms(document),
      ...documentAllowances(document),
      ...taxTotals(document),
      monetaryTotal(document),
      ...linesOf(document),
    ],
    attributes,
  );
  if (!root) throw new Error('An invoice has elements');
  return writeXml(root);
}

/** One of buyer's reference and order reference must be there; where nobody gave one, the customer's number is. */
function references(document: InvoiceDocument): (Element | null)[] {
  const { references: given, buyer, number } = document;
  const [costLocation, booking] = [legible(given.costLocation), legible(given.booking)];
  const reference = costLocation || booking || legible(buyer.customer_number);
  return [
    element('cbc:BuyerReference', reference || (given.order ? null : buyer.registration_no || number)),
    element('cac:OrderReference', [element('cbc:ID', given.order)]),
    element('cac:BillingReference', [
      element('cac:InvoiceDocumentReference', [
        element('cbc:ID', given.credited?.number),
        element('cbc:IssueDate', given.credited?.issueDate),
      ]),
    ]),
    finalDueDate(document),
    booking && costLocation ? bookedObject(booking) : null,
  ];
}

/** The eindagi, after which interest runs, has no element of its own. Nobody owes on a credit note. */
function finalDueDate({ kind, finalDueDate: date }: InvoiceDocument): Element | null {
  if (kind === 'credit') return null;
  return element('cac:AdditionalDocumentReference', [
    element('cbc:ID', date),
    element('cbc:DocumentDescription', 'EINDAGI'),
  ]);
}

/** What was booked is what is invoiced; type 130 says so. */
function bookedObject(booking: string): Element | null {
  return element('cac:AdditionalDocumentReference', [
    element('cbc:ID', booking),
    element('cbc:DocumentTypeCode', '130'),
  ]);
}

/** A file without a name that can be read is named by its place. */
function attachment({ name, type, bytes }: Attached, index: number): Element | null {
  const filename = legible(name) || String(index + 1);
  return element('cac:AdditionalDocumentReference', [
    element('cbc:ID', filename),
    element('cbc:DocumentDescription', index === 0 ? 'PDF' : null),
    element('cac:Attachment', [
      element('cbc:EmbeddedDocumentBinaryObject', Buffer.from(bytes).toString('base64'), {
        mimeCode: type,
        filename,
      }),
    ]),
  ]);
}

/** The amount was rounded once, its parts each for itself; what they differ by is named, and never hidden. */
function monetaryTotal({
  currency,
  lines,
  discount,
  vat,
  vatTotal,
  amount,
  payment,
}: InvoiceDocument): Element | null {
  const shares = (discount?.shares ?? []).map((share) => share.amount);
  const allowances = sum(shares.filter((share) => !isNegative(share)));
  const charges = sum(shares.filter(isNegative)).abs();
  const net = sum(vat.map((share) => share.net));
  const gross = net.plus(vatTotal);
  const prepaid = payment.kind === 'paid' ? amount : ZERO;
  return element('cac:LegalMonetaryTotal', [
    money('cbc:LineExtensionAmount', sum(lines.map((line) => line.net)), currency),
    money('cbc:TaxExclusiveAmount', net, currency),
    money('cbc:TaxInclusiveAmount', gross, currency),
    unlessZero('cbc:AllowanceTotalAmount', allowances, currency),
    unlessZero('cbc:ChargeTotalAmount', charges, currency),
    unlessZero('cbc:PrepaidAmount', prepaid, currency),
    unlessZero('cbc:PayableRoundingAmount', amount.minus(gross), currency),
    money('cbc:PayableAmount', amount.minus(prepaid), currency),
  ]);
}

function unlessZero(name: string, amount: Decimal, currency: string): Element | null {
  return isZero(amount) ? null : money(name, amount, currency);
}
