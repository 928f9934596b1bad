import { Download, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import type { ProductSaleDetails, TicketBuyer } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { csv } from '../../lib/csv.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert, LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { SearchBox } from '../../ui/lists/search-box.tsx';
import { countValid } from './attendance.tsx';
import { BuyerRow } from './buyer-row.tsx';
import { ReleaseOverdue } from './release-dialogs.tsx';
import { saleTypeOf } from './sale-types.tsx';

const ROWS_PER_STEP = 100;
const MAX_ROWS = 500;
/** A bound on the export, far above the size of any sale. */
const MAX_CSV_PAGES = 100;

/** The buyers of a sale with their answers and payment state; for an event, the attendance list. */
export function Buyers({ sale }: { sale: ProductSaleDetails }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(ROWS_PER_STEP);
  const asked = { guid: sale.guid, limit, ...(search && { search }) };
  const { data, error, refetch } = useRead('find-buyers', asked, { keepPrevious: true });
  const [trouble, setTrouble] = useState<Error | null>(null);
  const [releasing, setReleasing] = useState(false);
  const save = useBuyersCsv(sale);
  const isEvent = saleTypeOf(sale.type) === 'EVENT';
  const title = t(isEvent ? 'sale.attendees' : 'sale.buyers');
  return (
    <section aria-label={title}>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="flex-1 font-semibold">{title}</h3>
        {data && (data.count > 0 || search) && (
          <>
            {isEvent && (
              <span className="figure text-muted">{t('sale.came-of', { n: data.came, of: data.sold })}</span>
            )}
            {data.overdue > 0 && (
              <Button small icon={<Undo2 size={15} aria-hidden />} onClick={() => setReleasing(true)}>
                {t('release.all', { n: data.overdue })}
              </Button>
            )}
            <Button small icon={<Download size={15} aria-hidden />} onClick={() => save().catch(setTrouble)}>
              CSV
            </Button>
          </>
        )}
      </div>
      <ErrorAlert error={trouble} />
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton rows={3} />
      ) : data.count === 0 && !search ? (
        <p className="text-muted">{t(isEvent ? 'sale.nobody' : 'sale.no-buyers')}</p>
      ) : (
        <>
          <div className="mb-2">
            <SearchBox
              label={t(isEvent ? 'sale.search' : 'sale.search-buyers')}
              value={search}
              onSearch={(q) => setSearch(q ?? '')}
            />
          </div>
          {data.rows.length === 0 && (
            <p className="text-muted">{t(isEvent ? 'sale.none-found' : 'sale.no-buyer-found')}</p>
          )}
          <ul className="divide-y rounded-lg border empty:hidden">
            {data.rows.map((row) => (
              <BuyerRow key={row.invoice_number} sale={sale} row={row} />
            ))}
          </ul>
          {data.count > data.rows.length && limit < MAX_ROWS && (
            <div className="mt-3 flex justify-center">
              <Button small onClick={() => setLimit((before) => Math.min(before + ROWS_PER_STEP, MAX_ROWS))}>
                {t('sale.more')}
              </Button>
            </div>
          )}
        </>
      )}
      {releasing && data && (
        <ReleaseOverdue sale={sale} count={data.overdue} onClose={() => setReleasing(false)} />
      )}
    </section>
  );
}

/** Exports all buyers as CSV, whatever the search is. */
function useBuyersCsv(sale: ProductSaleDetails): () => Promise<void> {
  const { t, tIfKnown } = useTranslation();
  const isEvent = saleTypeOf(sale.type) === 'EVENT';
  return async () => {
    const rows: TicketBuyer[] = [];
    for (let page = 1; page <= MAX_CSV_PAGES; page++) {
      const found = await call('find-buyers', { guid: sale.guid, limit: MAX_ROWS, page });
      rows.push(...found.rows);
      if (found.rows.length < MAX_ROWS) break;
    }
    // The questions may have been changed after some buyers answered the old ones.
    const answered = rows.flatMap(({ fields }) => fields.map(({ label }) => label));
    const questions = [...new Set([...sale.fields.map(({ label }) => label), ...answered])];
    const table = [
      [
        t('field.name'),
        t('field.email'),
        t('field.phone_number'),
        t('field.registration_no'),
        t('field.address'),
        t('field.zip'),
        t('field.city'),
        t(isEvent ? 'sale.tickets' : 'field.qty'),
        t('attendee.Credited'),
        ...(isEvent ? [t('sale.came')] : []),
        t('field.number'),
        t('field.status'),
        t('sale.message'),
        ...questions,
      ],
      ...rows.map((row) => [
        row.name,
        row.email,
        row.phone_number,
        row.kennitala,
        row.address,
        row.zip,
        row.city,
        row.qty,
        row.seats_credited,
        ...(isEvent ? [formatAttendance(row, t('yes'), t('no'))] : []),
        row.invoice_number,
        tIfKnown(`attendee.${row.invoice_status}`) ?? row.invoice_status,
        row.message,
        ...questions.map((label) => row.fields.find((field) => field.label === label)?.value ?? ''),
      ]),
    ];
    saveFile(`kvitt-${sale.name}.csv`, csv(table));
  };
}

function formatAttendance(row: TicketBuyer, yes: string, no: string): string {
  const [came, of] = [row.seats_in.length, countValid(row)];
  if (came === 0) return no;
  return came < of ? `${came}/${of}` : yes;
}
