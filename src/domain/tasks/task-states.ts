import { keysOf } from '../values/records.ts';
export const TASK_STATUSES = ['open', 'closed', 'invoiced'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export interface TaskListFacts {
  status: TaskStatus;
  isRunning: boolean;
  hasUnbilledTime: boolean;
}

/** The lists of tasks, and when a task is in each of them: open ones, those that can be billed, and those that are over. */
export const TASK_LISTS = {
  open: [{ status: 'open' }],
  invoice: [{ isRunning: false, hasUnbilledTime: true }],
  older: [{ status: 'closed' }, { status: 'invoiced' }],
} as const satisfies Record<string, readonly Partial<TaskListFacts>[]>;
export type TaskType = keyof typeof TASK_LISTS;
export const TASK_TYPES = keysOf(TASK_LISTS);

export interface TaskState {
  status: TaskStatus;
  running: boolean;
}

export const TASK_EVENTS = ['start', 'stop', 'log', 'deactivate', 'bill'] as const;
export type TaskEvent = (typeof TASK_EVENTS)[number];

/** The reason why an event is not allowed: the timer is running, or it is not, or the task accepts no more time. */
type TaskViolation = 'running' | 'not running' | 'finished';

/**
 * The statuses in which each event is allowed. New time makes an invoiced task open again, so that work that is billed
 * every month stays one task. A closed task takes no time; what is on it can still be billed.
 */
const ALLOWED_IN: Record<TaskEvent, readonly TaskStatus[]> = {
  start: ['open', 'invoiced'],
  stop: TASK_STATUSES,
  log: ['open', 'invoiced'],
  deactivate: ['open'],
  bill: ['open', 'closed'],
};

/** The reason why an event is not allowed, or null. */
export function transitionViolation({ status, running }: TaskState, event: TaskEvent): TaskViolation | null {
  if (event === 'stop') return running ? null : 'not running';
  if (!ALLOWED_IN[event].includes(status)) return 'finished';
  return running && event !== 'log' ? 'running' : null;
}
