import { z } from 'zod';
import { toWire } from '../../domain/money.ts';
import { obstacle, type TaskStatus } from '../../domain/task-states.ts';
import { hoursByDay } from '../../domain/task-time.ts';
import { extendedList, extendedRead } from '../../kernel/extended.ts';
import { shown } from '../../kernel/shown.ts';
import { getTask, getTasks } from './crud.ts';
import type { Task } from './schema.ts';

const standing = z.object({
  state: shown.code(['open', 'running', 'closed', 'invoiced'], 'Where it stands'),
  days: z
    .array(z.object({ date: shown.date('The day'), hours: shown.number('Hours on that day', 2.5) }))
    .describe('The days that time was logged on'),
  may: z
    .object({
      log: shown.flag('Whether log-task would be taken', true),
      bill: shown.flag('Whether there is time that an invoice can be made of'),
    })
    .describe('What can be done with it now'),
});

const standingOf = (task: Task) => {
  const running = task.canStop;
  const can = { status: task.status as TaskStatus, running };
  const days = hoursByDay(task.logs);
  return {
    state: running ? ('running' as const) : task.status,
    days: days.map(({ date, hours }) => ({ date, hours: toWire(hours) })),
    may: {
      log: obstacle(can, 'log') === null,
      bill: task.unbilled_time > 0 && obstacle(can, 'bill') === null,
    },
  };
};

// For a person to look at: what programs get, where each stands, and what can be done with it.
export const lookAtTask = extendedRead(getTask, standing, standingOf);
export const lookAtTasks = extendedList(getTasks, standing, standingOf);
