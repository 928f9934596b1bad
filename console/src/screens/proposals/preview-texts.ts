import type { Proposal } from '../../api/types.ts';
import type { Lang } from '../../i18n/lang.ts';
import type { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatKennitala, formatMoney, formatNumber, formatPrice } from '../../lib/format.ts';

type Preview = Proposal['preview'];
type PreviewLine = Preview['lines'][number];
type PreviewField = Preview['fields'][number];

interface Language extends Pick<ReturnType<typeof useTranslation>, 't' | 'tIfKnown'> {
  lang: Lang;
}

/** What is proposed, in a few words. Of one operation it is the document that says whether money comes in or goes back. */
export function intentText(
  { operation, preview }: Proposal,
  { tIfKnown }: Pick<Language, 'tIfKnown'>,
): string {
  return tIfKnown(`effect.${preview.kind}`) ?? tIfKnown(`intent.${operation}`) ?? operation;
}

/** What a person must not overlook: that money is given back, that something becomes paid, or is lost. */
export function warningText(preview: Preview, { t, lang, tIfKnown }: Language): string | null {
  const { kind, record, payment, amount } = preview;
  const what = record ? recordText(record, { tIfKnown }) : '';
  const sum = money(payment?.amount ?? amount, preview, lang);
  if (kind === 'credit_note') return t('effect.gives-back', { amount: money(amount, preview, lang), what });
  if (kind === 'payment')
    return t(record?.kind === 'credit_note' ? 'effect.refunded' : 'effect.becomes-paid', {
      amount: sum,
      what,
    });
  if (kind === 'deletion') return t('effect.deletes', { what });
  return payment ? t('effect.issued-paid', { amount: sum }) : null;
}

/** A record by its kind, number and name. */
function recordText(
  { kind, number, name }: NonNullable<Preview['record']>,
  { tIfKnown }: Pick<Language, 'tIfKnown'>,
): string {
  const noun = tIfKnown(`record.${kind}`) ?? kind;
  return [number ? `${noun} ${number}` : noun, name].filter(Boolean).join(' · ');
}

function money(sum: number | null, { currency }: Preview, lang: Lang): string {
  return sum === null ? '' : formatMoney(sum, currency ?? 'ISK', lang);
}

/** Everything that the write does but its lines: one row for each part of its description that is not empty. */
export function effectRows(preview: Preview, language: Language): [label: string, text: string][] {
  const { t, lang, tIfKnown } = language;
  const { receiver, payment, record } = preview;
  const method = payment?.method ? tIfKnown(`method.${payment.method}`) : null;
  const rows: [label: string, text: string][] = [
    [t('effect.record'), record ? recordText(record, language) : ''],
    [
      t('proposals.receiver'),
      receiver ? `${receiver.name} ${formatKennitala(receiver.kennitala)}`.trim() : '',
    ],
    [
      t(preview.deliver.length > 0 ? 'effect.sent-now' : 'proposals.sent-to'),
      (receiver?.addresses ?? []).map((one) => one.replace(/^\w+:/, '')).join(', '),
    ],
    [t('proposals.amount'), money(preview.amount, preview, lang)],
    ...preview.vat.map(({ rate, net, vat }): [string, string] => [
      t('effect.vat', { rate: formatNumber(rate, lang) }),
      t('effect.net-and-vat', { net: money(net, preview, lang), vat: money(vat, preview, lang) }),
    ]),
    [t('field.payment_fee'), money(preview.fee, preview, lang)],
    ...Object.entries(preview.dates).map(([name, date]): [string, string] => [
      label(name, language),
      date ? orDefault(formatDate(date, lang), name, preview, language) : '',
    ]),
    [
      t('field.exchange_rate'),
      preview.exchange_rate === null
        ? ''
        : orDefault(formatNumber(preview.exchange_rate, lang), 'exchange_rate', preview, language),
    ],
    [t('proposals.claim'), preview.claim ? t('proposals.claim-made') : ''],
    [
      t('effect.payment'),
      payment ? [money(payment.amount, preview, lang), method].filter(Boolean).join(', ') : '',
    ],
    [t('effect.files'), preview.files.map(({ name }) => name).join(', ')],
    ...preview.fields.map((field): [string, string] => [
      label(field.name, language),
      fieldText(field, preview, language),
    ]),
  ];
  return rows.filter(([, text]) => text !== '');
}

/** A value that was not sent is that of the day on which it is approved. */
function orDefault(text: string, name: string, { defaults }: Preview, { t }: Pick<Language, 't'>): string {
  return defaults.includes(name) ? t('effect.today', { value: text }) : text;
}

/** Fields of a part, such as `customer.email`, are called as those of the part itself. */
function label(name: string, { tIfKnown }: Pick<Language, 'tIfKnown'>): string {
  const [part, inner] = name.split('.');
  if (!inner) return tIfKnown(`field.${name}`) ?? name;
  return `${tIfKnown(`record.${part}`) ?? part}: ${tIfKnown(`field.${inner}`) ?? inner}`;
}

function fieldText(field: PreviewField, preview: Preview, language: Language): string {
  const to = orDefault(valueText(field.name, field.to, preview, language), field.name, preview, language);
  if (!('from' in field)) return to;
  const from = valueText(field.name, field.from, preview, language);
  return `${from || '–'} → ${to || '–'}`;
}

/** A stored value in words; a list or an object by its parts. */
function valueText(name: string, value: unknown, preview: Preview, language: Language): string {
  const { t, tIfKnown, lang } = language;
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return t(value ? 'effect.yes' : 'effect.no');
  if (Array.isArray(value)) return value.map((one) => valueText(name, one, preview, language)).join('; ');
  if (typeof value === 'object') {
    if ('unit_price' in value) return lineText(value as PreviewLine, preview, lang);
    return Object.entries(value)
      .flatMap(([key, one]) => (key === 'guid' || key === 'sha256' || !one ? [] : String(one)))
      .join(' · ');
  }
  return codeText(name, String(value), tIfKnown) ?? String(value);
}

/** Codes that the console has words for, by the field that holds them. */
const CODES: Readonly<Record<string, string>> = {
  recurring_interval: 'interval',
  output_select: 'output',
  method_payment: 'method',
  how_paid: 'how-paid',
};

function codeText(name: string, code: string, tIfKnown: Language['tIfKnown']): string | undefined {
  const field = name.split('.').at(-1) ?? name;
  return tIfKnown(`${CODES[field] ?? 'value'}.${code}`);
}

export function discountText({ discount }: PreviewLine, currency: string, lang: Lang): string {
  const value = Number.parseFloat(discount);
  return discount.endsWith('%') ? `${formatNumber(value, lang)}%` : formatMoney(value, currency, lang);
}

function lineText(line: PreviewLine, { currency }: Preview, lang: Lang): string {
  const { description, qty, unit_price, tax } = line;
  const discount =
    Number.parseFloat(line.discount) > 0 ? ` −${discountText(line, currency ?? 'ISK', lang)}` : '';
  const price = formatPrice(Number(unit_price), currency ?? 'ISK', lang);
  return `${formatNumber(Number(qty), lang)} × ${description}, ${price}${discount} (${tax})`;
}

/** What the write does otherwise than when it was proposed. */
export function changesOf(before: Preview, now: Preview, language: Language): string[] {
  const { t } = language;
  const rowsOf = (preview: Preview) => {
    const lines = preview.lines.map((line, at): [string, string] => [
      `${t('proposals.line')} ${at + 1}`,
      lineText(line, preview, language.lang),
    ]);
    return new Map([...effectRows(preview, language), ...lines]);
  };
  const [was, is] = [rowsOf(before), rowsOf(now)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((what) => was.get(what) !== is.get(what))
    .map((what) => t('proposals.change', { what, before: was.get(what) ?? '–', now: is.get(what) ?? '–' }));
}
