import { useSession } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import type { ReportPeriod } from '../../lib/report-period.ts';
import { Button } from '../../ui/elements/button.tsx';
import { DateInput } from '../../ui/forms/date-input.tsx';
import { Field, Select } from '../../ui/forms/field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { PRESETS, type Preset, periodOf } from './periods.ts';

export const VIEWS = [
  'profit',
  'month',
  'customer',
  'item',
  'code',
  'supplier',
  'vat',
  'aged',
  'payables',
] as const;
export type View = (typeof VIEWS)[number];

/** The usual periods, and the days of one's own. */
export function PeriodChoice({ period }: { period: ReportPeriod }) {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const [, change] = useFilters();
  const today = session?.today ?? '';
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:w-full sm:flex sm:flex-wrap">
      <div className="max-sm:col-span-full">
        <Field label={t('report.preset')}>
          <Select
            value={PRESETS.find((one) => samePeriod(periodOf(one, today), period)) ?? ''}
            onChange={({ target }) => {
              const chosen = periodOf(target.value as Preset, today);
              change({ from: chosen.from_date, to: chosen.to_date });
            }}
          >
            <option value="" disabled>
              {t('report.own-period')}
            </option>
            {PRESETS.map((one) => (
              <option key={one} value={one}>
                {t(`preset.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label={t('filter.from')}>
        <DateInput value={period.from_date} onChange={(from) => change({ from })} />
      </Field>
      <Field label={t('filter.to')}>
        <DateInput value={period.to_date} onChange={(to) => change({ to })} />
      </Field>
    </div>
  );
}

/** The day of a report that counts what there was at its end. */
export function DayChoice() {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const [{ day }, change] = useFilters();
  const today = session?.today ?? '';
  const yearEnd = `${Number(today.slice(0, 4)) - 1}-12-31`;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="w-44 max-sm:w-full">
        <Field label={t('report.day')}>
          <DateInput value={day || today} onChange={(to) => change({ day: to === today ? '' : to })} />
        </Field>
      </div>
      <Button onClick={() => change({ day: yearEnd })}>{t('report.year-end')}</Button>
    </div>
  );
}

interface ViewChoiceProps {
  view: View;
  onChange(view: View): void;
}

/** The reports as a menu beside the open one; as one field on a phone, where they would fill the screen. */
export function ViewChoice({ view, onChange }: ViewChoiceProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="no-print w-full md:hidden">
        <SelectField label={t('nav.reports')} values={VIEWS} value={view} onChange={onChange}>
          {(one) => t(`report.by-${one}`)}
        </SelectField>
      </div>
      <fieldset aria-label={t('nav.reports')} className="no-print space-y-0.5 self-start max-md:hidden">
        {VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === view}
            onClick={() => onChange(one)}
            className={`flex min-h-9 w-full items-center rounded-lg px-2.5 py-1 text-left font-medium ${one === view ? 'bg-accent-subtle text-accent' : 'text-muted hover:bg-paper hover:text-ink'}`}
          >
            {t(`report.by-${one}`)}
          </button>
        ))}
      </fieldset>
    </>
  );
}

function samePeriod(a: ReportPeriod, b: ReportPeriod): boolean {
  return a.from_date === b.from_date && a.to_date === b.to_date;
}
