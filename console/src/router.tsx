import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { loadRestOfTranslation } from './i18n/load-translation.ts';
import { type FilterChanges, parseSearch, stringifySearch } from './lib/filters.ts';
import { loadChunk } from './lib/load-chunk.ts';
import { SECTIONS } from './screens/settings/sections.ts';
import { FailedScreen, NotFoundScreen, PendingScreen } from './shell/route-fallbacks.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundScreen,
  // Any parameter is accepted. This only gives the search parameters of links their type.
  validateSearch: (search) => search as FilterChanges,
});

type Load = () => Promise<Record<string, unknown>>;

/** Loads a screen together with the texts that the first screens do without. */
function withAllTexts(load: Load): Load {
  return async () => {
    const [loaded] = await Promise.all([load(), loadRestOfTranslation()]);
    return loaded;
  };
}

function lazyScreen(load: Load, name: string) {
  return lazyRouteComponent(
    () => loadChunk(load as () => Promise<Record<string, React.ComponentType>>),
    name,
  );
}

/** Each screen is a chunk of its own, loaded when it is first opened. */
function screen<const Path extends string>(path: Path, load: Load, name: string) {
  return createRoute({ getParentRoute: () => root, path, component: lazyScreen(load, name) });
}

const settings = screen(
  '/settings',
  withAllTexts(() => import('./screens/settings/settings.tsx')),
  'Settings',
);

/** A section of the settings, below their menu. */
function section<const Path extends string>(path: Path, load: Load, name: string) {
  return createRoute({ getParentRoute: () => settings, path, component: lazyScreen(load, name) });
}

const sections = SECTIONS.map(({ at, load, name }) =>
  at === '' ? section('/', load, name) : section(`/${at}`, load, name),
);

const documents = withAllTexts(() => import('./screens/documents/list.tsx'));
const proposals = withAllTexts(() => import('./screens/proposals/proposals.tsx'));
const editors = withAllTexts(() => import('./screens/invoices/editor-screens.tsx'));

const routes = [
  screen('/', () => import('./screens/overview/overview.tsx'), 'Overview'),
  screen('/inbox', () => import('./screens/inbox/inbox.tsx'), 'Inbox'),
  screen('/invoices', () => import('./screens/invoices/list.tsx'), 'Invoices'),
  screen('/invoices/new', editors, 'NewInvoice'),
  screen(
    '/payments',
    withAllTexts(() => import('./screens/payments/payments.tsx')),
    'Payments',
  ),
  screen(
    '/bank',
    withAllTexts(() => import('./screens/bank/bank.tsx')),
    'Bank',
  ),
  screen(
    '/bank/accounts',
    withAllTexts(() => import('./screens/bank/accounts.tsx')),
    'BankAccounts',
  ),
  screen('/drafts', documents, 'Drafts'),
  screen('/drafts/$guid', editors, 'EditDraft'),
  screen('/quotes', documents, 'Quotes'),
  screen('/quotes/new', editors, 'NewQuote'),
  screen('/quotes/$guid', editors, 'EditQuote'),
  screen('/orders', documents, 'Orders'),
  screen('/orders/new', editors, 'NewOrder'),
  screen('/orders/$guid', editors, 'EditOrder'),
  screen(
    '/recurring',
    withAllTexts(() => import('./screens/recurring/recurring.tsx')),
    'RecurringInvoices',
  ),
  screen('/recurring/new', editors, 'NewRecurring'),
  screen('/recurring/$guid', editors, 'EditRecurring'),
  screen(
    '/customers',
    withAllTexts(() => import('./screens/customers/list.tsx')),
    'Customers',
  ),
  screen(
    '/customers/$guid',
    withAllTexts(() => import('./screens/customers/customer.tsx')),
    'CustomerPage',
  ),
  screen(
    '/items',
    withAllTexts(() => import('./screens/items/items.tsx')),
    'Items',
  ),
  screen(
    '/costs',
    withAllTexts(() => import('./screens/costs/costs.tsx')),
    'Costs',
  ),
  screen(
    '/tasks',
    withAllTexts(() => import('./screens/tasks/tasks.tsx')),
    'Tasks',
  ),
  screen(
    '/selling',
    withAllTexts(() => import('./screens/selling/selling.tsx')),
    'Selling',
  ),
  screen('/proposals', proposals, 'Proposals'),
  screen('/proposals/$guid', proposals, 'Proposals'),
  screen(
    '/apps',
    withAllTexts(() => import('./screens/apps/apps.tsx')),
    'Apps',
  ),
  screen(
    '/webhooks',
    withAllTexts(() => import('./screens/webhooks/webhooks.tsx')),
    'Webhooks',
  ),
  screen(
    '/reports',
    withAllTexts(() => import('./screens/reports/reports.tsx')),
    'Reports',
  ),
  screen(
    '/clients',
    withAllTexts(() => import('./screens/clients/clients.tsx')),
    'Clients',
  ),
  screen(
    '/questions',
    withAllTexts(() => import('./screens/questions/questions.tsx')),
    'Questions',
  ),
  screen(
    '/journal',
    withAllTexts(() => import('./screens/journal/journal.tsx')),
    'Journal',
  ),
  screen(
    '/vat',
    withAllTexts(() => import('./screens/vat/vat.tsx')),
    'Vat',
  ),
  screen(
    '/vat-kinds',
    withAllTexts(() => import('./screens/vat-kinds/vat-kinds.tsx')),
    'VatKinds',
  ),
  settings.addChildren(sections),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: PendingScreen,
  defaultErrorComponent: FailedScreen,
  scrollRestoration: true,
});

// Types the links of the console: a link to a screen that does not exist is a compile error.
declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
