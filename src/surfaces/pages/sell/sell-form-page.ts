import type { Lang } from '../../../domain/values/codes.ts';
import { formatMoney } from '../../../domain/values/format.ts';
import { decimal } from '../../../domain/values/money.ts';
import { MAX_VISITOR_NAME } from '../../../modules/product-sales/sell/purchase-violations.ts';
import type { SaleRow } from '../../../modules/product-sales/store.ts';
import { type Html, html } from '../../http/pages/html.ts';
import {
  asksAddress,
  type FormValues,
  hasQuantity,
  maxQuantity,
  quantityLabel,
  type TextField,
} from './sell-form.ts';
import { SELL_TEXTS } from './sell-texts.ts';

export interface FormView {
  sale: SaleRow;
  lang: Lang;
  values: FormValues;
  messages: ReadonlyMap<string, string>;
}

interface FieldDescription {
  hint?: string;
  required: boolean;
}

/** Attributes that connect a field to its hint and error message for screen readers, and those two elements. */
function describeField({ lang, messages }: FormView, name: string, { hint, required }: FieldDescription) {
  const message = messages.get(name);
  const ids = [hint && `${name}-hint`, message && `${name}-error`].filter(Boolean).join(' ');
  const attributes = html`id="${name}" name="${name}"${ids ? html` aria-describedby="${ids}"` : ''}${message ? html` aria-invalid="true"` : ''}${required ? html` required` : ''}`;
  const mark = required ? '' : html` <span class="hint">${SELL_TEXTS[lang].optional}</span>`;
  const below = html`${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : ''}${message ? html`<span class="field-error" id="${name}-error">${message}</span>` : ''}`;
  return { attributes, mark, below };
}

interface InputField extends FieldDescription {
  label: string;
  maxLength: number;
  autocomplete: string;
  type?: 'text' | 'email' | 'tel';
  inputmode?: 'numeric';
}

function renderInput(
  view: FormView,
  name: string,
  { label, maxLength, type = 'text', ...field }: InputField,
): Html {
  const { attributes, mark, below } = describeField(view, name, field);
  const keys = field.inputmode ? html` inputmode="${field.inputmode}"` : '';
  return html`<div><label for="${name}">${label}${mark}</label>
    <input ${attributes} type="${type}" value="${view.values[name] ?? ''}" maxlength="${maxLength}" autocomplete="${field.autocomplete}"${keys}>${below}</div>`;
}

function renderTextArea(
  view: FormView,
  name: string,
  label: string,
  maxLength: number,
  required: boolean,
): Html {
  const { attributes, mark, below } = describeField(view, name, { required });
  return html`<div><label for="${name}">${label}${mark}</label>
    <textarea ${attributes} rows="3" maxlength="${maxLength}">
${view.values[name] ?? ''}</textarea>${below}</div>`;
}

/** Every option shows its total price. */
function renderQuantity(view: FormView): Html {
  const { sale, lang, values } = view;
  if (!hasQuantity(sale)) return html``;
  const { attributes, below } = describeField(view, 'qty', { required: true });
  const price = decimal(sale.amount);
  const choices = Array.from({ length: maxQuantity(sale) }, (_, n) => n + 1).map((n) => {
    const sum = price.gt(0) ? ` – ${formatMoney(price.times(n), 'ISK', lang)}` : '';
    return html`<option value="${n}"${values.qty === String(n) ? html` selected` : ''}>${n}${sum}</option>`;
  });
  return html`<div><label for="qty">${quantityLabel(sale, lang)}</label>
    <select ${attributes}>${choices}</select>${below}</div>`;
}

function renderDonationAmount(view: FormView): Html {
  const { sale, lang, values } = view;
  if (sale.type !== 'DONA') return html``;
  const suggested = decimal(sale.amount).gt(0) ? decimal(sale.amount).toFixed(0) : '';
  const label = SELL_TEXTS[lang].amount;
  const filled = { ...view, values: { ...values, amount: values.amount ?? suggested } };
  const field = { label, maxLength: 20, required: true, autocomplete: 'off', inputmode: 'numeric' } as const;
  return renderInput(filled, 'amount', field);
}

function renderBuyer(view: FormView): Html {
  const { sale, lang } = view;
  const texts = SELL_TEXTS[lang];
  const must = (name: 'kennitala' | 'phone_number' | 'address') => sale.requires.includes(name);
  const text = (
    name: TextField,
    maxLength: number,
    required: boolean,
    autocomplete: string,
    more: Partial<InputField> = {},
  ) => renderInput(view, name, { label: texts[name], maxLength, required, autocomplete, ...more });
  const at = must('address');
  const addressFields = asksAddress(sale)
    ? html`${text('address', 200, at, 'street-address')}
      <div class="two-columns">${text('zip', 20, at, 'postal-code')}${text('city', 100, at, 'address-level2')}</div>`
    : '';
  return html`<fieldset><legend>${sale.type === 'DONA' ? texts.whoGives : texts.who}</legend>
    ${text('name', MAX_VISITOR_NAME, true, 'name')}
    ${text('email', 200, true, 'email', { type: 'email', hint: texts.emailHint })}
    ${text('kennitala', 20, must('kennitala'), 'off', { inputmode: 'numeric', hint: texts.kennitalaHint })}
    ${text('phone_number', 50, must('phone_number'), 'tel', { type: 'tel' })}
    ${addressFields}</fieldset>`;
}

function renderTerms(view: FormView): Html {
  const { sale, lang, values } = view;
  if (sale.terms === '') return html``;
  const texts = SELL_TEXTS[lang];
  const { attributes, below } = describeField(view, 'terms', { required: true });
  const checked = values.terms === 'yes' ? html` checked` : '';
  return html`<fieldset><legend>${texts.terms}</legend>
    <div class="terms" tabindex="0" role="region" aria-label="${texts.terms}">${sale.terms}</div>
    <label class="consent" for="terms"><input ${attributes} type="checkbox" value="yes"${checked}><span>${texts.accept}</span></label>${below}</fieldset>`;
}

/** All fields of the order form. */
export function renderFormFields(view: FormView): Html {
  const { sale, lang } = view;
  const texts = SELL_TEXTS[lang];
  const questions = sale.fields.map(({ label, required }, n) =>
    renderInput(view, `q${n}`, { label, maxLength: 1000, required, autocomplete: 'off' }),
  );
  return html`${renderQuantity(view)}${renderDonationAmount(view)}${renderBuyer(view)}
    ${questions.length > 0 ? html`<fieldset><legend>${texts.questions}</legend>${questions}</fieldset>` : ''}
    ${renderTextArea(view, 'message', texts.message, 2000, false)}
    ${renderTerms(view)}`;
}

/** The error summary at the top of the form, with links to the fields. */
export function renderErrorSummary(view: FormView, notice: string | null): Html {
  const { sale, lang, messages } = view;
  if (notice) return html`<p class="note error" role="alert">${notice}</p>`;
  if (messages.size === 0) return html``;
  const texts = SELL_TEXTS[lang];
  const labels: Record<string, string> = { ...texts, qty: quantityLabel(sale, lang) } as never;
  const links = [...messages].map(([name, message]) => {
    const label = sale.fields.find((_, n) => `q${n}` === name)?.label ?? labels[name] ?? name;
    return html`<li><a href="#${name}">${label}</a>: ${message}</li>`;
  });
  return html`<div class="note error error-summary" role="alert" tabindex="-1" autofocus>${texts.problems(messages.size)}<ul>${links}</ul></div>`;
}
