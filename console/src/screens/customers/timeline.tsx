import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { translateDeliveryReason } from '../../lib/delivery-reason.ts';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatMoney, formatSum, formatTime } from '../../lib/format.ts';
import { Card } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { Pager } from '../../ui/lists/pager.tsx';

type Entry = OutputOf<'get-customer-timeline'>['rows'][number];

const PAGE_SIZE = 25;
const FAILURES = new Set([
  'bounced',
  'given_up',
  'rejected',
  'failed',
  'declined',
  'collection',
  'claim_failed',
  'payment_reversed',
  'reopened',
  'written_off',
]);
const SUCCESSES = new Set(['paid', 'claim_paid', 'accepted']);

/** What happened with a customer, newest first, each entry with a link to its record. */
export function TimelineCard({ guid }: { guid: string }) {
  const { t } = useTranslation();
  const paging = usePaging(PAGE_SIZE);
  const input = { guid, limit: PAGE_SIZE, page: paging.page };
  const query = useRead('get-customer-timeline', input, { keepPrevious: true });
  return (
    <Card title={t('timeline')} flush>
      <QueryView query={query} rows={6}>
        {({ rows }) => (
          <>
            {rows.length === 0 && <p className="px-5 py-4 text-muted">{t('customer.no-timeline')}</p>}
            <ol className="divide-y">
              {rows.map((row) => (
                <TimelineEntry
                  key={`${row.at} ${row.record} ${row.event} ${row.guid} ${row.text}`}
                  row={row}
                />
              ))}
            </ol>
            <Pager {...paging.uncounted(rows.length)} />
          </>
        )}
      </QueryView>
    </Card>
  );
}

function TimelineEntry({ row }: { row: Entry }) {
  const { t, lang, tIfKnown } = useTranslation();
  const { record, event } = row;
  const key = `${record}-${event}`;
  const what = tIfKnown(`happened.${key}`) ?? tIfKnown(`event.${event}`) ?? event;
  const text =
    record === 'invoice' ? (formatSum(row.text, lang) ?? translateDelivery(row.text, t)) : row.text;
  const dot = FAILURES.has(event) ? 'bg-danger' : SUCCESSES.has(event) ? 'bg-accent' : 'bg-border-strong';
  return (
    <li className="flex gap-3 px-5 py-3">
      <span aria-hidden className={`mt-1.5 size-2.5 shrink-0 rounded-full ${dot}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className={`font-medium ${FAILURES.has(event) ? 'text-danger' : ''}`}>
            {what}
            {row.number && (
              <RecordLink row={row} label={`${t(`timeline.${record as 'invoice'}`)} #${row.number}`} />
            )}
          </span>
          {row.amount !== 0 && <span className="figure">{formatMoney(row.amount, row.currency, lang)}</span>}
        </p>
        {text && <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>}
        <p className="text-dense text-muted">
          {[formatTime(row.at, lang), row.person].filter(Boolean).join(' · ')}
        </p>
      </div>
    </li>
  );
}

/** The recipient and the reason, as the server joins them. */
function translateDelivery(text: string, t: ReturnType<typeof useTranslation>['t']): string {
  const parts = text.split(' · ').map((part) => translateDeliveryReason(part, t));
  return parts.filter(Boolean).join(' · ');
}

function RecordLink({ row: { record, guid }, label }: { row: Entry; label: string }) {
  const [, change] = useFilters();
  const style = 'ml-2 font-normal text-accent underline-offset-2 hover:underline';
  return record === 'quote' ? (
    <Link to="/quotes" search={{ open: guid }} className={style}>
      {label}
    </Link>
  ) : (
    <button type="button" onClick={() => change({ open: guid })} className={style}>
      {label}
    </button>
  );
}
