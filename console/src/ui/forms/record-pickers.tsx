import { Plus, TextCursorInput } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import { useRead } from '../../api/queries.ts';
import type { FoundCustomer, FoundItem } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatPrice } from '../../lib/format.ts';
import { useFieldProblem } from './form.tsx';
import { Picker } from './picker.tsx';
import type { Option, TypedAction } from './picker-options.tsx';

const MAX_OPTIONS = 20;

/** The text of a picker, and the input of the operation that searches for it. */
function useSearch() {
  const [search, setSearch] = useState('');
  return { search, setSearch, sought: { active: true, limit: MAX_OPTIONS, ...(search && { search }) } };
}

interface RecordQuery<Row> {
  data: { rows: readonly Row[] } | undefined;
  isPending: boolean;
  isPlaceholderData: boolean;
  error: Error | null;
  refetch(): void;
}

interface RecordPickerProps<Row> {
  label: string;
  placeholder: string;
  chosen: string;
  /** The field of the form that it fills, as refusals name it. */
  field: string;
  autoFocus?: boolean;
  startsWith?: string | undefined;
  next?: RefObject<HTMLElement | null>;
  input?: RefObject<HTMLInputElement | null> | undefined;
  query: RecordQuery<Row>;
  search: string;
  onSearch(search: string): void;
  toOption(row: Row): Omit<Option, 'value'>;
  onChoose(row: Row): void;
  actions?: readonly TypedAction[];
}

/** A picker over the rows of a search on the server. */
function RecordPicker<Row extends { guid: string }>(props: RecordPickerProps<Row>) {
  const { query, search, field, toOption, onChoose, ...picker } = props;
  const problem = useFieldProblem(field, picker.chosen, picker.label);
  const rows = query.data?.rows ?? [];
  return (
    <Picker
      {...picker}
      problem={problem}
      searched={search}
      stale={query.isPending || query.isPlaceholderData}
      busy={query.isPending}
      error={query.error}
      onRetry={query.refetch}
      options={rows.map((row) => ({ value: row.guid, ...toOption(row) }))}
      onChoose={(guid) => {
        const found = rows.find((row) => row.guid === guid);
        if (found) onChoose(found);
      }}
    />
  );
}

function createAction(label: string, onSelect: (typed: string) => void): TypedAction {
  return { value: 'create', label, icon: <Plus size={16} aria-hidden />, onSelect };
}

interface CustomerProps {
  chosen: string;
  field?: string;
  autoFocus?: boolean;
  startsWith?: string | undefined;
  next?: RefObject<HTMLElement | null> | undefined;
  onChoose(customer: FoundCustomer): void;
  /** Offers to create a customer with the typed name. */
  onCreate?(name: string): void;
}

export function CustomerPicker({
  chosen,
  field = 'customer',
  autoFocus = false,
  startsWith,
  next,
  onChoose,
  onCreate,
}: CustomerProps) {
  const { t } = useTranslation();
  const { search, setSearch, sought } = useSearch();
  const query = useRead('find-customers', sought, { keepPrevious: true });
  return (
    <RecordPicker
      label={t('field.customer')}
      placeholder={t('editor.choose-customer')}
      chosen={chosen}
      field={field}
      autoFocus={autoFocus}
      startsWith={startsWith}
      {...(next && { next })}
      query={query}
      search={search}
      onSearch={setSearch}
      toOption={({ name, registration_no, email }) => ({
        label: name,
        description: [formatKennitala(registration_no), email].filter(Boolean).join(' · '),
      })}
      onChoose={onChoose}
      {...(onCreate && { actions: [createAction(t('new.customer'), onCreate)] })}
    />
  );
}

interface ItemProps {
  label: string;
  field: string;
  chosen: string;
  next?: RefObject<HTMLElement | null>;
  input?: RefObject<HTMLInputElement | null> | undefined;
  onChoose(item: FoundItem): void;
  onCreate(description: string): void;
  /** Offers the typed text as a line that is not in the catalogue. */
  onFreeText?(description: string): void;
}

export function ItemPicker({ label, field, chosen, next, input, onChoose, onCreate, onFreeText }: ItemProps) {
  const { t, lang } = useTranslation();
  const { search, setSearch, sought } = useSearch();
  const query = useRead('find-items', sought, { keepPrevious: true });
  return (
    <RecordPicker
      label={label}
      placeholder={t('editor.choose-item')}
      chosen={chosen}
      field={field}
      {...(next && { next })}
      input={input}
      query={query}
      search={search}
      onSearch={setSearch}
      toOption={({ description, item_number, unit_price }) => ({
        label: description,
        description: item_number,
        trailing: formatPrice(unit_price, 'ISK', lang),
      })}
      onChoose={onChoose}
      actions={[
        ...(onFreeText
          ? [
              {
                value: 'free-line',
                label: t('editor.free-line'),
                icon: <TextCursorInput size={16} aria-hidden />,
                keepsPlace: true,
                onSelect: onFreeText,
              },
            ]
          : []),
        createAction(t('new.item'), onCreate),
      ]}
    />
  );
}
