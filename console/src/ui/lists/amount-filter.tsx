import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { useDebounced } from '../../lib/timers.ts';
import { Field } from '../forms/field.tsx';
import { NumberInput } from '../forms/number-input.tsx';

const DEBOUNCE_MS = 300;

/** Filters a list by the smallest and the largest amount; both are kept in the address. */
export function AmountFilter() {
  const { t } = useTranslation();
  return (
    <span className="flex gap-2.5 max-sm:w-full">
      <Bound name="min" label={t('filter.min')} />
      <Bound name="max" label={t('filter.max')} />
    </span>
  );
}

function Bound({ name, label }: { name: 'min' | 'max'; label: string }) {
  const [filters, change] = useFilters();
  const stored = filters[name] ?? '';
  const [value, setValue] = useState(stored);
  const debounced = useDebounced(value, DEBOUNCE_MS);
  const wanted = debounced && Number(debounced) >= 0 ? debounced : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing changes the address
  useEffect(() => {
    if (debounced === value && wanted !== stored) change({ [name]: wanted });
  }, [debounced]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address was changed elsewhere, as by "clear filters"
  useEffect(() => {
    if (stored !== wanted) setValue(stored);
  }, [stored]);
  return (
    <div className="w-28 max-sm:flex-1">
      <Field label={label}>
        <NumberInput kind={{ currency: 'ISK' }} value={value} onChange={setValue} />
      </Field>
    </div>
  );
}
