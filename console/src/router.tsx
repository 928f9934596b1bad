import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { loadRestOfTranslation } from './i18n/load-translation.ts';
import { parseSearch, stringifySearch } from './lib/filters.ts';
import { loadChunk } from './lib/load-chunk.ts';
import { SECTIONS } from './screens/settings/sections.ts';
import { FailedScreen, NotFoundScreen, PendingScreen } from './shell/route-fallbacks.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen });

type Load = () => Promise<Record<string, unknown>>;

/** Loads a screen together with the texts that the daily screens do without. */
function withAllTexts(load: Load): Load {
  return async () => {
    const [loaded] = await Promise.all([load(), loadRestOfTranslation()]);
    return loaded;
  };
}

/** Each screen is a chunk of its own, loaded when it is first opened. */
function screen(path: string, load: Load, name: string, parent: () => AnyRoute = () => root) {
  return createRoute({
    getParentRoute: parent,
    path,
    component: lazyRouteComponent(
      () => loadChunk(load as () => Promise<Record<string, React.ComponentType>>),
      name,
    ),
  });
}

const settings: AnyRoute = screen(
  '/settings',
  withAllTexts(() => import('./screens/settings/settings.tsx')),
  'Settings',
);

const documents = () => import('./screens/documents/list.tsx');
const proposals = withAllTexts(() => import('./screens/proposals/proposals.tsx'));
const editors = withAllTexts(() => import('./screens/invoices/editor-screens.tsx'));

const routes = [
  screen('/', () => import('./screens/overview/overview.tsx'), 'Overview'),
  screen('/inbox', () => import('./screens/inbox/inbox.tsx'), 'Inbox'),
  screen('/invoices', () => import('./screens/invoices/list.tsx'), 'Invoices'),
  screen('/invoices/new', editors, 'NewInvoice'),
  screen('/drafts', documents, 'Drafts'),
  screen('/drafts/$guid', editors, 'EditDraft'),
  screen('/quotes', documents, 'Quotes'),
  screen('/quotes/new', editors, 'NewQuote'),
  screen('/quotes/$guid', editors, 'EditQuote'),
  screen('/orders', documents, 'Orders'),
  screen('/orders/new', editors, 'NewOrder'),
  screen('/orders/$guid', editors, 'EditOrder'),
  screen('/recurring', () => import('./screens/recurring/recurring.tsx'), 'RecurringInvoices'),
  screen('/recurring/new', editors, 'NewRecurring'),
  screen('/recurring/$guid', editors, 'EditRecurring'),
  screen('/customers', () => import('./screens/customers/list.tsx'), 'Customers'),
  screen('/customers/$guid', () => import('./screens/customers/customer.tsx'), 'CustomerPage'),
  screen('/items', () => import('./screens/items/items.tsx'), 'Items'),
  screen('/costs', () => import('./screens/costs/costs.tsx'), 'Costs'),
  screen('/tasks', () => import('./screens/tasks/tasks.tsx'), 'Tasks'),
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
  screen('/reports', () => import('./screens/reports/reports.tsx'), 'Reports'),
  settings.addChildren(SECTIONS.map(({ at, load, name }) => screen(`/${at}`, load, name, () => settings))),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: PendingScreen,
  defaultErrorComponent: FailedScreen as never,
  scrollRestoration: true,
});
