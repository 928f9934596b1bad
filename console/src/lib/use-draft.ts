import { useEffect, useState } from 'react';
import { readDraft, writeDraft } from './draft-storage.ts';

/** State that survives a reload or an expired session in this tab, so that no typed text is lost. */
export function useDraft<T>(name: string, initial: T): [T, (change: (before: T) => T) => void, () => void] {
  const [start] = useState(initial);
  const [value, setValue] = useState<T>(() => readDraft<T>(name) ?? start);
  useEffect(() => {
    writeDraft(name, JSON.stringify(value) === JSON.stringify(start) ? null : value);
  }, [name, value, start]);
  const discard = () => {
    setValue(start);
    writeDraft(name, null);
  };
  return [value, setValue, discard];
}
