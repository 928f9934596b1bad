import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react';

const INPUT =
  'w-full rounded-lg border border-border-strong/70 bg-paper px-3 text-sm text-ink placeholder:text-muted/80 transition-colors hover:border-border-strong focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent aria-invalid:border-danger disabled:bg-sunken disabled:text-muted';

interface FieldLink {
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
}

const Context = createContext<FieldLink | null>(null);

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Why the last submit was refused because of this field. */
  problem?: string | undefined;
  optional?: string;
  hideLabel?: boolean;
  children: ReactNode;
}

/** A field with its label and hint, linked for screen readers. */
export function Field({ label, hint, problem, optional, hideLabel = false, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const problemId = problem ? `${id}-problem` : undefined;
  const describedBy = [problemId, hintId].filter(Boolean).join(' ') || undefined;
  return (
    <Context value={{ id, describedBy, isInvalid: problem !== undefined }}>
      <div className="min-w-0">
        <label
          htmlFor={id}
          className={hideLabel ? 'sr-only' : 'mb-1.5 flex justify-between gap-2 text-dense font-medium'}
        >
          <span>{label}</span>
          {optional && !hideLabel && <span className="font-normal text-muted">{optional}</span>}
        </label>
        {children}
        {problem && (
          <p id={problemId} className="mt-1 text-dense text-danger">
            {problem}
          </p>
        )}
        {hint && (
          <p id={hintId} className="mt-1 text-dense text-muted">
            {hint}
          </p>
        )}
      </div>
    </Context>
  );
}

/** The attributes that tie an input to the field around it. */
function useFieldLink() {
  const field = useContext(Context);
  return field
    ? { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.isInvalid || undefined }
    : {};
}

export function Input({
  figure = false,
  ...rest
}: Omit<ComponentProps<'input'>, 'className'> & { figure?: boolean }) {
  return (
    <input
      {...useFieldLink()}
      autoComplete="off"
      {...rest}
      className={`${INPUT} h-9 max-sm:h-11 ${figure ? 'figure text-right' : ''}`}
    />
  );
}

export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  return <textarea {...useFieldLink()} rows={3} {...props} className={`${INPUT} py-2`} />;
}

export function Select({ children, ...rest }: Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <select {...useFieldLink()} {...rest} className={`${INPUT} h-9 pr-8 max-sm:h-11`}>
      {children}
    </select>
  );
}

interface CheckProps {
  label: string;
  hint?: string | undefined;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
}

export function Check({ label, hint, checked, onChange, disabled = false }: CheckProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5 py-1">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-(--accent) max-sm:size-5"
      />
      <div className="min-w-0">
        <label htmlFor={id} className={disabled ? 'text-muted' : ''}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-dense text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
