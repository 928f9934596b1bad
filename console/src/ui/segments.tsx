import type { ReactNode } from 'react';

interface Props<Value extends string> {
  label: string;
  values: readonly Value[];
  chosen: Value;
  onChoose(value: Value): void;
  children(value: Value): ReactNode;
}

/** A few choices side by side, one of them taken. */
export function Segments<Value extends string>({ label, values, chosen, onChoose, children }: Props<Value>) {
  return (
    <fieldset aria-label={label} className="flex w-fit flex-wrap gap-1 rounded-xl border bg-paper p-1">
      {values.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={`h-8 rounded-lg px-3 font-medium max-sm:h-11 ${value === chosen ? 'bg-wash text-accent' : 'text-soft hover:text-ink'}`}
        >
          {children(value)}
        </button>
      ))}
    </fieldset>
  );
}
