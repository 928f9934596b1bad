import { z } from 'zod';
import { type TaskStatus, transitionViolation } from '../../domain/tasks/task-states.ts';
import { hoursByDay } from '../../domain/tasks/task-time.ts';
import { toWire } from '../../domain/values/money.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { extendListForConsole, extendReadForConsole } from '../../kernel/operations/console-view.ts';
import { getTask, searchTasks } from './read.ts';
import type { Task } from './schema.ts';

const consoleFields = z.object({
  state: out.code(['open', 'running', 'closed', 'invoiced'], 'Its state'),
  days: out.list('Days on which time was logged', {
    date: out.date('The day'),
    hours: out.number('Hours on that day', 2.5),
  }),
  may: out.record('The operations that are possible now', {
    log: out.flag('Whether log-task is possible', true),
    bill: out.flag('Whether it has time that can be invoiced'),
  }),
});

const toConsoleFields = (task: Task) => {
  const running = task.canStop;
  const state = { status: task.status as TaskStatus, running };
  const days = hoursByDay(task.logs);
  return {
    state: running ? ('running' as const) : task.status,
    days: days.map(({ date, hours }) => ({ date, hours: toWire(hours) })),
    may: {
      log: transitionViolation(state, 'log') === null,
      bill: task.unbilled_time > 0 && transitionViolation(state, 'bill') === null,
    },
  };
};

// The API's reads with the state and the allowed actions, for the console.
export const getTaskForConsole = extendReadForConsole(getTask, consoleFields, toConsoleFields);
export const getTasksForConsole = extendListForConsole(searchTasks, consoleFields, toConsoleFields);
