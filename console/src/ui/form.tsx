import { createContext, type FormEvent, type KeyboardEvent, type ReactNode, useContext } from 'react';
import { CallError } from '../api/call.ts';

const SubmitError = createContext<Error | null>(null);

interface Props {
  id?: string;
  /** The refusal of the last submit; the field that it names is marked. */
  error: Error | null;
  onSubmit(): void;
  /** Submits by Ctrl or ⌘ with Enter too, from any field. */
  submitsByShortcut?: boolean;
  className: string;
  children: ReactNode;
}

/** The form element of every form: the server validates, so that there is one set of rules and messages. */
export function Form({ id, error, onSubmit, submitsByShortcut = false, className, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble out of a portal: a form in a dialog must not submit the form below the dialog.
    event.stopPropagation();
    onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit();
  };
  return (
    <SubmitError value={error}>
      <form
        id={id}
        onSubmit={submit}
        {...(submitsByShortcut && { onKeyDown })}
        noValidate
        className={className}
      >
        {children}
      </form>
    </SubmitError>
  );
}

/** Whether the last submit was refused because of this field. */
export function useIsWrong(name: string): boolean {
  const error = useContext(SubmitError);
  return error instanceof CallError && error.details[0] === name;
}
