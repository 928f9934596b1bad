import { col, row } from '../../../kernel/database/row.ts';
import { raw, type Sql, sql } from '../../../kernel/database/sql.ts';
import { timestampText } from '../../../kernel/database/time-sql.ts';
import { personNameSql } from '../../people/person-store.ts';
import { invoiceEvents } from '../records/tables.ts';

/** When it happened, and the name of the person who did it. */
const occasion = { at: col.text(), by: col.text().nullable() };
const event = invoiceEvents.pick('event', 'via', 'recipient', 'reason');

export const timelineRow = row({
  created_by: col.text().nullable(),
  events: col.jsonList(event.with(occasion)),
  /** Its credit notes. */
  notes: col.jsonList(row({ ...occasion, guid: col.uuid(), number: col.text() })),
});

/** Only the newest events are listed. A literal, so that the server can reuse its plan. */
const MAX_EVENTS = raw('200');

/** The name of a person of the account, for the column that holds the person's id. */
const personName = (person: Sql) => sql`(select ${personNameSql('p')} from people p
  where p.account_id = i.account_id and p.id = ${person})`;

/** Columns of the invoice `i`: its stored events, and the rows from which the rest of its timeline is derived. */
export const timelineColumns = sql`${personName(sql`i.created_by`)} as created_by,
  (select coalesce(json_agg(${event.jsonObject('e', sql`'at', ${timestampText(sql`e.at`)}, 'by', ${personName(sql`e.person_id`)}`)} order by e.id), '[]')
    from (select * from invoice_events s where s.account_id = i.account_id and s.invoice_id = i.id
      order by s.id desc limit ${MAX_EVENTS}) e) as events,
  (select coalesce(json_agg(json_build_object('at', ${timestampText(sql`n.created_at`)}, 'guid', n.guid,
      'number', n.number::text, 'by', ${personName(sql`n.created_by`)}) order by n.id), '[]')
    from invoices n where n.account_id = i.account_id and n.refer_id = i.id) as notes`;
