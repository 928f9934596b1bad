import type { OutputOf, Proposal } from '../../api/types.ts';
import type { Lang } from '../../i18n/lang.ts';
import type { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney, formatNumber } from '../../lib/format.ts';

type Agent = OutputOf<'find-agents'>['rows'][number];

export interface RaisedLimits {
  limits: {
    mode?: string;
    max_amount?: number;
    max_amount_per_day?: number;
    max_documents_per_day?: number;
    new_recipients?: string;
  };
  /** What changes, as translated sentences. */
  texts: string[];
}

/** The limits under which the program could have done this by itself. Sums in other currencies are left to the owner. */
export function raisedLimits(
  { limits: now, used_amount, used_documents }: Agent,
  { reasons, preview }: Proposal,
  lang: Lang,
  t: ReturnType<typeof useTranslation>['t'],
): RaisedLimits {
  const amount = preview.currency === 'ISK' ? Math.ceil(Math.abs(preview.amount ?? 0)) : null;
  const limits: RaisedLimits['limits'] = {};
  const texts: string[] = [];
  const money = (sum: number) => formatMoney(sum, 'ISK', lang);
  const bound = (sum: number | null) => money(sum ?? 0);
  if (reasons.includes('mode')) {
    limits.mode = 'act';
    texts.push(t('proposals.raise-mode'));
  }
  if (reasons.includes('max_amount') && amount !== null) {
    limits.max_amount = Math.max(now.max_amount ?? 0, amount);
    texts.push(t('proposals.raise-amount', { amount: money(limits.max_amount), now: bound(now.max_amount) }));
  }
  if (reasons.includes('max_amount_per_day') && amount !== null) {
    limits.max_amount_per_day = Math.max(now.max_amount_per_day ?? 0, Math.ceil(used_amount) + amount);
    texts.push(
      t('proposals.raise-day', {
        amount: money(limits.max_amount_per_day),
        now: bound(now.max_amount_per_day),
      }),
    );
  }
  if (reasons.includes('max_documents_per_day')) {
    limits.max_documents_per_day = Math.max(now.max_documents_per_day ?? 0, used_documents + 1);
    texts.push(
      t('proposals.raise-documents', {
        count: formatNumber(limits.max_documents_per_day, lang),
        now: formatNumber(now.max_documents_per_day ?? 0, lang),
      }),
    );
  }
  if (reasons.includes('new_recipients')) {
    limits.new_recipients = 'act';
    texts.push(t('proposals.raise-recipients'));
  }
  return { limits, texts };
}
