import type { Lang } from '../values/codes.ts';
import {
  formatClock,
  formatDay,
  formatMoney,
  formatPercent,
  formatPrice,
  formatQuantity,
  withCurrency,
} from '../values/format.ts';
import { formatKennitala } from '../values/kennitala.ts';
import { decimal } from '../values/money.ts';

/** A described effect, which is put into words on the card of a proposal and in the mail about it. */
export interface DescribedEffect {
  kind: string;
  record: { kind: string; number: string; name: string } | null;
  receiver: { kennitala: string; name: string; addresses: readonly string[] } | null;
  amount: number | null;
  fee: number | null;
  currency: string | null;
  exchange_rate: number | null;
  lines: readonly DescribedLine[];
  vat: readonly { rate: number; net: number; vat: number }[];
  dates: Readonly<Record<string, string | null>>;
  deliver: readonly object[];
  claim: boolean;
  payment: { amount: number; method: number | null } | null;
  files: readonly { name: string }[];
  fields: readonly DescribedField[];
  defaults: readonly string[];
  /** The documents of a write that makes several. */
  documents?: readonly DescribedEffect[] | undefined;
}

interface DescribedField {
  name: string;
  from?: unknown;
  to?: unknown;
}

export interface DescribedLine {
  item_number: string;
  description: string;
  qty: string;
  uom: string;
  unit_price: string;
  discount: string;
  tax: string;
  /** What else is stored of the line, where it is not empty. */
  vat_kind?: string | undefined;
  category?: string | undefined;
  product_cost?: string | undefined;
}

/** The texts of `texts/fields-*.ts` and `texts/effects-*.ts`. */
export interface EffectLanguage {
  lang: Lang;
  /** With `{name}` filled in. */
  t(key: EffectKey, values?: Readonly<Record<string, string>>): string;
  tIfKnown(key: string): string | undefined;
}

type EffectKey =
  | keyof typeof import('../texts/effects-en.ts').effects
  | keyof typeof import('../texts/fields-en.ts').fields;

/** A label and what stands beside it. */
export type EffectRow = readonly [label: string, text: string];

/** What a person must not overlook: that money is given back, that something becomes paid, or is lost. */
export function warningText(effect: DescribedEffect, language: EffectLanguage): string | null {
  const { t } = language;
  const { kind, record, payment, documents } = effect;
  if (documents) return documents.flatMap((one) => warningText(one, language) ?? []).join(' ') || null;
  const what = record ? recordText(record, language) : '';
  const amount = money(payment?.amount ?? effect.amount, effect, language);
  if (kind === 'credit_note') return creditWarning(effect, what, language);
  if (kind === 'payment')
    return t(record?.kind === 'credit_note' ? 'effect.refunded' : 'effect.becomes-paid', { amount, what });
  if (kind === 'deletion') return t('effect.deletes', { what });
  return payment ? t('effect.issued-paid', { amount }) : null;
}

/** What a credit note takes off its invoice, and what it gives back; one of them may be missing. */
function creditWarning(effect: DescribedEffect, what: string, language: EffectLanguage): string {
  const part = (name: string) => effect.fields.find((field) => field.name === name)?.to;
  const [reduction, refund] = ['reduction_amount', 'refund_amount'].map((name) => {
    const sum = part(name);
    return sum === undefined ? '' : money(Number(sum), effect, language);
  }) as [string, string];
  const { t } = language;
  if (refund === '') return t('effect.lowers', { amount: reduction, what });
  if (reduction === '') return t('effect.gives-back', { amount: refund, what });
  return t('effect.lowers-and-gives-back', { reduction, refund, what });
}

/** A record by its kind, number and name. */
function recordText(
  { kind, number, name }: NonNullable<DescribedEffect['record']>,
  { tIfKnown }: EffectLanguage,
): string {
  const noun = tIfKnown(`record.${kind}`) ?? kind;
  return [number ? `${noun} ${number}` : noun, name].filter(Boolean).join(' · ');
}

/** A no-break space keeps the currency beside its figure. */
function money(sum: number | null, { currency }: DescribedEffect, { lang }: EffectLanguage): string {
  return sum === null ? '' : formatMoney(decimal(sum), currency ?? 'ISK', lang).replace(' ', '\u00a0');
}

/** Everything that the write does but its lines: one row for each part of its description that is not empty. */
export function effectRows(effect: DescribedEffect, language: EffectLanguage): EffectRow[] {
  const { t, lang, tIfKnown } = language;
  const { receiver, payment, record, exchange_rate } = effect;
  const method = payment?.method ? tIfKnown(`method.${payment.method}`) : null;
  const rows: EffectRow[] = [
    [t('effect.record'), record ? recordText(record, language) : ''],
    [
      t('effect.receiver'),
      [receiver?.name, receiver?.kennitala && formatKennitala(receiver.kennitala)].filter(Boolean).join(' '),
    ],
    [
      t(effect.deliver.length > 0 ? 'effect.sent-now' : 'effect.sent-to'),
      (receiver?.addresses ?? []).map((one) => one.replace(/^\w+:/, '')).join(', '),
    ],
    [t('effect.amount'), money(effect.amount, effect, language)],
    ...effect.vat.map(
      ({ rate, net, vat }): EffectRow => [
        t('effect.vat', { rate: formatQuantity(decimal(rate), lang) }),
        t('effect.net-and-vat', { net: money(net, effect, language), vat: money(vat, effect, language) }),
      ],
    ),
    [t('field.payment_fee'), money(effect.fee, effect, language)],
    ...Object.entries(effect.dates).map(
      ([name, date]): EffectRow => [
        fieldLabel(name, language),
        date ? orDefault(formatDay(date, lang), name, effect, language) : '',
      ],
    ),
    [
      t('field.exchange_rate'),
      exchange_rate === null
        ? ''
        : orDefault(formatQuantity(decimal(exchange_rate), lang), 'exchange_rate', effect, language),
    ],
    [t('effect.claim'), effect.claim ? t('effect.claim-made') : ''],
    [
      t('effect.payment'),
      payment ? [money(payment.amount, effect, language), method].filter(Boolean).join(', ') : '',
    ],
    [t('effect.files'), effect.files.map(({ name }) => name).join(', ')],
    ...effect.fields.map(
      (field): EffectRow => [fieldLabel(field.name, language), fieldText(field, effect, language)],
    ),
    ...(effect.documents ?? []).map(
      (one, at): EffectRow => [`${t('effect.document')} ${at + 1}`, documentText(one, language)],
    ),
  ];
  return rows.filter(([, text]) => text !== '');
}

/** One of several documents, with all that is stored of it. */
function documentText(document: DescribedEffect, language: EffectLanguage): string {
  const kind = language.tIfKnown(`kind.${document.kind}`) ?? document.kind;
  const rows = [...effectRows(document, language), ...lineRows(document, language)];
  return [kind, ...rows.map(([label, text]) => `${label}: ${text}`)].join(' · ');
}

/** The lines, each with all that is stored of it. */
export function lineRows(effect: DescribedEffect, language: EffectLanguage): EffectRow[] {
  const { t } = language;
  return effect.lines.map((line, at) => [`${t('effect.line')} ${at + 1}`, lineText(line, effect, language)]);
}

/** A value that was not sent is that of the day on which it is approved. */
function orDefault(text: string, name: string, { defaults }: DescribedEffect, { t }: EffectLanguage): string {
  return defaults.includes(name) ? t('effect.today', { value: text }) : text;
}

/** Fields of a part, such as `customer.email`, are called as those of the part itself. */
function fieldLabel(name: string, { tIfKnown }: EffectLanguage): string {
  const [part, inner] = name.split('.');
  if (!inner) return tIfKnown(`field.${name}`) ?? name;
  return `${tIfKnown(`record.${part}`) ?? part}: ${tIfKnown(`field.${inner}`) ?? inner}`;
}

function fieldText(field: DescribedField, effect: DescribedEffect, language: EffectLanguage): string {
  const to = orDefault(valueText(field.name, field.to, effect, language), field.name, effect, language);
  if (!('from' in field)) return to;
  const from = valueText(field.name, field.from, effect, language);
  return `${from || '–'} → ${to || '–'}`;
}

/** A stored value in words; a list or an object by its parts. */
function valueText(name: string, value: unknown, effect: DescribedEffect, language: EffectLanguage): string {
  const { t, lang } = language;
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return t(value ? 'effect.yes' : 'effect.no');
  if (Array.isArray(value)) return value.map((one) => valueText(name, one, effect, language)).join('; ');
  if (typeof value === 'object') {
    if ('unit_price' in value) return lineText(value as DescribedLine, effect, language);
    if ('bytes' in value) return t('value.picture', { size: kilobytes(Number(value.bytes)) });
    return Object.entries(value)
      .flatMap(([key, one]) => (key === 'guid' || key === 'sha256' || !one ? [] : String(one)))
      .join(' · ');
  }
  const field = name.split('.').at(-1) ?? name;
  if (SUMS.has(field)) return money(Number(value), effect, language);
  if (MINUTES.has(field)) return formatClock(Number(value));
  const text = String(value);
  if (DATE.test(text)) return formatDay(text, lang);
  if (WORDS.has(field)) return language.tIfKnown(`value.${text}`) ?? text;
  const codes = CODES[field];
  return (codes && language.tIfKnown(`${codes}.${text}`)) ?? text;
}

function kilobytes(bytes: number): string {
  return String(Math.max(1, Math.round(bytes / 1000)));
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Fields that hold a sum in the currency of the document. */
const SUMS = new Set(['reduction_amount', 'refund_amount']);
/** Fields that hold minutes after midnight. */
const MINUTES = new Set(['start_minute', 'end_minute']);

/** Fields that hold one of a few words. */
const WORDS = new Set(['accept_as', 'lang', 'recurring_period', 'state', 'status', 'timer']);

/** The texts of codes, by the field that holds them. */
const CODES: Readonly<Record<string, string>> = {
  accounting_status: 'accounting',
  cost_code: 'code',
  how_paid: 'paid-by',
  method_payment: 'method',
  output_select: 'output',
  recurring_interval: 'interval',
  tax: 'vat',
  uom: 'unit',
};

/** The discount of a line; empty where it has none. */
function discountText({ discount }: DescribedLine, currency: string, lang: Lang): string {
  const value = decimal(discount.replace('%', ''));
  if (value.eq(0)) return '';
  return discount.endsWith('%') ? formatPercent(value, lang) : formatMoney(value, currency, lang);
}

export function linePrice({ unit_price }: DescribedLine, currency: string, lang: Lang): string {
  const figure = formatPrice(decimal(unit_price), currency, lang);
  return withCurrency(figure, currency, lang).replace(' ', '\u00a0');
}

/** What is stored of a line besides its description, quantity and price. */
export function lineDetails(line: DescribedLine, currency: string, language: EffectLanguage): string {
  const { t, tIfKnown, lang } = language;
  const discount = discountText(line, currency, lang);
  const { category, product_cost } = line;
  return [
    line.item_number,
    tIfKnown(`unit.${line.uom}`) ?? line.uom,
    `${t('field.tax')} ${tIfKnown(`vat.${line.tax}`) ?? line.tax}`,
    line.vat_kind && `${t('field.vat_kind')} ${line.vat_kind}`,
    discount && `${t('field.discount')} ${discount}`,
    category && `${t('field.category')} ${category}`,
    product_cost && `${t('field.product_cost')} ${product_cost}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function lineText(line: DescribedLine, effect: DescribedEffect, language: EffectLanguage): string {
  const { lang } = language;
  const currency = effect.currency ?? 'ISK';
  const qty = formatQuantity(decimal(line.qty), lang);
  const details = lineDetails(line, currency, language);
  return `${qty} × ${line.description}, ${linePrice(line, currency, lang)} (${details})`;
}
