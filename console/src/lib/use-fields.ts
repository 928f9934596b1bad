import { useState } from 'react';
import { useDraft } from './use-draft.ts';

/** The fields of a form: `set` changes some of them, `discard` puts back what the form started with. */
export interface FormFields<T extends object> {
  fields: T;
  set(changed: Partial<T>): void;
  discard(): void;
  /** Whether anything was typed that `discard` would lose. */
  isDirty: boolean;
}

/** Fields that are forgotten with the form, as those that hold a password must be. */
export function useFields<T extends object>(initial: T | (() => T)): FormFields<T> {
  const [start] = useState(initial);
  const [fields, setFields] = useState(start);
  const set = (changed: Partial<T>) => setFields((before) => ({ ...before, ...changed }));
  return { fields, set, discard: () => setFields(start), isDirty: differs(fields, start) };
}

/** Fields that survive a reload as a draft under this name. */
export function useDraftFields<T extends object>(name: string, initial: T): FormFields<T> {
  const [fields, change, discard] = useDraft(name, initial);
  const set = (changed: Partial<T>) => change((before) => ({ ...before, ...changed }));
  return { fields, set, discard, isDirty: differs(fields, initial) };
}

function differs(fields: object, start: object): boolean {
  return JSON.stringify(fields) !== JSON.stringify(start);
}
