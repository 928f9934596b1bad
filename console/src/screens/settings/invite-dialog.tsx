import type { Role } from '../../../../src/domain/access/roles.ts';
import { LIMITS } from '../../api/limits.ts';
import { useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { useFields } from '../../lib/use-fields.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { Field, Select } from '../../ui/forms/field.tsx';
import { TextField } from '../../ui/forms/form-fields.tsx';
import { PasswordConfirmation, SecretValue } from '../../ui/forms/secret.tsx';

const MAX = LIMITS['invite-person'];
/** The usual one first. */
const INVITED_ROLES: readonly Role[] = ['member', 'accountant', 'viewer', 'owner'];

interface Props {
  first?: { email: string; name: string; role: string };
  onClose(): void;
}

/** Invites a person by e-mail. The link is also shown once, in case the mail does not arrive. */
export function InviteDialog({ first = { email: '', name: '', role: 'member' }, onClose }: Props) {
  const { t, lang } = useTranslation();
  const form = useFields({ ...first, current_password: '' });
  const { fields, set } = form;
  const invite = useWrite('invite-person');
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
      submitsBy="button"
      onSubmit={() => invite.mutate({ ...fields, lang })}
      onClose={onClose}
      isDirty={form.isDirty}
      columns={1}
    >
      <TextField form={form} name="email" type="email" autoFocus maxLength={MAX.email} />
      <TextField form={form} name="name" optional maxLength={MAX.name} />
      <Field label={t('field.role')} hint={t(`people.${fields.role as Role}-may`)}>
        <Select value={fields.role} onChange={({ target }) => set({ role: target.value })}>
          {INVITED_ROLES.map((role) => (
            <option key={role} value={role}>
              {t(`role.${role}`)}
            </option>
          ))}
        </Select>
      </Field>
      <PasswordConfirmation
        value={fields.current_password}
        onChange={(current_password) => set({ current_password })}
      />
    </FormDialog>
  );
}
