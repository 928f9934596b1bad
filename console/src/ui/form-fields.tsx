import type { ComponentProps, ReactNode } from 'react';
import type { FormFields } from '../lib/use-fields.ts';
import type { Word } from '../words/lang.ts';
import { useWords } from '../words/words.tsx';
import { DateInput } from './date-input.tsx';
import { Check, Field, Input, TextArea } from './field.tsx';
import { useIsWrong } from './form.tsx';

type NamesOf<T, Value> = { [Name in keyof T]-?: T[Name] extends Value ? Name : never }[keyof T] & string;

interface Bound<T extends object, Value> {
  form: Pick<FormFields<T>, 'fields' | 'set'>;
  name: NamesOf<T, Value>;
  /** Left out, the name of the field in the dictionary. */
  label?: string;
  hint?: ReactNode;
  optional?: boolean;
  /** Over both columns of the form. */
  wide?: boolean;
}

interface FrameProps {
  name: string;
  label?: string | undefined;
  hint?: ReactNode;
  optional?: boolean | undefined;
  wide?: boolean | undefined;
  children: ReactNode;
}

function FieldFrame({ name, label, hint, optional, wide, children }: FrameProps) {
  const { t } = useWords();
  const isWrong = useIsWrong(name);
  const field = (
    <Field
      label={label ?? t(`field.${name}` as Word)}
      hint={hint}
      isWrong={isWrong}
      {...(optional && { optional: t('optional') })}
    >
      {children}
    </Field>
  );
  return wide ? <div className="sm:col-span-2">{field}</div> : field;
}

type InputProps = Omit<ComponentProps<typeof Input>, 'name' | 'form' | 'value' | 'onChange'>;

/** A line of text that is bound to one field of a form. */
export function TextField<T extends object>({
  form: { fields, set },
  name,
  label,
  hint,
  optional,
  wide,
  ...input
}: Bound<T, string> & InputProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint} optional={optional} wide={wide}>
      <Input
        {...input}
        value={fields[name] as string}
        onChange={({ target }) => set({ [name]: target.value } as Partial<T>)}
      />
    </FieldFrame>
  );
}

/** A number as it is typed in the language of the screen; it stays text until the server parses it. */
export function NumberField<T extends object>(props: Bound<T, string> & InputProps) {
  return <TextField {...props} figure inputMode="decimal" />;
}

type AreaProps = Omit<ComponentProps<typeof TextArea>, 'name' | 'form' | 'value' | 'onChange'>;

export function TextAreaField<T extends object>({
  form: { fields, set },
  name,
  label,
  hint,
  optional,
  wide,
  ...area
}: Bound<T, string> & AreaProps) {
  return (
    <FieldFrame name={name} label={label} hint={hint} optional={optional} wide={wide}>
      <TextArea
        {...area}
        value={fields[name] as string}
        onChange={({ target }) => set({ [name]: target.value } as Partial<T>)}
      />
    </FieldFrame>
  );
}

export function DateField<T extends object>({
  form: { fields, set },
  name,
  disabled = false,
  ...frame
}: Bound<T, string> & { disabled?: boolean }) {
  return (
    <FieldFrame name={name} {...frame}>
      <DateInput
        value={fields[name] as string}
        disabled={disabled}
        onChange={(date) => set({ [name]: date } as Partial<T>)}
      />
    </FieldFrame>
  );
}

interface CheckFieldProps<T extends object> {
  form: Pick<FormFields<T>, 'fields' | 'set'>;
  name: NamesOf<T, boolean>;
  label: string;
  hint?: string;
  disabled?: boolean;
}

export function CheckField<T extends object>({ form: { fields, set }, name, ...rest }: CheckFieldProps<T>) {
  return (
    <Check
      {...rest}
      checked={fields[name] as boolean}
      onChange={(checked) => set({ [name]: checked } as Partial<T>)}
    />
  );
}
