import { z } from 'zod';
import { out } from '../../../kernel/fields/output-fields.ts';

export const OVERVIEW_TABS = ['draft', 'open', 'overdue', 'collection'] as const;

const countAndTotal = { count: out.integer('How many', 3), total: out.number('Their sum in ISK', 46500) };

export const overview = z.object({
  states: z
    .array(
      z.object({
        state: z.enum(OVERVIEW_TABS).describe('Their state'),
        ...countAndTotal,
      }),
    )
    .describe('Invoices that are not settled yet: drafts by their amount, the others by their remainder'),
  unpaid: z.object(countAndTotal).describe('Invoices that were issued and are not paid, by their remainder'),
  overdue: z.object(countAndTotal).describe('Part of it that is past its due date and not in collection'),
  collection: z.object(countAndTotal).describe('Part of it that is in collection'),
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
    .describe('Remainder, by days overdue'),
  costs: z.object(countAndTotal).describe('Costs that wait for approval'),
  unbilled_hours: out.number('Hours on tasks that are on no invoice', 12.5),
  running: out.integer('How many timers run'),
  activity: z
    .array(
      z.object({
        at: out.time('When'),
        via: out.own('The surface that was used', 'console'),
        agent_id: out.own('The program that did it').nullable(),
        agent: out.outside('What that program is called; empty where none did it', 'Bókhaldsvél'),
        action: out.own('What was done', 'create-invoice'),
        target: out.own('Guid of the record').nullable(),
        about: out.outside('Name of that record, where it has one', '#17 · Jón Jónsson'),
        record: out.own('Kind of that record; empty where it was deleted', 'invoice'),
        person: out.own('The person who did it; empty where none did', 'Anna Björnsdóttir'),
      }),
    )
    .describe('The last actions in the books'),
});
