import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { CloudOff, Menu as MenuIcon, Plus, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CallError } from '../api/call.ts';
import { useSession } from '../api/queries.ts';
import { useShortcuts } from '../lib/shortcuts.ts';
import { buttonClass, IconButton } from '../ui/button.tsx';
import { useFocusReturn } from '../ui/dialog.tsx';
import { LoadError, SignInLink, Skeleton } from '../ui/feedback.tsx';
import { Toasts } from '../ui/toast.tsx';
import { useWords } from '../words/words.tsx';
import { Help } from './help.tsx';
import { Mark } from './mark.tsx';
import { NAV_GROUPS } from './nav.tsx';
import { Palette } from './palette.tsx';
import { Sidebar } from './sidebar.tsx';

const CHORD_MS = 1200;

/** What stands around every screen. */
export function Shell() {
  const { t } = useWords();
  const navigate = useNavigate();
  const [palette, setPalette] = useState<'all' | 'make' | null>(null);
  const [help, setHelp] = useState(false);
  const [rail, setRail] = useState(false);
  const chord = useRef(0);
  const focusReturn = useFocusReturn();
  const goBy = Object.fromEntries(
    NAV_GROUPS.flat().map(({ key, to }) => [
      key,
      () => {
        if (Date.now() - chord.current < CHORD_MS) navigate({ to });
        else if (key === 'c') setPalette('make');
      },
    ]),
  );
  useShortcuts({
    ...goBy,
    'mod+k': () => setPalette((open) => (open ? null : 'all')),
    '?': () => setHelp(true),
    // What a list is searched by; where there is nothing to search in, all of the books are.
    '/': () => {
      const box = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (box) box.focus();
      else setPalette('all');
    },
    g: () => {
      chord.current = Date.now();
    },
  });
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const first = useRef(path);
  // Who hears the page learns that it is another one.
  useEffect(() => {
    if (first.current !== path) main.current?.focus({ preventScroll: true });
    first.current = path;
  }, [path]);
  const open = (what: 'all' | 'make') => {
    setRail(false);
    setPalette(what);
  };
  const railProps = {
    onSearch: () => open('all'),
    onCreate: () => open('make'),
    onHelp: () => setHelp(true),
  };
  return (
    <div className="md:grid md:grid-cols-[15rem_1fr]">
      <a href="#main" className={`${buttonClass('primary')} fixed top-2 left-2 z-60 not-focus:sr-only`}>
        {t('skip')}
      </a>
      <aside className="no-print sticky top-0 h-dvh border-r bg-sidebar max-md:hidden">
        <Sidebar {...railProps} />
      </aside>
      <header className="no-print sticky top-0 z-30 flex h-14 items-center gap-1 border-b bg-sidebar px-2 md:hidden">
        <IconButton label={t('nav.label')} icon={<MenuIcon size={20} />} onClick={() => setRail(true)} />
        <Link to="/" className="flex flex-1 items-center gap-2 font-bold tracking-tight">
          <Mark size={24} />
          Kvitt
        </Link>
        <IconButton label={t('search')} icon={<Search size={20} />} onClick={() => open('all')} />
        <IconButton label={t('make')} icon={<Plus size={22} />} onClick={() => open('make')} />
      </header>
      <main id="main" ref={main} tabIndex={-1} className="min-w-0 outline-none">
        <Banner />
        <Screens />
      </main>
      <Dialog.Root open={rail} onOpenChange={setRail}>
        <Dialog.Portal>
          <Dialog.Overlay className="fade-in fixed inset-0 z-40 bg-black/40" />
          <Dialog.Content
            {...focusReturn}
            aria-describedby={undefined}
            className="fade-in fixed inset-y-0 left-0 z-50 w-72 border-r bg-sidebar shadow-float"
          >
            <Dialog.Title className="sr-only">{t('nav.label')}</Dialog.Title>
            <Sidebar {...railProps} onNavigate={() => setRail(false)} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <Palette open={palette !== null} onlyMake={palette === 'make'} onClose={() => setPalette(null)} />
      <Help open={help} onClose={() => setHelp(false)} />
      <Toasts />
    </div>
  );
}

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** No network, or nobody signed in: said at the top of every screen. */
function Banner() {
  const { t } = useWords();
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const { error } = useSession();
  const signedOut = error instanceof CallError && error.outcome === 'signed-out';
  if (online && !signedOut) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2.5 border-b bg-warning-subtle px-5 py-2.5 font-medium text-warning"
    >
      <CloudOff size={17} aria-hidden />
      {signedOut ? t('trouble.signed-out') : t('trouble.offline-banner')}
      {signedOut && <SignInLink />}
    </div>
  );
}

/** The screens, once it is known whose books these are. */
function Screens() {
  const { data, error, refetch, isFetching } = useSession();
  if (data) return <Outlet />;
  if (error) return <LoadError error={error} onRetry={refetch} busy={isFetching} />;
  return <Skeleton onRetry={refetch} />;
}
