import {
  EUROPEAN_STANDARD,
  PEPPOL_BILLING,
  PEPPOL_BILLING_PROCESS,
} from '../../domain/invoices/einvoice-standards.ts';
import { payableAmount } from '../../domain/invoices/payments.ts';
import { type Decimal, isNegative, isZero, sum, ZERO } from '../../domain/values/money.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import { printedSettlement } from '../printed-figures.ts';
import { type Element, element, visibleText, widenNumberSigns } from '../xml.ts';
import { documentAllowances, ublLines } from './lines.ts';
import { customer, supplier } from './parties.ts';
import { paymentMeans, paymentTerms } from './payment.ts';
import { money, taxCurrency, taxTotals } from './tax.ts';
import { writeUbl } from './write-ubl.ts';

export interface UblAttachment {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** Media types that Peppol allows as attachments. */
export const ATTACHABLE_TYPES = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
];

/**
 * Renders the e-invoice or credit note: UBL 2.1 following Peppol BIS Billing 3.0 and ÍST TS-236. The elements are
 * in the order of the UBL schema, which differs between the two kinds. `attachments` starts with the PDF of the
 * invoice. `isForNetwork`: whether the parties can be addressed in the network.
 */
export function renderUbl(
  document: InvoiceDocument,
  attachments: readonly UblAttachment[] = [],
  isForNetwork = true,
): string {
  const isCredit = document.kind === 'credit';
  const name = isCredit ? 'CreditNote' : 'Invoice';
  return writeUbl(name, [
    // Without an electronic address of the buyer, it follows the European standard and not that of the network.
    element('cbc:CustomizationID', isForNetwork ? PEPPOL_BILLING : EUROPEAN_STANDARD),
    element('cbc:ProfileID', isForNetwork ? PEPPOL_BILLING_PROCESS : null),
    element('cbc:ID', document.number),
    element('cbc:IssueDate', document.issueDate),
    ...(isCredit
      ? [element('cbc:CreditNoteTypeCode', '381')]
      : [element('cbc:DueDate', document.dueDate), element('cbc:InvoiceTypeCode', '380')]),
    element('cbc:Note', widenNumberSigns(document.memo)),
    element('cbc:DocumentCurrencyCode', document.currency),
    taxCurrency(document),
    ...references(document),
    ...attachments.map(attachment),
    project(document),
    supplier(document),
    customer(document),
    element('cac:Delivery', [element('cbc:ActualDeliveryDate', document.deliveryDate)]),
    paymentMeans(document),
    paymentTerms(document),
    ...documentAllowances(document),
    ...taxTotals(document),
    monetaryTotal(document),
    ...ublLines(document),
  ]);
}

/** Peppol asks for this text where the seller's order is named and the buyer's is not known. */
const NO_ORDER = 'NA';

/**
 * Peppol requires a buyer reference or an order reference; the customer number is the fallback. The order reference is
 * the buyer's own number, by which it looks for its order; ours is the sales order.
 */
function references(document: InvoiceDocument): (Element | null)[] {
  const { references, buyer, number } = document;
  const [costLocation, booking] = [visibleText(references.cost_provide), visibleText(references.booking)];
  const order = visibleText(references.order_number);
  const reference = costLocation || booking || visibleText(buyer.customer_number);
  return [
    element('cbc:AccountingCost', visibleText(references.accounting_cost)),
    element('cbc:BuyerReference', reference || (order ? null : buyer.registration_no || number)),
    element('cac:InvoicePeriod', [
      element('cbc:StartDate', document.period?.start),
      element('cbc:EndDate', document.period?.end),
    ]),
    element('cac:OrderReference', [
      element('cbc:ID', order || (references.salesOrder && NO_ORDER)),
      element('cbc:SalesOrderID', references.salesOrder),
    ]),
    element('cac:BillingReference', [
      element('cac:InvoiceDocumentReference', [
        element('cbc:ID', references.credited?.number),
        element('cbc:IssueDate', references.credited?.issueDate),
      ]),
    ]),
    element('cac:ContractDocumentReference', [element('cbc:ID', visibleText(references.contract_number))]),
    finalDueDate(document),
    booking && costLocation ? typedReference(booking, '130') : null,
  ];
}

/** UBL has no element for the final due date (eindagi), after which interest accrues. A credit note has none. */
function finalDueDate({ kind, finalDueDate: date }: InvoiceDocument): Element | null {
  if (kind === 'credit') return null;
  return element('cac:AdditionalDocumentReference', [
    element('cbc:ID', date),
    element('cbc:DocumentDescription', 'EINDAGI'),
  ]);
}

/** A credit note has no element of its own for the project. */
function project({ kind, references }: InvoiceDocument): Element | null {
  const id = visibleText(references.project_reference);
  if (kind === 'invoice') return element('cac:ProjectReference', [element('cbc:ID', id)]);
  return id ? typedReference(id, '50') : null;
}

/** Document type 130 marks a reference as the invoiced object, 50 as the project. */
function typedReference(id: string, type: '130' | '50'): Element | null {
  return element('cac:AdditionalDocumentReference', [
    element('cbc:ID', id),
    element('cbc:DocumentTypeCode', type),
  ]);
}

/** A file without a visible name is named by its index. */
function attachment({ name, type, bytes }: UblAttachment, index: number): Element | null {
  const filename = visibleText(name) || String(index + 1);
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

/**
 * The amount is rounded once and its parts separately, and krónur are paid whole; the difference goes into
 * PayableRoundingAmount.
 */
function monetaryTotal(document: InvoiceDocument): Element | null {
  const { currency, lines, discount, vat, vatTotal, amount, payment } = document;
  const shares = (discount?.shares ?? []).map((share) => share.amount);
  const allowances = sum(shares.filter((share) => !isNegative(share)));
  const charges = sum(shares.filter(isNegative)).abs();
  const net = sum(vat.map((share) => share.net));
  const gross = net.plus(vatTotal);
  const payable = payableAmount(amount, currency);
  const prepaid = payment.kind === 'paid' ? payable : paidOf(document);
  return element('cac:LegalMonetaryTotal', [
    money('cbc:LineExtensionAmount', sum(lines.map((line) => line.net)), currency),
    money('cbc:TaxExclusiveAmount', net, currency),
    money('cbc:TaxInclusiveAmount', gross, currency),
    unlessZero('cbc:AllowanceTotalAmount', allowances, currency),
    unlessZero('cbc:ChargeTotalAmount', charges, currency),
    unlessZero('cbc:PrepaidAmount', prepaid, currency),
    unlessZero('cbc:PayableRoundingAmount', payable.minus(gross), currency),
    money('cbc:PayableAmount', payable.minus(prepaid), currency),
  ]);
}

/** What was paid of an invoice by the time it is rendered (BT-113). What a credit note has paid back is no prepayment. */
function paidOf(document: InvoiceDocument): Decimal {
  return document.kind === 'credit' ? ZERO : printedSettlement(document).paid;
}

function unlessZero(name: string, amount: Decimal, currency: string): Element | null {
  return isZero(amount) ? null : money(name, amount, currency);
}
