import { FIRST_DAY, type PlainDate } from '../values/dates.ts';
import { type Decimal, decimal, ZERO } from '../values/money.ts';

/** Standard, reduced and zero rate. */
export const VAT_CODES = ['S', 'AA', 'Z'] as const;
export type VatCode = (typeof VAT_CODES)[number];

/**
 * Why no VAT is charged at code Z: the sale is exempt (article 12 of act 50/1988), such as an export, or the activity is outside of
 * VAT (article 2), such as rent. Where nothing is stated, a sale to a buyer abroad is exempt, and any other is outside.
 */
export const VAT_KINDS = ['zero_rated', 'outside'] as const;
export type VatKind = (typeof VAT_KINDS)[number];

/** As fractions: 0.24, not 24. */
export type VatRates = Readonly<Record<VatCode, Decimal>>;

const period = (from: PlainDate, standard: string, reduced: string) => ({
  from,
  rates: { S: decimal(standard), AA: decimal(reduced), Z: ZERO } satisfies VatRates,
});

/**
 * The Icelandic rates (Act 50/1988, Article 14), newest first. All figures follow a new row here; the percentages in texts
 * (descriptions of fields, tools of MCP, i18n) and in the names of fields such as `vat_24` do not.
 */
const NEWEST = period('2015-01-01', '0.24', '0.11');
export const VAT_PERIODS = [
  NEWEST,
  period('2010-01-01', '0.255', '0.07'),
  period('2007-03-01', '0.245', '0.07'),
  period(FIRST_DAY, '0.245', '0.14'),
];

/** The rates in force on a day. */
export function vatRates(date: PlainDate): VatRates {
  const found = VAT_PERIODS.find(({ from }) => from <= date);
  if (!found) throw new RangeError(`No VAT rates are known for ${date}`);
  return found.rates;
}

/** The rates where no day is known, as for a price in the catalogue. */
export const NEWEST_VAT_RATES: VatRates = NEWEST.rates;

/** Kvitt has computed every invoice and cost by the rates of this day or later ones, also those with an earlier date. */
const FIRST_BOOKED = '2015-01-01';

/**
 * The rates by which an invoice or cost is computed. `issueDate` is its own; for a credit note it is that of the
 * invoice that it credits, so that a note returns exactly the VAT that was charged.
 */
export function bookedVatRates(issueDate: PlainDate): VatRates {
  return vatRates(issueDate < FIRST_BOOKED ? FIRST_BOOKED : issueDate);
}
