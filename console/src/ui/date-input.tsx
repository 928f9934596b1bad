import { CalendarDays } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatInputDate, parseInputDate } from '../lib/dates.ts';
import { useWords } from '../words/words.tsx';
import { Input } from './field.tsx';

interface Props {
  value: string;
  onChange(date: string): void;
  /** Where no label stands above it, it is named inside until a day is chosen. */
  label?: string;
}

/** A day, typed the way of the language whatever the browser's own is; its calendar is one press away. */
export function DateInput({ value, onChange, label }: Props) {
  const { t, lang } = useWords();
  const [typed, setTyped] = useState(() => formatInputDate(value, lang));
  const native = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(formatInputDate(value, lang)), [value, lang]);
  const today = new Date().toJSON().slice(0, 10);
  const settle = () => {
    const date = parseInputDate(typed, today);
    if (typed.trim() === '' || date) onChange(date);
    else setTyped(formatInputDate(value, lang));
  };
  return (
    <div className="relative">
      <Input
        inputMode="numeric"
        placeholder={label ?? t('date.placeholder')}
        value={typed}
        {...(label && { 'aria-label': label })}
        onChange={({ target }) => {
          setTyped(target.value);
          const date = /\d{4}\.?$/.test(target.value) ? parseInputDate(target.value, today) : '';
          if (date) onChange(date);
        }}
        onBlur={settle}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('date.open')}
        onClick={() => native.current?.showPicker()}
        className="absolute inset-y-0 right-0 flex w-9 items-center justify-center text-muted hover:text-ink"
      >
        <CalendarDays size={16} aria-hidden />
      </button>
      <input
        ref={native}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="pointer-events-none absolute right-0 bottom-0 h-0 w-9 opacity-0"
      />
    </div>
  );
}
