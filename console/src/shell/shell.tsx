import { Link, Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { CloudOff, Menu as MenuIcon, Plus, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { CallError } from '../api/call.ts';
import { useSession } from '../api/queries.ts';
import { useTranslation } from '../i18n/translation.tsx';
import { loadChunk, useIsLoadFailing } from '../lib/load-chunk.ts';
import { topLayer, useShortcuts } from '../lib/shortcuts.ts';
import { OVERLAY_CLASS, useFocusReturn } from '../ui/dialogs/dialog.tsx';
import { buttonClass, IconButton } from '../ui/elements/button.tsx';
import { LoadError, SignInLink, Skeleton } from '../ui/elements/feedback.tsx';
import { Toasts } from '../ui/elements/toast.tsx';
import { Mark } from './mark.tsx';
import { NAV_ITEMS } from './nav.tsx';
import { Palette } from './palette.tsx';
import { PendingToasts } from './pending-toasts.tsx';
import { Sidebar } from './sidebar.tsx';

const Help = lazy(async () => ({ default: (await loadChunk(() => import('./help.tsx'))).Help }));

/** The frame around every screen: sidebar, command palette, keyboard shortcuts and toasts. */
export function Shell() {
  const { t } = useTranslation();
  const [palette, setPalette] = useState<'all' | 'create' | null>(null);
  const [help, setHelp] = useState(false);
  const [sidebar, setSidebar] = useState(false);
  const main = useRef<HTMLElement>(null);
  useShellShortcuts(palette !== null, setPalette, () => setHelp(true));
  useFocusOnNavigation(main);
  const open = (what: 'all' | 'create') => {
    setSidebar(false);
    setPalette(what);
  };
  const sidebarProps = {
    onSearch: () => open('all'),
    onCreate: () => open('create'),
    onHelp: () => setHelp(true),
  };
  return (
    <div className="md:grid md:grid-cols-[15rem_1fr] print:block">
      <a href="#main" className={`${buttonClass('primary')} fixed top-2 left-2 z-60 not-focus:sr-only`}>
        {t('skip')}
      </a>
      <aside className="no-print sticky top-0 h-dvh border-r bg-sidebar max-md:hidden">
        <Sidebar {...sidebarProps} />
      </aside>
      <header className="no-print sticky top-0 z-30 flex h-14 items-center gap-1 border-b bg-sidebar px-2 md:hidden">
        <IconButton label={t('nav.label')} icon={<MenuIcon size={20} />} onClick={() => setSidebar(true)} />
        <Link to="/" className="flex flex-1 items-center gap-2 font-bold tracking-tight">
          <Mark size={24} />
          Kvitt
        </Link>
        <IconButton label={t('search')} icon={<Search size={20} />} onClick={() => open('all')} />
        <IconButton label={t('make')} icon={<Plus size={22} />} onClick={() => open('create')} />
      </header>
      <main id="main" ref={main} tabIndex={-1} className="min-w-0 outline-none">
        <Banner />
        <Screens />
      </main>
      <PhoneSidebar open={sidebar} onOpenChange={setSidebar}>
        <Sidebar {...sidebarProps} onNavigate={() => setSidebar(false)} />
      </PhoneSidebar>
      <Palette open={palette !== null} onlyCreate={palette === 'create'} onClose={() => setPalette(null)} />
      {help && (
        <Suspense>
          <Help open onClose={() => setHelp(false)} />
        </Suspense>
      )}
      <PendingToasts />
      <Toasts />
    </div>
  );
}

function useShellShortcuts(
  isPaletteOpen: boolean,
  setPalette: (palette: 'all' | 'create' | null) => void,
  openHelp: () => void,
): void {
  const navigate = useNavigate();
  useShortcuts({
    palette: () => {
      // It closes itself; over another dialog it does not open.
      if (!isPaletteOpen && topLayer()) return false;
      return setPalette(isPaletteOpen ? null : 'all');
    },
    create: () => setPalette('create'),
    help: openHelp,
    jump: ({ key }) => {
      const item = NAV_ITEMS.find((one) => one.key === key);
      if (item) void navigate({ to: item.to });
    },
    // The search of the list on the screen; without one, the search of the whole account.
    search: () => {
      const box = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (box) box.focus();
      else setPalette('all');
    },
  });
}

/** Moves the focus to the new screen, so that a screen reader announces it, unless the screen has chosen a field. */
function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      // Not when the address changes: until the next screen is rendered, the focus is on the one that is left.
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        // A dialog that the screen opens has taken the focus, or takes it when it is loaded.
        if (topLayer()) return;
        const isElsewhere = !main.current?.contains(document.activeElement);
        if (isElsewhere) main.current?.focus({ preventScroll: true });
      }),
    [router, main],
  );
}

interface PhoneSidebarProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  children: ReactNode;
}

function PhoneSidebar({ open, onOpenChange, children }: PhoneSidebarProps) {
  const { t } = useTranslation();
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={OVERLAY_CLASS} />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fade-in fixed inset-y-0 left-0 z-50 w-72 border-r bg-sidebar shadow-float"
        >
          <Dialog.Title className="sr-only">{t('nav.label')}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
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

/** A warning at the top of every screen while there is no network, no session, or no code for what was opened. */
function Banner() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const { error } = useSession();
  const signedOut = error instanceof CallError && error.outcome === 'signed-out';
  const isLoadFailing = useIsLoadFailing();
  if (online && !signedOut && !isLoadFailing) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2.5 border-b bg-warning-subtle px-5 py-2.5 font-medium text-warning"
    >
      <CloudOff size={17} aria-hidden />
      {signedOut
        ? t('trouble.signed-out')
        : online
          ? t('trouble.offline-about')
          : t('trouble.offline-banner')}
      {signedOut && <SignInLink />}
    </div>
  );
}

/** The screens, once the session is loaded. */
function Screens() {
  const { data, error, refetch, isFetching } = useSession();
  if (data) return <Outlet />;
  if (error) return <LoadError error={error} onRetry={refetch} busy={isFetching} />;
  return <Skeleton onRetry={refetch} />;
}
