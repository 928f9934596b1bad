import { type SourceRecord, textFields } from '../../../domain/imports/other-account.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { judgeRow } from '../../../kernel/operations/record-import.ts';
import { parse } from '../../../kernel/write/input.ts';
import { insertItems, lockNumberedItems } from '../../items/bulk-store.ts';
import { newItem } from '../../items/rules.ts';
import { itemInput } from '../../items/schema.ts';
import type { ItemFields } from '../../items/store.ts';
import { type Arrival, type ArrivedRecord, refused } from './arrival.ts';

const FIELDS = [
  ...[
    'item_number',
    'description',
    'uom',
    'tax',
    'vat_kind',
    'unit_price',
    'product_cost',
    'category',
    'active',
  ],
];

/** Items become new ones. An item with the same number is here already and stays as it is. */
export async function arriveItems(ctx: WriteContext, sources: readonly SourceRecord[]): Promise<Arrival> {
  const rows = sources.map((source) => ({ source, fields: textFields(source, FIELDS) }));
  const numbers = rows.flatMap(({ fields }) => fields.item_number ?? []);
  const here = await lockNumberedItems(ctx.tx, ctx.account.id, numbers);
  const guids = new Map(here.map(({ item_number, guid }) => [item_number, guid]));
  const added: (ItemFields & { guid: string })[] = [];
  const records = rows.map(({ source, fields }): ArrivedRecord => {
    const { item_number: number = '' } = fields;
    if (number === '') return refused(source, 'Field item_number is required');
    const before = guids.get(number);
    if (before) return { source, fate: 'known', guid: before, message: '' };
    const judged = judgeRow(() =>
      newItem(number, parse({ input: itemInput }, { unit_price: '0', ...fields })),
    );
    if ('refusal' in judged) return refused(source, judged.refusal);
    const guid = ctx.newGuid();
    guids.set(judged.value.item_number, guid);
    added.push({ guid, ...judged.value });
    return { source, fate: 'new', guid, message: '' };
  });
  return { records, ctes: insertItems(ctx, added) };
}
