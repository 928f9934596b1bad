import { Copy, Mail, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useRead, useSession, useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { changeOf } from '../../lib/changes.ts';
import { formatTime } from '../../lib/format.ts';
import { useFields } from '../../lib/use-fields.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Button, IconButton } from '../../ui/elements/button.tsx';
import { ErrorAlert } from '../../ui/elements/feedback.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { TextAreaField } from '../../ui/forms/form-fields.tsx';

type ReceiptAddress = OutputOf<'get-receipt-address'>;

/** The address to which receipts can be mailed, where the installation takes mail. */
export function ReceiptAddressLine() {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const { data } = useRead('get-receipt-address', {});
  const renew = useWrite('renew-receipt-address');
  const [isOpen, setOpen] = useState(false);
  if (!data?.is_available) return null;
  const isOwner = session?.person.role === 'owner';
  const { address } = data;
  if (!address && !isOwner) return null;
  const copy = () => navigator.clipboard.writeText(address ?? '').then(() => showToast(t('done.copied')));
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t pt-3.5">
      <Mail size={17} className="text-muted" aria-hidden />
      {address ? (
        <>
          <span className="min-w-0 flex-1 basis-60">
            <span className="block text-muted">{t('receipt-mail.send-to')}</span>
            <code className="text-dense wrap-anywhere select-all">{address}</code>
          </span>
          <IconButton label={t('receipt-mail.copy')} icon={<Copy size={16} />} onClick={copy} />
          <IconButton
            label={t('receipt-mail.settings')}
            icon={<Settings2 size={16} />}
            onClick={() => setOpen(true)}
          />
        </>
      ) : (
        <>
          <span className="min-w-0 flex-1 basis-60 text-muted">{t('receipt-mail.about')}</span>
          <Button small busy={renew.isPending} onClick={() => renew.mutate({})}>
            {t('receipt-mail.create')}
          </Button>
        </>
      )}
      <ErrorAlert error={renew.error} />
      {isOpen && <AddressDialog data={data} isOwner={isOwner} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface DialogProps {
  data: ReceiptAddress;
  isOwner: boolean;
  onClose(): void;
}

function AddressDialog({ data, isOwner, onClose }: DialogProps) {
  const { t } = useTranslation();
  const form = useFields({ senders: data.senders.join('\n') });
  const [base] = useState(data.senders);
  const save = useWrite('set-receipt-senders');
  const change = useChange(save);
  const renew = useWrite('renew-receipt-address');
  const submit = () => {
    if (!isOwner) return onClose();
    const senders = form.fields.senders.split(/[\s,;]+/).filter(Boolean);
    change.save(changeOf({ senders: base }, { senders }, { senders: base }), (sent) => sent, {
      onSuccess: () => {
        showToast(t('done.saved'));
        onClose();
      },
      onUnchanged: onClose,
    });
  };
  return (
    <FormDialog
      title={t('receipt-mail.settings')}
      submitLabel={isOwner ? t('save') : t('close')}
      busy={save.isPending}
      error={save.error ?? renew.error}
      isDirty={form.isDirty}
      columns={1}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="space-y-2.5">
        <code className="block rounded-lg bg-sunken px-3.5 py-2.5 text-dense wrap-anywhere select-all">
          {data.address}
        </code>
        {isOwner && (
          <>
            <Button
              small
              busy={renew.isPending}
              onClick={() => renew.mutate({}, { onSuccess: () => showToast(t('done.saved')) })}
            >
              {t('receipt-mail.renew')}
            </Button>
            <p className="text-dense text-muted">{t('receipt-mail.renew-about')}</p>
          </>
        )}
      </div>
      {isOwner && (
        <TextAreaField
          form={form}
          name="senders"
          label={t('receipt-mail.senders')}
          hint={t('receipt-mail.senders-about')}
          rows={3}
          optional
        />
      )}
      <MailLog mails={data.mails} />
      {change.question}
    </FormDialog>
  );
}

function MailLog({ mails }: { mails: ReceiptAddress['mails'] }) {
  const { t, tn, lang } = useTranslation();
  if (mails.length === 0) return <p className="text-muted">{t('receipt-mail.none')}</p>;
  return (
    <section>
      <h3 className="mb-1.5 text-dense font-medium">{t('receipt-mail.log')}</h3>
      <ul className="divide-y rounded-lg border">
        {mails.map((mail) => (
          <li key={`${mail.received_at} ${mail.subject}`} className="px-3.5 py-2">
            <span className="block wrap-anywhere">{mail.subject}</span>
            <span className="block text-dense text-muted wrap-anywhere">
              {[mail.sender, formatTime(mail.received_at, lang)].join(' · ')}
            </span>
            <span className={`text-dense ${mail.outcome === 'taken' ? 'text-muted' : 'text-warning'}`}>
              {mail.costs > 0 ? `${tn('receipts', mail.costs)} · ` : ''}
              {t(`receipt-mail.${mail.outcome as 'taken'}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
