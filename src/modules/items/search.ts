import { z } from 'zod';
import { toWire } from '../../domain/values/money.ts';
import { choice, flag, integer, object, text } from '../../kernel/fields/input-fields.ts';
import { countOutput } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { item } from './schema.ts';
import { ITEM_SORTS, searchItems } from './search-store.ts';

const MAX_LIMIT = 200;

export const findItems = defineRead({
  name: 'find-items',
  summary: 'Searches catalogue items by number or description.',
  access: { scope: 'nav' },
  input: object({
    search: text(200).optional('A part of the description or of the number'),
    active: flag.optional('Only those in use, or only the others; all when left out'),
    sort: choice(ITEM_SORTS).optional('Order; by description, in Icelandic order, when left out'),
    limit: integer(1, MAX_LIMIT).optional('How many at most; 50 when left out'),
    page: integer(1, 1_000_000).optional('Which page of that many'),
  }),
  output: z.object({
    rows: z.array(item.omit({ updated_timestamp: true })).describe('The page'),
    count: countOutput,
  }),
  async run({ db, account }, { search, active, sort = 'description', limit: take = 50, page = 1 }) {
    const found = await searchItems(db, account.id, { search, active, sort, take, skip: (page - 1) * take });
    const rows = found.rows.map(({ vat_kind, ...row }) => ({
      ...row,
      ...(vat_kind && { vat_kind }),
      unit_price: toWire(row.unit_price),
      product_cost: toWire(row.product_cost),
    }));
    return { rows, count: found.count };
  },
});
