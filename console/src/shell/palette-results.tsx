import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import {
  FileClock,
  FilePen,
  FileText,
  Languages,
  Package,
  Receipt,
  Repeat,
  Settings,
  ShoppingBag,
  Store,
  SunMoon,
  Timer,
  Users,
} from 'lucide-react';
import { Children, type ReactNode } from 'react';
import { formatKennitala } from '../../../src/domain/values/kennitala.ts';
import { useRead } from '../api/queries.ts';
import type { TextKey } from '../i18n/lang.ts';
import { useTranslation } from '../i18n/translation.tsx';
import { formatMoney, formatPrice } from '../lib/format.ts';
import { holdPointer } from '../lib/hold-pointer.ts';
import { setTheme } from '../lib/theme.ts';
import { useDebounced } from '../lib/timers.ts';
import { CREATE_ACTIONS, NAV_ITEMS, SETTINGS_PLACES } from './nav.tsx';
import { SEARCH_INPUT_CLASS, SearchRow } from './palette-search-row.tsx';

const DEBOUNCE_MS = 150;
const MAX_RESULTS = 5;
const I = { size: 17, 'aria-hidden': true } as const;

interface Props {
  typed: string;
  onType(typed: string): void;
  onClose(): void;
  onlyCreate: boolean;
}

/** The results of the palette, loaded when it is first opened. */
export default function PaletteResults({ typed, onType, onClose, onlyCreate }: Props) {
  const { t, lang, setLang } = useTranslation();
  const navigate = useNavigate();
  const search = useDebounced(typed.trim(), DEBOUNCE_MS);
  const go = (to: string) => {
    onClose();
    const [path = '/', query] = to.split('?');
    navigate({ to: path, search: Object.fromEntries(new URLSearchParams(query)) });
  };
  const matches = (label: string) =>
    label.toLocaleLowerCase('is').includes(typed.trim().toLocaleLowerCase('is'));
  const settings = SETTINGS_PLACES.flatMap(({ at, textKey, fields }) => {
    const place = { to: `/settings${at && `/${at}`}`, icon: <Settings {...I} /> };
    const label = `${t('nav.settings')}: ${t(textKey)}`;
    return [
      { ...place, key: at, label },
      ...fields.map((field) => ({ ...place, key: field, label: `${label} · ${t(field)}` })),
    ];
  });
  const screens = NAV_ITEMS.map(({ to, textKey, icon }) => ({ key: to, to, label: t(textKey), icon }));
  // Sections of the settings only come up in a search: the list of places is long enough.
  const places = typed.trim() ? [...screens, ...settings.filter(({ to }) => to !== '/settings')] : screens;
  const createActions = CREATE_ACTIONS.map(({ to, textKey, icon }) => ({ to, label: t(textKey), icon }));
  return (
    <Command shouldFilter={false} loop label={t('search')}>
      <SearchRow>
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={onType}
          placeholder={onlyCreate ? t('palette.make') : t('palette.type')}
          className={SEARCH_INPUT_CLASS}
        />
      </SearchRow>
      <Command.List className="max-h-[55dvh] overflow-y-auto p-2">
        <Command.Empty className="px-3 py-8 text-center text-muted">{t('picker.none')}</Command.Empty>
        {!onlyCreate && search.length > 1 && <SearchResults search={search} onGo={go} />}
        <Group heading={t('make')}>
          {createActions
            .filter(({ label }) => matches(label))
            .map((action) => (
              <Row key={action.to} {...action} onSelect={() => go(action.to)} />
            ))}
        </Group>
        {!onlyCreate && (
          <Group heading={t('palette.go')}>
            {places
              .filter(({ label }) => matches(label))
              .map(({ key, ...place }) => (
                <Row key={key} {...place} onSelect={() => go(place.to)} />
              ))}
            {matches(t('palette.language')) && (
              <Row
                label={t('palette.language')}
                icon={<Languages {...I} />}
                onSelect={() => {
                  setLang(lang === 'is' ? 'en' : 'is');
                  onClose();
                }}
              />
            )}
            {matches(t('palette.theme')) && (
              <Row
                label={t('palette.theme')}
                icon={<SunMoon {...I} />}
                onSelect={() => {
                  setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
                  onClose();
                }}
              />
            )}
          </Group>
        )}
      </Command.List>
    </Command>
  );
}

function SearchResults({ search, onGo }: { search: string; onGo(to: string): void }) {
  const { t } = useTranslation();
  return useRecordGroups(search).map(({ heading, icon, records }) => (
    <Group key={heading} heading={t(heading)}>
      {records?.map(({ guid, label, trailing = '', to }) => (
        <Row key={guid} label={label} icon={icon} trailing={trailing} onSelect={() => onGo(to)} />
      ))}
    </Group>
  ));
}

interface RecordGroup {
  heading: TextKey;
  icon: ReactNode;
  /** Undefined while they are loaded for the first time. */
  records: { guid: string; label: string; trailing?: string; to: string }[] | undefined;
}

/** The records that match the search, by their kinds, in the order of the list. */
function useRecordGroups(search: string): RecordGroup[] {
  const { t, lang } = useTranslation();
  const find = { search, limit: MAX_RESULTS };
  const keep = { keepPrevious: true };
  const invoices = useRead('find-invoices', find, keep).data?.rows;
  const customers = useRead('find-customers', find, keep).data?.rows;
  const items = useRead('find-items', find, keep).data?.rows;
  const costs = useRead('find-costs', find, keep).data?.rows;
  const templates = useRead('get-recurring-invoices', find, keep).data;
  const tasks = useRead('get-tasks', find, keep).data;
  const sales = useRead('get-product-sales', { search_text: search, limit: MAX_RESULTS }, keep).data;
  const money = (amount: number, currency = 'ISK') => formatMoney(amount, currency, lang);
  return [
    {
      heading: 'nav.invoices',
      icon: <FileText {...I} />,
      records: invoices?.map(({ guid, number, customer_name, effect, currency }) => ({
        guid,
        label: `${number || t('tab.draft')} · ${customer_name}`,
        trailing: money(effect, currency),
        to: `/invoices?open=${guid}`,
      })),
    },
    {
      heading: 'nav.customers',
      icon: <Users {...I} />,
      records: customers?.map(({ guid, name, registration_no }) => ({
        guid,
        label: name,
        trailing: formatKennitala(registration_no),
        to: `/customers/${guid}`,
      })),
    },
    {
      heading: 'nav.items',
      icon: <Package {...I} />,
      records: items?.map(({ guid, description, unit_price }) => ({
        guid,
        label: description,
        trailing: formatPrice(unit_price, 'ISK', lang),
        to: `/items?open=${guid}`,
      })),
    },
    {
      heading: 'nav.costs',
      icon: <Receipt {...I} />,
      records: costs?.map(({ guid, supplier_name, description, effect, currency }) => ({
        guid,
        label: supplier_name || description || t('costs.unknown'),
        trailing: money(effect, currency),
        to: `/costs?open=${guid}`,
      })),
    },
    ...useDocumentGroups(search),
    {
      heading: 'nav.recurring',
      icon: <Repeat {...I} />,
      records: templates?.map(({ guid, recurring_name, customer, amount, currency }) => ({
        guid,
        label: `${recurring_name} · ${customer.name}`,
        trailing: money(amount, currency),
        to: `/recurring?q=${encodeURIComponent(search)}&open=${guid}`,
      })),
    },
    {
      heading: 'nav.tasks',
      icon: <Timer {...I} />,
      records: tasks?.map(({ guid, name, customer }) => ({
        guid,
        label: `${name} · ${customer.name}`,
        to: `/tasks?open=${guid}`,
      })),
    },
    {
      heading: 'nav.selling',
      icon: <Store {...I} />,
      records: sales?.map(({ guid, name, amount }) => ({
        guid,
        label: name,
        trailing: money(amount),
        to: `/selling?open=${guid}`,
      })),
    },
  ];
}

/** Quotes, drafts and orders, which have one shape. */
function useDocumentGroups(search: string): RecordGroup[] {
  const { lang } = useTranslation();
  const find = { search, limit: MAX_RESULTS };
  const keep = { keepPrevious: true };
  const quotes = useRead('get-quotes', find, keep).data;
  const drafts = useRead('get-draft-invoices', find, keep).data;
  const orders = useRead('get-order-invoices', find, keep).data;
  const kinds = [
    { heading: 'nav.quotes', at: '/quotes', icon: <FileClock {...I} />, rows: quotes },
    { heading: 'nav.drafts', at: '/drafts', icon: <FilePen {...I} />, rows: drafts },
    { heading: 'nav.orders', at: '/orders', icon: <ShoppingBag {...I} />, rows: orders },
  ] as const;
  return kinds.map(({ heading, at, icon, rows }) => ({
    heading,
    icon,
    records: rows?.map(({ guid, number, customer, amount, currency }) => ({
      guid,
      label: [number, customer.name].filter(Boolean).join(' · '),
      trailing: formatMoney(amount, currency, lang),
      to: `${at}?q=${encodeURIComponent(search)}&open=${guid}`,
    })),
  }));
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  if (Children.toArray(children).length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

function Row({
  label,
  icon,
  trailing,
  onSelect,
}: {
  label: string;
  icon: ReactNode;
  trailing?: string;
  onSelect(): void;
}) {
  return (
    <Command.Item
      onSelect={onSelect}
      onPointerDown={holdPointer}
      className="flex h-10 cursor-pointer items-center gap-3 rounded-lg px-2.5 data-[selected=true]:bg-sunken"
    >
      <span className="text-muted">{icon}</span>
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {trailing && <span className="figure text-muted">{trailing}</span>}
    </Command.Item>
  );
}
