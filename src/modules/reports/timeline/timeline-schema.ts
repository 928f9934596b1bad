import { z } from 'zod';
import { out } from '../../../kernel/fields/output-fields.ts';

/** What an entry is about, by which a screen opens it. */
export const TIMELINE_RECORDS = ['invoice', 'credit', 'quote', 'note', 'statement', 'payment'] as const;

export const customerTimeline = z.object({
  rows: out.list('The newest first', {
    at: out.time('When it happened'),
    record: out.code(TIMELINE_RECORDS, 'What it is about'),
    event: out.own('Kind of the entry', 'sent'),
    guid: out.guid('That record'),
    number: out.own('Its number; empty where it has none', '17'),
    amount: out.number('Its amount; 0 where there is none', 46500),
    currency: out.own('Its currency', 'ISK'),
    text: out.own('The note, the recipient or the reason', 'bokhald@kaupandi.example'),
    person: out.own('The person who did it; empty where it was nobody of the company', 'Anna Björnsdóttir'),
  }),
  more: out.flag('Whether there is another page'),
});
