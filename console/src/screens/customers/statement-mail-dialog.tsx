import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import type { InputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { MailDialog } from '../../ui/dialogs/mail-dialog.tsx';

interface Props {
  /** Whose statement, and over which period. */
  input: InputOf<'get-customer-statement'>;
  /** The address of the customer; may be empty. */
  email: string;
  onClose(): void;
}

/** Mails the statement to the customer, or to another address. */
export function StatementMailDialog({ input, email, onClose }: Props) {
  const { t } = useTranslation();
  const send = useWrite('send-customer-statement');
  return (
    <MailDialog
      draft={`statement-${input.guid}`}
      title={t('statement.mail')}
      submitLabel={t('statement.send')}
      hint={email ? t('statement.mail-hint', { email }) : t('statement.mail-no-address')}
      toast={t('statement.sent')}
      usualEmail={email}
      maxLength={LIMITS['send-customer-statement'].email}
      write={send}
      onSend={(to, callbacks) => send.mutate({ ...input, ...to }, callbacks)}
      onClose={onClose}
    />
  );
}
