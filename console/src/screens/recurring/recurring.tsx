import { Link } from '@tanstack/react-router';
import { Pause, Pencil, Play, Repeat, Square } from 'lucide-react';
import { comingDates, type Interval } from '../../../../src/domain/sales/recurrence.ts';
import { fetchAllPages } from '../../api/all-pages.ts';
import { usePendingAction } from '../../api/delayed-actions.ts';
import { useRecordFromUrl } from '../../api/opened.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Recurring } from '../../api/types.ts';
import type { TextKey } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { documentFacts } from '../../lib/document-facts.ts';
import { useFilters, usePaging } from '../../lib/filters.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Sheet } from '../../ui/dialogs/dialog.tsx';
import { StateBadge } from '../../ui/elements/badge.tsx';
import { Button, buttonClass } from '../../ui/elements/button.tsx';
import { CreateLink } from '../../ui/elements/create-action.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { Facts } from '../../ui/elements/page.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { SearchList } from '../../ui/lists/search-list.tsx';
import type { Column } from '../../ui/lists/table.tsx';
import { LineList } from '../../ui/records/line-list.tsx';
import { MadeInvoices } from '../../ui/records/made-invoices.tsx';
import { PendingBadge, PendingNotice } from '../../ui/records/pending.tsx';

const PAGE_SIZE = 100;
const COMING_SHOWN = 4;

export function RecurringInvoices() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const search = filters.q ? { search: filters.q } : {};
  const query = useRead(
    'get-recurring-invoices',
    { limit: PAGE_SIZE, page: paging.page, ...search },
    { keepPrevious: true },
  );
  const columns = useColumns();
  const load = useRecurringExport(search);
  const opened = useRecordFromUrl('get-recurring-invoices', query.data, filters.open);
  return (
    <SearchList
      title={t('nav.recurring')}
      description={t('about.recurring')}
      createAction={<CreateLink to="/recurring/new" label={t('new.recurring')} />}
      searchLabel={t('recurring.search')}
      exportMenu={<ExportMenu title={t('nav.recurring')} load={load} />}
      query={query}
      columns={columns}
      onOpen={(guid) => change({ open: guid })}
      paging={paging}
      empty={{
        icon: <Repeat size={22} aria-hidden />,
        title: t('empty.recurring'),
        description: t('about.recurring'),
      }}
    >
      {opened && <RecurringSheet recurring={opened} onClose={() => change({ open: undefined })} />}
    </SearchList>
  );
}

/** Loads all templates that match the search, as a table for a spreadsheet. */
function useRecurringExport(filters: object) {
  const { t } = useTranslation();
  return async () => {
    const rows = await fetchAllPages('get-recurring-invoices', filters);
    return [
      [
        t('field.recurring_name'),
        t('field.customer'),
        t('field.recurring_interval'),
        t('recurring.next'),
        t('field.status'),
        t('field.amount'),
        t('field.currency'),
      ],
      ...rows.map((row) => [
        row.recurring_name,
        row.customer.name,
        t(`interval.${row.recurring_interval as 'monthly'}`),
        row.next_date ?? '',
        t(`recurring.${row.status as 'active'}`),
        row.amount,
        row.currency,
      ]),
    ];
  };
}

/** The reasons that the service itself gives, in the person's language; what a person wrote stays as it is. */
function pauseReason(reason: string, t: ReturnType<typeof useTranslation>['t']): string {
  if (reason === 'Paused on request') return t('recurring.on-request');
  if (reason === 'The program that set it up is frozen') return t('recurring.program-frozen');
  if (reason === 'The program that set it up was disconnected') return t('recurring.program-revoked');
  const [, missed] = /^(\d+) invoices are overdue to be made/.exec(reason) ?? [];
  return missed ? t('recurring.missed', { n: missed }) : reason;
}

function State({ status }: { status: string }) {
  const { t } = useTranslation();
  return <StateBadge state={status}>{t(`recurring.${status as 'active'}`)}</StateBadge>;
}

function useColumns(): Column<Recurring>[] {
  const { t, lang } = useTranslation();
  return [
    {
      id: 'name',
      header: t('field.recurring_name'),
      card: 'title',
      cell: (row) => <span className="font-medium">{row.recurring_name}</span>,
    },
    { id: 'customer', header: t('field.customer'), cell: (row) => row.customer.name },
    {
      id: 'interval',
      header: t('field.recurring_interval'),
      narrow: true,
      cell: (row) => t(`interval.${row.recurring_interval as 'monthly'}`),
    },
    {
      id: 'next',
      header: t('recurring.next'),
      card: 'none',
      cell: (row) => <span className="figure">{row.next_date ? formatDate(row.next_date, lang) : '–'}</span>,
    },
    {
      id: 'state',
      header: t('field.status'),
      card: 'trailing',
      cell: (row) => (
        <PendingBadge guid={row.guid}>
          <State status={row.status} />
        </PendingBadge>
      ),
    },
    {
      id: 'amount',
      header: t('field.amount'),
      figure: true,
      card: 'trailing',
      cell: (row) => formatMoney(row.amount, row.currency, lang),
    },
  ];
}

function RecurringSheet({ recurring, onClose }: { recurring: Recurring; onClose(): void }) {
  const { t, lang } = useTranslation();
  const money = (amount: number) => formatMoney(amount, recurring.currency, lang);
  const { may } = recurring;
  const coming = recurring.next_date
    ? comingDates(
        {
          start: recurring.recurring_start_date,
          interval: recurring.recurring_interval as Interval,
          max: recurring.recurring_max_invoice,
        },
        recurring.next_date,
        COMING_SHOWN,
      )
    : [];
  return (
    <Sheet
      open
      onClose={onClose}
      title={recurring.recurring_name}
      description={recurring.customer.name}
      {...((may.pause || may.resume || may.stop) && { footer: <Actions recurring={recurring} /> })}
    >
      <div className="space-y-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="figure text-3xl font-semibold tracking-tight">{money(recurring.amount)}</span>
          <State status={recurring.status} />
        </div>
        {may.resume && recurring.status_reason && (
          <p className="rounded-lg bg-warning-subtle px-3.5 py-2.5 text-warning">
            {pauseReason(recurring.status_reason, t)}
          </p>
        )}
        <Facts
          rows={[
            [t('field.customer'), recurring.customer.name],
            [t('field.recurring_interval'), t(`interval.${recurring.recurring_interval as 'monthly'}`)],
            [t('field.recurring_period'), t(`period.${(recurring.recurring_period || 'none') as 'none'}`)],
            [t('field.recurring_start_date'), formatDate(recurring.recurring_start_date, lang)],
            [t('recurring.coming'), coming.map((date) => formatDate(date, lang)).join(', ') || '–'],
            [
              t('recurring.made'),
              recurring.recurring_max_invoice
                ? t('recurring.of', { n: recurring.invoice_count, max: recurring.recurring_max_invoice })
                : String(recurring.invoice_count),
            ],
            ...documentFacts(recurring, t, lang),
          ]}
        />
        <MadeInvoices operation="get-invoices-from-recurring" guid={recurring.guid} />
        <LineList lines={recurring.items} currency={recurring.currency} />
      </div>
    </Sheet>
  );
}

function Actions({ recurring: { guid, may } }: { recurring: Recurring }) {
  const { t } = useTranslation();
  const pause = useWrite('pause-recurring-invoice');
  const resume = useWrite('resume-recurring-invoice');
  const stop = useWrite('stop-recurring-invoice');
  const done = (textKey: TextKey) => ({ onSuccess: () => showToast(t(textKey)) });
  const pending = usePendingAction(guid);
  if (pending) return <PendingNotice action={pending} />;
  return (
    <>
      <div className="w-full empty:hidden">
        <ErrorAlert error={pause.error ?? resume.error ?? stop.error} />
      </div>
      {may.change && (
        <Link to="/recurring/$guid" params={{ guid }} className={buttonClass()}>
          <Pencil size={15} aria-hidden />
          {t('edit')}
        </Link>
      )}
      {may.pause && (
        <Button
          icon={<Pause size={16} aria-hidden />}
          busy={pause.isPending}
          onClick={() => pause.mutate({ guid }, done('done.paused'))}
        >
          {t('recurring.pause')}
        </Button>
      )}
      {may.resume && (
        <Button
          variant="primary"
          icon={<Play size={16} aria-hidden />}
          busy={resume.isPending}
          onClick={() => resume.mutate({ guid }, done('done.resumed'))}
        >
          {t('recurring.resume')}
        </Button>
      )}
      <Button
        variant="danger"
        icon={<Square size={15} aria-hidden />}
        busy={stop.isPending}
        onClick={() => stop.mutate({ guid }, done('done.stopped'))}
      >
        {t('recurring.stop')}
      </Button>
    </>
  );
}
