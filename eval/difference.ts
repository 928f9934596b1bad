import { isDeepStrictEqual } from 'node:util';
import type { Books, Fields, Snapshot } from './books.ts';

/** One change of the books: a record that is new, gone or different, or one that was sent to its customer. */
export interface Change {
  kind: string;
  change: 'added' | 'changed' | 'deleted' | 'sent';
  /** What people call the record. */
  name: string;
  /** The new record, or the new values of what changed. */
  fields: Fields;
}

/** Times, words and lists that follow from what else is compared. */
const FOLLOWING = new Set(
  'updated_timestamp reminded_at sent_timestamp answered_timestamp paid_on payments status_reason canDeactive logs invoices link file xml'.split(
    ' ',
  ),
);

function nameOf(kind: string, record: Fields): string {
  if (kind === 'invoice' || kind === 'quote') return record.description || record.number || '';
  return (
    record.recurring_name ??
    record.supplier_name ??
    record.item_number ??
    record.name ??
    record.operation ??
    ''
  );
}

/** Everything that has changed in the books since `before`. */
export async function differenceSince(before: Snapshot, books: Books): Promise<[Change[], Snapshot]> {
  const after = await books.snapshot();
  const changes: Change[] = [];
  const keys = new Set([...before.records.keys(), ...after.records.keys()]);
  for (const key of keys) {
    const [kind = ''] = key.split(' ');
    const [old, now] = [before.records.get(key), after.records.get(key)];
    const name = nameOf(kind, now ?? old ?? {});
    if (!old && now) changes.push({ kind, change: 'added', name, fields: now });
    else if (old && !now) changes.push({ kind, change: 'deleted', name, fields: {} });
    else if (old && now) {
      const fields = changedFields(old, now);
      if (Object.keys(fields).length > 0) changes.push({ kind, change: 'changed', name, fields });
    }
  }
  for (const { type, data } of await books.eventsSince(before)) {
    const [kind = '', verb = ''] = type.split('.');
    const record = before.records.get(`${kind} ${data.guid}`);
    // What was just made is sent by itself.
    if (record && (verb === 'sent' || verb === 'reminded'))
      changes.push({ kind, change: 'sent', name: nameOf(kind, record), fields: data });
  }
  return [changes, after];
}

function changedFields(old: Fields, now: Fields): Fields {
  // A profile is a record of its own; documents and tasks show it as it is today.
  const comparable = (record: Fields, name: string) =>
    name === 'customer' ? record.customer?.guid : record[name];
  const names = Object.keys(now).filter(
    (name) => !FOLLOWING.has(name) && !isDeepStrictEqual(comparable(old, name), comparable(now, name)),
  );
  return Object.fromEntries(names.map((name) => [name, now[name]]));
}

/** A change that a task asks for. Of a changed record all fields are named; of a new one those that matter. */
export interface ExpectedChange extends Omit<Change, 'name' | 'fields'> {
  name?: string;
  fields?: Fields;
}

/** A payment that came in. */
export function paid(amount: number, fields: Fields = {}): ExpectedChange {
  return { kind: 'payment', change: 'added', fields: { direction: 'in', amount, ...fields } };
}

function isExpected(actual: Change, { kind, change, name, fields = {} }: ExpectedChange): boolean {
  const names = Object.keys(fields);
  return (
    actual.kind === kind &&
    actual.change === change &&
    (name === undefined || actual.name === name) &&
    (change !== 'changed' || names.length === Object.keys(actual.fields).length) &&
    names.every((field) => contains(actual.fields[field], fields[field]))
  );
}

/** Whether a value is the expected one; of an object only the named fields count. */
function contains(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((one, index) => contains(actual[index], one))
    );
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  return Object.entries(expected).every(([name, one]) => contains((actual as Fields | null)?.[name], one));
}

/** What was not done, and what was done besides; empty where exactly the expected changes happened. */
export function compareChanges(actual: readonly Change[], expected: readonly ExpectedChange[]): string[] {
  const left = [...actual];
  const problems: string[] = [];
  for (const one of expected) {
    const index = left.findIndex((change) => isExpected(change, one));
    if (index < 0) problems.push(`missing: ${describe(one)}`);
    else left.splice(index, 1);
  }
  return [...problems, ...left.map((change) => `not asked for: ${describe(change)}`)];
}

function describe({ kind, change, name = '', fields = {} }: ExpectedChange): string {
  return `${kind} ${name} ${change} ${JSON.stringify(fields).slice(0, 200)}`;
}
