import { Check, ChevronDown, Minus, ReceiptText, Ticket, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { unitName } from '../../../../src/domain/units.ts';
import { useWrite } from '../../api/queries.ts';
import type { Buyer, ProductSaleDetails } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatKennitala } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/feedback.tsx';
import { ReleaseOrder } from './release-dialogs.tsx';
import { saleTypeOf } from './sale-types.tsx';

/** How many of the tickets admit somebody: those that were credited do not. */
function countValid({ qty, seats_credited, invoice_status }: Buyer): number {
  return invoice_status === 'Cancelled' || invoice_status === 'Credited' ? 0 : qty - seats_credited;
}

/** One buyer; a click expands the details of the order. */
export function BuyerRow({ sale, row }: { sale: ProductSaleDetails; row: Buyer }) {
  const { t, tn, lang, tIfKnown } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const isEvent = saleTypeOf(sale.type) === 'EVENT';
  const some = row.seats_in.length > 0;
  const all = row.seats_in.length >= row.qty;
  const facts = [
    isEvent ? tn('tickets', row.qty) : `${row.qty} ${unitName('C62', lang, row.qty)}`,
    some && !all && t('sale.came-some', { n: row.seats_in.length }),
    `#${row.invoice_number}`,
    row.kennitala && formatKennitala(row.kennitala),
  ];
  const page = t(isEvent ? 'sale.ticket-page' : 'sale.order-page', { name: row.name });
  return (
    <li className="px-3.5 py-2.5">
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-lg text-left"
        >
          <ChevronDown size={16} aria-hidden className={`shrink-0 text-muted ${open ? '' : '-rotate-90'}`} />
          <span className="min-w-0">
            <span className="block truncate font-medium">{row.name}</span>
            <span className="figure block truncate text-xs text-muted">
              {facts.filter(Boolean).join(' · ')}
            </span>
          </span>
        </button>
        <Badge tone={row.invoice_status === 'Paid' ? 'success' : 'warning'}>
          {tIfKnown(`attendee.${row.invoice_status}`) ?? row.invoice_status}
        </Badge>
        <a
          href={row.tickets_url}
          target="_blank"
          rel="noreferrer"
          aria-label={page}
          title={page}
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink max-sm:size-11"
        >
          {isEvent ? <Ticket size={17} aria-hidden /> : <ReceiptText size={17} aria-hidden />}
        </a>
        {isEvent && <AttendanceToggle sale={sale} row={row} />}
      </div>
      <div id={id}>{open && <BuyerDetails sale={sale} row={row} />}</div>
    </li>
  );
}

function AttendanceToggle({ sale, row }: { sale: ProductSaleDetails; row: Buyer }) {
  const { t } = useTranslation();
  const tick = useWrite('tick-attendee');
  const some = row.seats_in.length > 0;
  const all = some && row.seats_in.length >= countValid(row);
  if (!some && countValid(row) === 0) return null;
  return (
    <>
      <button
        type="button"
        aria-pressed={all ? true : some ? 'mixed' : false}
        aria-label={t('sale.tick', { name: row.name })}
        disabled={tick.isPending}
        onClick={() => tick.mutate({ guid: sale.guid, invoice_number: row.invoice_number, attended: !all })}
        className={`flex size-9 shrink-0 items-center justify-center rounded-lg border max-sm:size-11 ${some ? 'border-accent bg-accent text-on-accent' : 'border-border-strong/70 text-transparent hover:border-accent'}`}
      >
        {some && !all ? <Minus size={18} aria-hidden /> : <Check size={18} aria-hidden />}
      </button>
      <ErrorAlert error={tick.error} />
    </>
  );
}

function BuyerDetails({ sale, row }: { sale: ProductSaleDetails; row: Buyer }) {
  const { t, lang } = useTranslation();
  const [releasing, setReleasing] = useState(false);
  const place = [row.address, [row.zip, row.city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const told: (readonly [string, string])[] = [
    [t('field.email'), row.email],
    [t('field.phone_number'), row.phone_number],
    [t('field.address'), place],
    ...row.fields.map(({ label, value }) => [label, value] as const),
    [t('sale.message'), row.message],
    [t('sale.pay-by'), row.pay_by ? formatDate(row.pay_by, lang) : ''],
  ];
  return (
    <div className="mt-2 space-y-3 border-t pt-3">
      <dl className="grid gap-2">
        {told
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label} className="min-w-0 break-words">
              <dt className="text-dense text-muted">{label}</dt>
              <dd className="whitespace-pre-line">{value}</dd>
            </div>
          ))}
      </dl>
      {row.may_release && (
        <Button small icon={<Undo2 size={15} aria-hidden />} onClick={() => setReleasing(true)}>
          {t('release.order')}
        </Button>
      )}
      {releasing && <ReleaseOrder sale={sale} row={row} onClose={() => setReleasing(false)} />}
    </div>
  );
}
