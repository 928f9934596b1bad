import { type Decimal, isNegative } from '../../domain/values/money.ts';
import type { DocumentLine, InvoiceDocument } from '../invoice-document.ts';
import { type Element, element, visibleText } from '../xml.ts';
import { allowanceCategory, lineCategory, money } from './tax.ts';

/** Units whose code differs in UN/ECE Recommendation 20, which Peppol uses. */
const UNITS: Record<string, string> = { KTM: 'KMT', KGS: 'KGM' };
/** UNCL 5189: discount. */
const DISCOUNT_CODE = '95';
const DISCOUNT_TEXTS = { is: 'Afsláttur', en: 'Discount' };
/** Fallback name for an item without visible text. */
const UNNAMED = { is: 'Vara', en: 'Item' };

export function ublLines(document: InvoiceDocument): (Element | null)[] {
  return document.lines.map((line) => ublLine(document, line));
}

/** EN 16931 forbids negative prices, so the quantity is negated instead. */
function ublLine(document: InvoiceDocument, line: DocumentLine): Element | null {
  const { kind, currency } = document;
  const qty = isNegative(line.unitPrice) ? line.qty.times(-1) : line.qty;
  return element(kind === 'credit' ? 'cac:CreditNoteLine' : 'cac:InvoiceLine', [
    element('cbc:ID', String(line.position)),
    element(kind === 'credit' ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', qty.toFixed(), {
      unitCode: UNITS[line.uom] ?? line.uom,
    }),
    money('cbc:LineExtensionAmount', line.net, currency),
    line.discount && allowance(document, { ...line.discount, base: line.base }, null),
    item(line, document),
    element('cac:Price', [
      element('cbc:PriceAmount', line.unitPrice.abs().toFixed(), { currencyID: currency }),
    ]),
  ]);
}

/** The name is the first line of the description; a longer description follows in its own element. */
function item(
  { description, itemNumber, code, vatKind, vatPercent: percent }: DocumentLine,
  document: InvoiceDocument,
): Element | null {
  const text = visibleText(description);
  const name = text.split('\n')[0]?.trim() || visibleText(itemNumber) || UNNAMED[document.lang];
  return element('cac:Item', [
    element('cbc:Description', text === name ? null : text),
    element('cbc:Name', name),
    element('cac:SellersItemIdentification', [element('cbc:ID', itemNumber)]),
    lineCategory(document, { code, vatKind, percent }),
  ]);
}

/** The invoice discount, one allowance per VAT rate and kind. */
export function documentAllowances(document: InvoiceDocument): (Element | null)[] {
  const { discount } = document;
  if (!discount) return [];
  return discount.shares.map((share) => {
    const { base, amount } = share;
    if (amount.eq(0)) return null;
    return allowance(
      document,
      { percent: discount.percent, amount, base },
      allowanceCategory(document, share),
    );
  });
}

interface Allowance {
  percent: Decimal | null;
  amount: Decimal;
  base: Decimal;
}

/** A discount on a negative sum increases it, so it is written as a charge. */
function allowance(
  { currency, lang }: InvoiceDocument,
  { percent, amount, base }: Allowance,
  category: Element | null,
): Element | null {
  const isCharge = isNegative(amount);
  return element('cac:AllowanceCharge', [
    element('cbc:ChargeIndicator', String(isCharge)),
    element('cbc:AllowanceChargeReasonCode', isCharge ? null : DISCOUNT_CODE),
    element('cbc:AllowanceChargeReason', DISCOUNT_TEXTS[lang]),
    element('cbc:MultiplierFactorNumeric', percent?.toFixed()),
    money('cbc:Amount', amount.abs(), currency),
    percent && money('cbc:BaseAmount', base.abs(), currency),
    category,
  ]);
}
