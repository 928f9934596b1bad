import { Link } from '@tanstack/react-router';
import { AlertTriangle } from 'lucide-react';
import { useEffect } from 'react';
import { useSettledRead } from '../../api/queries.ts';
import type { Cost } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import type { FormFields } from '../../lib/use-fields.ts';
import { fillFromLast, type ReviewFieldValues, type SimilarCosts, toCompared } from './review-values.ts';

/** Compares what the form says with other costs, and fills empty booking fields as on the supplier's last cost. */
export function useSimilarCosts(cost: Cost, form: FormFields<ReviewFieldValues>): SimilarCosts | undefined {
  const compared = toCompared(cost.guid, form.fields);
  const { data } = useSettledRead('find-similar-costs', compared, { enabled: cost.may.approve });
  const last = data?.last_booked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it fills once for each supplier, and not again what was emptied
  useEffect(() => {
    if (last && cost.may.approve) form.set(fillFromLast(form.fields, last));
  }, [last?.guid]);
  return data;
}

/** Warns of costs that may be the same purchase, each with a link. */
export function DuplicateWarning({ duplicates }: { duplicates: SimilarCosts['duplicates'] }) {
  const { t, lang } = useTranslation();
  if (duplicates.length === 0) return null;
  return (
    <div role="status" className="flex gap-2.5 border-t bg-warning-subtle px-5 py-3 text-warning">
      <AlertTriangle size={17} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-medium">{t('costs.duplicate')}</p>
        <ul>
          {duplicates.map((one) => (
            <li key={one.guid}>
              <Link to="/costs" search={{ open: one.guid }} className="underline wrap-anywhere">
                {[
                  one.supplier_name || t('costs.unknown'),
                  formatDate(one.issue_date, lang),
                  ...(one.amount ? [formatMoney(one.amount, one.currency, lang)] : []),
                ].join(' · ')}
              </Link>
              {` – ${t(`costs.same-${one.reason as 'file'}`)}`}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
