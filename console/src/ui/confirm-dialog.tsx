import { type ReactNode, useState } from 'react';
import { FormDialog } from './form-dialog.tsx';
import { PasswordConfirmation } from './secret.tsx';

interface Props {
  title: string;
  /** What will be otherwise afterwards. */
  description: string;
  submitLabel: string;
  danger?: boolean;
  /** Whether the password is asked for; it comes to `onGo`. */
  asksPassword?: boolean;
  busy: boolean;
  error: Error | null;
  onConfirm(password: string): void;
  onClose(): void;
  children?: ReactNode;
}

/** Says what a step brings about, asks for the password where it is needed, and takes the step. */
export function ConfirmDialog({
  description,
  submitLabel,
  asksPassword = false,
  onConfirm,
  children,
  ...rest
}: Props) {
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      {...rest}
      submitLabel={submitLabel}
      columns={1}
      focusesButton={!asksPassword}
      onSubmit={() => onConfirm(password)}
    >
      <p>{description}</p>
      {children}
      {asksPassword && <PasswordConfirmation autoFocus value={password} onChange={setPassword} />}
    </FormDialog>
  );
}
