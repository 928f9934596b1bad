import type { z } from 'zod';
import type { RecordColumns } from '../../domain/imports/columns.ts';
import { readPrices } from '../../domain/imports/item-prices.ts';
import type { FileRecord } from '../../domain/imports/records.ts';
import { decimal } from '../../domain/values/money.ts';
import { keysOf } from '../../domain/values/records.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import {
  judgeRow,
  type RecordImport,
  type RecordPlan,
  type RowFate,
  refuseRepeated,
} from '../../kernel/operations/record-import.ts';
import { parse } from '../../kernel/write/input.ts';
import { insertItems, type KnownItem, lockNumberedItems, updateItems } from './bulk-store.ts';
import { changeItem, newItem } from './rules.ts';
import { type ItemPatch, itemPatch, unitPrice } from './schema.ts';
import type { ItemFields } from './store.ts';

const VAT = {
  '24': 'S',
  '24 0': 'S',
  '0 24': 'S',
  s: 'S',
  '11': 'AA',
  '11 0': 'AA',
  '0 11': 'AA',
  aa: 'AA',
  '0': 'Z',
  enginn: 'Z',
  z: 'Z',
};
const UNITS = {
  stk: 'C62',
  stykki: 'C62',
  klst: 'HUR',
  klukkustund: 'HUR',
  dagur: 'DAY',
  dagar: 'DAY',
  min: 'MIN',
  kg: 'KGS',
  metri: 'MTR',
  m: 'MTR',
  m2: 'MTK',
  'm²': 'MTK',
  m3: 'MTQ',
  'm³': 'MTQ',
  km: 'KTM',
};

const ITEM_COLUMNS: RecordColumns = {
  fields: {
    item_number: { kind: 'text', headings: ['vorunumer', 'vorunr', 'numer', 'nr', 'sku', 'item no'] },
    description: { kind: 'text', headings: ['nafn', 'heiti', 'voruheiti', 'vara', 'lysing', 'name', 'item'] },
    unit_price: {
      kind: 'number',
      headings: [
        ...['soluverd an vsk', 'einingaverd an vsk', 'einingarverd an vsk', 'verd an vsk'],
        ...['einingaverd', 'einingarverd', 'soluverd', 'verd', 'price'],
      ],
    },
    price_with_vat: {
      kind: 'number',
      headings: [
        'soluverd med vsk',
        'einingaverd med vsk',
        'einingarverd med vsk',
        'verd med vsk',
        'verd m vsk',
      ],
    },
    product_cost: { kind: 'number', headings: ['kostnadarverd', 'innkaupsverd', 'cost'] },
    uom: { kind: 'text', headings: ['eining', 'maelieining', 'unit'], codes: UNITS },
    tax: { kind: 'text', headings: ['vsk', 'vsk flokkur', 'virdisaukaskattur', 'vat'], codes: VAT },
    category: { kind: 'text', headings: ['flokkur', 'voruflokkur', 'bokhaldslykill', 'lykill fyrir solu'] },
    active: { kind: 'flag', headings: ['virk', 'virkur', 'virkt', 'i notkun'] },
  },
  required: ['item_number', 'description'],
};

export const importItems: RecordImport = {
  columns: ITEM_COLUMNS,
  events: ['item.created', 'item.updated'],
  plan: planItems,
};

async function planItems(ctx: WriteContext, records: readonly FileRecord[]): Promise<RecordPlan> {
  const numberOf = ({ fields }: FileRecord) => fields.item_number ?? '';
  const found = await lockNumberedItems(ctx.tx, ctx.account.id, records.map(numberOf));
  const known = new Map(found.map((one) => [one.item_number, one]));
  const repeated = refuseRepeated(records, numberOf);
  const added: (ItemFields & { guid: string })[] = [];
  const changed: (ItemFields & { id: number })[] = [];
  const rows = records.map((record): RowFate => {
    const { row, fields } = record;
    const again = repeated.get(row);
    if (again !== undefined) return { row, fate: 'refused', message: again };
    const before = known.get(numberOf(record));
    const read = readItem(fields, before);
    if ('refusal' in read) return { row, fate: 'refused', message: read.refusal };
    const judged = judgeRow(() =>
      before ? changeItem(before, read.value) : newItem(numberOf(record), read.value),
    );
    if ('refusal' in judged) return { row, fate: 'refused', message: judged.refusal };
    if (numberOf(record) === '') return { row, fate: 'refused', message: 'Field item_number is required' };
    if (!before) {
      added.push({ guid: ctx.newGuid(), ...judged.value });
      return { row, fate: 'new', message: '' };
    }
    const names = keysOf(judged.value).filter((name) => isChanged(before[name], judged.value[name]));
    if (names.length === 0) return { row, fate: 'same', message: '' };
    changed.push({ id: before.id, ...judged.value });
    return { row, fate: 'changed', message: names.join(', ') };
  });
  return { rows, ctes: [...insertItems(ctx, added), ...updateItems(ctx, changed)] };
}

const importedItem = itemPatch.extend({ price_with_vat: unitPrice.optional() });

/** What a row says of an item, its price without VAT. */
function readItem(
  fields: FileRecord['fields'],
  before: KnownItem | undefined,
): { value: ItemPatch } | { refusal: string } {
  const read = judgeRow(() => parse<z.infer<typeof importedItem>>({ input: importedItem }, fields));
  if ('refusal' in read) return read;
  const { price_with_vat, ...patch } = read.value;
  if (price_with_vat === undefined) return { value: patch };
  const found = readPrices({ ...patch, price_with_vat }, before?.tax);
  return 'refusal' in found ? found : { value: { ...patch, ...found.value } };
}

/** Prices are texts: 10 and 10.00 are the same. */
function isChanged(before: unknown, after: unknown): boolean {
  const isPrice = [before, after].every(
    (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  );
  return isPrice ? !decimal(String(before)).eq(decimal(String(after))) : before !== after;
}
