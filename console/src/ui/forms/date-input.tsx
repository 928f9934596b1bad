import { CalendarDays } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/translation.tsx';
import { formatInputDate, isDate, nextDayOfMonth, parseInputDate } from '../../lib/dates.ts';
import { Input } from './field.tsx';

interface Props {
  value: string;
  onChange(date: string): void;
  /** Without a visible label above it, the input shows its name as placeholder. */
  label?: string;
  disabled?: boolean;
  /** Passes on a text that is no date, so that the server refuses it; otherwise the last date comes back. */
  keepsInvalid?: boolean;
  /** The day is usually ahead, as a due date: a number alone is the next such day of a month. */
  isAhead?: boolean;
}

/** A date typed in the format of the screen's language, whatever the browser's locale; a button opens the native calendar. */
export function DateInput(props: Props) {
  const { value, onChange, label, disabled = false, keepsInvalid = false, isAhead = false } = props;
  const { t, lang } = useTranslation();
  const [typed, setTyped] = useState(() => formatInputDate(value, lang));
  const native = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(formatInputDate(value, lang)), [value, lang]);
  const today = new Date().toJSON().slice(0, 10);
  const commit = () => {
    const date = parseInputDate(typed, today) || (isAhead ? nextDayOfMonth(typed, today) : '');
    if (typed.trim() === '' || date) onChange(date);
    else if (keepsInvalid) onChange(typed);
    else setTyped(formatInputDate(value, lang));
  };
  return (
    <div className="relative">
      <Input
        inputMode="numeric"
        placeholder={label ?? t('date.placeholder')}
        value={typed}
        disabled={disabled}
        {...(label && { 'aria-label': label })}
        onChange={({ target }) => {
          setTyped(target.value);
          const date = /\d{4}\.?$/.test(target.value) ? parseInputDate(target.value, today) : '';
          if (date) onChange(date);
        }}
        onBlur={commit}
      />
      <button
        type="button"
        tabIndex={-1}
        disabled={disabled}
        aria-label={t('date.open')}
        onClick={() => native.current?.showPicker()}
        className="absolute inset-y-0 right-0 flex w-9 items-center justify-center text-muted enabled:hover:text-ink"
      >
        <CalendarDays size={16} aria-hidden />
      </button>
      <input
        ref={native}
        type="date"
        tabIndex={-1}
        aria-hidden
        disabled={disabled}
        value={isDate(value) ? value : ''}
        onChange={({ target }) => onChange(target.value)}
        className="pointer-events-none absolute right-0 bottom-0 h-0 w-9 opacity-0"
      />
    </div>
  );
}
