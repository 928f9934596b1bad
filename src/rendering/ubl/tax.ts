import { type Decimal, fixed2 } from '../../domain/money.ts';
import type { VatCode } from '../../domain/vat.ts';
import type { InvoiceDocument, VatShare } from '../invoice-document.ts';
import { type Element, element } from '../xml.ts';

interface VatRate {
  code: VatCode;
  /** 24, not 0.24. */
  percent: Decimal;
}

/**
 * A seller without a VAT number who charges none is outside VAT (category O). Otherwise the category is that of
 * the lines; the reduced rate is category S with its own percentage.
 */
export function taxCategory(
  name: 'cac:TaxCategory' | 'cac:ClassifiedTaxCategory',
  { code, percent }: VatRate,
  isOutsideVat: boolean,
): Element | null {
  const needsReason = isOutsideVat && name === 'cac:TaxCategory';
  return element(name, [
    element('cbc:ID', isOutsideVat ? 'O' : code === 'AA' ? 'S' : code),
    element('cbc:Percent', isOutsideVat ? null : percent.toFixed()),
    element('cbc:TaxExemptionReason', needsReason ? 'Not subject to VAT' : null),
    element('cac:TaxScheme', [element('cbc:ID', 'VAT')]),
  ]);
}

/** The tax category of an allowance, in which an exemption reason is not allowed. */
export function allowanceCategory(rate: VatRate, isOutsideVat: boolean): Element | null {
  const category = taxCategory('cac:ClassifiedTaxCategory', rate, isOutsideVat);
  return category && { ...category, name: 'cac:TaxCategory' };
}

const ACCOUNTING_CURRENCY = 'ISK';

/** VAT is settled in krónur, whatever the currency of the invoice. */
export function taxCurrency({ vatInKronur }: InvoiceDocument): Element | null {
  return vatInKronur && element('cbc:TaxCurrencyCode', ACCOUNTING_CURRENCY);
}

/** VAT by rate and, for an invoice in another currency, its total in krónur. */
export function taxTotals(document: InvoiceDocument): (Element | null)[] {
  const { vat, vatTotal, vatInKronur, currency, isOutsideVat } = document;
  return [
    element('cac:TaxTotal', [
      money('cbc:TaxAmount', vatTotal, currency),
      ...(isOutsideVat
        ? [subtotal(mergeShares(vat), currency, true)]
        : vat.map((one) => subtotal(one, currency))),
    ]),
    vatInKronur && element('cac:TaxTotal', [money('cbc:TaxAmount', vatInKronur, ACCOUNTING_CURRENCY)]),
  ];
}

/** Outside VAT there is only one category, whatever the codes of the lines. */
function mergeShares(shares: readonly VatShare[]): VatShare {
  const [first, ...others] = shares;
  if (!first) throw new Error('An invoice has lines');
  return { ...first, net: others.reduce((net, share) => net.plus(share.net), first.net) };
}

function subtotal(share: VatShare, currency: string, isOutsideVat = false): Element | null {
  return element('cac:TaxSubtotal', [
    money('cbc:TaxableAmount', share.net, currency),
    money('cbc:TaxAmount', share.vat, currency),
    taxCategory('cac:TaxCategory', share, isOutsideVat),
  ]);
}

export function money(name: string, amount: Decimal, currency: string): Element | null {
  return element(name, fixed2(amount), { currencyID: currency });
}
