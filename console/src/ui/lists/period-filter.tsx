import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { DateInput } from '../forms/date-input.tsx';
import { Field } from '../forms/field.tsx';

interface Props {
  /** The days that count while none are chosen. */
  byDefault?: { from: string; to: string } | undefined;
}

/** Filters a list by the first and the last day; both are kept in the address. */
export function PeriodFilter({ byDefault }: Props) {
  const { t } = useTranslation();
  const [filters, change] = useFilters();
  return (
    <span className="flex gap-2.5 max-sm:w-full">
      {(['from', 'to'] as const).map((name) => (
        <div key={name} className="w-38 max-sm:flex-1">
          <Field label={t(`filter.${name}`)}>
            <DateInput
              label={t(`filter.${name}`)}
              value={filters[name] || byDefault?.[name] || ''}
              onChange={(day) => change({ [name]: day })}
            />
          </Field>
        </div>
      ))}
    </span>
  );
}
