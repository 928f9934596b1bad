import { Check, Download, Minus, Ticket } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Guest, SaleInFull } from '../../api/types.ts';
import { saveCsv } from '../../lib/csv.ts';
import { formatKennitala } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchBox } from '../../ui/search.tsx';
import { Refusal, Skeleton, Trouble } from '../../ui/state.tsx';
import { useWords } from '../../words/words.tsx';

const STEP = 100;
const MOST = 500;
/** More than any hall that sells by these pages holds. */
const MOST_PAGES = 100;

/** Who has bought tickets to an event; the list at the door. */
export function Guests({ sale }: { sale: SaleInFull }) {
  const { t } = useWords();
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(STEP);
  const asked = { guid: sale.guid, limit, ...(search && { search }) };
  const { data, error, refetch } = useRead('find-guests', asked, { keep: true });
  const [trouble, setTrouble] = useState<Error | null>(null);
  const save = useCsv(sale);
  return (
    <section aria-label={t('sale.attendees')}>
      <div className="mb-2 flex items-center gap-3">
        <h3 className="flex-1 font-semibold">{t('sale.attendees')}</h3>
        {data && data.sold > 0 && (
          <>
            <span className="figure text-soft">{t('sale.came-of', { n: data.came, of: data.sold })}</span>
            <Button small icon={<Download size={15} aria-hidden />} onClick={() => save().catch(setTrouble)}>
              CSV
            </Button>
          </>
        )}
      </div>
      <Refusal error={trouble} />
      {error && !data ? (
        <Trouble error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton rows={3} />
      ) : data.sold === 0 ? (
        <p className="text-soft">{t('sale.nobody')}</p>
      ) : (
        <>
          <div className="mb-2">
            <SearchBox label={t('sale.search')} value={search} onSearch={(q) => setSearch(q ?? '')} />
          </div>
          {data.rows.length === 0 && <p className="text-soft">{t('sale.none-found')}</p>}
          <ul className="divide-y rounded-lg border empty:hidden">
            {data.rows.map((row) => (
              <GuestRow key={row.invoice_number} sale={sale} row={row} />
            ))}
          </ul>
          {data.count > data.rows.length && limit < MOST && (
            <div className="mt-3 flex justify-center">
              <Button small onClick={() => setLimit((before) => Math.min(before + STEP, MOST))}>
                {t('sale.more')}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** All of them, whatever is searched for, as a file. */
function useCsv(sale: SaleInFull): () => Promise<void> {
  const { t, maybe } = useWords();
  return async () => {
    const rows: Guest[] = [];
    for (let page = 1; page <= MOST_PAGES; page++) {
      const found = await call('find-guests', { guid: sale.guid, limit: MOST, page });
      rows.push(...found.rows);
      if (found.rows.length < MOST) break;
    }
    const questions = sale.fields.map(({ label }) => label);
    saveCsv(`kvitt-${sale.name}.csv`, [
      [
        t('field.name'),
        t('field.email'),
        t('field.phone_number'),
        t('field.registration_no'),
        t('sale.tickets'),
        t('sale.came'),
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
        row.qty,
        cameOf(row, t('yes'), t('no')),
        row.invoice_number,
        maybe(`attendee.${row.invoice_status}`) ?? row.invoice_status,
        row.message,
        ...questions.map((label) => row.fields.find((field) => field.label === label)?.value ?? ''),
      ]),
    ]);
  };
}

function cameOf({ seats_in, qty }: Guest, yes: string, no: string): string {
  if (seats_in.length === 0) return no;
  return seats_in.length < qty ? `${seats_in.length}/${qty}` : yes;
}

function GuestRow({ sale, row }: { sale: SaleInFull; row: Guest }) {
  const { t, tn, maybe } = useWords();
  const tick = useWrite('tick-attendee');
  const some = row.seats_in.length > 0;
  const all = row.seats_in.length >= row.qty;
  const facts = [
    tn('tickets', row.qty),
    some && !all && t('sale.came-some', { n: row.seats_in.length }),
    `#${row.invoice_number}`,
    row.kennitala && formatKennitala(row.kennitala),
  ];
  return (
    <li className="flex items-center gap-2 px-3.5 py-2.5">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{row.name}</span>
        <span className="figure block truncate text-xs text-soft">{facts.filter(Boolean).join(' · ')}</span>
        <Refusal error={tick.error} />
      </span>
      <Badge tone={row.invoice_status === 'Paid' ? 'good' : 'warn'}>
        {maybe(`attendee.${row.invoice_status}`) ?? row.invoice_status}
      </Badge>
      <a
        href={row.tickets_url}
        target="_blank"
        rel="noreferrer"
        aria-label={t('sale.ticket-page', { name: row.name })}
        title={t('sale.ticket-page', { name: row.name })}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-sunken hover:text-ink max-sm:size-11"
      >
        <Ticket size={17} aria-hidden />
      </a>
      <button
        type="button"
        aria-pressed={all ? true : some ? 'mixed' : false}
        aria-label={t('sale.tick', { name: row.name })}
        disabled={tick.isPending}
        onClick={() => tick.mutate({ guid: sale.guid, invoice_number: row.invoice_number, attended: !all })}
        className={`flex size-9 shrink-0 items-center justify-center rounded-lg border max-sm:size-11 ${some ? 'border-accent bg-accent text-on-accent' : 'border-edge/70 text-transparent hover:border-accent'}`}
      >
        {some && !all ? <Minus size={18} aria-hidden /> : <Check size={18} aria-hidden />}
      </button>
    </li>
  );
}
