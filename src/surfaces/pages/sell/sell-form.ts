import { formatMoney, parseKronur } from '../../../domain/format.ts';
import { decimal } from '../../../domain/money.ts';
import { type Failure, failure } from '../../../kernel/failures/failure.ts';
import { digest } from '../../../kernel/security/secrets.ts';
import { MOST_AT_ONCE } from '../../../modules/product-sales/purchase-violations.ts';
import type { SaleRow } from '../../../modules/product-sales/store.ts';
import { type Html, html } from '../../http/html.ts';
import type { PayLang } from '../pay/pay-texts.ts';
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
type TextField = (typeof TEXT_FIELDS)[number];

/** Longer values are cut off when the form is shown again. */
const MAX_VALUE_LENGTH = 4000;

export function readFormValues(fields: Readonly<Record<string, unknown>>): FormValues {
  const strings = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(strings.map(([name, value]) => [name, value.slice(0, MAX_VALUE_LENGTH)]));
}

function hasQuantity({ type }: SaleRow): boolean {
  return type === 'STAND' || type === 'EVENT';
}

function quantityLabel({ type }: SaleRow, lang: PayLang): string {
  return type === 'EVENT' ? SELL_TEXTS[lang].qtyTickets : SELL_TEXTS[lang].qty;
}

/** Goods and subscriptions need an address for delivery; other sales ask for one only if they require it. */
function asksAddress({ type, requires }: SaleRow): boolean {
  return type === 'STAND' || type === 'SUB' || requires.includes('address');
}

/** The submitted values as input of `buyProduct`. */
export function toPurchaseInput(sale: SaleRow, typed: FormValues, lang: PayLang): Record<string, unknown> {
  const textFields = TEXT_FIELDS.map((name) => [name, typed[name] ?? '']);
  const amount = typed.amount?.trim() ?? '';
  return {
    guid: sale.guid,
    ...Object.fromEntries(textFields),
    ...(hasQuantity(sale) && { qty: typed.qty ?? '' }),
    ...(sale.type === 'DONA' && { amount: amount && (parseKronur(amount) ?? 'no amount') }),
    fields: Object.fromEntries(sale.fields.map(({ label }, n) => [label, typed[`q${n}`] ?? ''])),
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
export function keepValidValues(sale: SaleRow, typed: FormValues): FormValues {
  const isAskedTheSame = typed.seen?.split('.')[1] === offerDigest(sale).split('.')[1];
  const kept = Object.entries(typed).filter(
    ([name]) => name !== 'terms' && (isAskedTheSame || !/^q\d+$/.test(name)),
  );
  return Object.fromEntries(kept);
}

/** The page itself checks the acceptance of the terms, because only this page shows them. */
export function termsViolations(sale: SaleRow, typed: FormValues): Failure[] {
  return sale.terms === '' || typed.terms === 'yes' ? [] : [failure('field_required', 'terms')];
}

/** Messages by the name of the form's field, in the order of the form. Failures of other fields are left out. */
export function fieldMessages(
  sale: SaleRow,
  problems: readonly Failure[],
  lang: PayLang,
): Map<string, string> {
  const texts = SELL_TEXTS[lang];
  const special: Record<string, string> = {
    email: texts.wrongEmail,
    kennitala: texts.wrongKennitala,
    qty: texts.wrongQty(maxQuantity(sale)),
    amount: texts.wrongAmount,
  };
  const told = problems.map(({ code, details: [field = '', why = ''] }): [string, string] => {
    const name = formFieldName(sale, field);
    const [, most] = /at most (\d+) characters/.exec(why) ?? [];
    if (most) return [name, texts.tooLong(most)];
    if (code === 'field_required') return [name, name === 'terms' ? texts.requiredTerms : texts.required];
    return [name, special[name] ?? texts.unreadable];
  });
  const places = ['qty', 'amount', ...TEXT_FIELDS, ...sale.fields.map((_, n) => `q${n}`), 'terms'];
  const known = told.filter(([name]) => places.includes(name));
  return new Map(known.sort(([a], [b]) => places.indexOf(a) - places.indexOf(b)));
}

function formFieldName({ fields }: SaleRow, field: string): string {
  const label = /^fields\.(.*)$/s.exec(field)?.[1];
  return label === undefined ? field : `q${fields.findIndex((one) => one.label === label)}`;
}

function maxQuantity({ inventory_control, inventory_count }: SaleRow): number {
  return inventory_control ? Math.min(MOST_AT_ONCE, inventory_count) : MOST_AT_ONCE;
}

export interface FormView {
  sale: SaleRow;
  lang: PayLang;
  typed: FormValues;
  messages: ReadonlyMap<string, string>;
}

interface FieldDescription {
  hint?: string;
  required: boolean;
}

/** Attributes that connect a field to its hint and error message for screen readers, and those two elements. */
function describeField({ lang, messages }: FormView, name: string, { hint, required }: FieldDescription) {
  const wrong = messages.get(name);
  const ids = [hint && `${name}-hint`, wrong && `${name}-wrong`].filter(Boolean).join(' ');
  const attributes = html`id="${name}" name="${name}"${ids ? html` aria-describedby="${ids}"` : ''}${wrong ? html` aria-invalid="true"` : ''}${required ? html` required` : ''}`;
  const mark = required ? '' : html` <span class="hint">${SELL_TEXTS[lang].optional}</span>`;
  const below = html`${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : ''}${wrong ? html`<span class="wrong" id="${name}-wrong">${wrong}</span>` : ''}`;
  return { attributes, mark, below };
}

interface InputField extends FieldDescription {
  label: string;
  most: number;
  autocomplete: string;
  type?: 'text' | 'email' | 'tel';
  inputmode?: 'numeric';
}

function renderInput(
  view: FormView,
  name: string,
  { label, most, type = 'text', ...field }: InputField,
): Html {
  const { attributes, mark, below } = describeField(view, name, field);
  const keys = field.inputmode ? html` inputmode="${field.inputmode}"` : '';
  return html`<div><label for="${name}">${label}${mark}</label>
    <input ${attributes} type="${type}" value="${view.typed[name] ?? ''}" maxlength="${most}" autocomplete="${field.autocomplete}"${keys}>${below}</div>`;
}

function renderTextArea(view: FormView, name: string, label: string, most: number, required: boolean): Html {
  const { attributes, mark, below } = describeField(view, name, { required });
  return html`<div><label for="${name}">${label}${mark}</label>
    <textarea ${attributes} rows="3" maxlength="${most}">
${view.typed[name] ?? ''}</textarea>${below}</div>`;
}

/** Every option shows its total price. */
function renderQuantity(view: FormView): Html {
  const { sale, lang, typed } = view;
  if (!hasQuantity(sale)) return html``;
  const { attributes, below } = describeField(view, 'qty', { required: true });
  const price = decimal(sale.amount);
  const choices = Array.from({ length: maxQuantity(sale) }, (_, n) => n + 1).map((n) => {
    const sum = price.gt(0) ? ` – ${formatMoney(price.times(n), 'ISK', lang)}` : '';
    return html`<option value="${n}"${typed.qty === String(n) ? html` selected` : ''}>${n}${sum}</option>`;
  });
  return html`<div><label for="qty">${quantityLabel(sale, lang)}</label>
    <select ${attributes}>${choices}</select>${below}</div>`;
}

function renderDonationAmount(view: FormView): Html {
  const { sale, lang, typed } = view;
  if (sale.type !== 'DONA') return html``;
  const suggested = decimal(sale.amount).gt(0) ? decimal(sale.amount).toFixed(0) : '';
  const label = SELL_TEXTS[lang].amount;
  const filled = { ...view, typed: { ...typed, amount: typed.amount ?? suggested } };
  const field = { label, most: 20, required: true, autocomplete: 'off', inputmode: 'numeric' } as const;
  return renderInput(filled, 'amount', field);
}

function renderBuyer(view: FormView): Html {
  const { sale, lang } = view;
  const texts = SELL_TEXTS[lang];
  const must = (name: 'kennitala' | 'phone_number' | 'address') => sale.requires.includes(name);
  const text = (
    name: TextField,
    most: number,
    required: boolean,
    autocomplete: string,
    more: Partial<InputField> = {},
  ) => renderInput(view, name, { label: texts[name], most, required, autocomplete, ...more });
  const at = must('address');
  const place = asksAddress(sale)
    ? html`${text('address', 200, at, 'street-address')}
      <div class="pair">${text('zip', 20, at, 'postal-code')}${text('city', 100, at, 'address-level2')}</div>`
    : '';
  return html`<fieldset><legend>${texts.who}</legend>
    ${text('name', 200, true, 'name')}
    ${text('email', 200, true, 'email', { type: 'email', hint: texts.emailHint })}
    ${text('kennitala', 20, must('kennitala'), 'off', { inputmode: 'numeric', hint: texts.kennitalaHint })}
    ${text('phone_number', 50, must('phone_number'), 'tel', { type: 'tel' })}
    ${place}</fieldset>`;
}

function renderTerms(view: FormView): Html {
  const { sale, lang, typed } = view;
  if (sale.terms === '') return html``;
  const texts = SELL_TEXTS[lang];
  const { attributes, below } = describeField(view, 'terms', { required: true });
  const checked = typed.terms === 'yes' ? html` checked` : '';
  return html`<fieldset><legend>${texts.terms}</legend>
    <div class="terms" tabindex="0" role="region" aria-label="${texts.terms}">${sale.terms}</div>
    <label class="consent" for="terms"><input ${attributes} type="checkbox" value="yes"${checked}><span>${texts.accept}</span></label>${below}</fieldset>`;
}

/** All fields of the order form. */
export function renderFormFields(view: FormView): Html {
  const { sale, lang } = view;
  const texts = SELL_TEXTS[lang];
  const questions = sale.fields.map(({ label, required }, n) =>
    renderInput(view, `q${n}`, { label, most: 1000, required, autocomplete: 'off' }),
  );
  return html`${renderQuantity(view)}${renderDonationAmount(view)}${renderBuyer(view)}
    ${questions.length > 0 ? html`<fieldset><legend>${texts.questions}</legend>${questions}</fieldset>` : ''}
    ${renderTextArea(view, 'message', texts.message, 2000, false)}
    ${renderTerms(view)}`;
}

/** The error summary at the top of the form, with links to the fields. */
export function renderErrorSummary(view: FormView, notice: string | null): Html {
  const { sale, lang, messages } = view;
  if (notice) return html`<p class="note bad" role="alert">${notice}</p>`;
  if (messages.size === 0) return html``;
  const texts = SELL_TEXTS[lang];
  const labels: Record<string, string> = { ...texts, qty: quantityLabel(sale, lang) } as never;
  const links = [...messages].map(([name, message]) => {
    const label = sale.fields.find((_, n) => `q${n}` === name)?.label ?? labels[name] ?? name;
    return html`<li><a href="#${name}">${label}</a>: ${message}</li>`;
  });
  return html`<div class="note bad summary" role="alert" tabindex="-1" autofocus>${texts.problems(messages.size)}<ul>${links}</ul></div>`;
}
