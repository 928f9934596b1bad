import { BUILT_IN_LAYOUTS, type JournalLayout, LAYOUT_DEFAULTS } from '../../domain/journal/layout.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import {
  deleteLayoutStatement,
  insertLayoutStatement,
  listLayouts,
  lockLayout,
  updateLayoutStatement,
} from './journal-store.ts';
import { byLayout, layoutChanges, newLayout } from './schema.ts';

const MAX_LAYOUTS = 50;

export const createJournalLayout = defineWrite({
  name: 'create-journal-layout',
  summary: 'Creates a layout for journal files: its columns, and how days and amounts are written.',
  description:
    'Use it for a bookkeeping program whose format the service does not have. export-journal takes the name of the layout. Fields that are left out are as in the layout general.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: [],
  input: newLayout,
  output: createdRecord,
  refusals: ['journal_layout_taken', 'journal_layouts_full'],
  async run(ctx, { name, columns, ...formats }) {
    if (columns.length === 0) fail('field_required', 'columns');
    refuseBuiltIn(name);
    const { length } = await listLayouts(ctx.tx, ctx.account.id);
    if (length >= MAX_LAYOUTS) fail('journal_layouts_full', String(MAX_LAYOUTS));
    const guid = ctx.newGuid();
    const layout = withFormats({ columns, ...LAYOUT_DEFAULTS }, formats);
    const insert = insertLayoutStatement(ctx.account.id, { guid, name, layout }, ctx.now);
    return (await ctx.finishIf({ target: guid, ...insert })) ?? fail('journal_layout_taken', name);
  },
});

export const updateJournalLayout = defineWrite({
  name: 'update-journal-layout',
  summary: 'Changes a layout for journal files; files that were exported do not change.',
  description: 'Send only what changes.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: [],
  input: byLayout.extend({ data: layoutChanges }),
  output: createdRecord,
  refusals: ['journal_layout_not_found', 'journal_layout_taken'],
  async run(ctx, { guid, data: { name: sent, columns = [], ...formats } }) {
    const before = (await lockLayout(ctx.tx, ctx.account.id, guid)) ?? fail('journal_layout_not_found');
    const name = sent || before.name;
    refuseBuiltIn(name);
    const base = columns.length > 0 ? { ...before.layout, columns } : before.layout;
    const layout = withFormats(base, formats);
    const update = updateLayoutStatement(ctx.account.id, before.id, { name, layout }, ctx.now);
    return (await ctx.finishIf({ target: guid, ...update })) ?? fail('journal_layout_taken', name);
  },
});

export const deleteJournalLayout = defineWrite({
  name: 'delete-journal-layout',
  summary: 'Deletes a layout for journal files.',
  description: 'Files that were exported with it are kept.',
  access: { scope: null, roles: BOOKING_ROLES },
  isUndoable: true,
  events: [],
  input: object({ guid: byLayout.shape.guid }),
  output: createdRecord,
  refusals: ['journal_layout_not_found'],
  async run(ctx, { guid }) {
    const deletion = deleteLayoutStatement(ctx.account.id, guid);
    return (await ctx.finishIf({ target: guid, ...deletion })) ?? fail('journal_layout_not_found');
  },
});

function refuseBuiltIn(name: string): void {
  if (Object.hasOwn(BUILT_IN_LAYOUTS, name.toLowerCase())) fail('journal_layout_taken', name);
}

/** A layout with the formats that were sent. */
function withFormats(
  layout: JournalLayout,
  formats: { [K in keyof typeof LAYOUT_DEFAULTS]?: JournalLayout[K] | undefined },
): JournalLayout {
  const sent = Object.entries(formats).filter(([, value]) => value !== undefined);
  return { ...layout, ...Object.fromEntries(sent) };
}
