import type { z } from 'zod';
import { UOMS } from '../../domain/codes.ts';
import { VAT_CODES } from '../../domain/vat.ts';
import { choice, flag, number, object, text } from '../../kernel/fields.ts';

export const itemNumber = text(60);
export const itemDescription = text(500);
export const unitPrice = number({ places: 4, max: '1000000000' });

/** Every field that a client may set. An update sends only what changes. */
export const itemPatch = object({
  item_number: itemNumber.optional(),
  description: itemDescription.optional(),
  uom: choice(UOMS).optional(),
  tax: choice(VAT_CODES).optional(),
  unit_price: unitPrice.optional(),
  product_cost: number({ places: 4, min: '0', max: '1000000000' }).optional(),
  category: text(60).optional(),
  active: flag.optional(),
});
export type ItemPatch = z.infer<typeof itemPatch>;

export const itemInput = itemPatch.extend({ description: itemDescription(), unit_price: unitPrice() });
export type ItemInput = z.infer<typeof itemInput>;

/** An item as both APIs show it. */
export interface Item {
  guid: string;
  item_number: string;
  description: string;
  uom: string;
  tax: string;
  unit_price: number;
  product_cost: number;
  category: string;
  active: boolean;
  updated_timestamp: string;
}
