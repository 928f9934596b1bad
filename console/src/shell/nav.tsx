import {
  BarChart3,
  FileClock,
  FilePen,
  FileText,
  Inbox,
  LayoutDashboard,
  Lightbulb,
  Package,
  Plug,
  Receipt,
  Repeat,
  Settings,
  ShoppingBag,
  Store,
  Timer,
  Users,
  Webhook,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { TextKey } from '../i18n/lang.ts';

export interface NavItem {
  to: string;
  textKey: TextKey;
  icon: ReactNode;
  /** Reached by `g` and this key. */
  key: string;
}

const I = { size: 18, strokeWidth: 1.9, 'aria-hidden': true } as const;

/** All screens of the navigation, in the groups of the sidebar. */
export const NAV_GROUPS: readonly (readonly NavItem[])[] = [
  [
    { to: '/', textKey: 'nav.overview', icon: <LayoutDashboard {...I} />, key: 'h' },
    { to: '/inbox', textKey: 'nav.inbox', icon: <Inbox {...I} />, key: 'm' },
    { to: '/invoices', textKey: 'nav.invoices', icon: <FileText {...I} />, key: 'i' },
    { to: '/customers', textKey: 'nav.customers', icon: <Users {...I} />, key: 'c' },
    { to: '/items', textKey: 'nav.items', icon: <Package {...I} />, key: 'v' },
  ],
  [
    { to: '/drafts', textKey: 'nav.drafts', icon: <FilePen {...I} />, key: 'd' },
    { to: '/quotes', textKey: 'nav.quotes', icon: <FileClock {...I} />, key: 't' },
    { to: '/orders', textKey: 'nav.orders', icon: <ShoppingBag {...I} />, key: 'p' },
    { to: '/recurring', textKey: 'nav.recurring', icon: <Repeat {...I} />, key: 'a' },
  ],
  [
    { to: '/costs', textKey: 'nav.costs', icon: <Receipt {...I} />, key: 'k' },
    { to: '/tasks', textKey: 'nav.tasks', icon: <Timer {...I} />, key: 'b' },
    { to: '/selling', textKey: 'nav.selling', icon: <Store {...I} />, key: 'l' },
  ],
  [
    { to: '/reports', textKey: 'nav.reports', icon: <BarChart3 {...I} />, key: 's' },
    { to: '/proposals', textKey: 'nav.proposals', icon: <Lightbulb {...I} />, key: 'u' },
    { to: '/apps', textKey: 'nav.apps', icon: <Plug {...I} />, key: 'f' },
    { to: '/webhooks', textKey: 'nav.webhooks', icon: <Webhook {...I} />, key: 'w' },
    { to: '/settings', textKey: 'nav.settings', icon: <Settings {...I} />, key: 'n' },
  ],
];

/** The records that the create palette (`c`) offers. */
export const CREATE_ACTIONS: readonly { to: string; textKey: TextKey; icon: ReactNode }[] = [
  { to: '/invoices/new', textKey: 'new.invoice', icon: <FileText {...I} /> },
  { to: '/customers?new=1', textKey: 'new.customer', icon: <Users {...I} /> },
  { to: '/items?new=1', textKey: 'new.item', icon: <Package {...I} /> },
  { to: '/quotes/new', textKey: 'new.quote', icon: <FileClock {...I} /> },
  { to: '/orders/new', textKey: 'new.order', icon: <ShoppingBag {...I} /> },
  { to: '/tasks?new=1', textKey: 'new.task', icon: <Timer {...I} /> },
  { to: '/selling?new=1', textKey: 'new.sale', icon: <Store {...I} /> },
  { to: '/recurring/new', textKey: 'new.recurring', icon: <Repeat {...I} /> },
];

/** The sections of the settings, which the palette finds too. */
export const SETTINGS_PLACES: readonly { at: string; textKey: TextKey }[] = [
  { at: '', textKey: 'settings.general' },
  { at: 'company', textKey: 'settings.company' },
  { at: 'bank', textKey: 'settings.bank-section' },
  { at: 'documents', textKey: 'settings.documents' },
  { at: 'delivery', textKey: 'settings.delivery' },
  { at: 'mail', textKey: 'settings.mail' },
  { at: 'people', textKey: 'people.title' },
  { at: 'bookkeepers', textKey: 'bookkeepers.title' },
];
