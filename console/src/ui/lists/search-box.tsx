import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../lib/timers.ts';

const DEBOUNCE_MS = 220;

/** The search of a list, debounced. The shortcut `/` of the shell focuses it. */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch(search: string): void;
}) {
  const [typed, setTyped] = useState(value);
  const settled = useDebounced(typed, DEBOUNCE_MS);
  const latest = useRef({ value, onSearch });
  latest.current = { value, onSearch };
  useEffect(() => {
    if (settled.trim() !== latest.current.value) latest.current.onSearch(settled.trim());
  }, [settled]);
  useEffect(() => {
    if (value === '') setTyped((before) => (before.trim() === '' ? before : ''));
  }, [value]);
  return (
    <div className="relative min-w-52 flex-1 max-sm:basis-full sm:max-w-xs">
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="h-9 w-full rounded-lg border border-border-strong/70 bg-paper pr-3 pl-9 placeholder:text-muted hover:border-border-strong max-sm:h-11"
      />
    </div>
  );
}
