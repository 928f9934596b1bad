import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { timestampText } from '../../kernel/database/time-sql.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { personNameSql } from '../people/person-store.ts';
import type { CustomerMove } from './store.ts';
import { customerContacts, customerNotes } from './tables.ts';

const contactFields = customerContacts.pick('guid', 'name', 'role', 'email', 'phone_number');
const notesAndContacts = row({
  notes: col.jsonList(row({ guid: col.uuid(), text: col.text(), at: col.text(), person: col.text() })),
  contacts: col.jsonList(contactFields),
});
export type NotesAndContacts = RowOf<typeof notesAndContacts>;

export async function readNotesAndContacts(
  db: Queryable,
  accountId: number,
  customerGuid: string,
): Promise<NotesAndContacts | null> {
  const [found] = await db.query(
    notesAndContacts,
    sql`select
        (select coalesce(json_agg(json_build_object('guid', n.guid, 'text', n.text,
            'at', ${timestampText(sql`n.created_at`)},
            'person', coalesce(${personNameSql('p')}, '')) order by n.created_at desc), '[]')
          from customer_notes n left join people p on p.account_id = n.account_id and p.id = n.person_id
          where n.account_id = ${accountId} and n.customer_id = c.id) as notes,
        (select coalesce(json_agg(${contactFields.jsonObject('o')} order by o.created_at), '[]')
          from customer_contacts o where o.account_id = ${accountId} and o.customer_id = c.id) as contacts
      from customers c where c.account_id = ${accountId} and c.guid = ${customerGuid}`,
  );
  return found ?? null;
}

const counts = row({ notes: col.integer(), contacts: col.integer() });

export async function countNotesAndContacts(tx: Queryable, accountId: number, customerGuid: string) {
  const [found] = await tx.query(
    counts,
    sql`select
        (select count(*)::int from customer_notes n where n.account_id = ${accountId} and n.customer_id = c.id) as notes,
        (select count(*)::int from customer_contacts o where o.account_id = ${accountId} and o.customer_id = c.id) as contacts
      from customers c where c.account_id = ${accountId} and c.guid = ${customerGuid} for no key update`,
  );
  return found ?? null;
}

function customerId(accountId: number, customerGuid: string): Sql {
  return sql`(select id from customers where account_id = ${accountId} and guid = ${customerGuid})`;
}

interface NewNote {
  guid: string;
  customer: string;
  person_id: number | null;
  text: string;
  created_at: Date;
}

export function insertNote(accountId: number, { customer, ...note }: NewNote) {
  const record = { account_id: accountId, customer_id: customerId(accountId, customer), ...note };
  return { row: customerNotes.pick('guid'), result: sql`${customerNotes.insert(record)} returning guid` };
}

export function deleteNote(accountId: number, guid: string) {
  const result = sql`delete from customer_notes where account_id = ${accountId} and guid = ${guid} returning guid`;
  return { row: customerNotes.pick('guid'), result };
}

type ContactFields = Omit<RowOf<typeof contactFields>, 'guid'>;
type ContactChanges = { [Name in keyof ContactFields]?: string | undefined };

export function insertContact(
  accountId: number,
  customer: string,
  contact: ContactFields & { guid: string; created_at: Date },
) {
  const record = { account_id: accountId, customer_id: customerId(accountId, customer), ...contact };
  return {
    row: customerContacts.pick('guid'),
    result: sql`${customerContacts.insert(record)} returning guid`,
  };
}

/** Changes the fields that are given, and none of them if none is. */
export function updateContact(accountId: number, customer: string, guid: string, changes: ContactChanges) {
  const result = sql`${customerContacts.update({ ...changes, name: changes.name ?? sql`name` })}
    where account_id = ${accountId} and guid = ${guid} and customer_id = ${customerId(accountId, customer)}
    returning guid`;
  return { row: customerContacts.pick('guid'), result };
}

export function deleteContact(accountId: number, guid: string) {
  const result = sql`delete from customer_contacts where account_id = ${accountId} and guid = ${guid} returning guid`;
  return { row: customerContacts.pick('guid'), result };
}

/** The event names the customer of the note, which the same statement deletes. */
export function emitNoteDeleted(ctx: WriteContext, guid: string): void {
  ctx.emit('note.deleted', { guid, customer_guid: sql`owner.guid` }, ownerIn(sql`customer_notes`, ctx, guid));
}

export function emitContactDeleted(ctx: WriteContext, guid: string): void {
  const owner = ownerIn(sql`customer_contacts`, ctx, guid);
  ctx.emit('contact.deleted', { guid, customer_guid: sql`owner.guid` }, owner);
}

function ownerIn(table: Sql, { account }: WriteContext, guid: string): Sql {
  return sql`(select c.guid from ${table} n join customers c on c.account_id = n.account_id and c.id = n.customer_id
    where n.account_id = ${account.id} and n.guid = ${guid}) owner`;
}

export function moveNotesAndContacts({ accountId, from, into }: CustomerMove): Sql {
  return sql`moved_notes as (
      update customer_notes set customer_id = ${into} where account_id = ${accountId} and customer_id = ${from}),
    moved_contacts as (
      update customer_contacts set customer_id = ${into} where account_id = ${accountId} and customer_id = ${from})`;
}
