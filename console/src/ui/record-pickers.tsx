import { useState } from 'react';
import { useRead } from '../api/queries.ts';
import type { FoundCustomer, FoundItem } from '../api/types.ts';
import { formatKennitala, formatMoney } from '../lib/format.ts';
import { useWords } from '../words/words.tsx';
import { Picker } from './picker.tsx';

const MAX_OPTIONS = 20;

/** The records that match the text of a picker. */
function useRecordSearch<Row>(name: 'find-customers' | 'find-items') {
  const [search, setSearch] = useState('');
  const input = { active: true, limit: MAX_OPTIONS, ...(search && { search }) };
  const { data, isFetching, isPending, isPlaceholderData, error, refetch } = useRead(name, input, {
    keepPrevious: true,
  });
  const rows = (data?.rows ?? []) as unknown as readonly Row[];
  const picker = {
    onSearch: setSearch,
    searched: search,
    stale: isPending || isPlaceholderData,
    busy: isFetching,
    error,
    onRetry: refetch,
  };
  return { rows, picker };
}

interface CustomerProps {
  chosen: string;
  onChoose(customer: FoundCustomer): void;
  /** Offers to create a customer with the typed name. */
  onCreate?(name: string): void;
}

export function CustomerPicker({ chosen, onChoose, onCreate }: CustomerProps) {
  const { t } = useWords();
  const { rows, picker } = useRecordSearch<FoundCustomer>('find-customers');
  return (
    <Picker
      label={t('field.customer')}
      placeholder={t('editor.choose-customer')}
      chosen={chosen}
      {...picker}
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

/** The customer that a list is filtered by. The address holds only its guid, so the name is loaded. */
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
  const { rows, picker } = useRecordSearch<FoundItem>('find-items');
  return (
    <Picker
      label={label}
      placeholder={t('editor.choose-item')}
      chosen={chosen}
      {...picker}
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
