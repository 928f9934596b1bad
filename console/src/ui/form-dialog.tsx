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
  danger?: boolean;
  busy: boolean;
  /** False while it cannot be sent. */
  ready?: boolean;
  /** Where there is nothing to fill in, Enter sends it; what cannot be undone waits for a choice. */
  bare?: boolean;
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
  danger = false,
  busy,
  ready = true,
  bare = false,
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
      <Button autoFocus={bare && danger} onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button
        type="submit"
        form={id}
        look={danger ? 'danger' : 'primary'}
        autoFocus={bare && !danger}
        busy={busy}
        disabled={!ready}
      >
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
