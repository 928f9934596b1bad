import { Link } from '@tanstack/react-router';
import {
  AlertTriangle,
  CheckCircle2,
  FileWarning,
  Gavel,
  PauseCircle,
  Receipt,
  Send,
  Timer,
  Unplug,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useRead, useSession } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { formatDate, formatMoney, formatNumber, formatTime } from '../../lib/format.ts';
import { CreateLink } from '../../ui/create-action.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useWords } from '../../words/words.tsx';

const Months = lazy(() => import('./months.tsx'));

type OverviewData = OutputOf<'get-overview'>;

export function Overview() {
  const { t } = useWords();
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
  const { t } = useWords();
  return (
    <div className="grid gap-4">
      <Figures data={data} />
      <div className="grid gap-4 lg:grid-cols-3">
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
        <Attention data={data} />
        <Activity rows={data.activity} />
      </div>
    </div>
  );
}

function Figures({ data }: { data: OverviewData }) {
  const { t, tn, lang } = useWords();
  const { unpaid, overdue, collection } = data;
  const figures = [
    {
      word: t('overview.unpaid'),
      to: '/invoices',
      search: { tab: 'unpaid' },
      icon: <Send size={17} aria-hidden />,
      tone: 'text-info bg-info-subtle',
      figure: formatMoney(unpaid.total, 'ISK', lang),
      description: tn('invoices', unpaid.count),
    },
    {
      word: t('overview.overdue'),
      to: '/invoices',
      search: { tab: 'overdue' },
      icon: <AlertTriangle size={17} aria-hidden />,
      tone: 'text-warning bg-warning-subtle',
      figure: formatMoney(overdue.total, 'ISK', lang),
      description:
        tn('invoices', overdue.count) +
        (collection.count > 0
          ? ` · ${t('tab.collection')}: ${formatMoney(collection.total, 'ISK', lang)}`
          : ''),
    },
    {
      word: t('overview.unbilled'),
      to: '/tasks',
      search: { type: 'invoice' },
      icon: <Timer size={17} aria-hidden />,
      tone: 'text-accent bg-accent-subtle',
      figure: `${formatNumber(data.unbilled_hours, lang, 0, 1)} ${t('uom.HUR')}`,
      description: data.running > 0 ? tn('overview.running', data.running) : t('nav.tasks'),
    },
    {
      word: t('overview.costs'),
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
      {figures.map(({ word, to, search, icon, tone, figure, description }) => (
        <li key={word}>
          <Link
            to={to}
            search={search as never}
            className="flex h-full flex-col gap-1 rounded-xl border bg-paper p-4 shadow-card transition-colors hover:border-border-strong max-sm:p-3.5"
          >
            <span className="flex items-center gap-2.5 text-muted">
              <span className={`flex size-7 shrink-0 items-center justify-center rounded-lg ${tone}`}>
                {icon}
              </span>
              {word}
            </span>
            <span className="figure mt-auto pt-1 text-2xl font-semibold tracking-tight max-sm:text-lg">
              {figure}
            </span>
            <span className="text-dense text-muted">{description}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Ageing({ bands }: { bands: OverviewData['ageing'] }) {
  const { t, lang } = useWords();
  const names = [t('band.0'), t('band.1'), t('band.2'), t('band.3'), t('band.4')];
  const tones = ['bg-chart', 'bg-warning/60', 'bg-warning/80', 'bg-danger/70', 'bg-danger'];
  const of = (band: number) => bands.find((one) => one.band === band);
  const most = Math.max(1, ...bands.map(({ total }) => total));
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
              style={{ width: `${((of(band)?.total ?? 0) / most) * 100}%` }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Attention({ data: { troubled, paused, unread } }: { data: OverviewData }) {
  const { t, lang } = useWords();
  const icons: Record<string, ReactNode> = {
    payment: <AlertTriangle size={17} aria-hidden />,
    claim: <Unplug size={17} aria-hidden />,
    einvoice: <AlertTriangle size={17} aria-hidden />,
    mail: <AlertTriangle size={17} aria-hidden />,
    collection: <Gavel size={17} aria-hidden />,
  };
  if (troubled.length + paused.length + unread.length === 0) {
    return (
      <Card title={t('overview.needs')} flush>
        <EmptyState
          icon={<CheckCircle2 size={22} aria-hidden />}
          title={t('overview.nothing')}
          description={t('overview.nothing-about')}
        />
      </Card>
    );
  }
  return (
    <Card title={t('overview.needs')} flush>
      <ul className="divide-y">
        {troubled.map((one) => (
          <AttentionRow
            key={one.guid}
            to="/invoices"
            guid={one.guid}
            icon={<span className="text-danger">{icons[one.what]}</span>}
            title={`${one.number} · ${one.customer}`}
            description={t(`needs.${one.what}`)}
            figure={formatMoney(one.remaining || one.amount, one.currency, lang)}
          />
        ))}
        {unread.map((one) => (
          <AttentionRow
            key={one.guid}
            to="/costs"
            guid={one.guid}
            icon={<FileWarning size={17} className="text-warning" aria-hidden />}
            title={`${one.supplier || t('costs.unknown')} · ${formatDate(one.came_on, lang)}`}
            description={t('needs.unread')}
          />
        ))}
        {paused.map((one) => (
          <AttentionRow
            key={one.guid}
            to="/recurring"
            guid={one.guid}
            icon={<PauseCircle size={17} className="text-warning" aria-hidden />}
            title={`${one.name} · ${one.customer}`}
            description={t('needs.paused')}
          />
        ))}
      </ul>
    </Card>
  );
}

interface NeedProps {
  to: string;
  guid: string;
  icon: ReactNode;
  title: string;
  description: string;
  figure?: string;
}

/** A record that needs attention, with a link to it. */
function AttentionRow({ to, guid, icon, title, description, figure }: NeedProps) {
  return (
    <li>
      <Link
        to={to}
        search={{ open: guid } as never}
        className="flex items-center gap-3 px-5 py-3 hover:bg-sunken"
      >
        {icon}
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{title}</span>
          <span className="block text-dense text-muted">{description}</span>
        </span>
        {figure && <span className="figure">{figure}</span>}
      </Link>
    </li>
  );
}

function Activity({ rows }: { rows: OverviewData['activity'] }) {
  const { t, lang, tIfKnown } = useWords();
  return (
    <Card title={t('overview.activity')} flush>
      <ol className="divide-y">
        {rows.map((row) => (
          <li key={`${row.at} ${row.action} ${row.target}`} className="flex items-baseline gap-3 px-5 py-2.5">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{tIfKnown(`action.${row.action}`) ?? row.action}</span>
              {row.about && <span className="block truncate text-dense text-muted">{row.about}</span>}
            </span>
            <span className="text-right text-dense text-muted">
              <span className="figure block">{formatTime(row.at, lang)}</span>
              {tIfKnown(`via.${row.via}`) ?? row.via}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
