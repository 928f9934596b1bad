import { Link } from '@tanstack/react-router';
import { ChevronsUpDown, Plus, Search } from 'lucide-react';
import { lazy } from 'react';
import { useRead, useSession } from '../api/queries.ts';
import { useTranslation } from '../i18n/translation.tsx';
import { formatNumber } from '../lib/format.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import { isMac } from '../lib/platform.ts';
import { Button } from '../ui/elements/button.tsx';
import { LazyMenu } from '../ui/elements/menu.tsx';
import { Mark } from './mark.tsx';
import { NAV_GROUPS } from './nav.tsx';
import { RunningTimer } from './running-timer.tsx';

const I = { size: 16, 'aria-hidden': true } as const;

const COUNT_EVERY_MS = 60_000;

const loadAccountMenu = () => loadChunk(() => import('./account-choices.tsx'));
const AccountChoices = lazy(loadAccountMenu);

interface Props {
  onSearch(): void;
  onCreate(): void;
  onHelp(): void;
  /** Closes the sidebar on a phone, where it covers the page. */
  onNavigate?(): void;
}

/** The sidebar: create button, search, navigation and account menu. */
export function Sidebar({ onSearch, onCreate, onHelp, onNavigate }: Props) {
  const { t } = useTranslation();
  return (
    <div className="flex h-full flex-col gap-4 p-3.5 md:[@media(max-height:55rem)]:gap-2">
      <div className="flex items-center gap-2.5 px-1.5 pt-1 text-lg font-bold tracking-tight">
        <Mark />
        Kvitt
      </div>
      <div className="grid gap-2">
        <Button variant="primary" wide icon={<Plus {...I} />} onClick={onCreate}>
          {t('make')}
        </Button>
        <button
          type="button"
          onClick={onSearch}
          className="flex h-9 items-center gap-2.5 rounded-lg border border-border bg-paper px-3 text-muted hover:border-border-strong"
        >
          <Search {...I} />
          <span className="flex-1 text-left">{t('search')}</span>
          <kbd className="rounded border border-border px-1.5 font-sans text-xs">
            {isMac ? '⌘K' : 'Ctrl K'}
          </kbd>
        </button>
      </div>
      <nav
        aria-label={t('nav.label')}
        className="min-h-0 flex-1 space-y-3 overflow-y-auto md:[@media(max-height:55rem)]:space-y-1"
      >
        {NAV_GROUPS.map(({ textKey: name, items }) => (
          <ul key={items[0]?.to} className="space-y-0.5" {...(name && { 'aria-label': t(name) })}>
            {name && (
              <li aria-hidden className="px-2.5 pb-0.5 text-xs font-medium text-muted">
                {t(name)}
              </li>
            )}
            {items.map(({ to, textKey, icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  onClick={onNavigate}
                  activeOptions={{ exact: to === '/', includeSearch: false }}
                  className="flex h-8.5 items-center gap-3 rounded-lg px-2.5 font-medium text-muted hover:bg-paper/70 hover:text-ink max-md:h-11 md:[@media(max-height:55rem)]:h-7"
                  activeProps={{
                    className: 'bg-paper text-ink! shadow-card [&>svg]:text-accent',
                    'aria-current': 'page',
                  }}
                >
                  {icon}
                  <span className="flex-1">{t(textKey)}</span>
                  {to === '/inbox' && <NeedsCount />}
                  {to === '/proposals' && <ProposalsCount />}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <RunningTimer {...(onNavigate && { onNavigate })} />
      <AccountMenu onHelp={onHelp} />
    </div>
  );
}

/** How much waits for a person; asked for again every minute, because programs propose while nobody looks. */
function useWaiting() {
  return useRead('count-needs', {}, { pollMs: () => COUNT_EVERY_MS }).data;
}

function ProposalsCount() {
  const proposals = useWaiting()?.counts.find(({ what }) => what === 'proposal');
  return <Count of={proposals?.count} isUrgent />;
}

function NeedsCount() {
  return <Count of={useWaiting()?.total} />;
}

function Count({ of, isUrgent = false }: { of: number | undefined; isUrgent?: boolean }) {
  const { t, lang } = useTranslation();
  if (!of) return null;
  const tone = isUrgent ? 'bg-accent text-on-accent' : 'bg-sunken text-ink';
  return (
    <span className={`figure rounded-full px-2 text-xs font-semibold ${tone}`}>
      {formatNumber(of, lang)}
      <span className="sr-only"> {t('proposals.waiting')}</span>
    </span>
  );
}

function AccountMenu({ onHelp }: { onHelp(): void }) {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const trigger = (
    <button type="button" className="flex items-center gap-2.5 rounded-lg p-2 text-left hover:bg-paper/70">
      <span
        aria-hidden
        className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent-subtle font-semibold text-accent"
      >
        {session?.name.slice(0, 1) ?? '·'}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-dense font-semibold">{session?.name ?? t('loading')}</span>
        <span className="block truncate text-xs text-muted">
          {session?.person.name || session?.person.username || ''}
        </span>
      </span>
      <ChevronsUpDown size={15} className="text-muted" aria-hidden />
    </button>
  );
  return (
    <LazyMenu trigger={trigger} load={loadAccountMenu}>
      {(button) => <AccountChoices trigger={button} onHelp={onHelp} />}
    </LazyMenu>
  );
}
