import { FileDown, Mail } from 'lucide-react';
import { call } from '../../api/call.ts';
import { LIMITS } from '../../api/limits.ts';
import { useRead, useWrite } from '../../api/queries.ts';
import type { Payment } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { MailDialog } from '../../ui/dialogs/mail-dialog.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { useDownload } from '../../ui/records/use-download.ts';
import { usePaymentText } from './payment-text.ts';

const I = { size: 15, 'aria-hidden': true } as const;

/** The receipt of a payment: as a PDF, and by mail where the payment counts. */
export function ReceiptActions({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const [{ ask }, change] = useFilters();
  const { busy, run } = useDownload('application/pdf', () =>
    call('get-payment-receipt', { guid: payment.guid }),
  );
  const mayMail = payment.state === 'booked';
  return (
    <div className="no-print flex flex-wrap gap-2">
      <Button small busy={busy} icon={<FileDown {...I} />} onClick={run}>
        {t('payment.receipt')}
      </Button>
      {mayMail && (
        <Button small icon={<Mail {...I} />} onClick={() => change({ ask: 'receipt' })}>
          {t('payment.mail-receipt')}
        </Button>
      )}
      {mayMail && ask === 'receipt' && (
        <ReceiptMail payment={payment} onClose={() => change({ ask: undefined })} />
      )}
    </div>
  );
}

interface MailProps {
  payment: Payment;
  onClose(): void;
}

/** Asks for an address once that of the payer is known, because without one it must be typed. */
function ReceiptMail({ payment, onClose }: MailProps) {
  const { customer } = payment;
  const { data, error } = useRead(
    'get-customer',
    { guid: customer?.guid ?? '' },
    { enabled: customer !== null },
  );
  if (customer && !data && !error) return null;
  return <ReceiptMailDialog payment={payment} email={data?.email ?? ''} onClose={onClose} />;
}

/** Mails the receipt to the payer, or to another address. */
function ReceiptMailDialog({ payment, email, onClose }: MailProps & { email: string }) {
  const { t } = useTranslation();
  const { nameOf } = usePaymentText();
  const send = useWrite('send-payment-receipt');
  return (
    <MailDialog
      draft={`receipt-${payment.guid}`}
      title={t('payment.mail-receipt')}
      description={nameOf(payment)}
      submitLabel={t('payment.mail-receipt')}
      hint={email ? t('statement.mail-hint', { email }) : t('payment.no-address')}
      toast={t('done.receipt-sent')}
      usualEmail={email}
      maxLength={LIMITS['send-payment-receipt'].email}
      write={send}
      onSend={(to, callbacks) => send.mutate({ guid: payment.guid, ...to }, callbacks)}
      onClose={onClose}
    />
  );
}
