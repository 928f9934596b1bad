import { useSession, useWrite } from '../../api/queries.ts';
import type { Invoice } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatMoney } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useConfirmedWrite, useRecordDialog } from '../../ui/dialogs/use-record-dialog.ts';
import { DateField } from '../../ui/forms/form-fields.tsx';
import { ReasonField } from '../../ui/forms/reason-field.tsx';

interface Props {
  invoice: Invoice;
  onClose(): void;
}

/** Gives the remainder of an invoice up as lost. */
export function WriteOffDialog({ invoice, onClose }: Props) {
  const { t, lang } = useTranslation();
  const { data: session } = useSession();
  const writeOff = useWrite('write-off-invoice');
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: `write-off-${invoice.guid}`,
    initial: { reason: '', written_off_on: session?.today ?? '' },
    writes: [writeOff],
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title={t('write-off')}
      description={t('credit.about', { number: invoice.number, name: invoice.customer.name })}
      submitLabel={t('write-off')}
      submitsBy="button"
      columns={1}
      onSubmit={() =>
        writeOff.mutate({ guid: invoice.guid, data: form.fields }, whenSaved(t('done.written-off')))
      }
    >
      <p>
        {t('write-off.about', { amount: formatMoney(invoice.remaining, invoice.currency, lang) })}
        {invoice.may.cancels_claim && ` ${t('invoice.claim-goes')}`}
      </p>
      <ReasonField form={form} operation="write-off-invoice" />
      <DateField form={form} name="written_off_on" label={t('write-off.day')} />
    </FormDialog>
  );
}

/** Takes a write-off back; the remainder is owed again. */
export function UndoWriteOffDialog({ invoice, onClose }: Props) {
  const { t, lang } = useTranslation();
  const { run, dialog } = useConfirmedWrite('undo-write-off', { toast: t('done.write-off-undone'), onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('write-off.undo')}
      description={t('write-off.undo-about', {
        amount: formatMoney(invoice.written_off_amount, invoice.currency, lang),
      })}
      submitLabel={t('write-off.undo')}
      onConfirm={() => run({ guid: invoice.guid })}
    />
  );
}
