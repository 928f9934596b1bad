import { apportion } from '../domain/invoices/apportion.ts';
import { bookedVatRates, VAT_CODES, VAT_KINDS, type VatCode } from '../domain/invoices/vat.ts';
import { type Decimal, decimal, divide, HUNDRED, isZero, round2, sum, ZERO } from '../domain/values/money.ts';
import type {
  DocumentDiscount,
  DocumentLine,
  InvoiceDocument,
  VatGroup,
  VatShare,
} from './invoice-document.ts';
import type { PrintableInvoice, PrintableLine } from './printable-invoice.ts';

/** What the figures of a document are computed from. */
export type FigureRecord = Pick<
  PrintableInvoice,
  | 'amount'
  | 'currency'
  | 'discount_is_percent'
  | 'discount_value'
  | 'is_discount'
  | 'issue_date'
  | 'refer_issue_date'
  | 'tax_exempt'
  | 'vat_aa'
  | 'vat_s'
> & { lines: Omit<PrintableLine, 'item_number' | 'description'>[] };

export type DocumentFigures = Pick<InvoiceDocument, 'amount' | 'currency' | 'discount' | 'vat'> & {
  lines: LineFigures[];
};
type LineFigures = Omit<DocumentLine, 'itemNumber' | 'description'>;

const GROUPS = VAT_CODES.flatMap((code) =>
  (code === 'Z' ? [...VAT_KINDS, null] : [null]).map((vatKind) => ({ code, vatKind })),
);

/**
 * The figures of a document with two decimals, as a reader computes them: a line is quantity times price less its
 * discount, rounded by itself, and the net is the sum of the lines. The VAT of each rate is the one that is booked.
 * `amount` is computed exactly and rounded once, so these figures can miss it by cents, which PDF, pages and e-invoice
 * state as rounding.
 */
export function documentFigures(record: FigureRecord): DocumentFigures {
  const percents = bookedVatRates(record.refer_issue_date ?? record.issue_date);
  const lines = record.lines.map((line, index) => toLine(line, index, record.tax_exempt, percents));
  const bases = GROUPS.map((group) => ({
    ...group,
    percent: percents[group.code].times(HUNDRED),
    lines: lines.filter(({ code, vatKind }) => code === group.code && vatKind === group.vatKind),
  }))
    .filter((group) => group.lines.length > 0)
    .map(({ lines: members, ...group }) => ({ ...group, base: sum(members.map(({ net }) => net)) }));
  const discount = splitDiscount(record, bases);
  const vat: VatShare[] = bases.map(({ base, ...group }, index) => ({
    ...group,
    net: base.minus(discount?.shares[index]?.amount ?? ZERO),
    vat: bookedVat(record, group.code),
  }));
  return { amount: decimal(record.amount), currency: record.currency, lines, discount, vat };
}

function bookedVat({ vat_s, vat_aa }: FigureRecord, code: VatCode): Decimal {
  return decimal({ S: vat_s, AA: vat_aa, Z: '0' }[code]);
}

function toLine(
  { qty: quantity, unit_price, uom, tax, vat_kind, ...line }: FigureRecord['lines'][number],
  index: number,
  taxExempt: boolean,
  percents: ReturnType<typeof bookedVatRates>,
): LineFigures {
  const [qty, unitPrice, discount] = [decimal(quantity), decimal(unit_price), decimal(line.discount)];
  const base = qty.times(unitPrice);
  const off = line.discount_is_percent ? base.times(discount).times('0.01') : discount;
  const code = taxExempt ? 'Z' : (tax as VatCode);
  return {
    position: index + 1,
    qty,
    uom,
    unitPrice,
    code,
    vatKind: taxExempt ? null : vat_kind,
    vatPercent: percents[code].times(HUNDRED),
    base: round2(base),
    discount: isZero(off)
      ? null
      : { percent: line.discount_is_percent ? discount : null, amount: round2(off) },
    net: round2(base.minus(off)),
  };
}

/** The discount on the whole invoice is rounded once; the groups share it in proportion to their lines. */
function splitDiscount(
  { is_discount, discount_is_percent, discount_value }: FigureRecord,
  bases: readonly (VatGroup & { base: Decimal })[],
): DocumentDiscount | null {
  if (!is_discount) return null;
  const value = decimal(discount_value);
  const total = sum(bases.map(({ base }) => base));
  const exact = bases.map(({ base }) => {
    if (discount_is_percent) return base.times(value).times('0.01');
    return isZero(total) ? ZERO : divide(base.times(value), total);
  });
  const amount = round2(sum(exact));
  const amounts = apportion(exact, amount, 2);
  const shares = bases.map((group, index) => ({ ...group, amount: amounts[index] ?? ZERO }));
  // The shares of different groups can have opposite signs, so their sum can be zero although the shares are not.
  if (shares.every((share) => isZero(share.amount))) return null;
  return { percent: discount_is_percent ? value : null, amount, shares };
}
