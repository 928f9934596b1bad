import { isUniqueViolation } from '../../kernel/database/database.ts';
import { recordRow } from '../../kernel/database/row.ts';
import type { Sql } from '../../kernel/database/sql.ts';
import { changedFields } from '../../kernel/effects/changed-fields.ts';
import { type Effect, NOTHING_OUTSIDE } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { type CreatedRecord, createdRecord } from '../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { newItem } from './rules.ts';
import { itemInput } from './schema.ts';
import { insertItem, nextItemNumber } from './store.ts';
import { items } from './tables.ts';

export const createItem = defineWrite({
  name: 'create-item',
  summary: 'Creates an item; its number is generated unless one is sent.',
  description:
    'Lines of invoices name the item by the guid in the answer, or by its number. A line can also create its item with `add_new`, or be a free line without an item.',
  access: { scope: 'nav' },
  events: ['item.created'],
  input: itemInput,
  output: createdRecord,
  refusals: ['item_number_taken'],
  async run(ctx, input) {
    const number = input.item_number || (await nextItemNumber(ctx.tx, ctx.account.id));
    const fields = newItem(number, input);
    const guid = ctx.newGuid();
    ctx.emit('item.created', { guid });
    const effect: Effect = {
      kind: 'item',
      name: fields.description,
      ...NOTHING_OUTSIDE,
      fields: changedFields(items, null, fields),
      defaults: input.item_number ? [] : ['item_number'],
    };
    const result = insertItem(ctx.account.id, guid, fields, ctx.now);
    return finishItem(ctx, { target: guid, itemNumber: fields.item_number, result, effect });
  },
});

/** Ends a write of an item. Another transaction may take the number between the check and the insert. */
export async function finishItem(
  ctx: WriteContext,
  { itemNumber, ...end }: { target: string; itemNumber: string; result: Sql; effect: Effect },
): Promise<CreatedRecord> {
  try {
    return await ctx.finish({ ...end, row: recordRow });
  } catch (error) {
    if (isUniqueViolation(error, 'items_account_id_item_number_key')) fail('item_number_taken', itemNumber);
    throw error;
  }
}
