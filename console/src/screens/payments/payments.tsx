import { Banknote } from 'lucide-react';
import { ACCOUNTING_STATUSES } from '../../../../src/domain/invoices/invoice-states.ts';
import { DIRECTIONS, PAYMENT_SOURCES } from '../../../../src/domain/payments/payment.ts';
import { fetchAllPages } from '../../api/all-pages.ts';
import { useRead } from '../../api/queries.ts';
import type { Payment } from '../../api/types.ts';
import type { TextKey } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { type Filters as Address, useFilters, usePaging } from '../../lib/filters.ts';
import { CreateButton } from '../../ui/elements/create-action.tsx';
import { Page } from '../../ui/elements/page.tsx';
import { Field, Select } from '../../ui/forms/field.tsx';
import { CustomerFilter } from '../../ui/lists/customer-filter.tsx';
import { ExportMenu } from '../../ui/lists/export-menu.tsx';
import { FilterMenu, useRangeChips } from '../../ui/lists/filter-menu.tsx';
import { List } from '../../ui/lists/list.tsx';
import { PeriodFilter } from '../../ui/lists/period-filter.tsx';
import { SavedViews } from '../../ui/lists/saved-views.tsx';
import { SearchBox } from '../../ui/lists/search-box.tsx';
import { NewPayment } from './new-payment.tsx';
import { settledText, usePaymentColumns } from './payment-columns.tsx';
import { PaymentSheet } from './payment-sheet.tsx';
import { signedAmount, usePaymentText } from './payment-text.ts';

const PAGE_SIZE = 50;

interface Choice {
  label: TextKey;
  values: readonly string[];
  textKey(value: string): string;
}

/** The filters that are chosen from a list, by their names in the address. */
const CHOICES = {
  direction: {
    label: 'field.direction',
    values: DIRECTIONS,
    textKey: (value) => `payment.direction-${value}`,
  },
  source: { label: 'payment.source', values: PAYMENT_SOURCES, textKey: (value) => `payment-source.${value}` },
  state: {
    label: 'field.status',
    values: ['booked', 'reversed'],
    textKey: (value) => `payment-state.${value}`,
  },
  accounting: {
    label: 'invoice.accounting',
    values: ACCOUNTING_STATUSES,
    textKey: (value) => `accounting.${value}`,
  },
} as const satisfies Readonly<Record<string, Choice>>;
type ChoiceName = keyof typeof CHOICES;
const CHOICE_NAMES = Object.keys(CHOICES) as ChoiceName[];
const FILTERS = ['q', 'from', 'to', 'customer', ...CHOICE_NAMES];

function toQuery({ q, from, to, customer, accounting, ...rest }: Address) {
  return {
    ...(q && { search: q }),
    ...(from && { from_date: from }),
    ...(to && { to_date: to }),
    ...(customer && { customer_guid: customer }),
    ...(rest.direction && { direction: rest.direction }),
    ...(rest.source && { source: rest.source }),
    ...(rest.state && { state: rest.state }),
    ...(accounting && { accounting_status: accounting }),
  };
}

/** Money that came in and went out, newest day of value first. */
export function Payments() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const paging = usePaging(PAGE_SIZE);
  const input = { ...toQuery(filters), limit: PAGE_SIZE, page: paging.page };
  const query = useRead('get-payments', input, { keepPrevious: true });
  const columns = usePaymentColumns();
  const toTable = usePaymentTable();
  const load = async () => toTable(await fetchAllPages('get-payments', toQuery(filters)));
  const isFiltered = FILTERS.some((name) => filters[name]);
  const create = <CreateButton label={t('payment.record')} onClick={() => change({ new: '1' })} />;
  const clear = () => change(Object.fromEntries(FILTERS.map((name) => [name, ''])));
  return (
    <Page title={t('nav.payments')} description={t('payments.about')} actions={create}>
      <div className="no-print mb-3 flex flex-wrap items-center gap-2.5">
        <SearchBox
          label={t('payments.search')}
          value={filters.q ?? ''}
          onSearch={(q) => change({ q, page: '' })}
        />
        <PaymentFilters />
        <span className="flex flex-1 justify-end gap-2">
          <SavedViews />
          <ExportMenu title={t('nav.payments')} period={filters} load={load} />
        </span>
      </div>
      <List
        label={t('nav.payments')}
        query={query}
        columns={columns}
        onOpen={(guid) => change({ open: guid })}
        paging={paging}
        onClear={isFiltered ? clear : undefined}
        empty={{
          icon: <Banknote size={22} aria-hidden />,
          title: t('payments.empty'),
          description: t('payments.empty-about'),
          action: create,
        }}
      />
      {filters.new && <NewPayment onClose={() => change({ new: undefined })} />}
      <PaymentSheet guid={filters.open ?? null} onClose={() => change({ open: undefined })} />
    </Page>
  );
}

function PaymentFilters() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  const { customer } = filters;
  const { data } = useRead('get-customer', { guid: customer ?? '' }, { enabled: Boolean(customer) });
  const textOf = (name: ChoiceName, value: string) => t(CHOICES[name].textKey(value) as TextKey);
  const chips = [
    ...useRangeChips(),
    ...(customer ? [{ names: ['customer'], text: data?.name ?? '…' }] : []),
    ...CHOICE_NAMES.flatMap((name) =>
      filters[name] ? [{ names: [name], text: textOf(name, filters[name]) }] : [],
    ),
  ];
  return (
    <FilterMenu chips={chips}>
      <PeriodFilter />
      <div className="w-56 max-sm:w-full">
        <Field label={t('field.customer')}>
          <CustomerFilter guid={customer} onChoose={(guid) => change({ customer: guid })} />
        </Field>
      </div>
      {CHOICE_NAMES.map((name) => (
        <div key={name} className="w-44 max-sm:w-full">
          <Field label={t(CHOICES[name].label)}>
            <Select value={filters[name] ?? ''} onChange={({ target }) => change({ [name]: target.value })}>
              <option value="">{t('payments.any')}</option>
              {CHOICES[name].values.map((value) => (
                <option key={value} value={value}>
                  {textOf(name, value)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      ))}
    </FilterMenu>
  );
}

/** Payments as a table for a spreadsheet. */
function usePaymentTable() {
  const { t, tIfKnown } = useTranslation();
  const { wayOf } = usePaymentText();
  return (rows: readonly Payment[]) => [
    [
      t('field.paid_on'),
      t('field.payer'),
      t('payment.for'),
      t('field.method_payment'),
      t('field.reference'),
      t('field.note'),
      t('field.amount'),
      t('field.currency'),
      t('field.unallocated'),
      t('field.status'),
      t('invoice.accounting'),
    ],
    ...rows.map((row) => [
      row.paid_on,
      row.customer?.name ?? '',
      settledText(row),
      wayOf(row),
      row.reference,
      row.note,
      signedAmount(row),
      row.currency,
      row.unallocated,
      tIfKnown(`payment-state.${row.state}`) ?? '',
      tIfKnown(`accounting.${row.accounting_status}`) ?? '',
    ]),
  ];
}
