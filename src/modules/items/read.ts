import { toWire } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, integer, object } from '../../kernel/fields/input-fields.ts';
import { countOutput, out } from '../../kernel/fields/output-fields.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { type Item, item } from './schema.ts';
import { countItems, findItem, findItemGuidById, type ItemRow, listItems } from './store.ts';

export const getItems = defineList({
  name: 'get-items',
  summary: 'Lists catalogue items, oldest first.',
  description:
    '`limit` and `page` split the list into pages; without `limit` the answer is the complete catalogue.',
  access: { scope: 'nav' },
  input: object(pageFields),
  output: item,
  run({ db, account }, input) {
    const rows = batches<ItemRow>(input, (range) => listItems(db, account.id, range));
    return mapBatches(rows, toItem);
  },
});

export const getCountItems = defineRead({
  name: 'get-count-items',
  summary: 'Counts catalogue items.',
  description: 'Returns the number of items in the catalogue, for example to plan pages.',
  access: { scope: 'nav' },
  input: object({}),
  output: countOutput,
  run: ({ db, account }) => countItems(db, account.id),
});

export const getItem = defineRead({
  name: 'get-item',
  summary: 'Reads one item.',
  description: 'An item of another account gets the same answer as one that does not exist.',
  access: { scope: 'nav' },
  input: object({ guid: guid('The item') }),
  output: item,
  refusals: ['item_not_found'],
  async run({ db, account }, input) {
    const row = await findItem(db, account.id, input.guid);
    return row ? toItem(row) : fail('item_not_found');
  },
});

export const findItemGuid = defineRead({
  name: 'get-item',
  summary: 'Finds the guid of an item by its internal number.',
  access: { scope: 'nav' },
  input: object({ id: integer(1, Number.MAX_SAFE_INTEGER)('The number') }),
  output: out.guid('The item'),
  refusals: ['item_not_found'],
  run: async ({ db, account }, { id }) =>
    (await findItemGuidById(db, account.id, id)) ?? fail('item_not_found'),
});

function toItem({ id: _, updated_at, unit_price, product_cost, vat_kind, ...same }: ItemRow): Item {
  return {
    ...same,
    ...(vat_kind && { vat_kind }),
    unit_price: toWire(unit_price),
    product_cost: toWire(product_cost),
    updated_timestamp: updated_at,
  };
}
