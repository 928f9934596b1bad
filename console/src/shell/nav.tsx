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
import type { Word } from '../words/lang.ts';

export interface NavItem {
  to: string;
  word: Word;
  icon: ReactNode;
  /** Reached by `g` and this key. */
  key: string;
}

const I = { size: 18, strokeWidth: 1.9, 'aria-hidden': true } as const;

/** All screens of the navigation, in the groups of the sidebar. */
export const NAV_GROUPS: readonly (readonly NavItem[])[] = [
  [
    { to: '/', word: 'nav.overview', icon: <LayoutDashboard {...I} />, key: 'h' },
    { to: '/inbox', word: 'nav.inbox', icon: <Inbox {...I} />, key: 'm' },
    { to: '/invoices', word: 'nav.invoices', icon: <FileText {...I} />, key: 'i' },
    { to: '/customers', word: 'nav.customers', icon: <Users {...I} />, key: 'c' },
    { to: '/items', word: 'nav.items', icon: <Package {...I} />, key: 'v' },
  ],
  [
    { to: '/drafts', word: 'nav.drafts', icon: <FilePen {...I} />, key: 'd' },
    { to: '/quotes', word: 'nav.quotes', icon: <FileClock {...I} />, key: 't' },
    { to: '/orders', word: 'nav.orders', icon: <ShoppingBag {...I} />, key: 'p' },
    { to: '/recurring', word: 'nav.recurring', icon: <Repeat {...I} />, key: 'a' },
  ],
  [
    { to: '/costs', word: 'nav.costs', icon: <Receipt {...I} />, key: 'k' },
    { to: '/tasks', word: 'nav.tasks', icon: <Timer {...I} />, key: 'b' },
    { to: '/selling', word: 'nav.selling', icon: <Store {...I} />, key: 'l' },
  ],
  [
    { to: '/reports', word: 'nav.reports', icon: <BarChart3 {...I} />, key: 's' },
    { to: '/proposals', word: 'nav.proposals', icon: <Lightbulb {...I} />, key: 'u' },
    { to: '/apps', word: 'nav.apps', icon: <Plug {...I} />, key: 'f' },
    { to: '/webhooks', word: 'nav.webhooks', icon: <Webhook {...I} />, key: 'w' },
    { to: '/settings', word: 'nav.settings', icon: <Settings {...I} />, key: 'n' },
  ],
];

/** The records that the create palette (`c`) offers. */
export const CREATE_ACTIONS: readonly { to: string; word: Word; icon: ReactNode }[] = [
  { to: '/invoices/new', word: 'new.invoice', icon: <FileText {...I} /> },
  { to: '/customers?new=1', word: 'new.customer', icon: <Users {...I} /> },
  { to: '/items?new=1', word: 'new.item', icon: <Package {...I} /> },
  { to: '/quotes/new', word: 'new.quote', icon: <FileClock {...I} /> },
  { to: '/orders/new', word: 'new.order', icon: <ShoppingBag {...I} /> },
  { to: '/tasks?new=1', word: 'new.task', icon: <Timer {...I} /> },
  { to: '/selling?new=1', word: 'new.sale', icon: <Store {...I} /> },
  { to: '/recurring/new', word: 'new.recurring', icon: <Repeat {...I} /> },
];

/** The sections of the settings, which the palette finds too. */
export const SETTINGS_PLACES: readonly { at: string; word: Word }[] = [
  { at: '', word: 'settings.general' },
  { at: 'company', word: 'settings.company' },
  { at: 'bank', word: 'settings.bank-section' },
  { at: 'documents', word: 'settings.documents' },
  { at: 'delivery', word: 'settings.delivery' },
  { at: 'mail', word: 'settings.mail' },
  { at: 'people', word: 'people.title' },
  { at: 'bookkeepers', word: 'bookkeepers.title' },
];
