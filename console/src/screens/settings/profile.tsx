import { useState } from 'react';
import { LIMITS } from '../../api/limits.ts';
import { useSession, useWrite } from '../../api/queries.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { changeOf } from '../../lib/changes.ts';
import { useFields } from '../../lib/use-fields.ts';
import { useChange } from '../../ui/dialogs/conflict-question.tsx';
import { Button } from '../../ui/elements/button.tsx';
import { ErrorAlert, Skeleton } from '../../ui/elements/feedback.tsx';
import { Card } from '../../ui/elements/page.tsx';
import { showToast } from '../../ui/elements/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/form-fields.tsx';
import { PasswordConfirmation } from '../../ui/forms/secret.tsx';

/** The name, address and password of the signed-in person. */
export function ProfileCard() {
  const { t } = useTranslation();
  const { data: session } = useSession();
  return (
    <Card title={t('myself.title')}>
      {session ? (
        <div className="grid grid-cols-1 gap-8 sm:grid-cols-2">
          <ProfileForm person={session.person} />
          <div>
            {session.person.signs_in_elsewhere ? (
              <p className="mb-4 text-muted">{t('myself.elsewhere')}</p>
            ) : (
              <PasswordForm />
            )}
            <SessionsButton />
          </div>
        </div>
      ) : (
        <Skeleton rows={3} />
      )}
    </Card>
  );
}

function ProfileForm({ person }: { person: { username: string; name: string; email: string } }) {
  const { t } = useTranslation();
  const form = useFields({ name: person.name, email: person.email, current_password: '' });
  const [base, setBase] = useState({ name: person.name, email: person.email });
  const { current_password, ...fields } = form.fields;
  const save = useWrite('update-myself');
  const change = useChange(save);
  const submit = () =>
    change.save(changeOf(base, fields, base), (data) => ({ ...data, current_password }), {
      onSuccess: () => {
        setBase(fields);
        form.set({ current_password: '' });
        showToast(t('done.saved'));
      },
    });
  return (
    <Form error={save.error} onSubmit={submit} className="space-y-4">
      <p className="text-muted">
        {t('myself.signed-in')} <strong className="text-ink wrap-anywhere">{person.username}</strong>
      </p>
      <TextField
        form={form}
        name="name"
        label={t('myself.name')}
        autoComplete="name"
        maxLength={LIMITS['update-myself'].name}
      />
      <TextField
        form={form}
        name="email"
        hint={t('myself.email-hint')}
        type="email"
        autoComplete="email"
        maxLength={LIMITS['update-myself'].email}
      />
      <PasswordConfirmation
        value={form.fields.current_password}
        onChange={(current_password) => form.set({ current_password })}
      />
      <ErrorAlert error={save.error} />
      {change.question}
      <Button type="submit" busy={save.isPending}>
        {t('save')}
      </Button>
    </Form>
  );
}

function PasswordForm() {
  const { t } = useTranslation();
  const form = useFields({ password: '', current_password: '' });
  const change = useWrite('change-password');
  const submit = () =>
    change.mutate(form.fields, {
      onSuccess: () => {
        form.discard();
        showToast(t('myself.password-changed'));
      },
    });
  return (
    <Form error={change.error} onSubmit={submit} className="space-y-4">
      <p className="text-muted">{t('myself.password-about')}</p>
      <TextField
        form={form}
        name="password"
        label={t('myself.new-password')}
        hint={t('myself.new-password-hint')}
        type="password"
        autoComplete="new-password"
        maxLength={LIMITS['change-password'].password}
      />
      <PasswordConfirmation
        value={form.fields.current_password}
        onChange={(current_password) => form.set({ current_password })}
      />
      <ErrorAlert error={change.error} />
      <Button type="submit" busy={change.isPending}>
        {t('myself.change-password')}
      </Button>
    </Form>
  );
}

function SessionsButton() {
  const { t } = useTranslation();
  const end = useWrite('end-sessions');
  const submit = () => end.mutate({}, { onSuccess: () => showToast(t('myself.sessions-ended')) });
  return (
    <div className="mt-6 space-y-4">
      <ErrorAlert error={end.error} />
      <Button busy={end.isPending} onClick={submit}>
        {t('myself.end-sessions')}
      </Button>
    </div>
  );
}
