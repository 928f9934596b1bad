import {
  comingDates,
  countOccurrences,
  type Interval,
  occurrenceDate,
} from '../../../../src/domain/sales/recurrence.ts';
import { COMMON_CURRENCIES, INTERVAL_ORDER, PAYMENT_METHOD_CODES } from '../../api/choices.ts';
import { LIMITS } from '../../api/limits.ts';
import type { Preview } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { isDate } from '../../lib/dates.ts';
import { formatDate } from '../../lib/format.ts';
import type { FormFields } from '../../lib/use-fields.ts';
import { Card } from '../../ui/elements/page.tsx';
import { DateInput } from '../../ui/forms/date-input.tsx';
import { Check, Field } from '../../ui/forms/field.tsx';
import { DateField, NumberField, TextField } from '../../ui/forms/form-fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { DiscountFields } from './discount.tsx';
import type { Form, Kind } from './editor-form.ts';

const WHOLE = { isWhole: true };

export interface EditorFieldsProps {
  form: Pick<FormFields<Form>, 'fields' | 'set'>;
}

interface DatesProps extends EditorFieldsProps {
  kind: Kind;
  /** The dates that the preview suggests, where none were chosen. */
  suggested: {
    issue_date: string | undefined;
    due_date: string | null | undefined;
    settlement_date: string | null | undefined;
  };
}

/** Dates of an invoice; on a document that becomes an invoice later, days from its issue. */
export function DateFields({ kind, form, suggested }: DatesProps) {
  const { t } = useTranslation();
  if (kind !== 'invoice') {
    const days = { form, hint: t('editor.days-hint'), kind: WHOLE };
    return (
      <>
        <NumberField {...days} name="due_days" field="due_date" label={t('editor.due-days')} />
        <NumberField
          {...days}
          name="settlement_days"
          field="settlement_date"
          label={t('editor.settlement-days')}
        />
      </>
    );
  }
  const { issue_date, due_date, settlement_date } = suggested;
  const dates = {
    set: form.set,
    fields: {
      issue_date: issue_date ?? '',
      due_date: due_date ?? '',
      settlement_date: settlement_date ?? '',
    },
  };
  return (
    <>
      <DateField form={dates} name="issue_date" />
      <DateField form={dates} name="due_date" isAhead />
      <DateField form={dates} name="settlement_date" isAhead />
    </>
  );
}

export function CurrencyFields({ form }: EditorFieldsProps) {
  const { t } = useTranslation();
  const { currency } = form.fields;
  return (
    <>
      <SelectField
        label={t('field.currency')}
        values={[...new Set([...COMMON_CURRENCIES, currency])]}
        value={currency}
        onChange={(chosen) => form.set({ currency: chosen })}
      >
        {(one) => one}
      </SelectField>
      {currency !== 'ISK' && (
        <NumberField form={form} name="exchange_rate" hint={t('editor.rate-hint', { currency })} />
      )}
    </>
  );
}

const DAYS_SHOWN = 4;
/** The most invoices that a template may have. */
const MAX_INVOICES = 10_000;

export function RecurringFields({ form }: EditorFieldsProps) {
  const { t } = useTranslation();
  const { hasBegun = false } = form.fields;
  return (
    <>
      <TextField
        form={form}
        name="recurring_name"
        maxLength={LIMITS['create-recurring-invoice'].recurring_name}
      />
      <SelectField
        label={t('field.recurring_interval')}
        field="recurring_interval"
        values={INTERVAL_ORDER}
        value={form.fields.recurring_interval}
        onChange={(recurring_interval) => form.set({ recurring_interval })}
        {...(hasBegun && { hint: t('recurring.begun'), disabled: true })}
      >
        {(interval) => t(`interval.${interval}`)}
      </SelectField>
      <SelectField
        label={t('field.recurring_period')}
        values={['', 'ahead', 'behind'] as const}
        value={form.fields.recurring_period ?? ''}
        onChange={(recurring_period) => form.set({ recurring_period })}
      >
        {(period) => t(`period.${period || 'none'}`)}
      </SelectField>
      <DateField form={form} name="recurring_start_date" isAhead disabled={hasBegun} />
      <NumberField form={form} name="recurring_max_invoice" optional kind={WHOLE} />
      <LastDayField form={form} />
      <ComingDays fields={form.fields} />
    </>
  );
}

/** The schedule of the form; null before its start day is a date. */
function scheduleOf({ recurring_start_date: start, recurring_interval, recurring_max_invoice: max }: Form) {
  return isDate(start) ? { start, interval: recurring_interval as Interval, max: Number(max) || null } : null;
}

/** A last day instead of a number of invoices: it sets how many there are until then. */
function LastDayField({ form: { fields, set } }: EditorFieldsProps) {
  const { t } = useTranslation();
  const schedule = scheduleOf(fields);
  const last =
    schedule?.max &&
    occurrenceDate(schedule.start, schedule.interval, Math.min(schedule.max, MAX_INVOICES) - 1);
  const choose = (day: string) => {
    if (day === '') return set({ recurring_max_invoice: '' });
    if (!schedule || !isDate(day)) return;
    set({ recurring_max_invoice: String(countOccurrences(schedule.start, schedule.interval, day)) });
  };
  return (
    <Field label={t('recurring.last-day')} optional={t('optional')} hint={t('recurring.last-day-hint')}>
      <DateInput value={last || ''} disabled={!schedule} onChange={choose} />
    </Field>
  );
}

/** The first days of the schedule, which show what becomes of the 31st in shorter months. */
function ComingDays({ fields }: { fields: Form }) {
  const { t, lang } = useTranslation();
  const schedule = scheduleOf(fields);
  if (!schedule) return null;
  const days = comingDates(schedule, schedule.start, DAYS_SHOWN).map((day) => formatDate(day, lang));
  return (
    <p className="text-dense text-muted sm:col-span-2">{t('recurring.days', { days: days.join(', ') })}</p>
  );
}

export function QuoteFields({ form }: EditorFieldsProps) {
  const { t } = useTranslation();
  const { accept_as, remind, valid_until } = form.fields;
  return (
    <>
      <DateField form={form} name="valid_until" isAhead optional hint={t('quote.valid-hint')} />
      <SelectField
        label={t('quote.accept-as')}
        values={['invoice', 'draft'] as const}
        value={accept_as}
        onChange={(chosen) => form.set({ accept_as: chosen })}
      >
        {(as) => t(`quote.as-${as}`)}
      </SelectField>
      <div className="col-span-full">
        <Check
          label={t('quote.remind')}
          hint={t('quote.remind-hint')}
          checked={remind}
          disabled={valid_until === ''}
          onChange={(isOn) => form.set({ remind: isOn })}
        />
      </div>
    </>
  );
}

export function PaymentFields({
  kind,
  form: { fields, set },
  preview,
}: EditorFieldsProps & { kind: Kind; preview: Preview | undefined }) {
  const { t } = useTranslation();
  // A chosen way that the server no longer offers stays visible, so that it can be changed.
  const ways = [...new Set([...(preview?.payment_ways ?? []), fields.payment])];
  return (
    <Card title={t('editor.payment')}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          label={t('editor.way')}
          values={ways}
          value={fields.payment}
          onChange={(payment) => set({ payment })}
        >
          {(way) => t(`way.${way}`)}
        </SelectField>
        {fields.payment === 'paid' && (
          <SelectField
            label={t('field.method_payment')}
            values={PAYMENT_METHOD_CODES}
            value={fields.method_payment}
            onChange={(method_payment) => set({ method_payment })}
          >
            {(method) => t(`method.${method}`)}
          </SelectField>
        )}
        {(preview?.may_discount || fields.is_discount) && (
          <div className="sm:col-span-2">
            <Check
              label={t(kind === 'invoice' ? 'editor.discount' : 'editor.discount-later')}
              checked={fields.is_discount}
              onChange={(is_discount) => set({ is_discount })}
            />
            {fields.is_discount && (
              <div className="mt-2 grid grid-cols-1 gap-3 sm:grid-cols-2">
                <DiscountFields
                  field="discount_value"
                  currency={fields.currency}
                  value={fields.discount_value}
                  isPercent={fields.discount_type}
                  onValue={(discount_value) => set({ discount_value })}
                  onPercent={(discount_type) => set({ discount_type })}
                />
              </div>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}
