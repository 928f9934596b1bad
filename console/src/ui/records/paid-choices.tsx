import { PAYMENT_METHOD_CODES } from '../../api/choices.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { FormFields } from '../../lib/use-fields.ts';
import { DateInput } from '../forms/date-input.tsx';
import { Field } from '../forms/field.tsx';
import { SelectField } from '../forms/select-field.tsx';

/** The day and the way of the payments of many invoices. */
export function PaidChoices({ form: { fields, set } }: { form: FormFields<Record<string, string>> }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('field.paid_on')}>
        <DateInput value={fields.paid_on ?? ''} onChange={(paid_on) => set({ paid_on })} />
      </Field>
      <SelectField
        label={t('field.method_payment')}
        values={['', ...PAYMENT_METHOD_CODES]}
        value={fields.method_payment ?? ''}
        onChange={(method_payment) => set({ method_payment })}
      >
        {(code) => (code ? t(`method.${code}`) : t('payment.no-method'))}
      </SelectField>
    </div>
  );
}
