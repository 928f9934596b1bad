import { useWrite } from '../../api/queries.ts';
import type { Webhook } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFields } from '../../lib/use-fields.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { showToast } from '../../ui/elements/toast.tsx';
import { CheckField, DateField } from '../../ui/forms/form-fields.tsx';
import { NewSecret, WebhookDialog } from './webhook-dialog.tsx';

export type Asked = 'test' | 'resend' | 'edit' | 'rotate' | 'enable' | 'disable' | 'delete';

interface Props {
  webhook: Webhook;
  onClose(): void;
}

/** The dialog of an action of the menu. */
export function WebhookQuestion({ asked, ...props }: Props & { asked: Asked }) {
  if (asked === 'edit') return <WebhookDialog {...props} />;
  if (asked === 'test') return <Test {...props} />;
  if (asked === 'resend') return <ResendMany {...props} />;
  if (asked === 'rotate') return <Rotate {...props} />;
  if (asked === 'delete') return <Delete {...props} />;
  return <Switch {...props} state={asked === 'enable' ? 'active' : 'disabled'} />;
}

function Test({ webhook, onClose }: Props) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('test-webhook', { toast: t('webhooks.tested'), onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('webhooks.test')}
      description={webhook.url}
      submitLabel={t('webhooks.test')}
      onConfirm={() => run({ guid: webhook.guid })}
    />
  );
}

/** Sends the events of some days again, or all that are kept. */
function ResendMany({ webhook, onClose }: Props) {
  const { t } = useTranslation();
  const form = useFields({ from_date: '', to_date: '', only_failed: false });
  const write = useWrite('redeliver-webhook');
  const { from_date, to_date, only_failed } = form.fields;
  const submit = () =>
    write.mutate(
      {
        guid: webhook.guid,
        only_failed,
        ...(from_date ? { from_date } : { after: '0' }),
        ...(to_date && { to_date }),
      },
      {
        onSuccess: ({ queued }) => {
          showToast(t('webhooks.resent-many', { count: queued }));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('webhooks.resend-many')}
      description={t('webhooks.resend-many-about')}
      submitLabel={t('webhooks.resend')}
      busy={write.isPending}
      error={write.error}
      submitsBy="button"
      onSubmit={submit}
      onClose={onClose}
      isDirty={form.isDirty}
    >
      <DateField form={form} name="from_date" optional />
      <DateField form={form} name="to_date" optional />
      <CheckField form={form} name="only_failed" label={t('webhooks.only-failed')} />
    </FormDialog>
  );
}

function Rotate({ webhook, onClose }: Props) {
  const { t } = useTranslation();
  const { run, write, dialog } = useConfirmedWrite('rotate-webhook-secret', { onClose });
  if (write.data) return <NewSecret secret={write.data.secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      {...dialog}
      title={t('webhooks.rotate')}
      description={t('webhooks.rotate-about')}
      submitLabel={t('webhooks.rotate')}
      onConfirm={() => run({ guid: webhook.guid }, () => {})}
    />
  );
}

function Switch({ webhook, state, onClose }: Props & { state: 'active' | 'disabled' }) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('update-webhook', { toast: t('done.saved'), onClose });
  const label = t(state === 'active' ? 'webhooks.enable' : 'webhooks.disable');
  return (
    <ConfirmDialog
      {...dialog}
      title={label}
      description={state === 'active' ? webhook.url : t('webhooks.disable-about')}
      submitLabel={label}
      danger={state === 'disabled'}
      onConfirm={() => run({ guid: webhook.guid, data: { state }, was: {} })}
    />
  );
}

function Delete({ webhook, onClose }: Props) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('delete-webhook', { toast: t('done.deleted'), onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={`${t('webhooks.delete')}: ${webhook.description || webhook.url}`}
      description={t('webhooks.delete-about')}
      submitLabel={t('webhooks.delete')}
      danger
      onConfirm={() => run({ guid: webhook.guid })}
    />
  );
}
