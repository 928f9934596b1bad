import { usePreviewedWrite, useSession, useWrite } from '../../api/queries.ts';
import type { Payment } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { usePreviewedDialog } from '../../ui/dialogs/use-previewed-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { DateField } from '../../ui/forms/form-fields.tsx';
import { ReasonField } from '../../ui/forms/reason-field.tsx';
import { usePaymentText } from './payment-text.ts';
import { UsedFirst } from './used-first.tsx';

/** Stands for the reason while none is typed, so that other refusals are known before. */
const NO_REASON = '-';

/** Takes a payment back; what it settled is owed again. */
export function ReverseDialog({ payment, onClose }: { payment: Payment; onClose(): void }) {
  const { t, lang } = useTranslation();
  const { data: session } = useSession();
  const { nameOf } = usePaymentText();
  const reverse = useWrite('reverse-payment');
  const today = session?.today ?? '';
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: `reverse-${payment.guid}`,
    initial: { reason: '', reversed_on: payment.paid_on > today ? payment.paid_on : today },
    writes: [reverse],
    onClose,
  });
  const { reason, reversed_on } = form.fields;
  const preview = usePreviewedWrite('reverse-payment', {
    guid: payment.guid,
    data: { reason: reason.trim() || NO_REASON, reversed_on },
  });
  const write = () =>
    reverse.mutate({ guid: payment.guid, data: form.fields }, whenSaved(t('done.reversed')));
  const { dialog: previewed } = usePreviewedDialog(preview, write);
  // Without a reason the server refuses the write itself, which names all that is wrong with it.
  const isBlank = reason.trim() === '';
  const settled = payment.allocations.filter(({ invoice_guid }) => invoice_guid !== null);
  return (
    <FormDialog
      {...dialog}
      {...previewed}
      title={t('payment.reverse')}
      description={nameOf(payment)}
      submitLabel={t('payment.reverse')}
      danger
      problems={isBlank ? undefined : previewed.problems}
      onSubmit={isBlank ? write : previewed.onSubmit}
    >
      {settled.length > 0 && (
        <div>
          <p>{t(payment.direction === 'out' ? 'payment.owed-back-again' : 'payment.owed-again')}</p>
          <ul className="mt-1 list-disc pl-6">
            {settled.map(({ invoice_guid, invoice_number, amount, currency }) => (
              <li key={invoice_guid} className="figure">
                #{invoice_number}: {formatMoney(amount, currency, lang)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {payment.unallocated > 0 && (
        <p>
          {t('payment.credit-gone', { amount: formatMoney(payment.unallocated, payment.currency, lang) })}
        </p>
      )}
      <UsedFirst problems={preview.data?.problems ?? []} />
      <ReasonField form={form} operation="reverse-payment" />
      <DateField form={form} name="reversed_on" />
    </FormDialog>
  );
}
