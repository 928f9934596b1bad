import { z } from 'zod';
import { EVERYBODY } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { violationError } from '../../kernel/fields/field-failures.ts';
import { guid, longText, object, recordOf, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead, defineWrite } from '../../kernel/operations/operation.ts';
import { countViews, deleteViewStatement, listViews, saveViewStatement } from './view-store.ts';

const MAX_VIEWS = 50;
const MAX_FILTERS = 20;
const MAX_FILTER_NAME = 30;

function isShort(filters: object): boolean {
  const names = Object.keys(filters);
  return names.length <= MAX_FILTERS && names.every((name) => name.length <= MAX_FILTER_NAME);
}

const viewGuid = z.object({ guid: out.guid('Identifies the view') });

export const getSavedViews = defineRead({
  name: 'get-saved-views',
  summary: 'Lists the saved views of the person who is signed in.',
  access: { scope: null },
  input: object({}),
  output: z.object({
    views: z.array(
      z.object({
        guid: out.guid('Identifies the view'),
        screen: out.own('The list that it belongs to', '/invoices'),
        name: out.own('What it is called', 'Stórir ógreiddir'),
        filters: z.record(z.string(), z.string()).describe('The filters, as in the address of the screen'),
      }),
    ),
  }),
  async run({ db, account, caller }) {
    if (!caller.person) return fail('person_not_found');
    return { views: await listViews(db, account.id, caller.person.id) };
  },
});

export const saveView = defineWrite({
  name: 'save-view',
  summary: 'Saves the filters of a list under a name; a view of that name is replaced.',
  access: { scope: null, roles: EVERYBODY },
  input: object({
    screen: text(60)('The list'),
    name: text(60)('What it is called'),
    filters: recordOf(longText(200)())
      .refine(isShort, violationError(violation('entries', MAX_FILTERS)))
      .describe('The filters, as in the address of the screen'),
  }),
  output: viewGuid,
  events: [],
  refusals: ['person_not_found', 'field_invalid'],
  async run(ctx, view) {
    const { person } = ctx.caller;
    if (!person) return fail('person_not_found');
    if ((await countViews(ctx.tx, ctx.account.id, person.id)) >= MAX_VIEWS)
      fail('field_invalid', 'name', violation('entries', MAX_VIEWS));
    const saved = { ...view, guid: ctx.newGuid(), person_id: person.id, created_at: ctx.now };
    return ctx.finish({ target: ctx.account.guid, ...saveViewStatement(ctx.account.id, saved) });
  },
});

export const deleteView = defineWrite({
  name: 'delete-view',
  summary: 'Deletes a saved view of the person who is signed in.',
  access: { scope: null, roles: EVERYBODY },
  isUndoable: true,
  input: object({ guid: guid('The view') }),
  output: viewGuid,
  events: [],
  refusals: ['person_not_found', 'view_not_found'],
  async run(ctx, input) {
    const { person } = ctx.caller;
    if (!person) return fail('person_not_found');
    const deletion = deleteViewStatement(ctx.account.id, person.id, input.guid);
    return (await ctx.finishIf({ target: ctx.account.guid, ...deletion })) ?? fail('view_not_found');
  },
});
