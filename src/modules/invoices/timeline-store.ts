import { sql } from '../../kernel/database/sql.ts';

export interface EventRow {
  at: string;
  event: string;
  via: string;
  recipient: string;
  reason: string;
}

export interface NoteRow {
  at: string;
  number: string;
}

/** More than this is not shown of an invoice's story: the newest. */
const MOST_SHOWN = 200;

/** Columns of the invoice `i`: what was stored of its story, and what other rows tell of it. */
export const storyColumns = sql`i.paid_on,
  (select coalesce(json_agg(json_build_object('at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
      'event', e.event, 'via', e.via, 'recipient', e.recipient, 'reason', e.reason) order by e.id), '[]')
    from (select * from invoice_events s where s.account_id = i.account_id and s.invoice_id = i.id
      order by s.id desc limit ${MOST_SHOWN}) e) as events,
  (select coalesce(json_agg(json_build_object('at', to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
      'number', n.number::text) order by n.id), '[]')
    from invoices n where n.account_id = i.account_id and n.refer_id = i.id) as notes`;
