import type { Webhook } from '../../api/types.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmedWrite } from '../../ui/use-record-dialog.ts';
import { useWords } from '../../words/words.tsx';
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
  if (asked === 'resend') return <ResendAll {...props} />;
  if (asked === 'rotate') return <Rotate {...props} />;
  if (asked === 'delete') return <Delete {...props} />;
  return <Switch {...props} state={asked === 'enable' ? 'active' : 'disabled'} />;
}

function Test({ webhook, onClose }: Props) {
  const { t } = useWords();
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

function ResendAll({ webhook, onClose }: Props) {
  const { t } = useWords();
  const { run, dialog } = useConfirmedWrite('redeliver-webhook', { toast: t('webhooks.resent'), onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('webhooks.resend-all')}
      description={t('webhooks.resend-all-about')}
      submitLabel={t('webhooks.resend-all')}
      onConfirm={() => run({ guid: webhook.guid, after: '0' })}
    />
  );
}

function Rotate({ webhook, onClose }: Props) {
  const { t } = useWords();
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
  const { t } = useWords();
  const { run, dialog } = useConfirmedWrite('update-webhook', { toast: t('done.saved'), onClose });
  const label = t(state === 'active' ? 'webhooks.enable' : 'webhooks.disable');
  return (
    <ConfirmDialog
      {...dialog}
      title={label}
      description={state === 'active' ? webhook.url : t('webhooks.disable-about')}
      submitLabel={label}
      danger={state === 'disabled'}
      onConfirm={() => run({ guid: webhook.guid, data: { state } })}
    />
  );
}

function Delete({ webhook, onClose }: Props) {
  const { t } = useWords();
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
