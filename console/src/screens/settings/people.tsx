import { Link } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ROLES, type Role } from '../../../../src/domain/access/roles.ts';
import { useRead, useSession } from '../../api/queries.ts';
import type { OutputOf } from '../../api/types.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatDate, formatTime } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useConfirmedWrite } from '../../ui/dialogs/use-record-dialog.ts';
import { Badge } from '../../ui/elements/badge.tsx';
import { Button, buttonClass } from '../../ui/elements/button.tsx';
import { LoadError, Skeleton } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { MoreMenu, RecordRow } from '../../ui/records/record-row.tsx';
import { FactorRequirement } from './factor-requirement.tsx';
import { InviteDialog } from './invite-dialog.tsx';

type Everybody = OutputOf<'get-people'>;
type Person = Everybody['people'][number];
type Invitation = Everybody['invitations'][number];

/** The people who may sign in and their roles; owners can change both. */
export function People() {
  const { t } = useTranslation();
  const { data: session } = useSession();
  const { data, error, refetch, isFetching } = useRead('get-people', {});
  const [inviting, setInviting] = useState(false);
  // Here and not in the row, which disappears with the person.
  const [removed, setRemoved] = useState<Person | null>(null);
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
            <PersonRow key={person.guid} person={person} isOwner={isOwner} onRemoved={setRemoved} />
          ))}
          {data.invitations.map((invitation) => (
            <InvitationRow key={invitation.guid} invitation={invitation} isOwner={isOwner} />
          ))}
        </ul>
      )}
      <div className="space-y-1 border-t px-5 py-4 text-dense text-muted">
        {ROLES.map((role) => (
          <p key={role}>{t(`people.${role}-may`)}</p>
        ))}
        {!isOwner && session && <p>{t('owners-only')}</p>}
      </div>
      {isOwner && <FactorRequirement />}
      {removed?.role === 'owner' && <SuggestNewKeys onClose={() => setRemoved(null)} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Card>
  );
}

interface PersonRowProps {
  person: Person;
  isOwner: boolean;
  onRemoved(person: Person): void;
}

function PersonRow({ person, isOwner, onRemoved }: PersonRowProps) {
  const { t, lang } = useTranslation();
  const [asking, setAsking] = useState<Role | 'remove' | 'reset' | null>(null);
  const { name, username, email, role, main, is_me, signed_in_at, second_factor, signs_in_elsewhere } =
    person;
  const hasFactorHere = second_factor && !signs_in_elsewhere;
  const title = name || username;
  const below = [
    name ? username : '',
    email && email !== username ? email : '',
    signs_in_elsewhere ? t('people.elsewhere') : '',
    signed_in_at ? t('people.seen', { time: formatTime(signed_in_at, lang) }) : t('people.unseen'),
  ];
  const close = () => setAsking(null);
  return (
    <RecordRow
      name={
        <>
          {title}
          {is_me && <span className="font-normal text-muted"> {t('people.me')}</span>}
        </>
      }
      details={below}
    >
      {second_factor && <Badge tone="info">{t('factor.badge')}</Badge>}
      <Badge tone={role === 'owner' ? 'success' : 'plain'}>{t(`role.${role as Role}`)}</Badge>
      {isOwner && !is_me && (!main || hasFactorHere) && (
        <MoreMenu
          of={title}
          choices={[
            ...(main
              ? []
              : [
                  ...ROLES.filter((one) => one !== role).map((one) => ({
                    label: t(`people.make-${one}`),
                    onSelect: () => setAsking(one),
                  })),
                  { label: t('people.remove'), onSelect: () => setAsking('remove') },
                ]),
            ...(hasFactorHere ? [{ label: t('factor.reset'), onSelect: () => setAsking('reset') }] : []),
          ]}
        />
      )}
      {isRole(asking) && <SetRole person={person} role={asking} onClose={close} />}
      {asking === 'remove' && <Remove person={person} onRemoved={() => onRemoved(person)} onClose={close} />}
      {asking === 'reset' && <ResetFactor person={person} onClose={close} />}
    </RecordRow>
  );
}

function isRole(asked: string | null): asked is Role {
  return ROLES.some((role) => role === asked);
}

function SetRole({ person, role, onClose }: { person: Person; role: Role; onClose(): void }) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('set-person-role', { toast: t('done.saved'), onClose });
  const label = t(`people.make-${role}`);
  return (
    <ConfirmDialog
      {...dialog}
      title={`${label}: ${person.name || person.username}`}
      description={t(`people.${role}-may`)}
      submitLabel={label}
      asksPassword
      onConfirm={(current_password) => run({ guid: person.guid, role, current_password })}
    />
  );
}

function Remove({ person, onRemoved, onClose }: { person: Person; onRemoved(): void; onClose(): void }) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('remove-person', { toast: t('people.removed'), onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('people.remove-ask', { name: person.name || person.username })}
      description={t('people.remove-about')}
      submitLabel={t('people.remove')}
      danger
      onConfirm={() =>
        run({ guid: person.guid }, () => {
          onClose();
          onRemoved();
        })
      }
    />
  );
}

/** An owner may have copied the account's keys, which belong to the company and go on working. */
function SuggestNewKeys({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('people.removed')}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Link to="/apps" className={buttonClass('primary')}>
            {t('people.new-key')}
          </Link>
        </>
      }
    >
      <p>{t('people.new-key-about')}</p>
    </Dialog>
  );
}

/** For a lost phone: the password alone is enough until the person enrols again. */
function ResetFactor({ person, onClose }: { person: Person; onClose(): void }) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('reset-second-factor', { toast: t('factor.removed'), onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('factor.reset-ask', { name: person.name || person.username })}
      description={t('factor.reset-about')}
      submitLabel={t('factor.reset')}
      danger
      asksPassword
      onConfirm={(current_password) => run({ guid: person.guid, current_password })}
    />
  );
}

function InvitationRow({ invitation, isOwner }: { invitation: Invitation; isOwner: boolean }) {
  const { t, lang } = useTranslation();
  const [asking, setAsking] = useState<'again' | 'withdraw' | null>(null);
  const { name, email, role, expires_at, expired } = invitation;
  const close = () => setAsking(null);
  const until = t(expired ? 'people.expired-on' : 'people.until', { date: formatDate(expires_at, lang) });
  return (
    <RecordRow name={name || email} details={[name ? email : '', t(`role.${role as Role}`), until]}>
      <Badge tone={expired ? 'warning' : 'info'}>{t(expired ? 'people.expired' : 'people.invited')}</Badge>
      {isOwner && (
        <MoreMenu
          of={name || email}
          choices={[
            { label: t('people.again'), onSelect: () => setAsking('again') },
            { label: t('people.withdraw'), onSelect: () => setAsking('withdraw') },
          ]}
        />
      )}
      {asking === 'again' && <InviteDialog first={{ email, name, role }} onClose={close} />}
      {asking === 'withdraw' && <Withdraw invitation={invitation} onClose={close} />}
    </RecordRow>
  );
}

function Withdraw({ invitation, onClose }: { invitation: Invitation; onClose(): void }) {
  const { t } = useTranslation();
  const { run, dialog } = useConfirmedWrite('withdraw-invitation', { onClose });
  return (
    <ConfirmDialog
      {...dialog}
      title={t('people.withdraw-ask', { name: invitation.name || invitation.email })}
      description={t('people.withdraw-about')}
      submitLabel={t('people.withdraw')}
      danger
      onConfirm={() => run({ guid: invitation.guid })}
    />
  );
}
