import {
  createContext,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { CallError, type Problem } from '../../api/call.ts';
import { markedField, translateReason } from '../../api/problem-text.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import { FieldLabelsContext, useFieldLabel, useFormLabels } from '../../lib/field-labels.ts';
import { submitButtonOf } from '../../lib/shortcuts.ts';

const NO_PROBLEMS: readonly Problem[] = [];
const SubmitProblems = createContext(NO_PROBLEMS);

interface Props {
  id?: string;
  /** The refusal of the last submit: the fields that it names are marked, and the first of them gets the focus. */
  error: Error | null;
  /** Problems that were found before anything was sent. */
  problems?: readonly Problem[];
  /** Counts the submits that ended with such problems; the focus moves when it changes, not while a person types. */
  attempts?: number;
  onSubmit(): void;
  /**
   * `enter` in a one-line field submits what can be changed or undone. A form whose effect leaves the house is
   * submitted only by its button, or by Ctrl or ⌘ with Enter; with `button`, Enter in a field moves to the button.
   */
  submitsBy?: 'enter' | 'shortcut' | 'button';
  /** The name of a form that takes the focus itself when it appears, so that its keys work before a field is chosen. */
  focusedAs?: string;
  className: string;
  children: ReactNode;
}

/** The form element of every form: the server validates, so that there is one set of rules and messages. */
export function Form(props: Props) {
  const { id, error, attempts = 0, onSubmit, submitsBy = 'enter', focusedAs, className, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const labels = useFormLabels({ isShared: id !== undefined });
  const problems = props.problems ?? (error instanceof CallError ? error.problems : NO_PROBLEMS);
  useEffect(() => {
    if (error || attempts > 0) focusFirstInvalid(form.current);
  }, [error, attempts]);
  useEffect(() => {
    if (focusedAs) form.current?.focus({ preventScroll: true });
  }, [focusedAs]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble out of a portal: a form in a dialog must not submit the form below the dialog.
    event.stopPropagation();
    onSubmit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    // The same bubbling: a key in a dialog or list that this form has opened is not meant for this form.
    if (event.key !== 'Enter' || !event.currentTarget.contains(event.target as Node)) return;
    if (event.metaKey || event.ctrlKey) return;
    if (submitsBy !== 'enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      if (submitsBy === 'button') submitButtonOf(event.currentTarget)?.focus();
    }
  };
  return (
    <SubmitProblems value={problems}>
      <FieldLabelsContext value={labels}>
        <form
          ref={form}
          id={id}
          {...(focusedAs && { tabIndex: -1, 'aria-label': focusedAs })}
          onSubmit={submit}
          onKeyDown={onKeyDown}
          noValidate
          className={className}
        >
          {children}
        </form>
      </FieldLabelsContext>
    </SubmitProblems>
  );
}

/** Brings the first field that was refused into view. Without one, the focus stays where it is. */
function focusFirstInvalid(form: HTMLElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  invalid?.focus({ preventScroll: true });
  invalid?.scrollIntoView({ block: 'center' });
}

/**
 * The text of the problem because of which the last submit was refused in this field; undefined for none, and once the
 * value is another one. With `label`, the refusal beside the button names the field by it too.
 */
export function useFieldProblem(name: string, value: unknown, label?: string): string | undefined {
  useFieldLabel(name, label);
  const problems = useContext(SubmitProblems);
  const { tIfKnown, lang } = useTranslation();
  const [refused, setRefused] = useState({ problems, value });
  if (refused.problems !== problems) setRefused({ problems, value });
  if (refused.problems === problems && refused.value !== value) return undefined;
  // An element of a list that is typed into one field, such as `senders[2]`, is marked at that field.
  const isAbout = (one: Problem) => name !== '' && markedField(one).replace(/\[\d+\]$/, '') === name;
  const problem = problems.find(isAbout);
  return problem && translateReason(problem, tIfKnown, lang);
}
