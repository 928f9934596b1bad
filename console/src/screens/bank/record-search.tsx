import { useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useFieldProblem } from '../../ui/forms/form.tsx';
import { Picker } from '../../ui/forms/picker.tsx';
import type { Option } from '../../ui/forms/picker-options.tsx';
import type { Part } from './book-parts.ts';

type Chosen = NonNullable<Part['record']>;

interface Props {
  chosen: Chosen | null;
  /** The field as refusals name it. */
  field: string;
  autoFocus: boolean;
  onChoose(record: Chosen): void;
}

const MAX_OPTIONS = 8;

/** Finds an open invoice by its number or customer, or a customer whose money it is. */
export function DebtSearch({ isOut, ...props }: Props & { isOut: boolean }) {
  const { t, lang } = useTranslation();
  const [search, setSearch] = useState('');
  const sought = { limit: MAX_OPTIONS, ...(search && { search }) };
  const invoices = useRead(
    'find-invoices',
    { ...sought, tab: 'unpaid', sort: 'due', ascending: true },
    { keepPrevious: true, enabled: !isOut },
  );
  const customers = useRead('find-customers', { ...sought, active: true }, { keepPrevious: true });
  const options: (Option & { kind: Chosen['kind'] })[] = [
    ...(isOut ? [] : (invoices.data?.rows ?? [])).map((row) => ({
      kind: 'invoice' as const,
      value: row.guid,
      label: `#${row.number} · ${row.customer_name}`,
      description: t('payment.due', { date: formatDate(row.due_date, lang) }),
      trailing: formatMoney(row.remaining, row.currency, lang),
    })),
    ...(customers.data?.rows ?? []).map((row) => ({
      kind: 'customer' as const,
      value: row.guid,
      label: row.name,
      description: isOut ? '' : t('bank.oldest'),
    })),
  ];
  const isStale = customers.isPlaceholderData || (!isOut && invoices.isPlaceholderData);
  return (
    <SearchPicker
      {...props}
      label={t('bank.choose-payment')}
      search={search}
      onSearch={setSearch}
      options={options}
      stale={isStale || customers.isPending}
      error={customers.error ?? invoices.error}
    />
  );
}

/** Finds a cost by supplier, number or amount. */
export function CostSearch(props: Props) {
  const { t, lang } = useTranslation();
  const [search, setSearch] = useState('');
  const query = useRead('find-costs', { limit: 20, ...(search && { search }) }, { keepPrevious: true });
  const options = (query.data?.rows ?? []).map((row) => ({
    kind: 'cost' as const,
    value: row.guid,
    label: row.supplier_name || row.description || t('costs.unknown'),
    description: [formatDate(row.issue_date ?? row.created_date, lang), row.invoice_number]
      .filter(Boolean)
      .join(' · '),
    trailing: formatMoney(row.amount, row.currency, lang),
  }));
  return (
    <SearchPicker
      {...props}
      label={t('bank.choose-cost')}
      search={search}
      onSearch={setSearch}
      options={options}
      stale={query.isPlaceholderData || query.isPending}
      error={query.error}
    />
  );
}

interface PickerProps extends Props {
  label: string;
  search: string;
  onSearch(search: string): void;
  options: readonly (Option & { kind: Chosen['kind'] })[];
  stale: boolean;
  error: Error | null;
}

function SearchPicker({ chosen, field, onChoose, options, search, label, ...picker }: PickerProps) {
  const problem = useFieldProblem(field, chosen?.guid ?? '', label);
  return (
    <Picker
      {...picker}
      label={label}
      placeholder={label}
      chosen={chosen?.label ?? ''}
      problem={problem}
      searched={search}
      busy={picker.stale && options.length === 0}
      options={options}
      onChoose={(guid) => {
        const found = options.find(({ value }) => value === guid);
        if (found) onChoose({ kind: found.kind, guid, label: found.label });
      }}
    />
  );
}
