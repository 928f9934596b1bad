import type { RecordColumns } from '../../domain/imports/columns.ts';
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
import { insertItems, lockNumberedItems, updateItems } from './bulk-store.ts';
import { changeItem, newItem } from './rules.ts';
import { itemInput, itemPatch } from './schema.ts';
import type { ItemFields } from './store.ts';

const VAT = {
  '24': 'S',
  '24 0': 'S',
  '0 24': 'S',
  '11': 'AA',
  '11 0': 'AA',
  '0 11': 'AA',
  '0': 'Z',
  enginn: 'Z',
};
const UNITS = {
  stk: 'C62',
  stykki: 'C62',
  klst: 'HUR',
  klukkustund: 'HUR',
  kg: 'KGM',
  metri: 'MTR',
  m: 'MTR',
};

const ITEM_COLUMNS: RecordColumns = {
  fields: {
    item_number: { kind: 'text', headings: ['vorunumer', 'vorunr', 'numer', 'nr', 'sku', 'item no'] },
    description: { kind: 'text', headings: ['lysing', 'heiti', 'vara', 'voruheiti', 'nafn', 'name', 'item'] },
    unit_price: {
      kind: 'number',
      headings: ['verd', 'einingarverd', 'verd an vsk', 'einingaverd', 'price', 'soluverd'],
    },
    product_cost: { kind: 'number', headings: ['kostnadarverd', 'innkaupsverd', 'cost'] },
    uom: { kind: 'text', headings: ['eining', 'maelieining', 'unit'], codes: UNITS },
    tax: { kind: 'text', headings: ['vsk', 'vsk flokkur', 'virdisaukaskattur', 'vat'], codes: VAT },
    category: { kind: 'text', headings: ['flokkur', 'voruflokkur', 'bokhaldslykill'] },
    active: { kind: 'flag', headings: ['virk', 'virkt', 'i notkun'] },
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
    const judged = judgeRow(() =>
      before
        ? changeItem(before, parse({ input: itemPatch }, fields))
        : newItem(numberOf(record), parse({ input: itemInput }, { unit_price: '0', ...fields })),
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

/** Prices are texts: 10 and 10.00 are the same. */
function isChanged(before: unknown, after: unknown): boolean {
  const isPrice = [before, after].every(
    (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  );
  return isPrice ? !decimal(String(before)).eq(decimal(String(after))) : before !== after;
}
