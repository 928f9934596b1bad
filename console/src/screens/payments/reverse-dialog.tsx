import { Link } from '@tanstack/react-router';
import type { Problem } from '../../api/call.ts';
import { LIMITS } from '../../api/limits.ts';
import { usePreviewedWrite, useRead, useSession, useWrite } from '../../api/queries.ts';
import type { Payment } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { usePreviewedDialog } from '../../ui/dialogs/use-previewed-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { DateField, TextAreaField } from '../../ui/forms/form-fields.tsx';
import { usePaymentText } from './payment-text.ts';

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
  const { isReady, submit, dialog: previewed } = usePreviewedDialog(preview);
  const write = () =>
    reverse.mutate({ guid: payment.guid, data: form.fields }, whenSaved(t('done.reversed')));
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
      onSubmit={isBlank ? write : () => submit(write)}
    >
      {settled.length > 0 && (
        <div>
          <p>{t(payment.direction === 'out' ? 'payment.owed-back-again' : 'payment.owed-again')}</p>
          <ul className="mt-1 list-disc pl-6">
            {settled.map(({ invoice_guid, invoice_number, amount }) => (
              <li key={invoice_guid} className="figure">
                #{invoice_number}: {formatMoney(amount, payment.currency, lang)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isReady && payment.unallocated > 0 && (
        <p>
          {t('payment.credit-gone', { amount: formatMoney(payment.unallocated, payment.currency, lang) })}
        </p>
      )}
      <UsedFirst problems={preview.data?.problems ?? []} />
      <TextAreaField
        form={form}
        name="reason"
        label={t('credit.why')}
        autoFocus
        rows={2}
        maxLength={LIMITS['reverse-payment'].reason}
      />
      <DateField form={form} name="reversed_on" />
    </FormDialog>
  );
}

/** Links to the payments that have used the credit of this one, and must be taken back first. */
function UsedFirst({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation();
  const used = problems.find(({ code }) => code === 'credit_already_used');
  if (!used) return null;
  return (
    <section className="rounded-lg bg-warning-subtle px-3.5 py-3">
      <h3 className="mb-1 font-semibold text-warning">{t('payment.reverse-first')}</h3>
      <ul className="grid gap-1">
        {(used.details[0] ?? '').split(', ').map((guid) => (
          <li key={guid}>
            <PaymentLink guid={guid} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PaymentLink({ guid }: { guid: string }) {
  const { nameOf } = usePaymentText();
  const { data } = useRead('get-payment', { guid });
  return (
    <Link
      to="/payments"
      search={{ open: guid }}
      className="font-medium text-accent underline-offset-2 hover:underline"
    >
      {data ? nameOf(data) : '…'}
    </Link>
  );
}
