import type { Lang } from '../../../domain/values/codes.ts';
import { formatMoney, parseKronur } from '../../../domain/values/format.ts';
import { decimal } from '../../../domain/values/money.ts';
import { type Failure, failure } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { digest } from '../../../kernel/node/digest.ts';
import { MAX_AMOUNT } from '../../../modules/product-sales/schema.ts';
import { MAX_PER_FORM } from '../../../modules/product-sales/sell/purchase-violations.ts';
import type { SaleRow } from '../../../modules/product-sales/store.ts';
import { SELL_TEXTS } from './sell-texts.ts';

/** Submitted values by the names of the form's fields. */
export type FormValues = Readonly<Record<string, string>>;

const TEXT_FIELDS = [
  'name',
  'email',
  'kennitala',
  'phone_number',
  'address',
  'zip',
  'city',
  'message',
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** Longer values are cut off when the form is shown again. */
const MAX_VALUE_LENGTH = 4000;

export function readFormValues(fields: Readonly<Record<string, unknown>>): FormValues {
  const strings = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(strings.map(([name, value]) => [name, value.slice(0, MAX_VALUE_LENGTH)]));
}

export function hasQuantity({ type }: SaleRow): boolean {
  return type === 'STAND' || type === 'EVENT';
}

export function quantityLabel({ type }: SaleRow, lang: Lang): string {
  return type === 'EVENT' ? SELL_TEXTS[lang].qtyTickets : SELL_TEXTS[lang].qty;
}

/** Goods and subscriptions need an address for delivery; other sales ask for one only if they require it. */
export function asksAddress({ type, requires }: SaleRow): boolean {
  return type === 'STAND' || type === 'SUB' || requires.includes('address');
}

/** The submitted values as input of `buyAsVisitor`. */
export function toPurchaseInput(sale: SaleRow, values: FormValues, lang: Lang): Record<string, unknown> {
  const textFields = TEXT_FIELDS.map((name) => [name, values[name] ?? '']);
  const amount = values.amount?.trim() ?? '';
  return {
    guid: sale.guid,
    ...Object.fromEntries(textFields),
    ...(hasQuantity(sale) && { qty: values.qty ?? '' }),
    ...(sale.type === 'DONA' && { amount: amount && (parseKronur(amount) ?? 'no amount') }),
    fields: Object.fromEntries(sale.fields.map(({ label }, n) => [label, values[`q${n}`] ?? ''])),
    lang,
  };
}

/**
 * A digest of the offer that the form shows. The seller can change price, terms and questions while a buyer fills in
 * the form; with this digest a purchase at another price, or an answer to another question, is detected.
 */
export function offerDigest({ type, amount, terms, hold_days, fields }: SaleRow): string {
  const offered = JSON.stringify([type === 'DONA' ? '' : amount, terms, hold_days]);
  return [offered, JSON.stringify(fields)].map((part) => digest(part).toString('base64url', 0, 9)).join('.');
}

/** The values that stay valid after the offer changed, without consent and without answers to changed questions. */
export function keepValidValues(sale: SaleRow, values: FormValues): FormValues {
  const isAskedTheSame = values.seen?.split('.')[1] === offerDigest(sale).split('.')[1];
  const entries = Object.entries(values).filter(
    ([name]) => name !== 'terms' && (isAskedTheSame || !/^q\d+$/.test(name)),
  );
  return Object.fromEntries(entries);
}

/** The page itself checks the acceptance of the terms, because only this page shows them. */
export function termsViolations(sale: SaleRow, values: FormValues): Failure[] {
  return sale.terms === '' || values.terms === 'yes' ? [] : [failure('field_required', 'terms')];
}

/** Messages by the name of the form's field, in the order of the form. Failures of other fields are left out. */
export function fieldMessages(
  sale: SaleRow,
  problems: readonly Failure[],
  lang: Lang,
  values: FormValues = {},
): Map<string, string> {
  const texts = SELL_TEXTS[lang];
  const isTooMuch = Number(parseKronur(values.amount ?? '') ?? 0) > MAX_AMOUNT;
  const special: Record<string, string> = {
    email: texts.wrongEmail,
    kennitala: texts.wrongKennitala,
    qty: texts.wrongQty(maxQuantity(sale)),
    amount: isTooMuch ? texts.largeAmount(formatMoney(decimal(MAX_AMOUNT), 'ISK', lang)) : texts.wrongAmount,
  };
  const messages = problems.map(({ code, details: [field = '', why = ''] }): [string, string] => {
    const name = formFieldName(sale, field);
    const [, max] = /at most (\d+) characters/.exec(why) ?? [];
    if (max) return [name, texts.tooLong(max)];
    if (why === violation('plain').message) return [name, texts.notPlain];
    if (code === 'field_required') return [name, name === 'terms' ? texts.requiredTerms : texts.required];
    return [name, special[name] ?? texts.unreadable];
  });
  const places = ['qty', 'amount', ...TEXT_FIELDS, ...sale.fields.map((_, n) => `q${n}`), 'terms'];
  const ofFields = messages.filter(([name]) => places.includes(name));
  return new Map(ofFields.sort(([a], [b]) => places.indexOf(a) - places.indexOf(b)));
}

function formFieldName({ fields }: SaleRow, field: string): string {
  const label = /^fields\.(.*)$/s.exec(field)?.[1];
  return label === undefined ? field : `q${fields.findIndex((one) => one.label === label)}`;
}

export function maxQuantity({ inventory_control, inventory_count }: SaleRow): number {
  return inventory_control ? Math.min(MAX_PER_FORM, Math.max(1, inventory_count)) : MAX_PER_FORM;
}
