import { CURRENCIES } from '../codes.ts';
import { daysBetween, isPlainDate, type PlainDate } from '../dates.ts';
import { checkKennitala } from '../kennitala.ts';
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
} from '../money.ts';
import { capped, field, LEVEL, type ReadField, type ReceiptFields } from './fields.ts';
import { RATES } from './vat-rows.ts';

const FIGURES = ['amount', 'vat_24', 'vat_11'] as const;
const OLDEST_DAYS = 3_653;

/**
 * Holds what was read against what must be true, whoever read it. What can't be a value is dropped; figures
 * that contradict each other all sink below the threshold; figures that prove each other rise.
 */
export function crossCheck(
  fields: ReceiptFields,
  context: { own?: string; today?: PlainDate } = {},
): ReceiptFields {
  const checked = { ...fields };
  const { supplier_id: id, issue_date: date, currency } = checked;
  if (id && (!checkKennitala(id.value, 'strict') || id.value === context.own)) delete checked.supplier_id;
  if (currency && !(CURRENCIES as readonly string[]).includes(currency.value)) delete checked.currency;
  if (date && !isPlainDate(date.value)) delete checked.issue_date;
  else if (date && context.today && !isBelievable(date.value, context.today))
    checked.issue_date = capped(date, LEVEL.contradicted);
  for (const name of FIGURES) {
    const value = amountOf(checked[name]);
    if (checked[name] && (!value || isNegative(value) || isZero(value))) delete checked[name];
  }
  return weighFigures(checked);
}

/** Nothing is bought tomorrow, and nothing is booked that is older than ten years. */
export function isBelievable(date: PlainDate, today: PlainDate): boolean {
  const age = daysBetween(date, today);
  return age >= -1 && age < OLDEST_DAYS;
}

function amountOf(read: ReadField<string> | undefined): Decimal | undefined {
  return read && /^-?\d{1,12}(\.\d{1,2})?$/.test(read.value) ? decimal(read.value) : undefined;
}

function weighFigures(fields: ReceiptFields): ReceiptFields {
  const total = amountOf(fields.amount);
  const vats = ([24, 11] as const).flatMap((rate) => {
    const vat = amountOf(fields[`vat_${rate}`]);
    return vat ? [{ rate, vat }] : [];
  });
  if (!total || vats.length === 0) return fields;
  let least = ZERO;
  let slack = isWhole(total) ? ONE : decimal('0.01');
  for (const { rate, vat } of vats) {
    const factor = divide(ONE.plus(RATES[rate]), RATES[rate]);
    least = least.plus(vat.times(factor));
    slack = slack.plus((isWhole(vat) ? decimal('0.5') : decimal('0.005')).times(factor));
  }
  const weighed = { ...fields };
  for (const name of FIGURES) {
    const figure = weighed[name];
    if (!figure) continue;
    const value = fixed2(decimal(figure.value));
    if (least.minus(total).gt(slack)) weighed[name] = { ...capped(figure, LEVEL.contradicted), value };
    else if (least.minus(total).abs().lte(slack))
      weighed[name] = field(value, Math.max(figure.confidence, provenTogether(fields)), figure.found);
    else weighed[name] = { ...figure, value };
  }
  return weighed;
}

/** Figures that meet lift each other, but by no more than the weakest is worth: they may have been made to meet. */
function provenTogether(fields: ReceiptFields): number {
  const weakest = Math.min(...FIGURES.flatMap((name) => fields[name]?.confidence ?? []));
  return weakest >= LEVEL.unsure ? LEVEL.labelled : weakest;
}

function isWhole(value: Decimal): boolean {
  return decimalPlaces(value) === 0;
}
