import { z } from 'zod';
import { ACTION_STATES } from '../../../domain/access/stored-call-states.ts';
import { guid, listOf, object, recordOf, text } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { problem } from '../problems.ts';

/** As many as can be started at once by choosing rows of a list. */
const MAX_ACTIONS = 200;

/** As many as one list may have chosen. */
const MAX_RECORDS = 5000;

export const manyInput = object({
  operation: text(100)('The operation for each of them'),
  guids: listOf(guid(), MAX_RECORDS).describe('The records'),
  input: recordOf(z.unknown()).optional().describe('Other fields of the operation, the same for all'),
});

export const writeInput = object({
  operation: text(100)('The operation'),
  input: recordOf(z.unknown()).describe('Input of the operation'),
});

export const writePreview = z.object({
  output: z.unknown().describe('The answer of the operation; null where it would be refused'),
  problems: z.array(problem).describe('Why it would be refused'),
});

export const actionGuids = object({
  guids: listOf(guid(), MAX_ACTIONS).describe('The actions'),
});

const refusedRecord = z.object({
  guid: out.guid('The record'),
  problems: z.array(problem).describe('Why it was refused'),
});
export type RefusedRecord = z.infer<typeof refusedRecord>;
const refused = z.array(refusedRecord).describe('Records for which it is refused');

export const manyPreview = z.object({ refused });
export const manyOutcome = z.object({ done: out.integer('Number of records for which it ran', 17), refused });

export const delayedAction = z.object({
  guid: out.guid('Identifies the action'),
  operation: out.own('The operation that will run', 'do-paid-invoice'),
  is_credit: out.flag('Whether the invoice that it creates is a credit note'),
  state: out.code(ACTION_STATES, 'Its state'),
  target: out.guid('The record that it changes; null where it creates a new one').nullable(),
  targets: z.array(z.string()).describe('The records, where it runs for many or settles them'),
  seconds_left: out.number('Seconds until it runs; 0 when that time has come', 9.5),
  about: out.own('Name of the record', '#17 · Jón Jónsson'),
  amount: out.own('The amount of a new document; empty where there is none', '46500'),
  currency: out.own('Its currency', 'ISK'),
  is_mine: out.flag('Whether the person who asks started it'),
  made: out.own('Guid of the new record; empty where there is none').describe('Guid of the new record'),
  number: out.own('Number of the new record', '17'),
  problems: z.array(problem).describe('Why it was refused'),
  outcome: manyOutcome
    .nullable()
    .describe('Result for many records; null before it ran, and for a single record'),
});

export const endedActions = z.object({ count: out.integer('How many', 1) });
