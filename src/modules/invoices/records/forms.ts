import type { Form, Forms } from '../../../kernel/fields/forms.ts';

const NEW_ITEM = ['item_number', 'description', 'uom', 'unit_price', 'tax'];

/** How a line names what is sold. `prefix` tells the components of different documents apart. */
export function lineForms(prefix: string, without: readonly string[] = []): Forms {
  const form = (id: string, one: Omit<Form, 'id'>): Form => ({
    ...one,
    id: prefix + id,
    required: [...one.required, 'qty'],
    without: [...(one.without ?? []), ...without],
  });
  return {
    forms: [
      form('CatalogueLine', {
        description: 'An item of the catalogue by its guid. Fields beside it count for this line instead.',
        required: ['guid'],
        values: { add_new: [false, 0] },
      }),
      form('NewItemLine', {
        description: 'A line that brings its own item, which is added to the catalogue.',
        required: ['add_new', ...NEW_ITEM],
        without: ['guid'],
        values: { add_new: [true, 1] },
      }),
      form('FreeLine', {
        description:
          'A line of its own words and price, which is on this document only. The unit is C62 and the VAT code S unless sent.',
        required: ['description', 'unit_price'],
        without: ['guid', 'add_new'],
      }),
      form('ItemNumberLine', {
        description:
          'An item of the catalogue by its number. Price, unit and VAT code beside it count for this line instead.',
        required: ['item_number'],
        without: ['guid', 'add_new', 'description'],
      }),
      ...(without.includes('task_guid')
        ? []
        : [
            form('TaskLine', {
              description: 'Hours of a task, sold as the item of the task.',
              required: ['task_guid'],
              without: ['guid', 'add_new', 'item_number', 'description'],
            }),
          ]),
    ],
  };
}

export const BUYER_FORMS: Forms = {
  forms: [
    {
      id: 'CustomerByGuid',
      description: 'A customer of yours, by guid.',
      required: ['guid'],
    },
    {
      id: 'CustomerByFields',
      description:
        'A customer by its fields. A kennitala that is known finds that customer, else a new profile is made.',
      required: ['name'],
      without: ['guid'],
    },
    {
      id: 'CustomerByKennitala',
      description: 'A customer of yours, found by its kennitala.',
      required: ['registration_no'],
      without: ['guid', 'name'],
    },
  ],
};

export const INVOICE_FORMS: Forms = {
  discriminator: 'type',
  forms: [
    {
      id: 'NewSalesInvoice',
      description: 'An invoice to a customer.',
      required: ['amount', 'type', 'currency', 'settlement_date', 'items', 'customer'],
      without: ['ref_invoice_guid'],
      values: { type: ['invoice'] },
    },
    {
      id: 'NewCreditNote',
      description:
        'A credit note. Without items it credits the remainder of the invoice; its customer is that of the invoice.',
      required: ['amount', 'type', 'settlement_date', 'ref_invoice_guid'],
      values: { type: ['credit'] },
    },
  ],
};

/** How an order, draft, quote or template names its customer. */
export function documentForms(name: string, required: readonly string[] = []): Forms {
  return {
    forms: [
      {
        id: `${name}ForCustomer`,
        description: 'With the customer by guid or by its fields.',
        required: ['items', ...required, 'customer'],
      },
      {
        id: `${name}ForKennitala`,
        description: 'For the newest active customer profile with a kennitala.',
        required: ['items', ...required, 'kennitala'],
        without: ['customer'],
      },
    ],
  };
}
