import {
  Banknote,
  BarChart3,
  FileClock,
  FilePen,
  FileText,
  Inbox,
  Landmark,
  LayoutDashboard,
  Lightbulb,
  Package,
  Receipt,
  Repeat,
  Settings,
  ShoppingBag,
  Store,
  Timer,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { TextKey } from '../i18n/lang.ts';
import { AUTOMATION, type NavItem } from '../ui/elements/automation-nav.tsx';

const I = { size: 18, strokeWidth: 1.9, 'aria-hidden': true } as const;

interface NavGroup {
  /** Left out for the first and the last, which need no name. */
  textKey?: TextKey;
  items: readonly NavItem[];
}

/** The screens of the sidebar, by what a day needs. */
export const NAV_GROUPS: readonly NavGroup[] = [
  {
    items: [
      { to: '/', textKey: 'nav.overview', icon: <LayoutDashboard {...I} />, key: 'h' },
      { to: '/inbox', textKey: 'nav.inbox', icon: <Inbox {...I} />, key: 'm' },
      { to: '/proposals', textKey: 'nav.proposals', icon: <Lightbulb {...I} />, key: 'u' },
    ],
  },
  {
    textKey: 'nav.sales',
    items: [
      { to: '/invoices', textKey: 'nav.invoices', icon: <FileText {...I} />, key: 'i' },
      { to: '/payments', textKey: 'nav.payments', icon: <Banknote {...I} />, key: 'g' },
      { to: '/bank', textKey: 'nav.bank', icon: <Landmark {...I} />, key: 'r' },
      { to: '/quotes', textKey: 'nav.quotes', icon: <FileClock {...I} />, key: 't' },
      { to: '/orders', textKey: 'nav.orders', icon: <ShoppingBag {...I} />, key: 'p' },
      { to: '/drafts', textKey: 'nav.drafts', icon: <FilePen {...I} />, key: 'd' },
      { to: '/recurring', textKey: 'nav.recurring', icon: <Repeat {...I} />, key: 'a' },
      { to: '/selling', textKey: 'nav.selling', icon: <Store {...I} />, key: 'l' },
    ],
  },
  {
    textKey: 'nav.work',
    items: [
      { to: '/costs', textKey: 'nav.costs', icon: <Receipt {...I} />, key: 'k' },
      { to: '/tasks', textKey: 'nav.tasks', icon: <Timer {...I} />, key: 'b' },
    ],
  },
  {
    textKey: 'nav.records',
    items: [
      { to: '/customers', textKey: 'nav.customers', icon: <Users {...I} />, key: 'c' },
      { to: '/items', textKey: 'nav.items', icon: <Package {...I} />, key: 'v' },
    ],
  },
  {
    items: [
      { to: '/reports', textKey: 'nav.reports', icon: <BarChart3 {...I} />, key: 's' },
      { to: '/settings', textKey: 'nav.settings', icon: <Settings {...I} />, key: 'n' },
    ],
  },
];

export const NAV_ITEMS: readonly NavItem[] = [...NAV_GROUPS.flatMap(({ items }) => items), ...AUTOMATION];

/** The records that the create palette (`c`) offers. */
export const CREATE_ACTIONS: readonly { to: string; textKey: TextKey; icon: ReactNode }[] = [
  { to: '/invoices/new', textKey: 'new.invoice', icon: <FileText {...I} /> },
  { to: '/payments?new=1', textKey: 'payment.record', icon: <Banknote {...I} /> },
  { to: '/customers?new=1', textKey: 'new.customer', icon: <Users {...I} /> },
  { to: '/items?new=1', textKey: 'new.item', icon: <Package {...I} /> },
  { to: '/quotes/new', textKey: 'new.quote', icon: <FileClock {...I} /> },
  { to: '/orders/new', textKey: 'new.order', icon: <ShoppingBag {...I} /> },
  { to: '/tasks?new=1', textKey: 'new.task', icon: <Timer {...I} /> },
  { to: '/selling?new=1', textKey: 'new.sale', icon: <Store {...I} /> },
  { to: '/recurring/new', textKey: 'new.recurring', icon: <Repeat {...I} /> },
];

/** The sections of the settings, which the palette finds by their names and by the fields in them. */
export const SETTINGS_PLACES: readonly { at: string; textKey: TextKey; fields: readonly TextKey[] }[] = [
  { at: '', textKey: 'settings.general', fields: ['settings.undo-delay', 'notify.title'] },
  {
    at: 'company',
    textKey: 'settings.company',
    fields: ['field.vat_no', 'field.registration_no', 'field.address', 'field.email', 'field.phone_number'],
  },
  { at: 'bank', textKey: 'settings.bank-section', fields: ['field.bank_account'] },
  { at: 'documents', textKey: 'settings.documents', fields: ['logo.title'] },
  {
    at: 'delivery',
    textKey: 'settings.delivery',
    fields: ['field.reminder_days_before', 'field.reminder_days_after'],
  },
  { at: 'mail', textKey: 'settings.mail', fields: [] },
  { at: 'people', textKey: 'people.title', fields: [] },
  { at: 'bookkeepers', textKey: 'bookkeepers.title', fields: [] },
];
