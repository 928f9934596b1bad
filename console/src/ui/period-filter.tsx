import { useTranslation } from '../i18n/translation.tsx';
import { useFilters } from '../lib/filters.ts';
import { DateInput } from './date-input.tsx';
import { Field } from './field.tsx';

/** Filters a list by the first and the last day; both are kept in the address. */
export function PeriodFilter() {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  return (
    <span className="flex gap-2.5 max-sm:w-full">
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className="w-38 max-sm:flex-1">
          <Field label={t(`filter.${name}`)} hideLabel>
            <DateInput
              label={t(`filter.${name}`)}
              value={filters[name] ?? ''}
              onChange={(day) => change({ [name]: day })}
            />
          </Field>
        </div>
      ))}
    </span>
  );
}
