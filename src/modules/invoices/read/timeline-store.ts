import { Sql, sql } from '../../../kernel/database/sql.ts';

export interface EventRow {
  at: string;
  /** To the last digit, by which the act of a person is known to be this. */
  moment: string;
  event: string;
  via: string;
  recipient: string;
  reason: string;
  by: string | null;
}

export interface NoteRow {
  at: string;
  number: string;
  by: string | null;
}

/** What one of the account's people did to the invoice, and when. */
export interface ActRow {
  moment: string;
  by: string;
}

/** More than this is not shown of an invoice's story: the newest. A literal, so that the server keeps its plan. */
const MOST_SHOWN = new Sql(['200'], []);

const shownTime = (time: Sql) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
const nameOf = sql`coalesce(nullif(p.name, ''), p.username)`;
const actsOn = (
  record: Sql,
) => sql`audit_log a join people p on p.account_id = a.account_id and p.id = a.person_id
  where a.account_id = i.account_id and a.target = ${record}.guid::text and a.person_id is not null`;

/** Columns of the invoice `i`: what was stored of its story, and what other rows tell of it. */
export const timelineColumns = sql`i.paid_on, i.created_at::text as made_at,
  (select coalesce(json_agg(json_build_object('at', ${shownTime(sql`e.at`)}, 'moment', e.at::text,
      'event', e.event, 'via', e.via, 'recipient', e.recipient, 'reason', e.reason,
      'by', (select ${nameOf} from people p where p.account_id = i.account_id and p.id = e.person_id)) order by e.id), '[]')
    from (select * from invoice_events s where s.account_id = i.account_id and s.invoice_id = i.id
      order by s.id desc limit ${MOST_SHOWN}) e) as events,
  (select coalesce(json_agg(json_build_object('at', ${shownTime(sql`n.created_at`)}, 'number', n.number::text,
      'by', (select ${nameOf} from ${actsOn(sql`n`)} and a.at = n.created_at limit 1)) order by n.id), '[]')
    from invoices n where n.account_id = i.account_id and n.refer_id = i.id) as notes,
  (select coalesce(json_agg(json_build_object('moment', c.at::text, 'by', c.by)), '[]')
    from (select a.at, ${nameOf} as by from ${actsOn(sql`i`)} order by a.at desc limit ${MOST_SHOWN}) c) as acts`;
