import type { z } from 'zod';
import { VAT_CODES, VAT_KINDS } from '../../domain/invoices/vat.ts';
import { UOMS } from '../../domain/values/codes.ts';
import { choice, flag, longText, number, object, text } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';

export const itemNumber = text(100);
export const itemDescription = longText(500);
export const unitPrice = number({ places: 4, isRounded: true, max: '1000000000' });

export const VAT_KIND_MEANING =
  'Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent)';

/** Descriptions of the fields, for requests and answers. */
const MEANING = {
  item_number: 'Number of the item, unique in the account; made up when none is sent',
  description: 'What is sold',
  uom: 'Unit of measure',
  tax: 'VAT code: S 24 %, AA 11 %, Z none',
  vat_kind: VAT_KIND_MEANING,
  unit_price: 'Price of one unit without VAT, with up to 4 decimals',
  product_cost: 'What one unit costs you, for profit and margin in reports',
  category: 'Category, or the account that sales are booked on',
  active: 'Offered for use',
};

export const vatKind = choice(VAT_KINDS).optional(
  `${MEANING.vat_kind}; when left out zero_rated for buyers abroad, else outside`,
);

/** Every field that a client may set; an update sends only the changes. */
export const itemPatch = object({
  item_number: itemNumber.optional(MEANING.item_number),
  description: itemDescription.optional(MEANING.description),
  uom: choice(UOMS).optional(MEANING.uom),
  tax: choice(VAT_CODES).optional(MEANING.tax),
  vat_kind: vatKind,
  unit_price: unitPrice.optional(MEANING.unit_price),
  product_cost: number({ places: 4, isRounded: true, min: '0', max: '1000000000' }).optional(
    MEANING.product_cost,
  ),
  category: text(60).optional(MEANING.category),
  active: flag.optional(MEANING.active),
}).meta({ id: 'ItemChanges', examples: [{ unit_price: 19500, product_cost: 4000 }] });
export type ItemPatch = z.infer<typeof itemPatch>;

export const itemInput = itemPatch
  .extend({
    description: itemDescription(MEANING.description),
    unit_price: unitPrice(MEANING.unit_price),
  })
  .meta({
    id: 'NewItem',
    examples: [
      { description: 'Ráðgjöf', uom: 'HUR', tax: 'S', unit_price: 18500, category: '2353', active: true },
    ],
  });

/** An item as both APIs return it. */
export const item = component('Item', {
  guid: out.guid('Identifies the item'),
  item_number: out.own(MEANING.item_number, '1001'),
  description: out.own(MEANING.description, 'Ráðgjöf'),
  uom: out.code(UOMS, MEANING.uom).meta({ examples: ['HUR'] }),
  tax: out.code(VAT_CODES, MEANING.tax),
  vat_kind: out.code(VAT_KINDS, `${MEANING.vat_kind}. Shown where it is stated`).optional(),
  unit_price: out.number(MEANING.unit_price, 18500),
  product_cost: out.number(MEANING.product_cost, 0),
  category: out.own(MEANING.category, '2353'),
  active: out.flag(MEANING.active, true),
  updated_timestamp: out.time('Last change'),
});
export type Item = z.infer<typeof item>;
