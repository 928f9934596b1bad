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
import { useRead } from '../api/queries.ts';
import { formatKennitala, formatMoney } from '../lib/format.ts';
import { setTheme } from '../lib/theme.ts';
import { useDebounced } from '../lib/timers.ts';
import { useWords } from '../words/words.tsx';
import { CREATE_ACTIONS, NAV_GROUPS, SETTINGS_PLACES } from './nav.tsx';
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
  const { t, lang, setLang } = useWords();
  const navigate = useNavigate();
  const search = useDebounced(typed.trim(), DEBOUNCE_MS);
  const go = (to: string) => {
    onClose();
    const [path = '/', query] = to.split('?');
    navigate({ to: path, search: Object.fromEntries(new URLSearchParams(query)) as never });
  };
  const matches = (label: string) =>
    label.toLocaleLowerCase('is').includes(typed.trim().toLocaleLowerCase('is'));
  const settings = SETTINGS_PLACES.map(({ at, word }) => ({
    to: `/settings${at && `/${at}`}`,
    label: `${t('nav.settings')}: ${t(word)}`,
    icon: <Settings {...I} />,
  }));
  const screens = NAV_GROUPS.flat().map(({ to, word, icon }) => ({ to, label: t(word), icon }));
  // Sections of the settings only come up in a search: the list of places is long enough.
  const places = typed.trim() ? [...screens, ...settings.filter(({ to }) => to !== '/settings')] : screens;
  const createActions = CREATE_ACTIONS.map(({ to, word, icon }) => ({ to, label: t(word), icon }));
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
              .map((place) => (
                <Row key={place.to} {...place} onSelect={() => go(place.to)} />
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
  const { t, lang } = useWords();
  const invoices = useRead('find-invoices', { search, limit: MAX_RESULTS }, { keepPrevious: true });
  const customers = useRead('find-customers', { search, limit: MAX_RESULTS }, { keepPrevious: true });
  const items = useRead('find-items', { search, limit: MAX_RESULTS }, { keepPrevious: true });
  const costs = useRead('find-costs', { search, limit: MAX_RESULTS }, { keepPrevious: true });
  const quotes = useRead('get-quotes', { search, limit: MAX_RESULTS }, { keepPrevious: true });
  const drafts = useRead('get-draft-invoices', { search, limit: MAX_RESULTS }, { keepPrevious: true });
  const orders = useRead('get-order-invoices', { search, limit: MAX_RESULTS }, { keepPrevious: true });
  const templates = useRead('get-recurring-invoices', { search, limit: MAX_RESULTS }, { keepPrevious: true });
  const tasks = useRead('get-tasks', { search, limit: MAX_RESULTS }, { keepPrevious: true });
  const sales = useRead(
    'get-product-sales',
    { search_text: search, limit: MAX_RESULTS },
    { keepPrevious: true },
  );
  const documents = [
    { word: 'nav.quotes', to: '/quotes', icon: <FileClock {...I} />, rows: quotes.data },
    { word: 'nav.drafts', to: '/drafts', icon: <FilePen {...I} />, rows: drafts.data },
    { word: 'nav.orders', to: '/orders', icon: <ShoppingBag {...I} />, rows: orders.data },
  ] as const;
  return (
    <>
      <Group heading={t('nav.invoices')}>
        {invoices.data?.rows.map((row) => (
          <Row
            key={row.guid}
            label={`${row.number || t('tab.draft')} · ${row.customer_name}`}
            icon={<FileText {...I} />}
            trailing={formatMoney(row.effect, row.currency, lang)}
            onSelect={() => onGo(`/invoices?open=${row.guid}`)}
          />
        ))}
      </Group>
      <Group heading={t('nav.customers')}>
        {customers.data?.rows.map((row) => (
          <Row
            key={row.guid}
            label={row.name}
            icon={<Users {...I} />}
            trailing={formatKennitala(row.registration_no)}
            onSelect={() => onGo(`/customers/${row.guid}`)}
          />
        ))}
      </Group>
      <Group heading={t('nav.items')}>
        {items.data?.rows.map((row) => (
          <Row
            key={row.guid}
            label={row.description}
            icon={<Package {...I} />}
            trailing={formatMoney(row.unit_price, 'ISK', lang)}
            onSelect={() => onGo(`/items?open=${row.guid}`)}
          />
        ))}
      </Group>
      <Group heading={t('nav.costs')}>
        {costs.data?.rows.map((row) => (
          <Row
            key={row.guid}
            label={row.supplier_name || row.description || t('costs.unknown')}
            icon={<Receipt {...I} />}
            trailing={formatMoney(row.effect, row.currency, lang)}
            onSelect={() => onGo(`/costs?open=${row.guid}`)}
          />
        ))}
      </Group>
      {documents.map(({ word, to, icon, rows }) => (
        <Group key={to} heading={t(word)}>
          {rows?.map((row) => (
            <Row
              key={row.guid}
              label={[row.number, row.customer.name].filter(Boolean).join(' · ')}
              icon={icon}
              trailing={formatMoney(row.amount, row.currency, lang)}
              onSelect={() => onGo(`${to}?q=${encodeURIComponent(search)}&open=${row.guid}`)}
            />
          ))}
        </Group>
      ))}
      <Group heading={t('nav.recurring')}>
        {templates.data?.map((row) => (
          <Row
            key={row.guid}
            label={`${row.recurring_name} · ${row.customer.name}`}
            icon={<Repeat {...I} />}
            trailing={formatMoney(row.amount, row.currency, lang)}
            onSelect={() => onGo(`/recurring?q=${encodeURIComponent(search)}&open=${row.guid}`)}
          />
        ))}
      </Group>
      <Group heading={t('nav.tasks')}>
        {tasks.data?.map((row) => (
          <Row
            key={row.guid}
            label={`${row.name} · ${row.customer.name}`}
            icon={<Timer {...I} />}
            onSelect={() => onGo(`/tasks?open=${row.guid}`)}
          />
        ))}
      </Group>
      <Group heading={t('nav.selling')}>
        {sales.data?.map((row) => (
          <Row
            key={row.guid}
            label={row.name}
            icon={<Store {...I} />}
            trailing={formatMoney(row.amount, 'ISK', lang)}
            onSelect={() => onGo(`/selling?open=${row.guid}`)}
          />
        ))}
      </Group>
    </>
  );
}

/** A group without entries has no heading. */
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
      className="flex h-10 cursor-pointer items-center gap-3 rounded-lg px-2.5 data-[selected=true]:bg-sunken"
    >
      <span className="text-muted">{icon}</span>
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {trailing && <span className="figure text-muted">{trailing}</span>}
    </Command.Item>
  );
}
