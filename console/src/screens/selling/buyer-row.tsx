import { Link } from '@tanstack/react-router';
import { ChevronDown, FileMinus2, ReceiptText, Ticket, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import { unitName } from '../../../../src/domain/values/units.ts';
import type { ProductSaleDetails, TicketBuyer } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate } from '../../lib/format.ts';
import { Badge, StateBadge } from '../../ui/elements/badge.tsx';
import { Button, buttonClass } from '../../ui/elements/button.tsx';
import { AttendanceToggle, countValid, SeatToggles } from './attendance.tsx';
import { ReleaseOrder } from './release-dialogs.tsx';
import { saleTypeOf } from './sale-types.tsx';

/** One buyer; a click expands the details of the order. */
export function BuyerRow({ sale, row }: { sale: ProductSaleDetails; row: TicketBuyer }) {
  const { t, tn, lang, tIfKnown } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const isEvent = saleTypeOf(sale.type) === 'EVENT';
  const valid = countValid(row);
  // An order that was credited in full says so by its status.
  const bought = valid === 0 ? row.qty : valid;
  const some = row.seats_in.length > 0;
  const all = row.seats_in.length >= valid;
  const creditedText = (n: number) => tn(isEvent ? 'sale.credited' : 'sale.credited-pieces', n);
  const facts = [
    isEvent ? tn('tickets', bought) : `${bought} ${unitName('C62', lang, bought)}`,
    row.subscription && t(`subscription.${row.subscription.state}`),
    valid > 0 && row.seats_credited > 0 && creditedText(row.seats_credited),
    some && !all && t('sale.came-some', { n: row.seats_in.length }),
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
        <span className="flex flex-col items-end gap-1">
          <Badge tone={row.invoice_status === 'Paid' ? 'success' : 'warning'}>
            {tIfKnown(`attendee.${row.invoice_status}`) ?? row.invoice_status}
          </Badge>
          <Link
            to="/invoices"
            search={{ open: row.invoice_guid }}
            title={t('invoice.number', { number: row.invoice_number })}
            className="figure text-xs font-medium text-accent underline-offset-2 hover:underline max-sm:py-1"
          >
            #{row.invoice_number}
          </Link>
        </span>
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

function BuyerDetails({ sale, row }: { sale: ProductSaleDetails; row: TicketBuyer }) {
  const { t, lang } = useTranslation();
  const [releasing, setReleasing] = useState(false);
  const addressLine = [row.address, [row.zip, row.city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const details: (readonly [string, string])[] = [
    [t('field.email'), row.email],
    [t('field.phone_number'), row.phone_number],
    [t('field.address'), addressLine],
    ...row.fields.map(({ label, value }) => [label, value] as const),
    [t('sale.message'), row.message],
    [t('sale.pay-by'), row.pay_by ? formatDate(row.pay_by, lang) : ''],
  ];
  return (
    <div className="mt-2 space-y-3 border-t pt-3">
      <dl className="grid gap-2">
        {details
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label} className="min-w-0 break-words">
              <dt className="text-dense text-muted">{label}</dt>
              <dd className="whitespace-pre-line">{value}</dd>
            </div>
          ))}
      </dl>
      {row.subscription && (
        <p className="flex flex-wrap items-center gap-2">
          <StateBadge state={row.subscription.state}>
            {t(`subscription.${row.subscription.state}`)}
          </StateBadge>
          <Link
            to="/recurring"
            search={{ open: row.subscription.guid }}
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            {t('sale.template')}
          </Link>
        </p>
      )}
      {saleTypeOf(sale.type) === 'EVENT' && <SeatToggles sale={sale} row={row} />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {row.may_release && (
          <Button small icon={<Undo2 size={15} aria-hidden />} onClick={() => setReleasing(true)}>
            {t('release.order')}
          </Button>
        )}
        {row.invoice_status === 'Paid' && (
          <Link
            to="/invoices"
            search={{ open: row.invoice_guid, ask: 'credit' }}
            className={buttonClass('plain', true)}
          >
            <FileMinus2 size={15} aria-hidden />
            {t('sale.refund')}
          </Link>
        )}
      </div>
      {row.invoice_status === 'Paid' && sale.inventory_control && (
        <p className="text-dense text-muted">{t('sale.refund-hint')}</p>
      )}
      {releasing && <ReleaseOrder sale={sale} row={row} onClose={() => setReleasing(false)} />}
    </div>
  );
}
