import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useRead, useSession } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatTime } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { Button } from '../../ui/elements/button.tsx';
import { LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { Card, Facts } from '../../ui/elements/page.tsx';
import { SecretValue } from '../../ui/forms/secret.tsx';

/** The account's own API key. Only a hash is stored, so it cannot be shown again; an owner can rotate it. */
export function ApiKey() {
  const { t, lang } = useTranslation();
  const { data: session } = useSession();
  const { data, error, refetch, isFetching } = useRead('get-api-key-use', {});
  const [asking, setAsking] = useState(false);
  if (error && !data)
    return (
      <Card title={t('apps.key')} flush>
        <LoadError error={error} onRetry={refetch} busy={isFetching} />
      </Card>
    );
  if (!data) return <Card title={t('apps.key')}>{<Skeleton rows={2} />}</Card>;
  const rows = [
    [t('apps.key-user'), session?.username ?? ''],
    [t('apps.key-made'), data.made_at ? formatDate(data.made_at, lang) : t('apps.key-unknown')],
    [t('apps.key-used'), data.used_at ? formatTime(data.used_at, lang) : t('apps.key-unused')],
  ] as const;
  return (
    <Card title={t('apps.key')}>
      <p className="mb-4 max-w-prose text-muted">{t('apps.key-about')}</p>
      <Facts rows={rows} />
      {session?.person.role === 'owner' ? (
        <div className="mt-5">
          <Button icon={<KeyRound size={16} aria-hidden />} onClick={() => setAsking(true)}>
            {t('apps.key-new')}
          </Button>
        </div>
      ) : (
        <p className="mt-4 text-muted">{t('owners-only')}</p>
      )}
      {asking && <NewKey onClose={() => setAsking(false)} />}
    </Card>
  );
}

function NewKey({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { run, write, dialog } = useConfirmedWrite('rotate-api-key', { onClose });
  if (write.data)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('apps.key-new')}
        footer={<Button onClick={onClose}>{t('close')}</Button>}
      >
        <SecretValue label={t('apps.key-once')} value={write.data.api_key} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      {...dialog}
      title={t('apps.key-new')}
      description={t('apps.key-breaks')}
      submitLabel={t('apps.key-make')}
      danger
      asksPassword
      onConfirm={(current_password) => run({ current_password }, () => {})}
    />
  );
}
