import { createCustomer } from '../../../modules/customers/create-customer.ts';
import { getCustomer } from '../../../modules/customers/read.ts';
import { findCustomers } from '../../../modules/customers/search.ts';
import { updateCustomer } from '../../../modules/customers/update-customer.ts';
import { createItem } from '../../../modules/items/create-item.ts';
import { findItems } from '../../../modules/items/search.ts';
import { outputSchema, rowSchema } from '../input/json-schema.ts';
import { pickFields, requiredText, sent } from '../input/tool-input.ts';
import { VAT_CODES_TEXT, withoutDescriptions } from './document-fields.ts';
import { fromSearch, listTool } from './list-tool.ts';
import { ADDS, CHANGES, readTool, type Tool, writeTool } from './tool.ts';

export const customerList: Tool = listTool('customer_list', {
  title: 'List customers',
  description:
    'Lists customers by name, with the amount that each owes and how much of it is overdue (collection included), in ISK. sort=owed lists the largest debt first. Use search to find the guid that other tools take.',
  source: fromSearch(findCustomers),
  input: pickFields(findCustomers.input, {
    search: 'A part of the name, number, kennitala or e-mail',
    active: 'Only those in use',
    sort: 'name when left out',
    min_owed: 'Only who owes this much or more, in ISK',
  }),
  short: [
    'guid',
    'customer_number',
    'name',
    'registration_no',
    'email',
    'output_select',
    'active',
    'owed',
    'overdue',
  ],
  full: getCustomer,
  row: rowSchema(findCustomers.output, ['guid', 'owed', 'overdue']),
});

export const customerGet: Tool = readTool('customer_get', {
  title: 'Read customer',
  description:
    'Reads the profile of one customer: address, kennitala, way of delivery, terms of payment and language. Find the guid with customer_list.',
  operations: [getCustomer],
  input: { guid: requiredText() },
  required: ['guid'],
  result: outputSchema(getCustomer.output, [
    'guid',
    'output_select',
    'due_date',
    'settlement_date',
    'currency',
    'active',
  ]),
  run: (call, { guid }) => call.readMarked(getCustomer, { guid }),
});

const PROFILE = {
  name: '',
  registration_no: 'Kennitala, 10 digits',
  output_select: 'How invoices are delivered: 2 e-invoice, 3 e-mail, 4 on paper or as PDF only',
  email: 'Needed unless output_select is 4',
  address: 'Street and house number',
  zip: '',
  city: '',
  phone_number: '',
  customer_number: 'Your own number for it',
  lang: '',
  currency: '',
  due_date: 'Days from issue to gjalddagi',
  settlement_date: 'Days from issue to eindagi',
  term: 'Usual terms of payment',
  trading_partner_id: 'Kennitala that gets the e-invoices; abroad a Peppol address, as 9930:DE123456789',
  vat: 'VAT number; abroad as DE123456789',
  tax_exempt: 'No VAT on its invoices',
  is_claim: 'Its invoices are collected by bank claims',
  is_discount: 'A discount_value counts without is_discount',
  active: '',
};

export const customerCreate: Tool = writeTool('customer_create', {
  title: 'Create customer',
  description:
    'Creates the profile of a customer and returns its guid. Search customer_list first: a second profile of the same company splits its history. An e-mail address is needed unless output_select is 4.',
  operations: [createCustomer],
  annotations: ADDS,
  input: pickFields(createCustomer.input, PROFILE),
  required: ['name'],
  run: (call, args, flags) => call.write(createCustomer, { ...args }, flags),
});

export const customerUpdate: Tool = writeTool('customer_update', {
  title: 'Change customer',
  description:
    'Changes the fields of a customer that are sent, which are those of customer_create. Issued invoices do not change; later ones use the new profile.',
  operations: [updateCustomer],
  annotations: CHANGES,
  input: {
    guid: sent({ type: 'string' }),
    ...pickFields(createCustomer.input, withoutDescriptions(PROFILE)),
  },
  required: ['guid'],
  run: (call, { guid, ...data }, flags) => call.write(updateCustomer, { guid, data }, flags),
});

export const itemList: Tool = listTool('item_list', {
  title: 'List items',
  description:
    'Lists the catalogue of what the company sells, with prices without VAT. Use it to find the guid or item_number for the lines of an invoice.',
  source: fromSearch(findItems),
  input: pickFields(findItems.input, { search: '', active: '' }),
  row: rowSchema(findItems.output, ['guid', 'item_number', 'unit_price', 'tax', 'active']),
});

export const itemCreate: Tool = writeTool('item_create', {
  title: 'Create item',
  description:
    'Adds an item to the catalogue, which lines of invoices then name by its guid or item_number. It needs a description, a price without VAT, a unit and a VAT code.',
  operations: [createItem],
  annotations: ADDS,
  input: pickFields(createItem.input, {
    description: '',
    unit_price: 'Without VAT',
    uom: 'C62 piece, HUR hour, KGS kg, MTR m, LTR l',
    tax: VAT_CODES_TEXT,
    item_number: 'Unique; generated when left out',
    product_cost: 'What one unit costs the company',
    category: 'Category, or account of the sales',
    active: '',
  }),
  required: ['description', 'unit_price'],
  run: (call, args, flags) => call.write(createItem, { ...args }, flags),
});
