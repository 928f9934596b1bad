import { z } from 'zod';
import { out } from '../../../kernel/fields/output-fields.ts';

export const OVERVIEW_TABS = ['draft', 'open', 'overdue', 'collection'] as const;

const countAndTotal = { count: out.integer('How many', 3), total: out.number('Their sum in ISK', 46500) };

export const overview = z.object({
  states: z
    .array(
      z.object({
        state: z.enum(OVERVIEW_TABS).describe('Where they stand'),
        ...countAndTotal,
      }),
    )
    .describe('Invoices that are not settled yet: drafts by their amount, the others by what is left to pay'),
  unpaid: z
    .object(countAndTotal)
    .describe('Invoices that have been issued and not been paid, by what is left to pay'),
  overdue: z.object(countAndTotal).describe('What of it is past its due date and not in collection'),
  collection: z.object(countAndTotal).describe('What of it is in collection'),
  months: z
    .array(
      z.object({
        month: out.own('Year and month', '2026-03'),
        issued: out.number('Issued in it, with VAT, in ISK'),
        paid: out.number('Paid in it, in ISK'),
      }),
    )
    .describe('The last twelve months, oldest first'),
  ageing: z
    .array(
      z.object({
        band: out.integer('0: not due; 1: up to 30 days late; 2: up to 60; 3: up to 90; 4: more', 1),
        ...countAndTotal,
      }),
    )
    .describe('What is left to pay, by how late it is'),
  costs: z.object(countAndTotal).describe('Costs that wait for approval'),
  unbilled_hours: out.number('Hours on tasks that are on no invoice', 12.5),
  running: out.integer('How many timers run'),
  activity: z
    .array(
      z.object({
        at: out.time('When'),
        via: out.own('By which way in', 'console'),
        agent_id: out.own('The program that did it').nullable(),
        agent: out.outside('What that program is called; empty where none did it', 'Bókhaldsvél'),
        action: out.own('What was done', 'create-invoice'),
        target: out.own('To what').nullable(),
        about: out.outside('What that is called, where it has a name', '#17 · Jón Jónsson'),
        record: out.own('What kind of record that is; empty where it is gone', 'invoice'),
        person: out.own('The person who did it; empty where none did', 'Anna Björnsdóttir'),
      }),
    )
    .describe('What was done last'),
});
