import { useEffect, useState } from 'react';

/** The value as it was `ms` after its last change: one request for a burst of keystrokes. */
export function useDebounced<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}

/** True once the component has been mounted for `ms`. */
export function useIsSlow(ms: number): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isSlow;
}
