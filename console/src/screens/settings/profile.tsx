import { type FormEvent, useState } from 'react';
import { useSession, useWrite } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert, Skeleton } from '../../ui/feedback.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import { PasswordConfirmation } from '../../ui/secret.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useWords } from '../../words/words.tsx';

/** Who is at the screen: name, address and password. */
export function ProfileCard() {
  const { t } = useWords();
  const { data: session } = useSession();
  return (
    <Card title={t('myself.title')}>
      {session ? (
        <div className="grid gap-8 sm:grid-cols-2">
          <ProfileForm person={session.person} />
          <PasswordForm />
        </div>
      ) : (
        <Skeleton rows={3} />
      )}
    </Card>
  );
}

function ProfileForm({ person }: { person: { username: string; name: string; email: string } }) {
  const { t } = useWords();
  const [fields, setFields] = useState({ name: person.name, email: person.email, current_password: '' });
  const save = useWrite('update-myself');
  const set = (changed: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changed }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(fields, {
      onSuccess: () => {
        set({ current_password: '' });
        showToast(t('done.saved'));
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <p className="text-muted">
        {t('myself.signed-in')} <strong className="text-ink wrap-anywhere">{person.username}</strong>
      </p>
      <Field label={t('myself.name')}>
        <Input
          value={fields.name}
          autoComplete="name"
          maxLength={200}
          onChange={({ target }) => set({ name: target.value })}
        />
      </Field>
      <Field label={t('field.email')} hint={t('myself.email-hint')}>
        <Input
          type="email"
          autoComplete="email"
          value={fields.email}
          maxLength={200}
          onChange={({ target }) => set({ email: target.value })}
        />
      </Field>
      <PasswordConfirmation
        value={fields.current_password}
        onChange={(current_password) => set({ current_password })}
      />
      <ErrorAlert error={save.error} />
      <Button type="submit" busy={save.isPending}>
        {t('save')}
      </Button>
    </form>
  );
}

function PasswordForm() {
  const { t } = useWords();
  const [fields, setFields] = useState({ password: '', current_password: '' });
  const change = useWrite('change-password');
  const set = (changed: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changed }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(fields, {
      onSuccess: () => {
        set({ password: '', current_password: '' });
        showToast(t('myself.password-changed'));
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <p className="text-muted">{t('myself.password-about')}</p>
      <Field label={t('myself.new-password')} hint={t('myself.new-password-hint')}>
        <Input
          type="password"
          autoComplete="new-password"
          value={fields.password}
          maxLength={200}
          onChange={({ target }) => set({ password: target.value })}
        />
      </Field>
      <PasswordConfirmation
        value={fields.current_password}
        onChange={(current_password) => set({ current_password })}
      />
      <ErrorAlert error={change.error} />
      <Button type="submit" busy={change.isPending}>
        {t('myself.change-password')}
      </Button>
    </form>
  );
}
