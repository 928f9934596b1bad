import { Sql, sql } from '../../../kernel/database/sql.ts';

export interface EventRow {
  at: string;
  /** `at` in full precision, by which the audit row of a person is matched. */
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

/** An audit row of a person for this invoice. */
export interface ActRow {
  moment: string;
  by: string;
}

/** Only the newest events are listed. A literal, so that the server can reuse its plan. */
const MAX_EVENTS = new Sql(['200'], []);

const timeText = (time: Sql) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
const personName = sql`coalesce(nullif(p.name, ''), p.username)`;
const auditRowsOf = (
  record: Sql,
) => sql`audit_log a join people p on p.account_id = a.account_id and p.id = a.person_id
  where a.account_id = i.account_id and a.target = ${record}.guid::text and a.person_id is not null`;

/** Columns of the invoice `i`: its stored events, its credit notes, and the audit rows of people. */
export const timelineColumns = sql`i.paid_on, i.created_at::text as made_at,
  (select coalesce(json_agg(json_build_object('at', ${timeText(sql`e.at`)}, 'moment', e.at::text,
      'event', e.event, 'via', e.via, 'recipient', e.recipient, 'reason', e.reason,
      'by', (select ${personName} from people p where p.account_id = i.account_id and p.id = e.person_id)) order by e.id), '[]')
    from (select * from invoice_events s where s.account_id = i.account_id and s.invoice_id = i.id
      order by s.id desc limit ${MAX_EVENTS}) e) as events,
  (select coalesce(json_agg(json_build_object('at', ${timeText(sql`n.created_at`)}, 'number', n.number::text,
      'by', (select ${personName} from ${auditRowsOf(sql`n`)} and a.at = n.created_at limit 1)) order by n.id), '[]')
    from invoices n where n.account_id = i.account_id and n.refer_id = i.id) as notes,
  (select coalesce(json_agg(json_build_object('moment', c.at::text, 'by', c.by)), '[]')
    from (select a.at, ${personName} as by from ${auditRowsOf(sql`i`)} order by a.at desc limit ${MAX_EVENTS}) c) as acts`;
