import { type ReactNode, useState } from 'react';
import { PasswordConfirmation } from '../forms/secret.tsx';
import { FormDialog } from './form-dialog.tsx';

interface Props {
  title: string;
  /** The consequence of the action. */
  description: string;
  submitLabel: string;
  danger?: boolean;
  /** The button that Enter presses; without fields, the one that does no harm. */
  focuses?: 'submit' | 'cancel';
  /** Asks for the password, which is passed to `onConfirm`. */
  asksPassword?: boolean;
  busy: boolean;
  error: Error | null;
  onConfirm(password: string): void;
  onClose(): void;
  /** Something was typed into the fields of `children`. */
  isDirty?: boolean;
  children?: ReactNode;
}

/** Explains an action, asks for the password where it is needed, and confirms. */
export function ConfirmDialog({
  description,
  submitLabel,
  danger = false,
  focuses = danger ? 'cancel' : 'submit',
  asksPassword = false,
  isDirty = false,
  onConfirm,
  children,
  ...rest
}: Props) {
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      {...rest}
      submitLabel={submitLabel}
      isDirty={isDirty}
      columns={1}
      danger={danger}
      focuses={asksPassword ? undefined : focuses}
      submitsBy={asksPassword ? 'button' : 'enter'}
      onSubmit={() => onConfirm(password)}
    >
      <p>{description}</p>
      {children}
      {asksPassword && <PasswordConfirmation autoFocus value={password} onChange={setPassword} />}
    </FormDialog>
  );
}
