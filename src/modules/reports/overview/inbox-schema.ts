import { z } from 'zod';
import { out } from '../../../kernel/fields/output-fields.ts';

/** Why a record waits for a person, the most urgent first. */
export const NEEDS = [
  'refused',
  'proposal',
  'question',
  'answer',
  'payment',
  'surplus',
  'refund',
  'claim',
  'consent',
  'einvoice',
  'mail',
  'collection',
  'overdue',
  'unread',
  'cost',
  'paused',
  'unverified',
] as const;

export type Need = (typeof NEEDS)[number];

const needRow = z.object({
  what: z.enum(NEEDS).describe('Reason why it waits'),
  guid: out.guid('The record'),
  number: out.own('Its number; empty where it has none', '17'),
  name: out.own('The customer, the supplier, or what it is called', 'Jón Jónsson'),
  amount: out.number('The remainder to pay or to pay back, or the amount; 0 where there is none', 46500),
  currency: out.own('Currency', 'ISK'),
  on: out.date('The due date, the day of value, or the day it came in'),
  person: out.own('The person who last changed it; empty where nobody did', 'Anna Björnsdóttir'),
  operation: out.own('The action that was refused', 'do-paid-invoice'),
  reason: out.own('Reason, as a code or a sentence; or the text of a question', 'invoice_locked'),
  reminded_at: out.time('When the customer was last reminded of the invoice; null where never').nullable(),
});

const counts = z
  .array(z.object({ what: z.enum(NEEDS).describe('Why'), count: out.integer('How many', 3) }))
  .describe('Number of all, also of those that are not listed');

export const needs = z.object({
  rows: z.array(needRow).describe('The records: the most urgent kind first, in each kind the oldest first'),
  counts,
});

export const needCounts = z.object({ counts, total: out.integer('How many in all', 12) });
