import { useEffect, useState } from 'react';

/** State that outlives a reload or a lost session in this tab, so that nothing typed is lost. */
export function useKept<T>(name: string, initial: T): [T, (change: (before: T) => T) => void, () => void] {
  const [value, setValue] = useState<T>(() => read(name) ?? initial);
  useEffect(() => {
    const text = JSON.stringify(value);
    try {
      if (text === JSON.stringify(initial)) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, text);
    } catch {
      // A browser that keeps nothing still works.
    }
  }, [name, value, initial]);
  const forget = () => {
    setValue(initial);
    sessionStorage.removeItem(name);
  };
  return [value, setValue, forget];
}

function read<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
