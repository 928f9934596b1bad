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
  operation: text(100)().describe('What is to be done with each of them'),
  guids: listOf(guid(), MAX_RECORDS).describe('The records'),
  input: recordOf(z.unknown()).optional().describe('What else the operation takes, the same for all'),
});

export const writeInput = object({
  operation: text(100)().describe('What would be done'),
  input: recordOf(z.unknown()).describe('What the operation takes'),
});

export const writePreview = z.object({
  output: z.unknown().describe('What the operation would answer; null where it would be refused'),
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
const refused = z.array(refusedRecord).describe('Those that it is refused for');

export const manyPreview = z.object({ refused });
export const manyOutcome = z.object({ done: out.integer('How many it was done with', 17), refused });

export const delayedAction = z.object({
  guid: out.guid('Identifies the action'),
  operation: out.own('What will be done', 'do-paid-invoice'),
  is_credit: out.flag('Whether the invoice that it makes is a credit note'),
  state: out.code(ACTION_STATES, 'Where it stands'),
  target: out.guid('The record that it is about; null where it makes a new one').nullable(),
  targets: z.array(z.string()).describe('The records, where it is done with many or settles them'),
  seconds_left: out.number('Until it runs; 0 when that time has come', 9.5),
  about: out.own('What the record is called', '#17 · Jón Jónsson'),
  amount: out.own('The amount of a new document; empty where there is none', '46500'),
  currency: out.own('Its currency', 'ISK'),
  is_mine: out.flag('Whether the person who asks started it'),
  made: out.own('The guid of what was made; empty where nothing was').describe('Guid of the new record'),
  number: out.own('The number of what was made', '17'),
  problems: z.array(problem).describe('Why it was refused'),
  outcome: manyOutcome.nullable().describe('What became of many; null before that, and of a single record'),
});

export const endedActions = z.object({ count: out.integer('How many', 1) });
