import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useWords } from '../words/words.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { OwnPassword } from './secret.tsx';
import { Refusal } from './state.tsx';

interface Props {
  title: string;
  /** What will be otherwise afterwards. */
  about: string;
  button: string;
  danger?: boolean;
  /** Whether the password is asked for; it comes to `onGo`. */
  asks?: boolean;
  busy: boolean;
  error: Error | null;
  onGo(password: string): void;
  onClose(): void;
  children?: ReactNode;
}

/** Says what a step brings about, asks for the password where it is needed, and takes the step. */
export function Confirm({ title, about, button, asks = false, danger = false, ...rest }: Props) {
  const { busy, error, onGo, onClose, children } = rest;
  const { t } = useWords();
  const id = useId();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGo(password);
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button type="submit" form={id} look={danger ? 'danger' : 'primary'} busy={busy}>
        {button}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title} footer={footer}>
      <form id={id} onSubmit={submit} noValidate className="space-y-4">
        <p>{about}</p>
        {children}
        {asks && <OwnPassword value={password} onChange={setPassword} />}
        <Refusal error={error} />
      </form>
    </Dialog>
  );
}
