import { payableAmount } from '../../../../src/domain/invoices/payments.ts';
import { decimal } from '../../../../src/domain/values/money.ts';
import { usePreviewedWrite, useWrite } from '../../api/queries.ts';
import type { Invoice } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { usePreviewedDialog } from '../../ui/dialogs/use-previewed-dialog.tsx';
import { useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { StateBadge } from '../../ui/elements/badge.tsx';
import { NumberField } from '../../ui/forms/form-fields.tsx';

interface Props {
  invoice: Invoice;
  /** What is owed to the customer in the currency of the invoice. */
  credit: number;
  onClose(): void;
}

/** Settles an invoice with credit of its customer, oldest first. */
export function ApplyCreditDialog({ invoice, credit, onClose }: Props) {
  const { t, lang } = useTranslation();
  const { currency } = invoice;
  const apply = useWrite('apply-credit');
  const most = payableAmount(decimal(Math.min(credit, invoice.remaining)), currency);
  const { form, whenSaved, dialog } = useRecordDialog<{ amount: string }>({
    draft: `apply-credit-${invoice.guid}`,
    initial: { amount: most.toFixed() },
    writes: [apply],
    onClose,
  });
  const { amount } = form.fields;
  const input = { invoice_guid: invoice.guid, amount };
  const preview = usePreviewedWrite('apply-credit', input);
  const write = () => apply.mutate(input, whenSaved(t('done.credit-applied')));
  const isBlank = amount.trim() === '';
  const { dialog: previewed } = usePreviewedDialog(preview, write, { isBlank });
  const left = preview.data?.output?.invoice.remaining;
  return (
    <FormDialog
      {...dialog}
      {...previewed}
      title={t('payment.apply-credit')}
      description={t('credit.about', { number: invoice.number, name: invoice.customer.name })}
      submitLabel={t('payment.apply-credit')}
    >
      <NumberField
        form={form}
        name="amount"
        label={`${t('field.amount')} (${currency})`}
        kind={{ currency }}
        hint={t('payment.credit-before', { amount: formatMoney(credit, currency, lang) })}
        autoFocus
        onFocus={({ target }) => target.select()}
      />
      <p role="status" className="figure">
        {left === 0 ? (
          <StateBadge state="paid">{t('state.paid')}</StateBadge>
        ) : (
          left !== undefined && t('payment.left', { amount: formatMoney(left, currency, lang) })
        )}
      </p>
    </FormDialog>
  );
}
