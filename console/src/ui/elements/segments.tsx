import type { ReactNode } from 'react';

interface Props<Value extends string> {
  label: string;
  values: readonly Value[];
  value: Value;
  onChange(value: Value): void;
  children(value: Value): ReactNode;
}

/** A segmented control: a few options side by side, one of them selected. */
export function Segments<Value extends string>({
  label,
  values,
  value: selected,
  onChange,
  children,
}: Props<Value>) {
  return (
    <fieldset
      aria-label={label}
      className="no-print flex w-fit flex-wrap gap-1 rounded-xl border bg-paper p-1"
    >
      {values.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === selected}
          onClick={() => onChange(value)}
          className={`h-8 rounded-lg px-3 font-medium max-sm:h-11 ${value === selected ? 'bg-accent-subtle text-accent' : 'text-muted hover:text-ink'}`}
        >
          {children(value)}
        </button>
      ))}
    </fieldset>
  );
}
