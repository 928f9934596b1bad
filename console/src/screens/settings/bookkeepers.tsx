import { BookUser } from 'lucide-react';
import { useState } from 'react';
import { formatKennitala } from '../../../../src/domain/values/kennitala.ts';
import { LIMITS } from '../../api/limits.ts';
import { useRead, useSession } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFields } from '../../lib/use-fields.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { Badge } from '../../ui/elements/badge.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { TextField } from '../../ui/forms/form-fields.tsx';
import { SecretValue } from '../../ui/forms/secret.tsx';
import { MoreMenu, RecordRow } from '../../ui/records/record-row.tsx';
import { Tenants } from './tenants.tsx';

type Bookkeeper = OutputOf<'get-bookkeepers'>[number];
const TONES = { Active: 'success', Registered: 'plain', Inactive: 'warning' } as const;

/** The companies that keep the account's books, each with an API key of its own that can be revoked. */
export function Bookkeepers() {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const { data, error, refetch, isFetching } = useRead('get-bookkeepers', {});
  const [adding, setAdding] = useState(false);
  const isOwner = session?.person.role === 'owner';
  const actions = isOwner && (
    <Button small icon={<BookUser size={15} aria-hidden />} onClick={() => setAdding(true)}>
      {t('bookkeepers.add')}
    </Button>
  );
  return (
    <>
      <Card title={t('bookkeepers.title')} actions={actions} flush>
        {error && !data ? (
          <LoadError error={error} onRetry={refetch} busy={isFetching} />
        ) : !data ? (
          <Skeleton rows={2} />
        ) : data.length === 0 ? (
          <p className="px-5 py-6 text-muted">{t('bookkeepers.none')}</p>
        ) : (
          <ul className="divide-y">
            {data.map((one) => (
              <Row key={one.guid} bookkeeper={one} isOwner={isOwner} />
            ))}
          </ul>
        )}
        <p className="border-t px-5 py-4 text-dense text-muted">{t('bookkeepers.may')}</p>
        {adding && <Add onClose={() => setAdding(false)} />}
      </Card>
      {isOwner && session?.keeps_books_of_others && <Tenants />}
    </>
  );
}

function Row({ bookkeeper, isOwner }: { bookkeeper: Bookkeeper; isOwner: boolean }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'key' | 'revoke' | 'remove' | null>(null);
  const { name, username, registration_no, acceptance } = bookkeeper;
  const isAccepted = acceptance === 'accepted';
  const status = bookkeeper.status as keyof typeof TONES;
  const hasKey = status === 'Active';
  const close = () => setAsking(null);
  // Without a key the bookkeeper can do nothing, so that giving one is the next step.
  const isWaitingForKey = isAccepted && !hasKey;
  const choices = [
    ...(hasKey ? [{ label: t('bookkeepers.new-key'), onSelect: () => setAsking('key') }] : []),
    ...(hasKey ? [{ label: t('bookkeepers.take-key'), onSelect: () => setAsking('revoke') }] : []),
    { label: t('bookkeepers.remove'), onSelect: () => setAsking('remove') },
  ];
  return (
    <RecordRow name={name} details={[formatKennitala(registration_no), isAccepted ? username : '']}>
      <Badge tone={isAccepted ? (TONES[status] ?? 'plain') : 'plain'}>
        {t(isAccepted ? `bookkeepers.${status}` : `bookkeepers.${acceptance as 'pending' | 'declined'}`)}
      </Badge>
      {isOwner && isWaitingForKey && (
        <Button small variant="primary" onClick={() => setAsking('key')}>
          {t('bookkeepers.give-key')}
          <span className="sr-only">: {name}</span>
        </Button>
      )}
      {isOwner && <MoreMenu of={name} choices={choices} />}
      {asking === 'key' && <GrantKey bookkeeper={bookkeeper} onClose={close} />}
      {asking === 'revoke' && <RevokeKey bookkeeper={bookkeeper} onClose={close} />}
      {asking === 'remove' && <Remove bookkeeper={bookkeeper} onClose={close} />}
    </RecordRow>
  );
}

interface Step {
  bookkeeper: Bookkeeper;
  onClose(): void;
}

function GrantKey({ bookkeeper: { guid, name, status }, onClose }: Step) {
  const { t } = useTranslation();
  const { run, write, dialog } = useConfirmedWrite('grant-bookkeeper-key', { onClose });
  const title = t('bookkeepers.key-for', { name });
  if (write.data)
    return (
      <Dialog open onClose={onClose} title={title} footer={<Button onClick={onClose}>{t('close')}</Button>}>
        <SecretValue label={t('bookkeepers.key-once')} value={write.data.api_key} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      {...dialog}
      title={title}
      description={`${t('bookkeepers.may')} ${status === 'Active' ? t('bookkeepers.key-replaces') : ''}`}
      submitLabel={t(status === 'Active' ? 'bookkeepers.new-key' : 'bookkeepers.give-key')}
      asksPassword
      onConfirm={(current_password) => run({ guid, current_password }, () => {})}
    />
  );
}

function RevokeKey({ bookkeeper: { guid, name }, onClose }: Step) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('revoke-bookkeeper-key', { toast: t('done.revoked'), onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('bookkeepers.take-ask', { name })}
      description={t('bookkeepers.take-about')}
      submitLabel={t('bookkeepers.take-key')}
      danger
      onConfirm={() => run({ guid })}
    />
  );
}

function Remove({ bookkeeper: { guid, name }, onClose }: Step) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('remove-bookkeeper', { onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('bookkeepers.remove-ask', { name })}
      description={t('bookkeepers.take-about')}
      submitLabel={t('bookkeepers.remove')}
      danger
      onConfirm={() => run({ guid })}
    />
  );
}

function Add({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const form = useFields({ bookkeeper: '' });
  const { run, dialog } = useConfirmedWrite('add-bookkeeper', { onClose });
  return (
    <FormDialog
      {...dialog}
      title={t('bookkeepers.add')}
      submitLabel={t('bookkeepers.add')}
      isDirty={form.isDirty}
      submitsBy="button"
      columns={1}
      onSubmit={() => run(form.fields)}
    >
      <p>{t('bookkeepers.add-about')}</p>
      <TextField
        form={form}
        autoFocus
        name="bookkeeper"
        maxLength={LIMITS['add-bookkeeper'].bookkeeper}
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  );
}
