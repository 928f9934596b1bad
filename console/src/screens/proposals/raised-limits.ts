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
  /** The limits of today beside those that would be set. */
  changes: { label: string; before: string; after: string }[];
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
  const changes: RaisedLimits['changes'] = [];
  const money = (sum: number) => formatMoney(sum, 'ISK', lang);
  const bound = (sum: number | null) => money(sum ?? 0);
  if (reasons.includes('mode')) {
    limits.mode = 'act';
    texts.push(t('proposals.raise-mode'));
    const [before, after] = [t('apps.mode-propose'), t('apps.mode-act')];
    changes.push({ label: t('apps.mode'), before, after });
  }
  if (reasons.includes('max_amount') && amount !== null) {
    limits.max_amount = Math.max(now.max_amount ?? 0, amount);
    const [before, after] = [bound(now.max_amount), money(limits.max_amount)];
    texts.push(t('proposals.raise-amount', { amount: after, now: before }));
    changes.push({ label: t('apps.max_amount'), before, after });
  }
  if (reasons.includes('max_amount_per_day') && amount !== null) {
    limits.max_amount_per_day = Math.max(now.max_amount_per_day ?? 0, Math.ceil(used_amount) + amount);
    const [before, after] = [bound(now.max_amount_per_day), money(limits.max_amount_per_day)];
    texts.push(t('proposals.raise-day', { amount: after, now: before }));
    changes.push({ label: t('apps.max_amount_per_day'), before, after });
  }
  if (reasons.includes('max_documents_per_day')) {
    limits.max_documents_per_day = Math.max(now.max_documents_per_day ?? 0, used_documents + 1);
    const [before, after] = [now.max_documents_per_day ?? 0, limits.max_documents_per_day].map((count) =>
      formatNumber(count, lang),
    ) as [string, string];
    texts.push(t('proposals.raise-documents', { after, now: before }));
    changes.push({ label: t('apps.max_documents_per_day'), before, after });
  }
  if (reasons.includes('new_recipients')) {
    limits.new_recipients = 'act';
    texts.push(t('proposals.raise-recipients'));
    const [before, after] = [t('proposals.recipients-ask'), t('proposals.recipients-act')];
    changes.push({ label: t('proposals.recipients'), before, after });
  }
  return { limits, texts, changes };
}
