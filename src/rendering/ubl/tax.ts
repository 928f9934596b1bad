import { type Decimal, fixed2 } from '../../domain/values/money.ts';
import type { InvoiceDocument, VatGroup, VatShare } from '../invoice-document.ts';
import { vatCategory } from '../vat-category.ts';
import { type Element, element } from '../xml.ts';

export function lineCategory(document: InvoiceDocument, group: VatGroup): Element | null {
  return taxCategory('cac:ClassifiedTaxCategory', document, group, false);
}

/** The tax category of an allowance, in which an exemption reason is not allowed. */
export function allowanceCategory(document: InvoiceDocument, group: VatGroup): Element | null {
  return taxCategory('cac:TaxCategory', document, group, false);
}

function taxCategory(
  name: 'cac:TaxCategory' | 'cac:ClassifiedTaxCategory',
  document: InvoiceDocument,
  group: VatGroup,
  hasReason: boolean,
): Element | null {
  const { id, reason } = vatCategory(document, group);
  return element(name, [
    element('cbc:ID', id),
    element('cbc:Percent', id === 'O' ? null : group.percent.toFixed()),
    element('cbc:TaxExemptionReason', hasReason ? reason : null),
    element('cac:TaxScheme', [element('cbc:ID', 'VAT')]),
  ]);
}

const ACCOUNTING_CURRENCY = 'ISK';

/** VAT is settled in krónur, whatever the currency of the invoice. */
export function taxCurrency({ vatInKronur }: InvoiceDocument): Element | null {
  return vatInKronur && element('cbc:TaxCurrencyCode', ACCOUNTING_CURRENCY);
}

/** VAT by category and rate and, for an invoice in another currency, its total in krónur. */
export function taxTotals(document: InvoiceDocument): (Element | null)[] {
  const { vatTotal, vatInKronur, currency } = document;
  return [
    element('cac:TaxTotal', [
      money('cbc:TaxAmount', vatTotal, currency),
      ...mergeShares(document).map((share) => subtotal(document, share)),
    ]),
    vatInKronur && element('cac:TaxTotal', [money('cbc:TaxAmount', vatInKronur, ACCOUNTING_CURRENCY)]),
  ];
}

/** Every category has one subtotal for each rate; outside VAT there is one, whatever the codes of the lines. */
function mergeShares(document: InvoiceDocument): VatShare[] {
  const merged = new Map<string, VatShare>();
  for (const share of document.vat) {
    const { id } = vatCategory(document, share);
    const key = id === 'S' ? `${id} ${share.percent.toFixed()}` : id;
    const before = merged.get(key);
    merged.set(key, before ? { ...before, net: before.net.plus(share.net) } : share);
  }
  return [...merged.values()];
}

function subtotal(document: InvoiceDocument, share: VatShare): Element | null {
  const { currency } = document;
  return element('cac:TaxSubtotal', [
    money('cbc:TaxableAmount', share.net, currency),
    money('cbc:TaxAmount', share.vat, currency),
    taxCategory('cac:TaxCategory', document, share, true),
  ]);
}

export function money(name: string, amount: Decimal, currency: string): Element | null {
  return element(name, fixed2(amount), { currencyID: currency });
}
