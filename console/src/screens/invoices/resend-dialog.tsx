import { useWrite } from '../../api/queries.ts';
import type { Invoice } from '../../api/types.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { Field, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

/** Sends an invoice once more: the customer's own way, or to another address. */
export function ResendDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const { t } = useWords();
  const [email, setEmail, forget] = useDraft(`resend-${invoice.guid}`, '');
  const resend = useWrite('resend-invoice');
  const close = () => {
    forget();
    onClose();
  };
  const submit = () =>
    resend.mutate(
      { guid: invoice.guid, ...(email.trim() && { email: email.trim() }) },
      {
        onSuccess: () => {
          showToast(t('done.resent'));
          close();
        },
      },
    );
  return (
    <FormDialog
      title={t('invoice.resend')}
      description={invoice.customer.name}
      submitLabel={t('invoice.resend')}
      busy={resend.isPending}
      error={resend.error}
      onSubmit={submit}
      onClose={close}
      columns={1}
    >
      <Field label={t('resend.to')} hint={t('resend.hint')} optional={t('optional')}>
        <Input
          type="email"
          autoFocus
          maxLength={200}
          placeholder={invoice.customer.email}
          value={email}
          onChange={({ target }) => setEmail(() => target.value)}
        />
      </Field>
    </FormDialog>
  );
}
