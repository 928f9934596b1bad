import { Banknote, Copy, FileMinus2, FileX2, MoreHorizontal, Send, Undo2 } from 'lucide-react';
import { CallError } from '../../api/call.ts';
import { usePendingAction } from '../../api/delayed-actions.ts';
import { useWrite } from '../../api/queries.ts';
import type { Invoice } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFilters } from '../../lib/filters.ts';
import { formatMoney } from '../../lib/format.ts';
import { useScreenNavigate } from '../../lib/navigation.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { Menu } from '../../ui/elements/menu.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { PendingNotice } from '../../ui/records/pending.tsx';
import { RemindButton } from '../../ui/records/remind-button.tsx';
import { SellerNeeds, useSellerNeeds } from '../../ui/records/seller-needs.tsx';
import { PayBackDialog } from '../payments/pay-back-dialog.tsx';
import { RecordInvoicePayment } from '../payments/record-payment-dialog.tsx';
import { ApplyCreditDialog } from './apply-credit-dialog.tsx';
import { CreditDialog } from './credit-dialog.tsx';
import { ResendDialog } from './resend-dialog.tsx';
import { useCustomerCredit } from './use-customer-credit.ts';
import { UndoWriteOffDialog, WriteOffDialog } from './write-off-dialog.tsx';

const I = { size: 16, 'aria-hidden': true } as const;

/** The questions of the sheet, by their names in the address. */
type Asked = 'paid' | 'apply' | 'credit' | 'issue' | 'resend' | 'write-off' | 'undo-write-off';

/**
 * The actions that the server allows on an invoice. The open dialog is kept in the address, so that it survives a
 * reload and signing in again.
 */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const navigate = useScreenNavigate();
  const [{ ask }, change] = useFilters();
  const { may } = invoice;
  const pending = usePendingAction(invoice.guid);
  const asks = (what: Asked) => change({ ask: what });
  const isOwed = may.pay && invoice.remaining > 0;
  const seldom = [
    ...(may.resend
      ? [{ label: t('invoice.resend'), icon: <Send {...I} />, onSelect: () => asks('resend') }]
      : []),
    ...(may.copy
      ? [
          {
            label: t('invoice.copy'),
            icon: <Copy {...I} />,
            onSelect: () => navigate({ to: '/invoices/new', search: { copy: invoice.guid } }),
          },
        ]
      : []),
    ...(may.write_off
      ? [{ label: t('write-off'), icon: <FileX2 {...I} />, onSelect: () => asks('write-off') }]
      : []),
  ];
  if (pending) return <PendingNotice action={pending} />;
  return (
    <>
      {may.issue && (
        <Button variant="primary" icon={<Send {...I} />} onClick={() => asks('issue')}>
          {t('invoice.issue')}
        </Button>
      )}
      {isOwed && (
        <Button variant="primary" icon={<Banknote {...I} />} onClick={() => asks('paid')}>
          {t(invoice.type === 'credit' ? 'payment.pay-back' : 'payment.record')}
        </Button>
      )}
      {may.undo_write_off && (
        <Button icon={<Undo2 {...I} />} onClick={() => asks('undo-write-off')}>
          {t('write-off.undo')}
        </Button>
      )}
      {may.remind && <RemindButton invoice={invoice} />}
      {may.credit && (
        <Button icon={<FileMinus2 {...I} />} onClick={() => asks('credit')}>
          {t('invoice.credit')}
        </Button>
      )}
      {seldom.length > 0 && (
        <Menu
          side="top"
          trigger={<Button icon={<MoreHorizontal {...I} />} aria-label={t('more')} />}
          choices={seldom}
        />
      )}
      {ask && <Question invoice={invoice} ask={ask} onClose={() => change({ ask: undefined })} />}
    </>
  );
}

interface QuestionProps {
  invoice: Invoice;
  onClose(): void;
}

/** The dialog that the address names, where the server allows what it does. */
function Question({ ask, ...props }: QuestionProps & { ask: string }) {
  const { invoice, onClose } = props;
  const { may, customer, currency, remaining } = invoice;
  const credit = useCustomerCredit(invoice);
  const isOwed = may.pay && remaining > 0;
  if (ask === 'resend' && may.resend) return <ResendDialog {...props} />;
  if (ask === 'credit' && may.credit) return <CreditDialog {...props} />;
  if (ask === 'issue' && may.issue) return <IssueQuestion {...props} />;
  if (ask === 'write-off' && may.write_off) return <WriteOffDialog {...props} />;
  if (ask === 'undo-write-off' && may.undo_write_off) return <UndoWriteOffDialog {...props} />;
  if (ask === 'apply' && credit > 0) return <ApplyCreditDialog {...props} credit={credit} />;
  if (ask !== 'paid' || !isOwed) return null;
  return invoice.type === 'credit' ? (
    <PayBackDialog
      customer={customer}
      currency={currency}
      credit={remaining}
      of={{ invoice_guid: invoice.guid }}
      onClose={onClose}
    />
  ) : (
    <RecordInvoicePayment
      customer={customer}
      chosen={[{ ...invoice, claim_status: invoice.claim_status ?? '' }]}
      onClose={onClose}
    />
  );
}

/** Issues a draft once it is confirmed. */
function IssueQuestion({ invoice, onClose }: QuestionProps) {
  const { t, lang } = useTranslation();
  const write = useWrite('issue-invoice');
  const needs = useSellerNeeds({
    hasVat: invoice.items.some(({ tax }) => tax !== 'Z'),
    isPaidByTransfer: !invoice.payment_link && !invoice.mark_paid,
  });
  // The time of a line was billed on another invoice; the person may issue this one without the task.
  const isSpent = write.error instanceof CallError && write.error.code === 'task_nothing_to_bill';
  const go = () =>
    write.mutate(
      { guid: invoice.guid, ...(isSpent && { drop_tasks: true }) },
      {
        onSuccess: () => {
          showToast(t('done.issued'));
          onClose();
        },
        onDelayed: onClose,
      },
    );
  return (
    <ConfirmDialog
      title={t('invoice.issue')}
      description={t('invoice.issue-about', {
        name: invoice.customer.name,
        amount: formatMoney(invoice.amount, invoice.currency, lang),
      })}
      submitLabel={t(isSpent ? 'invoice.issue-all-the-same' : 'invoice.issue')}
      busy={write.isPending}
      error={write.error}
      onConfirm={go}
      onClose={onClose}
    >
      <SellerNeeds needs={needs} />
    </ConfirmDialog>
  );
}
