import { changedFields, ofPart } from '../../kernel/effects/changed-fields.ts';
import {
  changeOf,
  type Effect,
  type EffectField,
  type EffectRecord,
  NOTHING_OUTSIDE,
  toEffectFile,
} from '../../kernel/effects/effect.ts';
import type { UploadedFile } from '../../kernel/fields/uploaded-file.ts';
import { items } from '../items/tables.ts';
import type { LockedLog, LogFields } from './log-store.ts';
import type { LockedTask, NewTask, TaskFacts } from './store.ts';
import { taskLogs, tasks } from './tables.ts';

/** A task as the effect of a write names it. */
export function taskRecord({ guid, number, name }: LockedTask): EffectRecord {
  return { kind: 'task', guid, number, name };
}

/** A log of time is known by its task. */
export function logRecord({ guid, task_number: number, task_name: name }: LockedLog): EffectRecord {
  return { kind: 'time_log', guid, number, name };
}

/** The effect of a change of the task itself. */
export function taskChange(before: LockedTask, after: object): Effect {
  return changeOf(taskRecord(before), changedFields(tasks, before, after));
}

export function newTaskEffect(
  { name, projectName, item }: Pick<NewTask, 'name' | 'projectName' | 'item'>,
  { customer, item: found }: TaskFacts,
): Effect {
  const billed: EffectField[] =
    'fields' in item
      ? ofPart('item', changedFields(items, null, item.fields))
      : [{ name: 'item', to: found }];
  return {
    kind: 'task',
    name,
    ...NOTHING_OUTSIDE,
    fields: [
      ...changedFields(tasks, null, { project_name: projectName }),
      { name: 'customer', to: customer },
      ...billed,
    ],
    // The number of a new item is the next one.
    defaults: ['item.item_number'],
  };
}

/** The days of a log that follow from the day of the call. */
export function unsentDays({ date, end_date }: { date?: string | undefined; end_date?: string | undefined }) {
  if (date) return [];
  return end_date ? ['from_date'] : ['from_date', 'to_date'];
}

/** `defaults`: what the clock decides about, not the call. */
export function newLogEffect(
  task: LockedTask,
  fields: LogFields,
  { file, endsTimer, defaults }: { file: UploadedFile | undefined; endsTimer: boolean; defaults: string[] },
): Effect {
  return {
    kind: 'time_log',
    record: taskRecord(task),
    ...NOTHING_OUTSIDE,
    files: file ? [toEffectFile(file)] : [],
    fields: [
      ...changedFields(taskLogs, null, fields),
      ...(endsTimer ? [{ name: 'timer', from: 'running', to: 'stopped' }] : []),
    ],
    defaults,
  };
}

export function logChange(before: LockedLog, after: LogFields, file: UploadedFile | undefined): Effect {
  return {
    ...changeOf(logRecord(before), changedFields(taskLogs, before, after)),
    files: file ? [toEffectFile(file)] : [],
  };
}
