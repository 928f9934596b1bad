import type { VatCode, VatKind } from '../../domain/invoices/vat.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { ItemPatch } from './schema.ts';
import type { ItemFields } from './store.ts';

const NEW_ITEM = {
  uom: 'C62',
  tax: 'Z' as const,
  vat_kind: null,
  unit_price: '0',
  product_cost: '0',
  category: '',
  active: true,
};

export function newItem(item_number: string, input: ItemPatch): ItemFields {
  return changeItem({ ...NEW_ITEM, item_number, description: '' }, input);
}

/** Refuses a kind for what has VAT. */
export function checkVatKind(field: string, tax: VatCode, kind: VatKind | undefined): VatKind | undefined {
  if (kind && tax !== 'Z') fail('field_invalid', field, violation('vat_kind'));
  return kind;
}

/** The item after the change. Fails when its description would be empty. */
export function changeItem(before: ItemFields, patch: ItemPatch): ItemFields {
  const description = patch.description ?? before.description;
  if (description === '') fail('field_required', 'description');
  const tax = patch.tax ?? before.tax;
  return {
    item_number: patch.item_number || before.item_number,
    description,
    uom: patch.uom ?? before.uom,
    tax,
    vat_kind: checkVatKind('vat_kind', tax, patch.vat_kind) ?? (tax === 'Z' ? before.vat_kind : null),
    unit_price: patch.unit_price?.toFixed() ?? before.unit_price,
    product_cost: patch.product_cost?.toFixed() ?? before.product_cost,
    category: patch.category ?? before.category,
    active: patch.active ?? before.active,
  };
}
