import { Ellipsis, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useRead, useSession, useWrite } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadError, Skeleton } from '../../ui/feedback.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Card } from '../../ui/page.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';
import { InviteDialog } from './invite-dialog.tsx';

type Everybody = OutputOf<'get-people'>;
type Person = Everybody['people'][number];
type Invitation = Everybody['invitations'][number];

/** Who may sign in: names, what each may do, and for owners the ways to change that. */
export function People() {
  const { t } = useWords();
  const { data: session } = useSession();
  const { data, error, refetch, isFetching } = useRead('get-people', {});
  const [inviting, setInviting] = useState(false);
  const isOwner = session?.person.role === 'owner';
  const actions = isOwner && (
    <Button small icon={<UserPlus size={15} aria-hidden />} onClick={() => setInviting(true)}>
      {t('people.invite')}
    </Button>
  );
  return (
    <Card title={t('people.title')} actions={actions} flush>
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} busy={isFetching} />
      ) : !data ? (
        <Skeleton rows={3} />
      ) : (
        <ul className="divide-y">
          {data.people.map((person) => (
            <PersonRow key={person.guid} person={person} isOwner={isOwner} />
          ))}
          {data.invitations.map((invitation) => (
            <InvitationRow key={invitation.guid} invitation={invitation} isOwner={isOwner} />
          ))}
        </ul>
      )}
      <div className="space-y-1 border-t px-5 py-4 text-[0.8125rem] text-muted">
        <p>{t('people.owner-may')}</p>
        <p>{t('people.member-may')}</p>
        {!isOwner && session && <p>{t('owners-only')}</p>}
      </div>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Card>
  );
}

function PersonRow({ person, isOwner }: { person: Person; isOwner: boolean }) {
  const { t, lang } = useWords();
  const [asking, setAsking] = useState<'role' | 'remove' | null>(null);
  const { name, username, email, role, main, is_me, signed_in_at } = person;
  const title = name || username;
  const below = [
    name ? username : '',
    email && email !== username ? email : '',
    signed_in_at ? t('people.seen', { time: formatTime(signed_in_at, lang) }) : t('people.unseen'),
  ].filter(Boolean);
  const close = () => setAsking(null);
  return (
    <li className="flex items-center gap-3 px-5 py-3.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">
          {title}
          {is_me && <span className="font-normal text-muted"> {t('people.me')}</span>}
        </p>
        <p className="text-[0.8125rem] text-muted wrap-anywhere">{below.join(' · ')}</p>
      </div>
      <Badge tone={role === 'owner' ? 'success' : 'plain'}>{t(`role.${role as 'owner' | 'member'}`)}</Badge>
      {isOwner && !main && (
        <Menu
          align="end"
          trigger={<IconButton label={`${t('more')}: ${title}`} icon={<Ellipsis size={18} />} />}
          choices={[
            {
              label: t(role === 'owner' ? 'people.make-member' : 'people.make-owner'),
              onSelect: () => setAsking('role'),
            },
            { label: t('people.remove'), onSelect: () => setAsking('remove') },
          ]}
        />
      )}
      {asking === 'role' && <SetRole person={person} onClose={close} />}
      {asking === 'remove' && <Remove person={person} onClose={close} />}
    </li>
  );
}

function SetRole({ person, onClose }: { person: Person; onClose(): void }) {
  const { t } = useWords();
  const set = useWrite('set-person-role');
  const role = person.role === 'owner' ? 'member' : 'owner';
  const done = () => {
    showToast(t('done.saved'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={`${t(role === 'owner' ? 'people.make-owner' : 'people.make-member')}: ${person.name || person.username}`}
      description={t(role === 'owner' ? 'people.owner-may' : 'people.member-may')}
      submitLabel={t(role === 'owner' ? 'people.make-owner' : 'people.make-member')}
      asksPassword
      busy={set.isPending}
      error={set.error}
      onConfirm={(current_password) =>
        set.mutate({ guid: person.guid, role, current_password }, { onSuccess: done })
      }
      onClose={onClose}
    />
  );
}

function Remove({ person, onClose }: { person: Person; onClose(): void }) {
  const { t } = useWords();
  const remove = useWrite('remove-person');
  const done = () => {
    showToast(t('people.removed'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('people.remove-ask', { name: person.name || person.username })}
      description={t('people.remove-about')}
      submitLabel={t('people.remove')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ guid: person.guid }, { onSuccess: done })}
      onClose={onClose}
    />
  );
}

function InvitationRow({ invitation, isOwner }: { invitation: Invitation; isOwner: boolean }) {
  const { t, lang } = useWords();
  const [asking, setAsking] = useState<'again' | 'withdraw' | null>(null);
  const withdraw = useWrite('withdraw-invitation');
  const { guid, name, email, role, expires_at, expired } = invitation;
  const close = () => setAsking(null);
  const until = t(expired ? 'people.expired-on' : 'people.until', { date: formatDate(expires_at, lang) });
  return (
    <li className="flex items-center gap-3 px-5 py-3.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name || email}</p>
        <p className="text-[0.8125rem] text-muted wrap-anywhere">
          {[name ? email : '', t(`role.${role as 'owner' | 'member'}`), until].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Badge tone={expired ? 'warning' : 'info'}>{t(expired ? 'people.expired' : 'people.invited')}</Badge>
      {isOwner && (
        <Menu
          align="end"
          trigger={<IconButton label={`${t('more')}: ${name || email}`} icon={<Ellipsis size={18} />} />}
          choices={[
            { label: t('people.again'), onSelect: () => setAsking('again') },
            { label: t('people.withdraw'), onSelect: () => setAsking('withdraw') },
          ]}
        />
      )}
      {asking === 'again' && <InviteDialog first={{ email, name, role }} onClose={close} />}
      {asking === 'withdraw' && (
        <ConfirmDialog
          title={t('people.withdraw-ask', { name: name || email })}
          description={t('people.withdraw-about')}
          submitLabel={t('people.withdraw')}
          danger
          busy={withdraw.isPending}
          error={withdraw.error}
          onConfirm={() => withdraw.mutate({ guid }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </li>
  );
}
