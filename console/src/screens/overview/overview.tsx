import { Link } from '@tanstack/react-router';
import {
  AlertTriangle,
  CheckCircle2,
  FileWarning,
  Gavel,
  PauseCircle,
  Plus,
  Receipt,
  Send,
  Timer,
  Unplug,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useRead, useSession } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/types.ts';
import { formatDate, formatMoney, formatNumber, formatTime } from '../../lib/format.ts';
import { Answer } from '../../ui/answer.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/state.tsx';
import { useWords } from '../../words/words.tsx';

const Months = lazy(() => import('./months.tsx'));

type OverviewData = AnswerOf<'get-overview'>;

export function Overview() {
  const { t } = useWords();
  const { data: session } = useSession();
  const query = useRead('get-overview', {});
  const actions = (
    <Link to="/invoices/new" className={buttonClass('primary')}>
      <Plus size={16} aria-hidden />
      {t('new.invoice')}
    </Link>
  );
  return (
    <Page title={t('nav.overview')} about={session?.name} actions={actions}>
      {query.data ? (
        <Answer query={query}>{(data) => <Books data={data} />}</Answer>
      ) : (
        <Card flush>
          <Answer query={query} rows={10}>
            {() => null}
          </Answer>
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
        <Needs data={data} />
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
      tone: 'text-info bg-info-wash',
      figure: formatMoney(unpaid.total, 'ISK', lang),
      about: tn('invoices', unpaid.count),
    },
    {
      word: t('overview.overdue'),
      to: '/invoices',
      search: { tab: 'overdue' },
      icon: <AlertTriangle size={17} aria-hidden />,
      tone: 'text-warn bg-warn-wash',
      figure: formatMoney(overdue.total, 'ISK', lang),
      about:
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
      tone: 'text-accent bg-wash',
      figure: `${formatNumber(data.unbilled_hours, lang, 0, 1)} ${t('uom.HUR')}`,
      about: data.running > 0 ? tn('overview.running', data.running) : t('nav.tasks'),
    },
    {
      word: t('overview.costs'),
      to: '/costs',
      search: { state: 'New' },
      icon: <Receipt size={17} aria-hidden />,
      tone: 'text-note bg-note-wash',
      figure: formatMoney(data.costs.total, 'ISK', lang),
      about: tn('receipts', data.costs.count),
    },
  ];
  return (
    <ul className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {figures.map(({ word, to, search, icon, tone, figure, about }) => (
        <li key={word}>
          <Link
            to={to}
            search={search as never}
            className="flex h-full flex-col gap-1 rounded-xl border bg-paper p-4 shadow-card transition-colors hover:border-edge max-sm:p-3.5"
          >
            <span className="flex items-center gap-2.5 text-soft">
              <span className={`flex size-7 shrink-0 items-center justify-center rounded-lg ${tone}`}>
                {icon}
              </span>
              {word}
            </span>
            <span className="figure mt-auto pt-1 text-2xl font-semibold tracking-tight max-sm:text-lg">
              {figure}
            </span>
            <span className="text-[0.8125rem] text-soft">{about}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Ageing({ bands }: { bands: OverviewData['ageing'] }) {
  const { t, lang } = useWords();
  const names = [t('band.0'), t('band.1'), t('band.2'), t('band.3'), t('band.4')];
  const tones = ['bg-bar', 'bg-warn/60', 'bg-warn/80', 'bg-bad/70', 'bg-bad'];
  const of = (band: number) => bands.find((one) => one.band === band);
  const most = Math.max(1, ...bands.map(({ total }) => total));
  return (
    <ul className="space-y-3.5">
      {names.map((name, band) => (
        <li key={name}>
          <div className="mb-1.5 flex justify-between gap-3">
            <span className="text-soft">{name}</span>
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

function Needs({ data: { troubled, paused, unread } }: { data: OverviewData }) {
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
        <Empty
          icon={<CheckCircle2 size={22} aria-hidden />}
          title={t('overview.nothing')}
          about={t('overview.nothing-about')}
        />
      </Card>
    );
  }
  return (
    <Card title={t('overview.needs')} flush>
      <ul className="divide-y">
        {troubled.map((one) => (
          <Need
            key={one.guid}
            to="/invoices"
            guid={one.guid}
            icon={<span className="text-bad">{icons[one.what]}</span>}
            title={`${one.number} · ${one.customer}`}
            about={t(`needs.${one.what}`)}
            figure={formatMoney(one.remaining || one.amount, one.currency, lang)}
          />
        ))}
        {unread.map((one) => (
          <Need
            key={one.guid}
            to="/costs"
            guid={one.guid}
            icon={<FileWarning size={17} className="text-warn" aria-hidden />}
            title={`${one.supplier || t('costs.unknown')} · ${formatDate(one.came_on, lang)}`}
            about={t('needs.unread')}
          />
        ))}
        {paused.map((one) => (
          <Need
            key={one.guid}
            to="/recurring"
            guid={one.guid}
            icon={<PauseCircle size={17} className="text-warn" aria-hidden />}
            title={`${one.name} · ${one.customer}`}
            about={t('needs.paused')}
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
  about: string;
  figure?: string;
}

/** What is the matter with something, and the way to it. */
function Need({ to, guid, icon, title, about, figure }: NeedProps) {
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
          <span className="block text-[0.8125rem] text-soft">{about}</span>
        </span>
        {figure && <span className="figure">{figure}</span>}
      </Link>
    </li>
  );
}

function Activity({ rows }: { rows: OverviewData['activity'] }) {
  const { t, lang, maybe } = useWords();
  return (
    <Card title={t('overview.activity')} flush>
      <ol className="divide-y">
        {rows.map((row) => (
          <li key={`${row.at} ${row.action} ${row.target}`} className="flex items-baseline gap-3 px-5 py-2.5">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{maybe(`action.${row.action}`) ?? row.action}</span>
              {row.about && <span className="block truncate text-[0.8125rem] text-soft">{row.about}</span>}
            </span>
            <span className="text-right text-[0.8125rem] text-soft">
              <span className="figure block">{formatTime(row.at, lang)}</span>
              {maybe(`via.${row.via}`) ?? row.via}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
