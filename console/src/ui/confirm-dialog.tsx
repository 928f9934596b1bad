import { type ReactNode, useState } from 'react';
import { FormDialog } from './form-dialog.tsx';
import { OwnPassword } from './secret.tsx';

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
export function Confirm({ about, button, asks = false, onGo, children, ...rest }: Props) {
  const [password, setPassword] = useState('');
  return (
    <FormDialog {...rest} go={button} columns={1} bare={!asks} onSubmit={() => onGo(password)}>
      <p>{about}</p>
      {children}
      {asks && <OwnPassword autoFocus value={password} onChange={setPassword} />}
    </FormDialog>
  );
}
