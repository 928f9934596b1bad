import type { Lang } from '../words/lang.ts';
import { Field, Select } from './field.tsx';

interface Props<Value extends string> {
  label: string;
  hint?: string;
  values: readonly Value[];
  chosen: string;
  onChoose(value: Value): void;
  /** What each is called. */
  children(value: Value): string | undefined;
}

/** A field in which one of a few is chosen. */
export function Choose<Value extends string>(props: Props<Value>) {
  const { label, hint, values, chosen, onChoose, children } = props;
  return (
    <Field label={label} {...(hint && { hint })}>
      <Select value={chosen} onChange={({ target }) => onChoose(target.value as Value)}>
        {values.map((value) => (
          <option key={value} value={value}>
            {children(value)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Each by its own name, so that who does not read the one finds the other. */
const LANGUAGES: Readonly<Record<Lang, string>> = { is: 'Íslenska', en: 'English' };

export function ChooseLanguage(props: Omit<Props<Lang>, 'values' | 'children'>) {
  return (
    <Choose {...props} values={['is', 'en']}>
      {(lang) => LANGUAGES[lang]}
    </Choose>
  );
}
