import { Check, Copy, Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Attendee, ProductSale } from '../../api/types.ts';
import { saveCsv } from '../../lib/csv.ts';
import { formatKennitala, formatMoney } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/page.tsx';
import { Refusal, Skeleton, Trouble } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';
import { SALE_TYPES, SaleState } from './selling.tsx';

const MOST = 500;

export function SaleSheet({ guid, onClose }: { guid: string; onClose(): void }) {
  const { t } = useWords();
  const { data, error, refetch } = useRead('get-product-sale', { guid });
  return (
    <Sheet
      open
      onClose={onClose}
      title={data?.name ?? t('loading')}
      {...(data && { about: t(`sale.${SALE_TYPES[data.type] || 'STAND'}`), footer: <Actions sale={data} /> })}
    >
      {data ? <Content sale={data} /> : error ? <Trouble error={error} onRetry={refetch} /> : <Skeleton />}
    </Sheet>
  );
}

function Content({ sale }: { sale: ProductSale }) {
  const { t, lang } = useWords();
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="figure text-3xl font-semibold tracking-tight">
          {formatMoney(sale.amount, 'ISK', lang)}
        </span>
        <SaleState open={sale.is_open} />
      </div>
      <Facts
        rows={[
          [
            t('sale.address'),
            <span key="u" className="break-all">
              {sale.url}
            </span>,
          ],
          sale.inventory_control ? [t('sale.left'), String(sale.inventory_count)] : null,
          sale.description ? [t('sale.about'), sale.description] : null,
          sale.terms ? [t('field.terms'), sale.terms] : null,
        ]}
      />
      {SALE_TYPES[sale.type] === 'EVENT' && <Attendees sale={sale} />}
    </div>
  );
}

function Attendees({ sale }: { sale: ProductSale }) {
  const { t } = useWords();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useRead('get-product-sale-attends', { guid: sale.guid, limit: MOST });
  const wanted = search.trim().toLocaleLowerCase('is');
  const rows = data?.filter(
    ({ attendee, invoice_number }) =>
      attendee.toLocaleLowerCase('is').includes(wanted) || invoice_number === wanted,
  );
  const save = () =>
    saveCsv(`kvitt-${sale.name}.csv`, [
      [
        t('field.name'),
        t('field.email'),
        t('field.phone_number'),
        t('sale.tickets'),
        t('field.number'),
        t('field.status'),
        t('sale.came'),
        ...questions(data ?? []),
      ],
      ...(data ?? []).map((row) => [
        row.name,
        /<(.*)>$/.exec(row.attendee)?.[1] ?? '',
        row.phone_number,
        row.qty,
        row.invoice_number,
        row.invoice_status,
        row.attended === 'true' ? t('yes') : t('no'),
        ...questions(data ?? []).map(
          (label) => row.fields.find((field) => field.label === label)?.value ?? '',
        ),
      ]),
    ]);
  return (
    <section aria-label={t('sale.attendees')}>
      <div className="mb-2 flex items-center gap-3">
        <h3 className="flex-1 font-semibold">{t('sale.attendees')}</h3>
        {data && data.length > 0 && (
          <Button small icon={<Download size={15} aria-hidden />} onClick={save}>
            CSV
          </Button>
        )}
      </div>
      {error && !data ? (
        <Trouble error={error} onRetry={refetch} />
      ) : !rows ? (
        <Skeleton rows={3} />
      ) : data?.length === 0 ? (
        <p className="text-soft">{t('sale.nobody')}</p>
      ) : (
        <>
          <input
            type="search"
            value={search}
            aria-label={t('sale.search')}
            placeholder={t('sale.search')}
            onChange={({ target }) => setSearch(target.value)}
            className="mb-2 h-9 w-full rounded-lg border border-edge/70 bg-paper px-3 placeholder:text-soft max-sm:h-11"
          />
          <ul className="divide-y rounded-lg border">
            {rows.map((row) => (
              <AttendeeRow key={row.invoice_number} sale={sale} row={row} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function questions(rows: readonly Attendee[]): string[] {
  return [...new Set(rows.flatMap(({ fields }) => fields.map(({ label }) => label)))];
}

function AttendeeRow({ sale, row }: { sale: ProductSale; row: Attendee }) {
  const { t, tn, maybe } = useWords();
  const tick = useWrite('tick-attendee');
  const came = row.attended === 'true';
  return (
    <li className="flex items-center gap-3 px-3.5 py-2.5">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{row.name}</span>
        <span className="figure block truncate text-xs text-soft">
          {tn('tickets', row.qty)} · #{row.invoice_number}{' '}
          {row.kennitala && `· ${formatKennitala(row.kennitala)}`}
        </span>
        <Refusal error={tick.error} />
      </span>
      <Badge tone={row.invoice_status === 'Paid' ? 'good' : 'warn'}>
        {maybe(`attendee.${row.invoice_status}`) ?? row.invoice_status}
      </Badge>
      <button
        type="button"
        aria-pressed={came}
        aria-label={t('sale.tick', { name: row.name })}
        disabled={tick.isPending}
        onClick={() => tick.mutate({ guid: sale.guid, invoice_number: row.invoice_number, attended: !came })}
        className={`flex size-9 items-center justify-center rounded-lg border max-sm:size-11 ${came ? 'border-accent bg-accent text-on-accent' : 'border-edge/70 text-transparent hover:border-accent'}`}
      >
        <Check size={18} aria-hidden />
      </button>
    </li>
  );
}

function Actions({ sale }: { sale: ProductSale }) {
  const { t } = useWords();
  const set = useWrite('set-product-sale');
  const copy = () => navigator.clipboard.writeText(sale.url).then(() => say(t('done.copied')));
  return (
    <>
      <div className="w-full empty:hidden">
        <Refusal error={set.error} />
      </div>
      <a href={sale.url} target="_blank" rel="noreferrer" className={buttonClass('primary')}>
        <ExternalLink size={15} aria-hidden />
        {t('sale.see')}
      </a>
      <Button icon={<Copy size={15} aria-hidden />} onClick={copy}>
        {t('sale.copy')}
      </Button>
      <Button
        look={sale.is_open ? 'danger' : 'plain'}
        busy={set.isPending}
        onClick={() =>
          set.mutate({ guid: sale.guid, open: !sale.is_open }, { onSuccess: () => say(t('done.saved')) })
        }
      >
        {t(sale.is_open ? 'sale.shut' : 'sale.reopen')}
      </Button>
    </>
  );
}
