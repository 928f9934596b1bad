import { type ReactNode, useId } from 'react';
import type { Problem } from '../../api/call.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { Button } from '../elements/button.tsx';
import { ErrorAlert } from '../elements/feedback.tsx';
import { Form } from '../forms/form.tsx';
import { Dialog } from './dialog.tsx';
import { useDiscardQuestion } from './discard-question.tsx';

interface FormProps {
  title: string;
  description?: string;
  submitLabel: string;
  danger?: boolean;
  busy: boolean;
  /** False while it cannot be submitted. */
  isReady?: boolean;
  /** For a dialog without fields: the button that Enter presses. */
  focuses?: 'submit' | 'cancel' | undefined;
  error: Error | null;
  /** Problems that a preview found in what was typed; they are marked before anything is sent. */
  problems?: readonly Problem[] | undefined;
  /** Counts the submits that ended with such problems. */
  attempts?: number;
  /** Shown above the buttons while the last submit was not refused. */
  alert?: ReactNode;
  /** `button` where the effect leaves the company or grants access: Enter in a field moves to the button. */
  submitsBy?: 'enter' | 'button';
  onSubmit(): void;
  onClose(): void;
  /** Something was typed: closing without a submit asks first. */
  isDirty: boolean;
  columns?: 1 | 2;
  children: ReactNode;
}

/** A form in a dialog: its fields, the refusal of the last submit, a cancel and a submit button. */
export function FormDialog({
  title,
  description,
  submitLabel,
  danger = false,
  busy,
  isReady = true,
  focuses,
  error,
  problems,
  attempts = 0,
  alert,
  submitsBy = 'enter',
  onSubmit,
  onClose,
  isDirty,
  columns = 2,
  children,
}: FormProps) {
  const { t } = useTranslation();
  const id = useId();
  const { close, question } = useDiscardQuestion(isDirty, onClose);
  const footer = (
    <>
      <Button autoFocus={focuses === 'cancel'} onClick={close}>
        {t('cancel')}
      </Button>
      <Button
        type="submit"
        form={id}
        variant={danger ? 'danger' : 'primary'}
        autoFocus={focuses === 'submit'}
        busy={busy}
        disabled={!isReady}
      >
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      {...(description && { description })}
      alert={error ? <ErrorAlert error={error} /> : alert}
      footer={footer}
    >
      <Form
        id={id}
        error={error}
        {...(problems && { problems })}
        attempts={attempts}
        submitsBy={submitsBy}
        onSubmit={onSubmit}
        className={`grid grid-cols-1 gap-4 ${columns === 2 ? 'sm:grid-cols-2' : ''}`}
      >
        {children}
      </Form>
      {question}
    </Dialog>
  );
}
