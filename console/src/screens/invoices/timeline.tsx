import type { Invoice } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { translateDeliveryReason } from '../../lib/delivery-reason.ts';
import { formatSum, formatTime } from '../../lib/format.ts';
import { InvoiceLink } from './invoice-link.tsx';

type Entry = Invoice['timeline'][number];

/** Events that need attention are highlighted. */
const FAILURE_EVENTS = new Set([
  'failed',
  'given_up',
  'delayed',
  'bounced',
  'rejected',
  'claim_failed',
  'collection',
  'unexpected_payment',
  'payment_reversed',
  'reopened',
  'written_off',
]);
const SUCCESS_EVENTS = new Set(['delivered', 'opened', 'part_paid', 'paid', 'claim_paid']);

/** The events of an invoice, newest last. */
export function Timeline({ entries, notes }: { entries: readonly Entry[]; notes: Invoice['credit_notes'] }) {
  const { t, lang, tIfKnown } = useTranslation();
  if (entries.length === 0) return null;
  return (
    <section aria-label={t('timeline')}>
      <h3 className="mb-3 font-semibold">{t('timeline')}</h3>
      <ol className="space-y-3 border-l pl-4">
        {entries.map(({ at, event, via, recipient, reason, by }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its place
          <li key={index} className="relative">
            <span
              aria-hidden
              className={`absolute top-1.5 -left-[1.3125rem] size-2.5 rounded-full border-2 border-paper ${FAILURE_EVENTS.has(event) ? 'bg-danger' : SUCCESS_EVENTS.has(event) ? 'bg-accent' : 'bg-border-strong'}`}
            />
            <p className={FAILURE_EVENTS.has(event) ? 'font-medium text-danger' : 'font-medium'}>
              {tIfKnown(`event.${event}`) ?? event}
              {via && <span className="font-normal text-muted"> · {tIfKnown(`way-of.${via}`) ?? via}</span>}
            </p>
            <p className="text-dense text-muted">
              <span className="figure">{formatTime(at, lang)}</span>
              {recipient && ` · ${recipient}`}
              {by && ` · ${by}`}
            </p>
            {reason && (
              <p className="text-dense text-muted wrap-anywhere">
                <Reason reason={reason} notes={notes} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Sums and credit notes are written in the person's language; other reasons come from outside. */
function Reason({ reason, notes }: { reason: string; notes: Invoice['credit_notes'] }) {
  const { t, lang } = useTranslation();
  const [, number] = /^Credit note (\d+)$/.exec(reason) ?? [];
  const note = notes.find((one) => one.number === number);
  const sum = formatSum(reason, lang);
  if (sum) return <span className="figure">{sum}</span>;
  if (!number || !note) return translateDeliveryReason(reason, t);
  return <InvoiceLink guid={note.guid}>{t('invoice.credit-number', { number })}</InvoiceLink>;
}
