import { type Decimal, fixed2 } from '../../domain/money.ts';
import type { VatCode } from '../../domain/vat.ts';
import type { InvoiceDocument, VatShare } from '../model.ts';
import { type Element, element } from '../xml.ts';

const PERCENT: Record<VatCode, string> = { S: '24', AA: '11', Z: '0' };

/**
 * A seller without a VAT number who charges none is not subject to it (category O); else the categories are
 * those of the lines, and the lower rate is the standard category with its own percentage.
 */
export function taxCategory(
  name: 'cac:TaxCategory' | 'cac:ClassifiedTaxCategory',
  code: VatCode,
  outsideVat: boolean,
): Element | null {
  const reasoned = outsideVat && name === 'cac:TaxCategory';
  return element(name, [
    element('cbc:ID', outsideVat ? 'O' : code === 'AA' ? 'S' : code),
    element('cbc:Percent', outsideVat ? null : PERCENT[code]),
    element('cbc:TaxExemptionReason', reasoned ? 'Not subject to VAT' : null),
    element('cac:TaxScheme', [element('cbc:ID', 'VAT')]),
  ]);
}

/** As the category of an allowance, where a reason has no place. */
export function allowanceCategory(code: VatCode, outsideVat: boolean): Element | null {
  const category = taxCategory('cac:ClassifiedTaxCategory', code, outsideVat);
  return category && { ...category, name: 'cac:TaxCategory' };
}

const ACCOUNTS_IN = 'ISK';

/** VAT is settled in krónur, whatever the invoice is in. */
export function taxCurrency({ vatInKronur }: InvoiceDocument): Element | null {
  return vatInKronur && element('cbc:TaxCurrencyCode', ACCOUNTS_IN);
}

/** The VAT by its rates, and where the invoice is in another currency, what it is in krónur. */
export function taxTotals(document: InvoiceDocument): (Element | null)[] {
  const { vat, vatTotal, vatInKronur, currency, outsideVat } = document;
  return [
    element('cac:TaxTotal', [
      money('cbc:TaxAmount', vatTotal, currency),
      ...(outsideVat ? [subtotal(together(vat), currency, true)] : vat.map((one) => subtotal(one, currency))),
    ]),
    vatInKronur && element('cac:TaxTotal', [money('cbc:TaxAmount', vatInKronur, ACCOUNTS_IN)]),
  ];
}

/** Outside of VAT there is one category, whatever codes the lines have. */
function together(shares: readonly VatShare[]): VatShare {
  const [first, ...others] = shares;
  if (!first) throw new Error('An invoice has lines');
  return { ...first, net: others.reduce((net, share) => net.plus(share.net), first.net) };
}

function subtotal({ code, net, vat }: VatShare, currency: string, outsideVat = false): Element | null {
  return element('cac:TaxSubtotal', [
    money('cbc:TaxableAmount', net, currency),
    money('cbc:TaxAmount', vat, currency),
    taxCategory('cac:TaxCategory', code, outsideVat),
  ]);
}

export function money(name: string, amount: Decimal, currency: string): Element | null {
  return element(name, fixed2(amount), { currencyID: currency });
}
