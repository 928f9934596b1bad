import { CheckCircle2, Copy, FileMinus2, MoreHorizontal, Send } from 'lucide-react';
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
import { CreditDialog } from './credit-dialog.tsx';
import { ResendDialog } from './resend-dialog.tsx';

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
  const asks = (what: 'paid' | 'credit' | 'issue' | 'resend') => change({ ask: what });
  const close = () => change({ ask: undefined });
  const resend = {
    label: t('invoice.resend'),
    icon: <Send size={16} aria-hidden />,
    onSelect: () => asks('resend'),
  };
  const copy = {
    label: t('invoice.copy'),
    icon: <Copy size={16} aria-hidden />,
    onSelect: () => navigate({ to: '/invoices/new', search: { copy: invoice.guid } }),
  };
  if (pending) return <PendingNotice action={pending} />;
  return (
    <>
      {may.issue && (
        <Button variant="primary" icon={<Send size={16} aria-hidden />} onClick={() => asks('issue')}>
          {t('invoice.issue')}
        </Button>
      )}
      {may.pay && (
        <Button variant="primary" icon={<CheckCircle2 size={16} aria-hidden />} onClick={() => asks('paid')}>
          {t(payLabel(invoice))}
        </Button>
      )}
      {may.remind && <RemindButton invoice={invoice} />}
      {may.credit && (
        <Button icon={<FileMinus2 size={16} aria-hidden />} onClick={() => asks('credit')}>
          {t('invoice.credit')}
        </Button>
      )}
      {(may.resend || may.copy) && (
        <Menu
          side="top"
          trigger={<Button icon={<MoreHorizontal size={16} aria-hidden />} aria-label={t('more')} />}
          choices={[...(may.resend ? [resend] : []), ...(may.copy ? [copy] : [])]}
        />
      )}
      {ask === 'resend' && may.resend && <ResendDialog invoice={invoice} onClose={close} />}
      {ask === 'credit' && may.credit && <CreditDialog invoice={invoice} onClose={close} />}
      {ask === 'paid' && may.pay && (
        <ConfirmStatusChange invoice={invoice} what="do-paid-invoice" onClose={close} />
      )}
      {ask === 'issue' && may.issue && (
        <ConfirmStatusChange invoice={invoice} what="issue-invoice" onClose={close} />
      )}
    </>
  );
}

interface SettleProps {
  invoice: Invoice;
  what: 'do-paid-invoice' | 'issue-invoice';
  onClose(): void;
}

/** Issues a draft, or marks an invoice as paid, once it is confirmed. */
function ConfirmStatusChange({ invoice, what, onClose }: SettleProps) {
  const { t, lang } = useTranslation();
  const write = useWrite(what);
  const issues = what === 'issue-invoice';
  const needs = useSellerNeeds({
    hasVat: invoice.items.some(({ tax }) => tax !== 'Z'),
    isPaidByTransfer: !invoice.payment_link && !invoice.mark_paid,
  });
  // The time of a line was billed on another invoice; the person may issue this one without the task.
  const isSpent = write.error instanceof CallError && write.error.code === 'task_nothing_to_bill';
  const title = issues ? t('invoice.issue') : t(payLabel(invoice));
  const go = () =>
    write.mutate(
      { guid: invoice.guid, ...(isSpent && { drop_tasks: true }) },
      {
        onSuccess: () => {
          showToast(t(issues ? 'done.issued' : 'done.paid'));
          onClose();
        },
        onDelayed: onClose,
      },
    );
  return (
    <ConfirmDialog
      title={title}
      description={t(issues ? 'invoice.issue-about' : 'invoice.paid-about', {
        name: invoice.customer.name,
        amount: formatMoney(invoice.remaining || invoice.amount, invoice.currency, lang),
      })}
      submitLabel={isSpent ? t('invoice.issue-all-the-same') : title}
      busy={write.isPending}
      error={write.error}
      onConfirm={go}
      onClose={onClose}
    >
      {issues && <SellerNeeds needs={needs} />}
      {!issues && invoice.may.cancels_claim && <p className="text-muted">{t('invoice.claim-goes')}</p>}
    </ConfirmDialog>
  );
}

function payLabel({ type }: Invoice) {
  return type === 'credit' ? 'invoice.refunded' : 'invoice.mark-paid';
}
