import type { VatCode } from '../../domain/invoices/vat.ts';
import { type Decimal, fixed2 } from '../../domain/values/money.ts';
import type { InvoiceDocument, VatShare } from '../invoice-document.ts';
import { exemptionReason } from '../labels.ts';
import { type Element, element } from '../xml.ts';

interface VatRate {
  code: VatCode;
  /** 24, not 0.24. */
  percent: Decimal;
}

type VatFacts = Pick<InvoiceDocument, 'isOutsideVat' | 'isTaxExempt'>;

/**
 * A seller without a VAT number who charges none is outside VAT (category O). A customer who is exempt gets category E.
 * Otherwise the category is that of the lines; the reduced rate is category S with its own percentage.
 */
function categoryId({ isOutsideVat, isTaxExempt }: VatFacts, code: VatCode): string {
  if (isOutsideVat) return 'O';
  if (isTaxExempt) return 'E';
  return code === 'AA' ? 'S' : code;
}

export function lineCategory(facts: VatFacts, rate: VatRate): Element | null {
  return taxCategory('cac:ClassifiedTaxCategory', facts, rate);
}

/** The tax category of an allowance, in which an exemption reason is not allowed. */
export function allowanceCategory(facts: VatFacts, rate: VatRate): Element | null {
  return taxCategory('cac:TaxCategory', facts, rate);
}

function taxCategory(
  name: 'cac:TaxCategory' | 'cac:ClassifiedTaxCategory',
  facts: VatFacts,
  { code, percent }: VatRate,
  reason: string | null = null,
): Element | null {
  return element(name, [
    element('cbc:ID', categoryId(facts, code)),
    element('cbc:Percent', facts.isOutsideVat ? null : percent.toFixed()),
    element('cbc:TaxExemptionReason', reason),
    element('cac:TaxScheme', [element('cbc:ID', 'VAT')]),
  ]);
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
      ...(isOutsideVat ? [subtotal(document, mergeShares(vat))] : vat.map((one) => subtotal(document, one))),
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

function subtotal(document: InvoiceDocument, share: VatShare): Element | null {
  const { currency } = document;
  return element('cac:TaxSubtotal', [
    money('cbc:TaxableAmount', share.net, currency),
    money('cbc:TaxAmount', share.vat, currency),
    taxCategory('cac:TaxCategory', document, share, exemptionReason(document)),
  ]);
}

export function money(name: string, amount: Decimal, currency: string): Element | null {
  return element(name, fixed2(amount), { currencyID: currency });
}
