import type { ComponentProps, ReactNode } from 'react';
import type { TextKey } from '../../i18n/lang.ts';
import { useTranslation } from '../../i18n/translation.tsx';
import type { FormFields } from '../../lib/use-fields.ts';
import { DateInput } from './date-input.tsx';
import { Check, Field, Input, TextArea } from './field.tsx';
import { useFieldProblem } from './form.tsx';
import { NumberInput } from './number-input.tsx';

type NamesOf<T, Value> = { [Name in keyof T]-?: T[Name] extends Value ? Name : never }[keyof T] & string;

type Bindable<T extends object> = Pick<FormFields<T>, 'fields' | 'set'>;

interface FrameProps {
  name: string;
  /** The field as refusals name it, where that is another name. */
  field?: string | undefined;
  /** When it is left out, the label is the text of the field's text key. */
  label?: string | undefined;
  hint?: ReactNode;
  optional?: boolean | undefined;
  /** Over both columns of the form. */
  wide?: boolean | undefined;
}

interface BoundProps<T extends object> extends FrameProps {
  form: Bindable<T>;
  name: NamesOf<T, string>;
}

function FieldFrame({
  name,
  value,
  field: refused,
  label,
  hint,
  optional,
  wide,
  children,
}: FrameProps & { value: string; children: ReactNode }) {
  const { t } = useTranslation();
  const problem = useFieldProblem(refused ?? name, value, label);
  const field = (
    <Field
      label={label ?? t(`field.${name}` as TextKey)}
      hint={hint}
      problem={problem}
      {...(optional && { optional: t('optional') })}
    >
      {children}
    </Field>
  );
  return wide ? <div className="sm:col-span-2">{field}</div> : field;
}

/** Separates the props of the frame from those of the input, and binds the input to its field of the form. */
function bindField<T extends object, Rest extends object>(props: BoundProps<T> & Rest) {
  const { form, name, field, label, hint, optional, wide, ...input } = props;
  return {
    frame: { name, field, label, hint, optional, wide, value: form.fields[name] as string },
    input,
    value: form.fields[name] as string,
    setValue: (value: string) => form.set({ [name]: value } as Partial<T>),
  };
}

type Unbound<Props> = Omit<Props, 'name' | 'form' | 'value' | 'onChange'>;
type InputProps = Unbound<ComponentProps<typeof Input>>;
type AreaProps = Unbound<ComponentProps<typeof TextArea>>;
type DateProps = Unbound<ComponentProps<typeof DateInput>>;

/** A line of text that is bound to one field of a form. */
export function TextField<T extends object>(props: BoundProps<T> & InputProps) {
  const { frame, input, value, setValue } = bindField(props);
  return (
    <FieldFrame {...frame}>
      <Input {...input} value={value} onChange={({ target }) => setValue(target.value)} />
    </FieldFrame>
  );
}

type NumberProps = Unbound<ComponentProps<typeof NumberInput>>;

/** A number; the field of the form holds its value, not the text that was typed. */
export function NumberField<T extends object>(props: BoundProps<T> & NumberProps) {
  const { frame, input, value, setValue } = bindField(props);
  return (
    <FieldFrame {...frame}>
      <NumberInput {...input} value={value} onChange={setValue} />
    </FieldFrame>
  );
}

export function TextAreaField<T extends object>(props: BoundProps<T> & AreaProps) {
  const { frame, input, value, setValue } = bindField(props);
  return (
    <FieldFrame {...frame}>
      <TextArea {...input} value={value} onChange={({ target }) => setValue(target.value)} />
    </FieldFrame>
  );
}

export function DateField<T extends object>(props: BoundProps<T> & DateProps) {
  const { frame, input, value, setValue } = bindField(props);
  return (
    <FieldFrame {...frame}>
      <DateInput {...input} keepsInvalid value={value} onChange={setValue} />
    </FieldFrame>
  );
}

interface CheckFieldProps<T extends object> {
  form: Bindable<T>;
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
