import { useState } from 'react';
import { useRead } from '../api/queries.ts';
import type { FoundCustomer, FoundItem } from '../api/types.ts';
import { formatKennitala, formatMoney } from '../lib/format.ts';
import { useWords } from '../words/words.tsx';
import { Picker } from './picker.tsx';

const MAX_OPTIONS = 20;

interface CustomerProps {
  chosen: string;
  onChoose(customer: FoundCustomer): void;
  /** Where a new one can be made. */
  onCreate?(name: string): void;
}

export function CustomerPicker({ chosen, onChoose, onCreate }: CustomerProps) {
  const { t } = useWords();
  const [search, setSearch] = useState('');
  const { data, isFetching, isPending, isPlaceholderData, error, refetch } = useRead(
    'find-customers',
    { active: true, limit: MAX_OPTIONS, ...(search && { search }) },
    { keepPrevious: true },
  );
  const rows = data?.rows ?? [];
  return (
    <Picker
      label={t('field.customer')}
      placeholder={t('editor.choose-customer')}
      chosen={chosen}
      onSearch={setSearch}
      searched={search}
      stale={isPending || isPlaceholderData}
      busy={isFetching}
      error={error}
      onRetry={refetch}
      options={rows.map(({ guid, name, registration_no, email }) => ({
        value: guid,
        label: name,
        description: [formatKennitala(registration_no), email].filter(Boolean).join(' · '),
      }))}
      onChoose={(guid) => {
        const found = rows.find((row) => row.guid === guid);
        if (found) onChoose(found);
      }}
      {...(onCreate && { create: { label: t('new.customer'), onCreate } })}
    />
  );
}

/** The customer that a list is narrowed to; its name is looked up where only the address tells it. */
export function CustomerFilter({
  guid,
  onChoose,
}: {
  guid: string | undefined;
  onChoose(guid: string): void;
}) {
  const { data } = useRead('get-customer', { guid: guid ?? '' }, { enabled: guid !== undefined });
  return (
    <CustomerPicker
      chosen={guid ? (data?.name ?? '…') : ''}
      onChoose={(customer) => onChoose(customer.guid)}
    />
  );
}

interface ItemProps {
  label: string;
  chosen: string;
  onChoose(item: FoundItem): void;
  onCreate(description: string): void;
}

export function ItemPicker({ label, chosen, onChoose, onCreate }: ItemProps) {
  const { t, lang } = useWords();
  const [search, setSearch] = useState('');
  const { data, isFetching, isPending, isPlaceholderData, error, refetch } = useRead(
    'find-items',
    { active: true, limit: MAX_OPTIONS, ...(search && { search }) },
    { keepPrevious: true },
  );
  const rows = data?.rows ?? [];
  return (
    <Picker
      label={label}
      placeholder={t('editor.choose-item')}
      chosen={chosen}
      onSearch={setSearch}
      searched={search}
      stale={isPending || isPlaceholderData}
      busy={isFetching}
      error={error}
      onRetry={refetch}
      options={rows.map(({ guid, description, item_number, unit_price }) => ({
        value: guid,
        label: description,
        description: item_number,
        trailing: formatMoney(unit_price, 'ISK', lang),
      }))}
      onChoose={(guid) => {
        const found = rows.find((row) => row.guid === guid);
        if (found) onChoose(found);
      }}
      create={{ label: t('new.item'), onCreate }}
    />
  );
}
