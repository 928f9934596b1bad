import { useState } from 'react';
import type { ChosenCustomer } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { CustomerPicker } from '../../ui/forms/record-pickers.tsx';
import { RecordCustomerPayment } from './record-payment-dialog.tsx';

/** Asks who has paid, then for the payment. */
export function NewPayment({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const [customer, setCustomer] = useState<ChosenCustomer | null>(null);
  if (customer) return <RecordCustomerPayment customer={customer} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t('payment.record')}>
      <Field label={t('field.payer')}>
        <CustomerPicker chosen="" autoFocus onChoose={setCustomer} />
      </Field>
    </Dialog>
  );
}
