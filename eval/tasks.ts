import type { EvalTask } from './task.ts';
import { KEEPING } from './tasks/keeping.ts';
import { LIMITED } from './tasks/limited.ts';
import { PLANNING } from './tasks/planning.ts';
import { READING } from './tasks/reading.ts';
import { SELLING } from './tasks/selling.ts';

/** All tasks. In this order they can share one company, as the test run does. */
export const TASKS: readonly EvalTask[] = [...READING, ...SELLING, ...PLANNING, ...KEEPING, ...LIMITED];
