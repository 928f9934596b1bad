import { AlertTriangle } from 'lucide-react';
import { useWrite } from '../../api/queries.ts';
import type { Invoice } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { showToast } from '../../ui/elements/toast.tsx';

/** A payment that needs attention: money to refund, or a remainder to collect. */
export function PaymentIssue({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const close = useWrite('close-payment-matter');
  if (!invoice.payment_message) return null;
  return (
    <section
      aria-label={t('payment.matter')}
      className="rounded-xl border border-warning bg-warning-subtle p-4"
    >
      <p className="flex items-center gap-2 font-medium text-warning">
        <AlertTriangle size={17} aria-hidden />
        {t('payment.matter')}
      </p>
      <p lang="en" className="mt-1 break-words">
        {invoice.payment_message}
      </p>
      <div className="mt-3">
        <Button
          small
          busy={close.isPending}
          onClick={() =>
            close.mutate({ guid: invoice.guid }, { onSuccess: () => showToast(t('done.saved')) })
          }
        >
          {t('payment.close')}
        </Button>
      </div>
      <ErrorAlert error={close.error} />
    </section>
  );
}
