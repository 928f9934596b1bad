import { useEffect, useState } from 'react';
import { readDraft, writeDraft } from './draft-storage.ts';

/** State that outlives a reload or a lost session in this tab, so that nothing typed is lost. */
export function useDraft<T>(name: string, initial: T): [T, (change: (before: T) => T) => void, () => void] {
  const [start] = useState(initial);
  const [value, setValue] = useState<T>(() => readDraft<T>(name) ?? start);
  useEffect(() => {
    writeDraft(name, JSON.stringify(value) === JSON.stringify(start) ? null : value);
  }, [name, value, start]);
  const forget = () => {
    setValue(start);
    writeDraft(name, null);
  };
  return [value, setValue, forget];
}

/** The fields of a form: kept like that, changed a few at a time, forgotten when it is sent or left. */
export function useDraftFields<T extends object>(name: string, initial: T) {
  const [fields, change, forget] = useDraft(name, initial);
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
export function useIsSlow(ms: number): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return long;
}
