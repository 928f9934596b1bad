import { useEffect, useState } from 'react';
import { readKept, writeKept } from './kept.ts';

/** State that outlives a reload or a lost session in this tab, so that nothing typed is lost. */
export function useKept<T>(name: string, initial: T): [T, (change: (before: T) => T) => void, () => void] {
  const [start] = useState(initial);
  const [value, setValue] = useState<T>(() => readKept<T>(name) ?? start);
  useEffect(() => {
    writeKept(name, JSON.stringify(value) === JSON.stringify(start) ? null : value);
  }, [name, value, start]);
  const forget = () => {
    setValue(start);
    writeKept(name, null);
  };
  return [value, setValue, forget];
}

/** The fields of a form: kept like that, changed a few at a time, forgotten when it is sent or left. */
export function useKeptFields<T extends object>(name: string, initial: T) {
  const [fields, change, forget] = useKept(name, initial);
  const set = (changed: Partial<T>) => change((before) => ({ ...before, ...changed }));
  return { fields, set, forget };
}

export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** True once something has gone on for so long. */
export function useLong(ms: number): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return long;
}
