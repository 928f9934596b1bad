import { type Decimal, isNegative } from '../../domain/money.ts';
import type { DocumentLine, InvoiceDocument } from '../model.ts';
import { type Element, element, legible } from '../xml.ts';
import { allowanceCategory, money, taxCategory } from './tax.ts';

/** Two of our units have other codes in the list that the network uses. */
const UNITS: Record<string, string> = { KTM: 'KMT', KGS: 'KGM' };
/** A discount, in the list of reasons for allowances. */
const DISCOUNT_CODE = '95';
const WORDS = { is: 'Afsláttur', en: 'Discount' };
/** What is sold where nothing legible was said of it. */
const UNNAMED = { is: 'Vara', en: 'Item' };

export function linesOf(document: InvoiceDocument): (Element | null)[] {
  return document.lines.map((line) => lineOf(document, line));
}

/** A price may not be negative, so the quantity is: a deposit is taken back, not sold for less than nothing. */
function lineOf(document: InvoiceDocument, line: DocumentLine): Element | null {
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

/** A name is one line; the whole text follows where there is more of it. */
function item(
  { description, itemNumber, code }: DocumentLine,
  { outsideVat, lang }: InvoiceDocument,
): Element | null {
  const whole = legible(description);
  const name = whole.split('\n')[0]?.trim() || legible(itemNumber) || UNNAMED[lang];
  return element('cac:Item', [
    element('cbc:Description', whole === name ? null : whole),
    element('cbc:Name', name),
    element('cac:SellersItemIdentification', [element('cbc:ID', itemNumber)]),
    taxCategory('cac:ClassifiedTaxCategory', code, outsideVat),
  ]);
}

/** The discount on the whole invoice, for each rate apart. */
export function documentAllowances(document: InvoiceDocument): (Element | null)[] {
  const { discount, outsideVat } = document;
  if (!discount) return [];
  return discount.shares.map(({ code, base, amount }) =>
    amount.eq(0)
      ? null
      : allowance(document, { percent: discount.percent, amount, base }, allowanceCategory(code, outsideVat)),
  );
}

interface Allowance {
  percent: Decimal | null;
  amount: Decimal;
  base: Decimal;
}

/** What is taken off a negative sum makes it smaller, so it is a charge. */
function allowance(
  { currency, lang }: InvoiceDocument,
  { percent, amount, base }: Allowance,
  category: Element | null,
): Element | null {
  const isCharge = isNegative(amount);
  return element('cac:AllowanceCharge', [
    element('cbc:ChargeIndicator', String(isCharge)),
    element('cbc:AllowanceChargeReasonCode', isCharge ? null : DISCOUNT_CODE),
    element('cbc:AllowanceChargeReason', WORDS[lang]),
    element('cbc:MultiplierFactorNumeric', percent?.toFixed()),
    money('cbc:Amount', amount.abs(), currency),
    percent && money('cbc:BaseAmount', base.abs(), currency),
    category,
  ]);
}
