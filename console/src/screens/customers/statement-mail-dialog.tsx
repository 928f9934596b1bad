import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { InputOf } from '../../api/types.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/form-fields.tsx';
import { useRecordDialog } from '../../ui/use-record-dialog.ts';
import { useWords } from '../../words/words.tsx';

interface Props {
  /** Whose statement, and over which period. */
  input: InputOf<'get-customer-statement'>;
  /** The address of the customer; may be empty. */
  email: string;
  onClose(): void;
}

/** Mails the statement to the customer, or to another address. */
export function StatementMailDialog({ input, email, onClose }: Props) {
  const { t } = useWords();
  const send = useWrite('send-customer-statement');
  const { form, whenSaved, dialog } = useRecordDialog({
    draft: `statement-${input.guid}`,
    initial: { email: '' },
    writes: [send],
    onClose,
  });
  const submit = () => {
    const other = form.fields.email.trim();
    send.mutate({ ...input, ...(other && { email: other }) }, whenSaved(t('statement.sent')));
  };
  return (
    <FormDialog
      {...dialog}
      title={t('statement.mail')}
      submitLabel={t('statement.send')}
      onSubmit={submit}
      columns={1}
    >
      <TextField
        form={form}
        name="email"
        label={t('resend.to')}
        hint={email ? t('statement.mail-hint', { email }) : t('statement.mail-no-address')}
        optional={email !== ''}
        type="email"
        autoFocus
        maxLength={LIMITS['send-customer-statement'].email}
        placeholder={email}
      />
    </FormDialog>
  );
}
