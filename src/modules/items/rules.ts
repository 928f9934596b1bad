import { fail } from '../../kernel/failures/failure.ts';
import type { ItemPatch } from './schema.ts';
import type { ItemFields } from './store.ts';

const NEW_ITEM = {
  uom: 'C62',
  tax: 'Z' as const,
  unit_price: '0',
  product_cost: '0',
  category: '',
  active: true,
};

export function newItem(item_number: string, input: ItemPatch): ItemFields {
  return changeItem({ ...NEW_ITEM, item_number, description: '' }, input);
}

/** The item after the change. Fails when its description would be empty. */
export function changeItem(before: ItemFields, patch: ItemPatch): ItemFields {
  const description = patch.description ?? before.description;
  if (description === '') fail('field_required', 'description');
  return {
    item_number: patch.item_number || before.item_number,
    description,
    uom: patch.uom ?? before.uom,
    tax: patch.tax ?? before.tax,
    unit_price: patch.unit_price?.toFixed() ?? before.unit_price,
    product_cost: patch.product_cost?.toFixed() ?? before.product_cost,
    category: patch.category ?? before.category,
    active: patch.active ?? before.active,
  };
}
