import { useState } from 'react';
import { INTERVAL_ORDER, PAYMENT_METHOD_CODES } from '../../api/choices.ts';
import { LIMITS } from '../../api/limits.ts';
import type { Preview } from '../../api/types.ts';
import { formatDate } from '../../lib/format.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { Check, Field, Input, TextArea } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useWords } from '../../words/words.tsx';
import { DiscountFields } from './discount.tsx';
import type { Form, Kind } from './editor-form.ts';

const MAX = LIMITS['create-draft-invoice'];

interface EditorFieldsProps {
  form: Form;
  set(changed: Partial<Form>): void;
}

interface DatesProps extends EditorFieldsProps {
  kind: Kind;
  suggested: {
    issue_date: string | undefined;
    due_date: string | null | undefined;
    settlement_date: string | null | undefined;
  };
}

/** Dates of an invoice; on a document that becomes an invoice later, days from its issue. */
export function DateFields({ kind, form, set, suggested }: DatesProps) {
  const { t } = useWords();
  if (kind !== 'invoice') {
    return (
      <>
        <Field label={t('editor.due-days')} hint={t('editor.days-hint')}>
          <Input
            type="number"
            min={0}
            max={3650}
            value={form.due_days}
            onChange={({ target }) => set({ due_days: target.value })}
          />
        </Field>
        <Field label={t('editor.settlement-days')} hint={t('editor.days-hint')}>
          <Input
            type="number"
            min={0}
            max={3650}
            value={form.settlement_days}
            onChange={({ target }) => set({ settlement_days: target.value })}
          />
        </Field>
      </>
    );
  }
  return (
    <>
      <Field label={t('field.issue_date')}>
        <DateInput value={suggested.issue_date ?? ''} onChange={(issue_date) => set({ issue_date })} />
      </Field>
      <Field label={t('field.due_date')}>
        <DateInput value={suggested.due_date ?? ''} onChange={(due_date) => set({ due_date })} />
      </Field>
      <Field label={t('field.settlement_date')}>
        <DateInput
          value={suggested.settlement_date ?? ''}
          onChange={(settlement_date) => set({ settlement_date })}
        />
      </Field>
    </>
  );
}

export function RecurringFields({ form, set }: EditorFieldsProps) {
  const { t } = useWords();
  return (
    <>
      <Field label={t('field.recurring_name')}>
        <Input
          value={form.recurring_name}
          maxLength={LIMITS['create-recurring-invoice'].recurring_name}
          onChange={({ target }) => set({ recurring_name: target.value })}
        />
      </Field>
      <SelectField
        label={t('field.recurring_interval')}
        values={INTERVAL_ORDER}
        value={form.recurring_interval}
        onChange={(recurring_interval) => set({ recurring_interval })}
      >
        {(interval) => t(`interval.${interval}`)}
      </SelectField>
      <Field label={t('field.recurring_start_date')}>
        <DateInput
          value={form.recurring_start_date}
          onChange={(recurring_start_date) => set({ recurring_start_date })}
        />
      </Field>
      <Field label={t('field.recurring_max_invoice')} optional={t('optional')}>
        <Input
          type="number"
          min={1}
          value={form.recurring_max_invoice}
          onChange={({ target }) => set({ recurring_max_invoice: target.value })}
        />
      </Field>
    </>
  );
}

export function PaymentFields({
  kind,
  form,
  set,
  preview,
}: EditorFieldsProps & { kind: Kind; preview: Preview | undefined }) {
  const { t } = useWords();
  // A chosen way that the server no longer offers stays visible, so that it can be changed.
  const ways = [...new Set([...(preview?.payment_ways ?? []), form.payment])];
  return (
    <Card title={t('editor.payment')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('editor.way')}
          values={ways}
          value={form.payment}
          onChange={(payment) => set({ payment })}
        >
          {(way) => t(`way.${way}`)}
        </SelectField>
        {form.payment === 'paid' && (
          <SelectField
            label={t('field.method_payment')}
            values={PAYMENT_METHOD_CODES}
            value={form.method_payment}
            onChange={(method_payment) => set({ method_payment })}
          >
            {(method) => t(`method.${method}`)}
          </SelectField>
        )}
        {(preview?.may_discount || form.is_discount) && (
          <div className="sm:col-span-2">
            <Check
              label={t(kind === 'invoice' ? 'editor.discount' : 'editor.discount-later')}
              checked={form.is_discount}
              onChange={(is_discount) => set({ is_discount })}
            />
            {form.is_discount && (
              <div className="mt-2 grid gap-3 sm:grid-cols-2">
                <DiscountFields
                  value={form.discount_value}
                  isPercent={form.discount_type}
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

/** Texts and references, collapsed until they are needed. */
export function TextFields({ form, set, usualTerms }: EditorFieldsProps & { usualTerms: string }) {
  const { t, lang } = useWords();
  const filled =
    form.description ||
    form.booking ||
    form.cost_provide ||
    form.terms ||
    form.no_terms ||
    form.delivery_date;
  const [open, setOpen] = useState(Boolean(filled));
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-xl border bg-paper shadow-card"
    >
      <summary className="px-5 py-3.5 font-semibold tracking-tight">
        {t('editor.more')}
        {form.delivery_date && !open && (
          <span className="ml-2 font-normal text-muted">{formatDate(form.delivery_date, lang)}</span>
        )}
      </summary>
      <div className="grid gap-4 border-t p-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Field label={t('editor.text')}>
            <TextArea
              value={form.description}
              maxLength={MAX.description}
              onChange={({ target }) => set({ description: target.value })}
            />
          </Field>
        </div>
        <Field label={t('field.booking')}>
          <Input
            value={form.booking}
            maxLength={MAX.booking}
            onChange={({ target }) => set({ booking: target.value })}
          />
        </Field>
        <Field label={t('field.cost_provide')}>
          <Input
            value={form.cost_provide}
            maxLength={MAX.cost_provide}
            onChange={({ target }) => set({ cost_provide: target.value })}
          />
        </Field>
        <Field label={t('field.delivery_date')}>
          <DateInput value={form.delivery_date} onChange={(delivery_date) => set({ delivery_date })} />
        </Field>
        <div className="sm:col-span-2">
          <Field label={t('field.terms')} hint={usualTerms && !form.no_terms && t('editor.usual-terms')}>
            <TextArea
              value={form.no_terms ? '' : form.terms}
              placeholder={form.no_terms ? '' : usualTerms}
              disabled={form.no_terms}
              maxLength={MAX.terms}
              onChange={({ target }) => set({ terms: target.value })}
            />
          </Field>
          {(usualTerms || form.no_terms) && (
            <Check
              label={t('editor.no-terms')}
              checked={form.no_terms}
              onChange={(no_terms) => set({ no_terms })}
            />
          )}
        </div>
      </div>
    </details>
  );
}
