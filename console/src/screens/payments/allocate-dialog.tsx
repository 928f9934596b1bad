import { usePreviewedWrite, useWrite } from '../../api/queries.ts';
import type { Payment } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { usePreviewedDialog } from '../../ui/dialogs/use-previewed-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { QueryView } from '../../ui/elements/query-view.tsx';
import { InvoiceShares } from './invoice-shares.tsx';
import { usePaymentText } from './payment-text.ts';
import { type OpenInvoice, type Shares, toAllocations } from './shares.ts';
import { useSettleable } from './use-open-invoices.ts';
import { UsedFirst } from './used-first.tsx';

interface Props {
  payment: Payment;
  onClose(): void;
}

/** Changes which invoices a payment settles. */
export function AllocateDialog({ payment, onClose }: Props) {
  const { t } = useTranslation();
  const { query, invoices } = useSettleable(payment);
  return invoices ? (
    <AllocateForm payment={payment} invoices={invoices} onClose={onClose} />
  ) : (
    <Dialog open onClose={onClose} title={t('payment.allocate')}>
      <QueryView query={query} rows={4}>
        {() => null}
      </QueryView>
    </Dialog>
  );
}

function AllocateForm({ payment, invoices, onClose }: Props & { invoices: readonly OpenInvoice[] }) {
  const { t, lang } = useTranslation();
  const { nameOf } = usePaymentText();
  const allocate = useWrite('allocate-payment');
  // What the payment settles now stays as it is; what is left of it goes to the others, oldest first.
  const settled = payment.allocations.filter(({ invoice_guid }) => invoice_guid !== null);
  const byInvoice = (part: 'amount' | 'paid') =>
    Object.fromEntries(settled.map((one) => [one.invoice_guid, String(one[part])]));
  const { form, whenSaved, dialog } = useRecordDialog<{ shares: Shares; paid: Shares }>({
    draft: `allocate-${payment.guid}`,
    initial: { shares: byInvoice('amount'), paid: byInvoice('paid') },
    writes: [allocate],
    onClose,
  });
  const { shares, paid } = form.fields;
  const settling = { currency: payment.currency, shares, paid };
  const input = { guid: payment.guid, data: { allocations: toAllocations(invoices, settling) } };
  const preview = usePreviewedWrite('allocate-payment', input);
  const write = () => allocate.mutate(input, whenSaved(t('done.allocated')));
  const { dialog: previewed } = usePreviewedDialog(preview, write);
  const after = preview.data?.output?.payment;
  return (
    <FormDialog
      {...dialog}
      {...previewed}
      title={t('payment.allocate')}
      description={nameOf(payment)}
      submitLabel={t('payment.allocate')}
    >
      <InvoiceShares
        autoFocus
        invoices={invoices}
        settling={settling}
        onShare={(guid, amount) => form.set({ shares: { ...shares, [guid]: amount } })}
        onPaid={(guid, amount) => form.set({ paid: { ...paid, [guid]: amount } })}
        settles={after?.allocations}
      />
      <UsedFirst problems={preview.data?.problems ?? []} />
      {invoices.length === 0 && <p className="text-muted">{t('payment.nothing-owed')}</p>}
      <p role="status" className="figure flex justify-between gap-3 font-semibold">
        <span>{t('field.unallocated')}</span>
        <span>{after ? formatMoney(after.unallocated, payment.currency, lang) : '–'}</span>
      </p>
    </FormDialog>
  );
}
