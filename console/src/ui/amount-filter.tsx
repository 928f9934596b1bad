import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/translation.tsx';
import { useFilters } from '../lib/filters.ts';
import { formatNumber, parseNumber } from '../lib/format.ts';
import { useDebounced } from '../lib/timers.ts';
import { Field, Input } from './field.tsx';

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
  const { lang } = useTranslation();
  const [filters, change] = useFilters();
  const stored = filters[name] ?? '';
  const format = (value: string) => (value ? formatNumber(Number(value), lang) : '');
  const [typed, setTyped] = useState(format(stored));
  const debounced = useDebounced(typed, DEBOUNCE_MS);
  const parsed = parseNumber(debounced, lang);
  const wanted = parsed && Number(parsed) >= 0 ? String(Number(parsed)) : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing changes the address
  useEffect(() => {
    if (debounced === typed && wanted !== stored) change({ [name]: wanted });
  }, [debounced]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address was changed elsewhere, as by "clear filters"
  useEffect(() => {
    if (stored !== wanted) setTyped(format(stored));
  }, [stored]);
  return (
    <div className="w-28 max-sm:flex-1">
      <Field label={label}>
        <Input figure inputMode="decimal" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
    </div>
  );
}
