import { getTaskForConsole, getTasksForConsole } from '../../modules/tasks/console-view.ts';
import { createTask } from '../../modules/tasks/create-task.ts';
import { deactivateTask } from '../../modules/tasks/deactivate-task.ts';
import { deleteTaskLog } from '../../modules/tasks/delete-task-log.ts';
import { endTask } from '../../modules/tasks/end-task.ts';
import { logTask } from '../../modules/tasks/log-task.ts';
import { getRunningTimer, getTaskWorkers } from '../../modules/tasks/read.ts';
import { startTask } from '../../modules/tasks/start-task.ts';

/** What the console calls of tasks, by name. */
export const taskOperations = {
  'get-tasks': getTasksForConsole,
  'get-task': getTaskForConsole,
  'get-task-workers': getTaskWorkers,
  'get-running-timer': getRunningTimer,
  'create-task': createTask,
  'start-task': startTask,
  'end-task': endTask,
  'deactivate-task': deactivateTask,
  'log-task': logTask,
  'task-log-delete': deleteTaskLog,
} as const;
