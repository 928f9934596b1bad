import { type FormEvent, useId, useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import type { Invoice } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Refusal } from '../../ui/state.tsx';
import { say } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

/** Sends an invoice once more: the customer's own way, or to another address. */
export function ResendDialog({ invoice, onClose }: { invoice: Invoice; onClose(): void }) {
  const { t } = useWords();
  const id = useId();
  const [email, setEmail] = useState('');
  const resend = useWrite('resend-invoice');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    resend.mutate(
      { guid: invoice.guid, ...(email.trim() && { email: email.trim() }) },
      {
        onSuccess: () => {
          say(t('done.resent'));
          onClose();
        },
      },
    );
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button type="submit" form={id} look="primary" busy={resend.isPending}>
        {t('invoice.resend')}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={t('invoice.resend')} about={invoice.customer.name} footer={footer}>
      <form id={id} onSubmit={submit} noValidate className="space-y-4">
        <Field label={t('resend.to')} hint={t('resend.hint')} optional={t('optional')}>
          <Input
            type="email"
            autoFocus
            maxLength={200}
            placeholder={invoice.customer.email}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </Field>
        <Refusal error={resend.error} />
      </form>
    </Dialog>
  );
}
