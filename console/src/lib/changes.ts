import { useEffect, useState } from 'react';
import { differences, type Fields, isGroup } from './differences.ts';
import { readDraft, writeDraft } from './draft-storage.ts';

/** What a person has changed of a record, and the values of the record that it was changed from. */
export interface Change {
  data: Fields;
  was: Fields;
}

/** Only what differs is sent: fields that somebody else changes meanwhile stay as they are. */
export function changeOf(before: object, after: object, record: object): Change {
  const data = differences(before, after);
  return { data, was: pickLike(data, record as Fields) };
}

/** The same fields of another record, as far as it has them. */
export function pickLike(fields: Fields, record: Fields): Fields {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (!(name in record)) return [];
    const there = record[name];
    return [[name, isGroup(value) && isGroup(there) ? pickLike(value, there) : there]];
  });
  return Object.fromEntries(entries);
}

/** The fields by their paths, such as `settings.company_phone`. */
export function flatten(fields: Fields, path = ''): Map<string, unknown> {
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    isGroup(value) && !('guid' in value)
      ? [...flatten(value, `${path}${name}.`)]
      : [[`${path}${name}`, value] as const],
  );
  return new Map(entries);
}

/** The change without the fields in which the values of somebody else count, made from those values. */
export function settleChange({ data, was }: Change, current: Fields, theirs: ReadonlySet<string>): Change {
  return { data: without(data, theirs), was: without({ ...was, ...current }, theirs) };
}

function without(fields: Fields, paths: ReadonlySet<string>, path = ''): Fields {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (paths.has(`${path}${name}`)) return [];
    return [[name, isGroup(value) && !('guid' in value) ? without(value, paths, `${path}${name}.`) : value]];
  });
  return Object.fromEntries(entries);
}

/**
 * The record from which a form was changed: as it was when the form began to differ from it, also after a reload. The
 * record itself may be read again at any time, and then holds what somebody else has changed.
 */
export function useBase<T>(draft: string, record: T, isDirty: boolean): T {
  const name = `${draft}-base`;
  const [base, setBase] = useState<T>(() => readDraft<T>(name) ?? record);
  useEffect(() => {
    if (!isDirty) setBase(record);
    writeDraft(name, isDirty ? base : null);
  }, [name, isDirty, record, base]);
  return base;
}
