import { Link } from '@tanstack/react-router';
import { AlertTriangle, CheckCircle2, Receipt, Send, Timer } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { unitName } from '../../../../src/domain/values/units.ts';
import { useRead, useSession } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { plusDays } from '../../lib/dates.ts';
import { formatDate, formatMoney, formatNumber } from '../../lib/format.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { CreateLink } from '../../ui/elements/create-action.tsx';
import { EmptyState } from '../../ui/elements/feedback.tsx';
import { FittedFigure } from '../../ui/elements/fitted-figure.tsx';
import { Card, Page } from '../../ui/elements/page.tsx';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { NeedsList } from '../inbox/inbox-list.tsx';
import { FirstSteps } from './first-steps.tsx';

/** How much of the inbox the overview shows. */
const SHOWN_NEEDS = 6;

const Months = lazy(() => loadChunk(() => import('./months.tsx')));

type OverviewData = OutputOf<'get-overview'>;

export function Overview() {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const query = useRead('get-overview', {});
  const actions = <CreateLink to="/invoices/new" label={t('new.invoice')} />;
  return (
    <Page title={t('nav.overview')} description={session?.name} actions={actions}>
      {query.data ? (
        <QueryView query={query}>{(data) => <Books data={data} />}</QueryView>
      ) : (
        <Card flush>
          <QueryView query={query} rows={10}>
            {() => null}
          </QueryView>
        </Card>
      )}
    </Page>
  );
}

function Books({ data }: { data: OverviewData }) {
  const { t } = useTranslation();
  const { data: firstSteps } = useRead('get-first-steps', {});
  const steps = firstSteps?.is_open && <FirstSteps data={firstSteps} />;
  // Charts of nothing say nothing: a company that has issued no invoice sees what to do first.
  if (firstSteps?.is_new)
    return (
      <div className="grid gap-4">
        {steps || <NoInvoices />}
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Attention />
          {data.activity.length > 0 && <Activity rows={data.activity} />}
        </div>
      </div>
    );
  return (
    <div className="grid gap-4">
      {steps}
      <Figures data={data} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-3">
        <div className="lg:col-span-2">
          <Card title={t('overview.months')}>
            <Suspense fallback={<div className="h-64" />}>
              <Months months={data.months} />
            </Suspense>
          </Card>
        </div>
        <Card title={t('overview.ageing')}>
          <Ageing bands={data.ageing} />
        </Card>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Attention />
        <Activity rows={data.activity} />
      </div>
    </div>
  );
}

/** The overview of a company that has set up everything and issued nothing. */
function NoInvoices() {
  const { t } = useTranslation();
  return (
    <Card flush>
      <EmptyState
        icon={<Send size={22} aria-hidden />}
        title={t('overview.no-invoices')}
        description={t('overview.no-invoices-about')}
      >
        <CreateLink to="/invoices/new" label={t('new.invoice')} />
      </EmptyState>
    </Card>
  );
}

function Figures({ data }: { data: OverviewData }) {
  const { t, tn, lang } = useTranslation();
  const { unpaid, overdue, collection } = data;
  const before = useMonthAgo();
  const figures = [
    {
      label: t('overview.unpaid'),
      to: '/invoices',
      search: { tab: 'unpaid' },
      icon: <Send size={17} aria-hidden />,
      tone: 'text-info bg-info-subtle',
      figure: formatMoney(unpaid.total, 'ISK', lang),
      description: [tn('invoices', unpaid.count), before?.owed].filter(Boolean).join('\n'),
    },
    {
      label: t('overview.overdue'),
      to: '/invoices',
      search: { tab: 'overdue' },
      icon: <AlertTriangle size={17} aria-hidden />,
      tone: 'text-warning bg-warning-subtle',
      figure: formatMoney(overdue.total, 'ISK', lang),
      description: [
        tn('invoices', overdue.count) +
          (collection.count > 0
            ? ` · ${t('tab.collection')}: ${formatMoney(collection.total, 'ISK', lang)}`
            : ''),
        before?.late,
      ]
        .filter(Boolean)
        .join('\n'),
    },
    {
      label: t('overview.unbilled'),
      to: '/tasks',
      search: { type: 'invoice' },
      icon: <Timer size={17} aria-hidden />,
      tone: 'text-accent bg-accent-subtle',
      figure: `${formatNumber(data.unbilled_hours, lang, 0, 1)} ${unitName('HUR', lang, data.unbilled_hours)}`,
      description: data.running > 0 ? tn('overview.running', data.running) : t('nav.tasks'),
    },
    {
      label: t('overview.costs'),
      to: '/costs',
      search: { state: 'New' },
      icon: <Receipt size={17} aria-hidden />,
      tone: 'text-note bg-note-subtle',
      figure: formatMoney(data.costs.total, 'ISK', lang),
      description: tn('receipts', data.costs.count),
    },
  ];
  return (
    <ul className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {figures.map(({ label, to, search, icon, tone, figure, description }) => (
        <li key={label}>
          <Link
            to={to}
            search={search}
            className="flex h-full flex-col gap-1 rounded-xl border bg-paper p-4 shadow-card transition-colors hover:border-border-strong max-sm:p-3.5"
          >
            <span className="flex items-center gap-2.5 text-muted">
              <span className={`flex size-7 shrink-0 items-center justify-center rounded-lg ${tone}`}>
                {icon}
              </span>
              {label}
            </span>
            <FittedFigure text={figure} className="mt-auto" />
            <span className="min-h-[2lh] whitespace-pre-line text-dense text-muted">{description}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What was owed thirty days ago, and what of it was late, so that the sums of today say whether they grow. */
function useMonthAgo(): { owed: string; late: string } | undefined {
  const { t, lang } = useTranslation();
  const { data: session } = useSession();
  const today = session?.today;
  const { data } = useRead(
    'get-aged-receivables',
    { as_of: plusDays(today ?? '2000-01-01', -30) },
    { enabled: today !== undefined },
  );
  if (!data) return undefined;
  const [notDue = 0, ...late] = data.total.bands;
  const sumOfLate = late.reduce((sum, band) => sum + band, 0);
  const money = (amount: number) => formatMoney(amount, 'ISK', lang);
  return {
    owed: t('overview.month-ago', { amount: money(notDue + sumOfLate) }),
    late: t('overview.month-ago-late', { amount: money(sumOfLate) }),
  };
}

function Ageing({ bands }: { bands: OverviewData['ageing'] }) {
  const { t, lang } = useTranslation();
  const names = [t('band.0'), t('band.1'), t('band.2'), t('band.3'), t('band.4')];
  // One hue that darkens with age; what is not due yet is neutral.
  const tones = ['bg-chart-muted', 'bg-warning/35', 'bg-warning/55', 'bg-warning/75', 'bg-warning'];
  const of = (band: number) => bands.find((one) => one.band === band);
  const max = Math.max(1, ...bands.map(({ total }) => total));
  return (
    <ul className="space-y-3.5">
      {names.map((name, band) => (
        <li key={name}>
          <div className="mb-1.5 flex justify-between gap-3">
            <span className="text-muted">{name}</span>
            <span className="figure font-medium">{formatMoney(of(band)?.total ?? 0, 'ISK', lang)}</span>
          </div>
          <div className="h-2 overflow-hidden rounded-full bg-sunken">
            <div
              className={`h-full rounded-full ${tones[band]}`}
              style={{ width: `${((of(band)?.total ?? 0) / max) * 100}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The first of what waits for a person. */
function Attention() {
  const { t } = useTranslation();
  const query = useRead('get-needs', {});
  const total = query.data?.counts.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const all = (
    <Link to="/inbox" className="text-accent underline-offset-2 hover:underline">
      {t('overview.all', { n: total })}
    </Link>
  );
  return (
    <Card title={t('nav.inbox')} flush {...(total > SHOWN_NEEDS && { actions: all })}>
      <QueryView query={query} rows={4}>
        {({ rows }) =>
          rows.length > 0 ? (
            <NeedsList rows={rows.slice(0, SHOWN_NEEDS)} />
          ) : (
            <EmptyState
              icon={<CheckCircle2 size={22} aria-hidden />}
              title={t('overview.nothing')}
              description={t('overview.nothing-about')}
            />
          )
        }
      </QueryView>
    </Card>
  );
}

/** Where the record of an activity is shown. */
function activityLink(record: string, guid: string): { to: string; search?: Record<string, string> } | null {
  if (record === 'customer') return { to: `/customers/${guid}` };
  const screens: Record<string, string> = {
    invoice: '/invoices',
    item: '/items',
    cost: '/costs',
    task: '/tasks',
    quote: '/quotes',
    order: '/orders',
    draft: '/drafts',
    recurring: '/recurring',
  };
  const to = screens[record];
  return to ? { to, search: { open: guid } } : null;
}

function Activity({ rows }: { rows: OverviewData['activity'] }) {
  const { t, lang } = useTranslation();
  const days = [...Map.groupBy(rows, ({ at }) => at.slice(0, 10))];
  return (
    <Card title={t('overview.activity')} flush>
      {days.map(([day, ofDay]) => (
        <section key={day} aria-label={formatDate(day, lang)}>
          <h3 className="border-b bg-sunken px-5 py-1.5 text-xs font-medium text-muted">
            {formatDate(day, lang)}
          </h3>
          <ol className="divide-y border-b last:border-b-0">
            {ofDay.map((row) => (
              <ActivityRow key={`${row.at} ${row.action} ${row.target}`} row={row} />
            ))}
          </ol>
        </section>
      ))}
    </Card>
  );
}

function ActivityRow({ row }: { row: OverviewData['activity'][number] }) {
  const { t, tIfKnown } = useTranslation();
  const link = row.target && activityLink(row.record, row.target);
  return (
    <li className="flex items-baseline gap-3 px-5 py-2">
      <span className="figure w-10 shrink-0 text-dense text-muted">{row.at.slice(11, 16)}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate">{tIfKnown(`action.${row.action}`) ?? row.action}</span>
        {link ? (
          <Link
            to={link.to}
            search={link.search ?? {}}
            className="block truncate text-dense text-accent underline-offset-2 hover:underline"
          >
            {row.about || t('inbox-item.open')}
          </Link>
        ) : (
          row.about && <span className="block truncate text-dense text-muted">{row.about}</span>
        )}
      </span>
      <span className="max-w-[40%] truncate text-right text-dense text-muted">
        {row.person || row.agent || row.agent_id || (tIfKnown(`via.${row.via}`) ?? row.via)}
      </span>
    </li>
  );
}
