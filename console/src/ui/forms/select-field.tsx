import type { Lang } from '../../i18n/lang.ts';
import { Segments } from '../elements/segments.tsx';
import { Field, Select } from './field.tsx';
import { useFieldProblem } from './form.tsx';

interface Props<Value extends string> {
  label: string;
  hint?: string;
  /** The field of the form that it fills, as refusals name it. */
  field?: string;
  disabled?: boolean;
  values: readonly Value[];
  value: string;
  onChange(value: Value): void;
  /** The label of an option. */
  children(value: Value): string | undefined;
}

/** A labelled select with a fixed list of options. */
export function SelectField<Value extends string>(props: Props<Value>) {
  const { label, hint, field = '', disabled = false, values, value: selected, onChange, children } = props;
  const problem = useFieldProblem(field, selected, label);
  return (
    <Field label={label} problem={problem} {...(hint && { hint })}>
      <Select value={selected} disabled={disabled} onChange={({ target }) => onChange(target.value as Value)}>
        {values.map((value) => (
          <option key={value} value={value}>
            {children(value)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Each language is named in itself, so that people who read only one of them find it. */
const LANGUAGES: Readonly<Record<Lang, string>> = { is: 'Íslenska', en: 'English' };

/** For a choice that is saved at once. */
export function LanguageSegments(props: { label: string; value: Lang; onChange(lang: Lang): void }) {
  return (
    <Segments {...props} values={['is', 'en']}>
      {(lang) => LANGUAGES[lang]}
    </Segments>
  );
}

export function LanguageField(props: Omit<Props<Lang>, 'values' | 'children'>) {
  return (
    <SelectField {...props} values={['is', 'en']}>
      {(lang) => LANGUAGES[lang]}
    </SelectField>
  );
}
