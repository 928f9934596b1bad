import { useTranslation } from '../../i18n/translation.tsx';
import { TextField } from '../forms/form-fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useRecordDialog } from './use-record-dialog.ts';

interface Saved {
  onSuccess(saved: unknown): void;
  onDelayed(): void;
}

interface Props {
  /** The name of the draft; two records must not share one. */
  draft: string;
  title: string;
  description?: string;
  submitLabel: string;
  hint?: string;
  /** Shown when the mail is on its way. */
  toast: string;
  /** The address of the customer; empty where another one must be typed. */
  usualEmail: string;
  /** Whether the record can be sent without any address, as by the customer's usual delivery. */
  isOptional?: boolean;
  maxLength: number;
  write: { isPending: boolean; error: Error | null };
  /** Without `email`, the usual address is used. */
  onSend(to: { email?: string }, callbacks: Saved): void;
  onClose(): void;
}

/** Mails a document to the customer, or to another address. Enter alone sends nothing, because a mail cannot be taken back. */
export function MailDialog({ draft, hint, toast, usualEmail, write, onSend, onClose, ...props }: Props) {
  const { t } = useTranslation();
  const { isOptional = usualEmail !== '', maxLength, ...texts } = props;
  const { form, whenSaved, dialog } = useRecordDialog({
    draft,
    initial: { email: '' },
    writes: [write],
    onClose,
  });
  const submit = () => {
    const email = form.fields.email.trim();
    onSend({ ...(email && { email }) }, whenSaved(toast));
  };
  return (
    <FormDialog {...dialog} {...texts} submitsBy="button" onSubmit={submit} columns={1}>
      <TextField
        form={form}
        name="email"
        label={t('resend.to')}
        {...(hint && { hint })}
        optional={isOptional}
        type="email"
        autoFocus
        maxLength={maxLength}
        placeholder={usualEmail}
      />
    </FormDialog>
  );
}
