import { toWire } from '../../domain/money.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { isUniqueViolation } from '../../kernel/database/database.ts';
import type { Sql } from '../../kernel/database/sql.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, integer, object } from '../../kernel/fields/input-fields.ts';
import {
  type CreatedRecord,
  countOutput,
  createdRecord,
  out as outgoing,
} from '../../kernel/fields/output-fields.ts';
import { defineList, defineRead, defineWrite } from '../../kernel/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/paging.ts';
import { changedItem, newItem } from './rules.ts';
import { type Item, item, itemInput, itemPatch } from './schema.ts';
import {
  countItems,
  findItem,
  findItemGuidById,
  type ItemRow,
  insertItem,
  listItems,
  lockItem,
  nextItemNumber,
  updateItem as updateStatement,
} from './store.ts';

export const getItems = defineList({
  name: 'get-items',
  summary: 'Lists catalogue items, oldest first.',
  scope: 'nav',
  input: object(pageFields),
  output: item,
  run({ db, account }, input) {
    const rows = batches<ItemRow>(input, (take, skip, after) => listItems(db, account.id, take, skip, after));
    return mapBatches(rows, shown);
  },
});

export const getCountItems = defineRead({
  name: 'get-count-items',
  summary: 'Counts catalogue items.',
  scope: 'nav',
  input: object({}),
  output: countOutput,
  run: ({ db, account }) => countItems(db, account.id),
});

export const getItem = defineRead({
  name: 'get-item',
  summary: 'Reads one item.',
  scope: 'nav',
  input: object({ guid: guid().describe('The item') }),
  output: item,
  refusals: ['item_not_found'],
  async run({ db, account }, input) {
    const row = await findItem(db, account.id, input.guid);
    return row ? shown(row) : fail('item_not_found');
  },
});

export const findItemGuid = defineRead({
  name: 'get-item',
  summary: 'Finds the guid of an item by the number that it has inside.',
  scope: 'nav',
  input: object({ id: integer(1, Number.MAX_SAFE_INTEGER)().describe('The number') }),
  output: outgoing.guid('The item'),
  refusals: ['item_not_found'],
  run: async ({ db, account }, { id }) =>
    (await findItemGuidById(db, account.id, id)) ?? fail('item_not_found'),
});

export const createItem = defineWrite({
  name: 'create-item',
  summary: 'Creates an item; its number is generated unless one is sent.',
  scope: 'nav',
  input: itemInput,
  output: createdRecord,
  refusals: ['item_number_taken'],
  async run(ctx, input) {
    const item_number = input.item_number || (await nextItemNumber(ctx.tx, ctx.account.id));
    const fields = newItem(item_number, input);
    const made = ctx.newGuid();
    return finish(ctx, made, fields.item_number, insertItem(ctx.account.id, made, fields, ctx.now));
  },
});

export const updateItem = defineWrite({
  name: 'update-item',
  summary: 'Changes the fields that are sent; lines of invoices already made stay as they are.',
  scope: 'nav',
  input: object({ guid: guid().describe('The item'), data: itemPatch }),
  output: createdRecord,
  refusals: ['item_not_found', 'item_number_taken'],
  async run(ctx, input) {
    const before = await lockItem(ctx.tx, ctx.account.id, input.guid);
    if (!before) fail('item_not_found');
    const fields = changedItem(before, input.data);
    return finish(
      ctx,
      before.guid,
      fields.item_number,
      updateStatement(ctx.account.id, before.id, fields, ctx.now),
    );
  },
});

async function finish(ctx: WriteContext, target: string, itemNumber: string, result: Sql) {
  try {
    return (await ctx.finishIf<CreatedRecord>({ target, result })) ?? fail('item_not_found');
  } catch (error) {
    if (isUniqueViolation(error, 'items_account_id_item_number_key')) fail('item_number_taken', itemNumber);
    throw error;
  }
}

function shown({ id: _, updated_at, unit_price, product_cost, ...same }: ItemRow): Item {
  return {
    ...same,
    unit_price: toWire(unit_price),
    product_cost: toWire(product_cost),
    updated_timestamp: updated_at,
  };
}
