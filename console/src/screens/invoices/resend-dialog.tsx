import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { Invoice } from '../../api/types.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { useRecordDialog } from '../../ui/use-record-dialog.ts';
import { useWords } from '../../words/words.tsx';

/** Sends an invoice again: by the customer's usual delivery, or to another e-mail address. */
export function ResendDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const { t } = useWords();
  const resend = useWrite('resend-invoice');
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: `resend-${invoice.guid}`,
    initial: { email: '' },
    writes: [resend],
    onClose,
  });
  const submit = () => {
    const email = form.fields.email.trim();
    resend.mutate({ guid: invoice.guid, ...(email && { email }) }, whenSaved(t('done.resent')));
  };
  return (
    <FormDialog
      {...dialog}
      title={t('invoice.resend')}
      description={invoice.customer.name}
      submitLabel={t('invoice.resend')}
      submitsBy="button"
      onSubmit={submit}
      columns={1}
    >
      <TextField
        form={form}
        name="email"
        label={t('resend.to')}
        hint={t('resend.hint')}
        optional
        type="email"
        autoFocus
        maxLength={LIMITS['resend-invoice'].email}
        placeholder={invoice.customer.email}
      />
    </FormDialog>
  );
}
