import { type FormEvent, type ReactNode, useId } from 'react';
import { useWords } from '../words/words.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Refusal } from './state.tsx';

interface FormProps {
  title: string;
  about?: string;
  /** What the button says that sends it. */
  go: string;
  busy: boolean;
  error: Error | null;
  onSubmit(): void;
  onClose(): void;
  columns?: 1 | 2;
  children: ReactNode;
}

/** A few fields, a way back, and a button that sends them; a refusal stands above it. */
export function FormDialog({
  title,
  about,
  go,
  busy,
  error,
  onSubmit,
  onClose,
  columns = 2,
  children,
}: FormProps) {
  const { t } = useWords();
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog may lie over a form that is not meant.
    event.stopPropagation();
    onSubmit();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button type="submit" form={id} look="primary" busy={busy}>
        {go}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title} {...(about && { about })} footer={footer}>
      <form
        id={id}
        onSubmit={submit}
        noValidate
        className={`grid gap-4 ${columns === 2 ? 'sm:grid-cols-2' : ''}`}
      >
        {children}
        <div className="col-span-full empty:hidden">
          <Refusal error={error} />
        </div>
      </form>
    </Dialog>
  );
}

interface ConfirmProps {
  title: string;
  go: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  onConfirm(): void;
  onClose(): void;
  children: ReactNode;
}

/** Asks once more before something is done. */
export function Confirm({
  title,
  go,
  danger = false,
  busy,
  error,
  onConfirm,
  onClose,
  children,
}: ConfirmProps) {
  const { t } = useWords();
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
        {go}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title} footer={footer}>
      <div className="space-y-3">
        {children}
        <Refusal error={error} />
      </div>
    </Dialog>
  );
}
