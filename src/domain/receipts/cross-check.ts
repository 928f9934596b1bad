import { daysBetween, isPlainDate, type PlainDate } from '../values/dates.ts';
import { checkKennitala } from '../values/kennitala.ts';
import {
  type Decimal,
  decimal,
  decimalPlaces,
  divide,
  fixed2,
  isNegative,
  isZero,
  ONE,
  ZERO,
} from '../values/money.ts';
import { CONFIDENCE, capConfidence, makeField, type ReadField, type ReceiptFields } from './fields.ts';
import { RATES } from './vat-rows.ts';

const FIGURES = ['amount', 'vat_24', 'vat_11'] as const;
const MAX_AGE_DAYS = 3_653;

/**
 * Validates a reading against the rules that every receipt obeys, whichever reader it came from. Impossible values
 * are removed; figures that contradict each other all fall below the auto-fill threshold; figures that confirm
 * each other gain confidence.
 */
export function crossCheck(
  fields: ReceiptFields,
  context: { own?: string; today?: PlainDate } = {},
): ReceiptFields {
  const checked = { ...fields };
  const { supplier_id: id, issue_date: date } = checked;
  if (id && (!checkKennitala(id.value, 'strict') || id.value === context.own)) delete checked.supplier_id;
  checkCurrency(checked);
  if (date && !isPlainDate(date.value)) delete checked.issue_date;
  else if (date && context.today && !isPlausibleDate(date.value, context.today))
    checked.issue_date = capConfidence(date, CONFIDENCE.contradicted);
  if (checked.due_date && !isPlainDate(checked.due_date.value)) delete checked.due_date;
  for (const name of FIGURES) {
    const value = amountOf(checked[name]);
    if (checked[name] && (!value || isNegative(value) || isZero(value))) delete checked[name];
  }
  return scoreFigures(checked);
}

const CURRENCY_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/**
 * Figures without a currency are taken for krónur. A currency that is not supported therefore stays in the reading, and
 * figures in one that does not exist are not confident. Only a plain "kr." says no more than no currency at all.
 */
function checkCurrency(fields: ReceiptFields): void {
  const { currency } = fields;
  if (!currency) return;
  const value = currency.value.trim().toUpperCase();
  if (CURRENCY_CODES.has(value)) {
    fields.currency = { ...currency, value };
    return;
  }
  delete fields.currency;
  if (/^KR\b/.test(value)) return;
  for (const name of FIGURES) {
    const figure = fields[name];
    if (figure) fields[name] = capConfidence(figure, CONFIDENCE.contradicted);
  }
}

/** Receipts are not dated after tomorrow, and receipts older than ten years are not booked. */
function isPlausibleDate(date: PlainDate, today: PlainDate): boolean {
  const age = daysBetween(date, today);
  return age >= -1 && age < MAX_AGE_DAYS;
}

function amountOf(read: ReadField<string> | undefined): Decimal | undefined {
  return read && /^-?\d{1,12}(\.\d{1,2})?$/.test(read.value) ? decimal(read.value) : undefined;
}

function scoreFigures(fields: ReceiptFields): ReceiptFields {
  const total = amountOf(fields.amount);
  const vats = ([24, 11] as const).flatMap((rate) => {
    const vat = amountOf(fields[`vat_${rate}`]);
    return vat ? [{ rate, vat }] : [];
  });
  if (!total || vats.length === 0) return fields;
  let minimum = ZERO;
  let tolerance = isWhole(total) ? ONE : decimal('0.01');
  for (const { rate, vat } of vats) {
    const factor = divide(ONE.plus(RATES[rate]), RATES[rate]);
    minimum = minimum.plus(vat.times(factor));
    tolerance = tolerance.plus((isWhole(vat) ? decimal('0.5') : decimal('0.005')).times(factor));
  }
  const scored = { ...fields };
  for (const name of FIGURES) {
    const figure = scored[name];
    if (!figure) continue;
    const value = fixed2(decimal(figure.value));
    if (minimum.minus(total).gt(tolerance))
      scored[name] = { ...capConfidence(figure, CONFIDENCE.contradicted), value };
    else if (minimum.minus(total).abs().lte(tolerance))
      scored[name] = makeField(
        value,
        Math.max(figure.confidence, jointConfidence(fields)),
        figure.found,
        figure.box,
      );
    else scored[name] = { ...figure, value };
  }
  return scored;
}

/**
 * Matching figures raise each other only if the weakest is good enough, because an AI reader may have computed one
 * from another.
 */
function jointConfidence(fields: ReceiptFields): number {
  const weakest = Math.min(...FIGURES.flatMap((name) => fields[name]?.confidence ?? []));
  return weakest >= CONFIDENCE.unsure ? CONFIDENCE.labelled : weakest;
}

function isWhole(value: Decimal): boolean {
  return decimalPlaces(value) === 0;
}
