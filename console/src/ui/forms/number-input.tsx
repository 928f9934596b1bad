import { type ComponentProps, useState } from 'react';
import { useTranslation } from '../../i18n/translation.tsx';
import { type NumberKind, parseNumber, showNumber } from '../../lib/numbers.ts';
import { Input } from './field.tsx';

interface Props extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'type' | 'figure'> {
  /** A number in wire format, or text that is none. A form holds this value, which no language changes. */
  value: string;
  onChange(value: string): void;
  kind?: NumberKind | undefined;
}

/** A number as people write it. When the field is left, it shows in the language of the screen what was understood. */
export function NumberInput({ value, onChange, kind, onBlur, ...rest }: Props) {
  const { lang } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      inputMode={kind?.isWhole ? 'numeric' : 'decimal'}
      {...rest}
      figure
      value={typed ?? showNumber(value, lang, kind)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(parseNumber(target.value, lang, kind));
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
