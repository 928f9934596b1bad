import { type FormEvent, type ReactNode, useId } from 'react';
import { useWords } from '../words/words.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorAlert } from './feedback.tsx';

interface FormProps {
  title: string;
  description?: string;
  /** What the button says that sends it. */
  submitLabel: string;
  danger?: boolean;
  busy: boolean;
  /** False while it cannot be sent. */
  isReady?: boolean;
  /** Where there is nothing to fill in, Enter sends it; what cannot be undone waits for a choice. */
  focusesButton?: boolean;
  error: Error | null;
  onSubmit(): void;
  onClose(): void;
  columns?: 1 | 2;
  children: ReactNode;
}

/** A few fields, a way back, and a button that sends them; a refusal stands above it. */
export function FormDialog({
  title,
  description,
  submitLabel,
  danger = false,
  busy,
  isReady = true,
  focusesButton = false,
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
      <Button autoFocus={focusesButton && danger} onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button
        type="submit"
        form={id}
        variant={danger ? 'danger' : 'primary'}
        autoFocus={focusesButton && !danger}
        busy={busy}
        disabled={!isReady}
      >
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title} {...(description && { description })} footer={footer}>
      <form
        id={id}
        onSubmit={submit}
        noValidate
        className={`grid gap-4 ${columns === 2 ? 'sm:grid-cols-2' : ''}`}
      >
        {children}
        <div className="col-span-full empty:hidden">
          <ErrorAlert error={error} />
        </div>
      </form>
    </Dialog>
  );
}
