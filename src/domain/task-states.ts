export const TASK_STATUSES = ['open', 'closed', 'invoiced'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export interface TaskState {
  status: TaskStatus;
  running: boolean;
}

export const TASK_EVENTS = ['start', 'stop', 'log', 'deactivate', 'bill'] as const;
export type TaskEvent = (typeof TASK_EVENTS)[number];

/** Why an event cannot happen: the timer runs, or it does not, or the task takes no more time. */
export type TaskObstacle = 'running' | 'not running' | 'finished';

/**
 * What stands in the way of an event; null when nothing does. Only an open task takes time. What was logged on a
 * closed one can still be billed; an invoiced task is done with.
 */
export function transitionObstacle({ status, running }: TaskState, event: TaskEvent): TaskObstacle | null {
  if (event === 'stop') return running ? null : 'not running';
  if (event === 'bill' ? status === 'invoiced' : status !== 'open') return 'finished';
  return running && event !== 'log' ? 'running' : null;
}
