import { payableAmount } from '../../../../src/domain/invoices/payments.ts';
import { decimal } from '../../../../src/domain/values/money.ts';
import { usePreviewedWrite, useSession, useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { usePreviewedDialog } from '../../ui/dialogs/use-previewed-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { entryInput, newEntry, type PaymentEntry, PaymentFields } from './payment-fields.tsx';

interface Props {
  customer: { guid: string; name: string } | null;
  currency: string;
  /** What is owed to the customer of it. */
  credit: number;
  /** The credit note or the payment whose credit is paid back; all credit of the customer, oldest first, when left out. */
  of?: { invoice_guid: string } | { payment_guid: string };
  onClose(): void;
}

/** Records money that is paid back to a customer. */
export function PayBackDialog({ customer, currency, credit, of, onClose }: Props) {
  const { t, lang } = useTranslation();
  const { data: session } = useSession();
  const record = useWrite('record-payment');
  const owed = payableAmount(decimal(credit), currency);
  const { form, whenSaved, dialog } = useRecordDialog<PaymentEntry>({
    draft: `pay-back-${of ? Object.values(of)[0] : customer?.guid}-${currency}`,
    initial: newEntry(owed.toFixed(), session?.today ?? ''),
    writes: [record],
    onClose,
  });
  const input = {
    ...entryInput(form.fields),
    currency,
    direction: 'out' as const,
    ...(customer && { customer_guid: customer.guid }),
    ...(of && { allocations: [of] }),
  };
  const preview = usePreviewedWrite('record-payment', input);
  const isBlank = form.fields.amount.trim() === '';
  const write = () => record.mutate(input, whenSaved(t('done.payment')));
  const { dialog: previewed } = usePreviewedDialog(preview, write, { isBlank });
  const money = (amount: number) => formatMoney(amount, currency, lang);
  const paid = preview.data?.output?.payment.amount;
  const left = paid === undefined ? null : owed.minus(paid);
  return (
    <FormDialog
      {...dialog}
      {...previewed}
      columns={2}
      title={t('payment.pay-back')}
      {...(customer && { description: customer.name })}
      submitLabel={t('payment.pay-back')}
    >
      <PaymentFields form={form} currency={currency} />
      <p role="status" className="text-muted sm:col-span-2">
        {t('payment.credit-before', { amount: money(owed.toNumber()) })}
        {left && ` ${t('payment.credit-after', { amount: money(left.toNumber()) })}`}
      </p>
    </FormDialog>
  );
}
