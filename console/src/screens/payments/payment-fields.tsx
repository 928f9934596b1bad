import { BANK_TRANSFER, PAYMENT_METHOD_CODES } from '../../api/choices.ts';
import { LIMITS } from '../../api/limits.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { FormFields } from '../../lib/use-fields.ts';
import { DateField, NumberField, TextField } from '../../ui/forms/form-fields.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';

/** What a person enters of money that came in or went out. */
export interface PaymentEntry {
  amount: string;
  paid_on: string;
  method_payment: string;
  reference: string;
  note: string;
}

export function newEntry(amount: string, today: string): PaymentEntry {
  return { amount, paid_on: today, method_payment: BANK_TRANSFER, reference: '', note: '' };
}

/** The entry as input of a write: what is empty is left out. */
export function entryInput({ amount, ...entry }: PaymentEntry) {
  const filled = Object.entries(entry).filter(([, value]) => value.trim() !== '');
  return { amount, ...(Object.fromEntries(filled) as Partial<Omit<PaymentEntry, 'amount'>>) };
}

interface Props {
  form: Pick<FormFields<PaymentEntry>, 'fields' | 'set'>;
  currency: string;
  amountHint?: string | undefined;
}

/** Amount, day, way, reference and note of a payment, over both columns of a form. */
export function PaymentFields({ form, currency, amountHint }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <NumberField
        form={form}
        name="amount"
        label={`${t('field.amount')} (${currency})`}
        kind={{ currency }}
        hint={amountHint}
        autoFocus
        onFocus={({ target }) => target.select()}
      />
      <DateField form={form} name="paid_on" />
      <SelectField
        label={t('field.method_payment')}
        field="method_payment"
        values={['', ...PAYMENT_METHOD_CODES]}
        value={form.fields.method_payment}
        onChange={(method_payment) => form.set({ method_payment })}
      >
        {(code) => (code ? t(`method.${code}`) : t('payment.no-method'))}
      </SelectField>
      <TextField form={form} name="reference" optional maxLength={LIMITS['record-payment'].reference} />
      <TextField form={form} name="note" optional wide maxLength={LIMITS['record-payment'].note} />
    </>
  );
}
