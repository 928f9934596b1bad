import { changedFields } from '../../kernel/effects/changed-fields.ts';
import { changeOf } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { finishItem } from './create-item.ts';
import { changeItem } from './rules.ts';
import { itemPatch } from './schema.ts';
import { lockItem, updateItemStatement } from './store.ts';
import { items } from './tables.ts';

export const updateItem = defineWrite({
  name: 'update-item',
  summary: 'Changes the fields of an item that are sent. Lines of issued invoices do not change.',
  description: 'Send only what changes; other fields stay as they are. New lines use the new price at once.',
  access: { scope: 'nav' },
  events: ['item.updated'],
  input: object({ guid: guid('The item'), data: itemPatch }),
  output: createdRecord,
  refusals: ['item_not_found', 'item_number_taken'],
  async run(ctx, input) {
    const before = (await lockItem(ctx.tx, ctx.account.id, input.guid)) ?? fail('item_not_found');
    const fields = changeItem(before, input.data);
    const result = updateItemStatement(ctx.account.id, before.id, fields, ctx.now);
    ctx.emit('item.updated', { guid: before.guid });
    const { guid: target, item_number: number, description: name } = before;
    const record = { kind: 'item' as const, guid: target, number, name };
    const effect = changeOf(record, changedFields(items, before, fields));
    return finishItem(ctx, { target, itemNumber: fields.item_number, result, effect });
  },
});
