import { useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Input, Select } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordConfirmation, SecretValue } from '../../ui/secret.tsx';
import { useWords } from '../../words/words.tsx';

interface Props {
  first?: { email: string; name: string; role: string };
  onClose(): void;
}

/** Invites by mail; the link is shown once, for who has no mail that works. */
export function InviteDialog({ first = { email: '', name: '', role: 'member' }, onClose }: Props) {
  const { t, lang } = useWords();
  const [fields, setFields] = useState({ ...first, current_password: '' });
  const invite = useWrite('invite-person');
  const set = (changed: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changed }));
  if (invite.data)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('people.sent', { email: fields.email })}
        footer={<Button onClick={onClose}>{t('close')}</Button>}
      >
        <SecretValue label={t('people.link')} value={invite.data.link} />
      </Dialog>
    );
  return (
    <FormDialog
      title={t('people.invite')}
      submitLabel={t('people.send')}
      busy={invite.isPending}
      error={invite.error}
      onSubmit={() => invite.mutate({ ...fields, lang })}
      onClose={onClose}
      columns={1}
    >
      <Field label={t('field.email')}>
        <Input
          type="email"
          autoFocus
          value={fields.email}
          maxLength={200}
          onChange={({ target }) => set({ email: target.value })}
        />
      </Field>
      <Field label={t('field.name')} optional={t('optional')}>
        <Input value={fields.name} maxLength={200} onChange={({ target }) => set({ name: target.value })} />
      </Field>
      <Field
        label={t('field.role')}
        hint={t(fields.role === 'owner' ? 'people.owner-may' : 'people.member-may')}
      >
        <Select value={fields.role} onChange={({ target }) => set({ role: target.value })}>
          <option value="member">{t('role.member')}</option>
          <option value="owner">{t('role.owner')}</option>
        </Select>
      </Field>
      <PasswordConfirmation
        value={fields.current_password}
        onChange={(current_password) => set({ current_password })}
      />
    </FormDialog>
  );
}
