import { CheckCircle2 } from 'lucide-react';
import { PAYMENT_METHOD_CODES } from '../../api/choices.ts';
import { useSession } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { sumText } from '../../lib/sum-text.ts';
import type { BulkAction } from '../bulk/bulk-action.ts';
import { DateInput } from '../forms/date-input.tsx';
import { Field } from '../forms/field.tsx';
import { SelectField } from '../forms/select-field.tsx';

/** Money that nobody but the bank has seen is mostly a transfer. */
export const BANK_TRANSFER = '9';

interface Owed {
  guid: string;
  currency: string;
}

/** Marking many invoices as paid: each gets a payment of what is left of it, all of one day and in one way. */
export function useMarkingPaid<Row extends Owed>(
  amountOf: (row: Row) => number,
): Omit<BulkAction<Row>, 'applies'> {
  const { t, tn, lang } = useTranslation();
  const { data: session } = useSession();
  return {
    label: t('bulk.mark-paid'),
    icon: <CheckCircle2 size={15} aria-hidden />,
    does: {
      write: { operation: 'do-paid-invoice' },
      about: (of) => tn('bulk.paid-about', of.length, { sum: sumText(of, amountOf, lang) }),
      choices: {
        initial: { paid_on: session?.today ?? '', method_payment: BANK_TRANSFER },
        render: ({ fields, set }) => (
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
        ),
      },
    },
  };
}
