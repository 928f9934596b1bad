import type { Proposal } from '../../api/types.ts';
import type { Lang } from '../../i18n/lang.ts';
import type { useTranslation } from '../../i18n/translation.tsx';
import { formatKennitala, formatMoney, formatNumber, formatPrice } from '../../lib/format.ts';

type Preview = Proposal['preview'];
type PreviewLine = Preview['lines'][number];

export function receiverText({ receiver }: Preview): string {
  return receiver ? `${receiver.name} ${formatKennitala(receiver.kennitala)}`.trim() : '';
}

/** The addresses without their channel. */
export function addressText({ receiver }: Preview): string {
  return (receiver?.addresses ?? []).map((one) => one.replace(/^\w+:/, '')).join(', ');
}

export function moneyText({ amount, currency }: Preview, lang: Lang): string {
  return amount === null ? '' : formatMoney(amount, currency ?? 'ISK', lang);
}

export function feeText({ fee, currency }: Preview, lang: Lang): string {
  return fee ? formatMoney(fee, currency ?? 'ISK', lang) : '';
}

/** A field that was sent, or a term of the document beside its sum. */
export function fieldText(name: string, value: unknown, tIfKnown: Language['tIfKnown']): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return (name === 'recurring_interval' && tIfKnown(`interval.${text}`)) || text;
}

export function discountText({ discount }: PreviewLine, currency: string, lang: Lang): string {
  const value = Number.parseFloat(discount);
  return discount.endsWith('%') ? `${formatNumber(value, lang)}%` : formatMoney(value, currency, lang);
}

function lineText(line: PreviewLine | undefined, { currency }: Preview, lang: Lang): string {
  if (!line) return '';
  const { description, qty, unit_price, tax } = line;
  const discount =
    Number.parseFloat(line.discount) > 0 ? ` −${discountText(line, currency ?? 'ISK', lang)}` : '';
  const price = formatPrice(Number(unit_price), currency ?? 'ISK', lang);
  return `${formatNumber(Number(qty), lang)} × ${description}, ${price}${discount} (${tax})`;
}

interface Language extends Pick<ReturnType<typeof useTranslation>, 't' | 'tIfKnown'> {
  lang: Lang;
}

/** The fields that are shown beside a sum, such as the schedule of a template. */
function changedTerms(before: Preview, now: Preview, tIfKnown: Language['tIfKnown']): string[][] {
  const [was, is] = [before, now].map(({ fields }) => new Map(Object.entries(fields ?? {})));
  const names = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
  const textOf = (fields: typeof was, name: string) =>
    fields?.has(name) ? fieldText(name, fields.get(name), tIfKnown) : '';
  return names.map((name) => [tIfKnown(`field.${name}`) ?? name, textOf(was, name), textOf(is, name)]);
}

/** What the write does otherwise than when it was proposed: one text for each difference that its digest covers. */
export function changesOf(before: Preview, now: Preview, { t, tIfKnown, lang }: Language): string[] {
  const claim = ({ claim: isMade }: Preview) => (isMade ? t('proposals.claim-made') : '');
  const lines = Array.from({ length: Math.max(before.lines.length, now.lines.length) }, (_, at) => [
    t('proposals.line'),
    lineText(before.lines[at], before, lang),
    lineText(now.lines[at], now, lang),
  ]);
  const compared = [
    [t('proposals.receiver'), receiverText(before), receiverText(now)],
    [t('proposals.sent-to'), addressText(before), addressText(now)],
    [t('proposals.amount'), moneyText(before, lang), moneyText(now, lang)],
    [t('field.payment_fee'), feeText(before, lang), feeText(now, lang)],
    ...lines,
    ...changedTerms(before, now, tIfKnown),
    [t('proposals.claim'), claim(before), claim(now)],
  ];
  return compared
    .filter(([, was, is]) => was !== is)
    .map(([what = '', was, is]) => t('proposals.change', { what, before: was || '–', now: is || '–' }));
}
