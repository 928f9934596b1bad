import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { Invoice } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { MailDialog } from '../../ui/dialogs/mail-dialog.tsx';

/** Sends an invoice again: by the customer's usual delivery, or to another e-mail address. */
export function ResendDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const { t } = useTranslation();
  const resend = useWrite('resend-invoice');
  return (
    <MailDialog
      draft={`resend-${invoice.guid}`}
      title={t('invoice.resend')}
      description={invoice.customer.name}
      submitLabel={t('invoice.resend')}
      hint={t('resend.hint')}
      toast={t('done.resent')}
      usualEmail={invoice.customer.email}
      isOptional
      maxLength={LIMITS['resend-invoice'].email}
      write={resend}
      onSend={(to, callbacks) => resend.mutate({ guid: invoice.guid, ...to }, callbacks)}
      onClose={onClose}
    />
  );
}
