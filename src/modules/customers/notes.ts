import { z } from 'zod';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { guid, longText, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead, defineWrite } from '../../kernel/operations/operation.ts';
import { emailAddress } from '../accounts/settings.ts';
import {
  countNotesAndContacts,
  deleteContact,
  deleteNote,
  emitContactDeleted,
  emitNoteDeleted,
  insertContact,
  insertNote,
  readNotesAndContacts,
  updateContact,
} from './notes-store.ts';

/** The limits of one customer. */
const MAX_NOTES = 500;
const MAX_CONTACTS = 50;

const savedGuid = z.object({ guid: out.guid('Identifies it') });
const ofCustomer = { customer_guid: guid('The customer') };

export const getCustomerNotes = defineRead({
  name: 'get-customer-notes',
  summary: 'Lists the notes about a customer, and its contacts.',
  access: { scope: null },
  input: object(ofCustomer),
  output: z.object({
    notes: z.array(
      z.object({
        guid: out.guid('Identifies the note'),
        text: out.own('The note', 'Vill fá reikninga fyrir 5. hvers mánaðar.'),
        at: out.time('When it was written'),
        person: out.own('Who wrote it', 'Anna Björnsdóttir'),
      }),
    ),
    contacts: z.array(
      z.object({
        guid: out.guid('Identifies the contact'),
        name: out.own('Name', 'Sigga'),
        role: out.own('What the contact does there', 'Bókhald'),
        email: out.own('E-mail address'),
        phone_number: out.own('Telephone'),
      }),
    ),
  }),
  refusals: ['customer_not_found'],
  run: async ({ db, account }, { customer_guid }) =>
    (await readNotesAndContacts(db, account.id, customer_guid)) ?? fail('customer_not_found'),
});

export const addCustomerNote = defineWrite({
  name: 'add-customer-note',
  summary: 'Adds a note to a customer. Notes are never printed or sent.',
  access: { scope: null },
  input: object({ ...ofCustomer, text: longText(4000)('The note') }),
  output: savedGuid,
  events: ['note.created'],
  refusals: ['customer_not_found', 'field_invalid'],
  async run(ctx, { customer_guid: customer, text: note }) {
    const counted = await countNotesAndContacts(ctx.tx, ctx.account.id, customer);
    if (!counted) return fail('customer_not_found');
    if (counted.notes >= MAX_NOTES) fail('field_invalid', 'text', violation('entries', MAX_NOTES));
    const person_id = ctx.caller.person?.id ?? null;
    const note_guid = ctx.newGuid();
    ctx.emit('note.created', { guid: note_guid, customer_guid: customer });
    const record = { guid: note_guid, customer, person_id, text: note, created_at: ctx.now };
    return ctx.finish({ target: customer, ...insertNote(ctx.account.id, record) });
  },
});

export const deleteCustomerNote = defineWrite({
  name: 'delete-customer-note',
  summary: 'Deletes a note about a customer.',
  access: { scope: null },
  isUndoable: true,
  input: object({ guid: guid('The note') }),
  output: savedGuid,
  events: ['note.deleted'],
  refusals: ['note_not_found'],
  async run(ctx, { guid: note }) {
    emitNoteDeleted(ctx, note);
    const deleted = await ctx.finishIf({ target: note, ...deleteNote(ctx.account.id, note) });
    return deleted ?? fail('note_not_found');
  },
});

export const saveCustomerContact = defineWrite({
  name: 'save-customer-contact',
  summary: 'Adds a contact to a customer, or changes the contact that is named.',
  access: { scope: null },
  input: object({
    ...ofCustomer,
    guid: guid.optional('The contact that is changed; a new one when left out'),
    name: text(200)().optional().describe('Name; a new contact must have one'),
    role: text(100).optional('What the contact does there'),
    email: emailAddress.describe('E-mail address'),
    phone_number: text(50).optional('Telephone'),
  }),
  output: savedGuid,
  events: ['contact.created', 'contact.updated'],
  refusals: ['customer_not_found', 'contact_not_found', 'field_invalid'],
  async run(ctx, { customer_guid: customer, guid: known, ...sent }) {
    const { name = known ? undefined : fail('field_required', 'name'), role, email, phone_number } = sent;
    const counted = await countNotesAndContacts(ctx.tx, ctx.account.id, customer);
    if (!counted) return fail('customer_not_found');
    if (!known && counted.contacts >= MAX_CONTACTS)
      fail('field_invalid', 'name', violation('entries', MAX_CONTACTS));
    const contact = known ?? ctx.newGuid();
    ctx.emit(known ? 'contact.updated' : 'contact.created', { guid: contact, customer_guid: customer });
    const saved = known
      ? updateContact(ctx.account.id, customer, contact, { name, role, email, phone_number })
      : insertContact(ctx.account.id, customer, {
          name: name ?? '',
          role: role ?? '',
          email: email ?? '',
          phone_number: phone_number ?? '',
          guid: contact,
          created_at: ctx.now,
        });
    return (await ctx.finishIf({ target: customer, ...saved })) ?? fail('contact_not_found');
  },
});

export const deleteCustomerContact = defineWrite({
  name: 'delete-customer-contact',
  summary: 'Deletes a contact of a customer.',
  access: { scope: null },
  isUndoable: true,
  input: object({ guid: guid('The contact') }),
  output: savedGuid,
  events: ['contact.deleted'],
  refusals: ['contact_not_found'],
  async run(ctx, { guid: contact }) {
    emitContactDeleted(ctx, contact);
    const deleted = await ctx.finishIf({ target: contact, ...deleteContact(ctx.account.id, contact) });
    return deleted ?? fail('contact_not_found');
  },
});
