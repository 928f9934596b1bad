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

interface Props<T extends PaymentEntry> {
  form: FormFields<T>;
  currency: string;
  amountHint?: string | undefined;
}

/** Amount, day, way, reference and note of a payment, over both columns of a form. */
export function PaymentFields<T extends PaymentEntry>({ form, currency, amountHint }: Props<T>) {
  const { t } = useTranslation();
  // The generic form is bound by the names of the entry, which all have.
  const entry = form as unknown as FormFields<PaymentEntry>;
  return (
    <>
      <NumberField
        form={entry}
        name="amount"
        label={`${t('field.amount')} (${currency})`}
        kind={{ currency }}
        hint={amountHint}
        autoFocus
        onFocus={({ target }) => target.select()}
      />
      <DateField form={entry} name="paid_on" />
      <SelectField
        label={t('field.method_payment')}
        field="method_payment"
        values={['', ...PAYMENT_METHOD_CODES]}
        value={entry.fields.method_payment}
        onChange={(method_payment) => entry.set({ method_payment })}
      >
        {(code) => (code ? t(`method.${code}`) : t('payment.no-method'))}
      </SelectField>
      <TextField form={entry} name="reference" optional maxLength={LIMITS['record-payment'].reference} />
      <TextField form={entry} name="note" optional wide maxLength={LIMITS['record-payment'].note} />
    </>
  );
}
