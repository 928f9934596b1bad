import { z } from 'zod';
import { component, out } from '../../kernel/fields/output-fields.ts';
import { givenAnswer } from './einvoice-answers/schema.ts';

const figure = (description: string, example = 0) => out.number(description, example).nullable();
const day = (description: string) => out.date(`${description}; null where it is not stated`).nullable();

const party = z.object({
  name: out.outside('Registered name', 'Efnissalan ehf.'),
  kennitala: out.own('Kennitala, or empty', '5501234520'),
  company_id: out.outside('Number in its register', '5501234520'),
  vat_number: out.outside('VAT number', '145678'),
  endpoint: out.record('Electronic address', {
    scheme: out.outside('Register', '0196'),
    id: out.outside('Number in it', '5501234520'),
  }),
  street: out.outside('Street', 'Hafnarstræti 12'),
  city: out.outside('City', 'Akureyri'),
  zip: out.outside('Postal code', '600'),
  country: out.outside('Country, ISO 3166-1', 'IS'),
  email: out.outside('E-mail address'),
});

const allowance = z.object({
  is_charge: out.flag('true: a charge; false: a discount'),
  reason: out.outside('Why', 'Afsláttur'),
  percent: figure('In percent', 10),
  base: figure('Base amount of the percentage'),
  amount: figure('How much', 100),
  vat_category: out.outside('Category of VAT, UNCL 5305', 'S'),
  vat_percent: figure('Rate of VAT', 24),
});

const line = z.object({
  number: out.outside('Number of the line', '1'),
  name: out.outside('What was bought', 'Skrúfur'),
  description: out.outside('More about it'),
  item_number: out.outside("The seller's number of the item", 'SKU-1'),
  note: out.outside('What the seller notes'),
  order_line: out.outside("Line of the buyer's order"),
  quantity: figure('How many', 2),
  unit: out.outside('Unit, UN/ECE Recommendation 20', 'C62'),
  price: figure('Price without VAT', 500),
  price_quantity: figure('Number of units that the price is for; 1 where it is not stated'),
  amount: figure('Sum of the line without VAT', 1000),
  vat_category: out.outside('Category of VAT, UNCL 5305', 'S'),
  vat_percent: figure('Rate of VAT', 24),
  allowances: z.array(allowance).describe('Discounts and charges of the line, within its amount'),
});

const totals = z.object({
  lines: figure('All lines', 1000),
  allowances: figure('Discounts on the document'),
  charges: figure('Charges on the document'),
  net: figure('Before VAT', 1000),
  vat: figure('VAT', 240),
  gross: figure('With VAT', 1240),
  prepaid: figure('Paid before'),
  rounding: figure('Rounding of what is to be paid'),
  payable: figure('To be paid', 1240),
});

/** A received e-invoice as it is shown beside its cost. */
export const einvoiceOutput = component('Einvoice', {
  kind: out.code(['invoice', 'credit_note'], 'What it is'),
  type_code: out.outside('UNCL 1001', '380'),
  number: out.outside("The seller's number", '10234'),
  issue_date: day('Its date'),
  due_date: day('When it is due'),
  delivery_date: day('When it was delivered'),
  period: out.record('What it is for', { start: day('First day'), end: day('Last day') }),
  currency: out.outside('Currency of all figures', 'ISK'),
  notes: z.array(out.outside('A note')).describe('What the seller notes'),
  references: out.record('What it refers to', {
    order: out.outside("The buyer's own order", 'P-77'),
    sales_order: out.outside("The seller's order"),
    buyer_reference: out.outside('Reference that the buyer asked for', 'Anna'),
    contract: out.outside('Contract'),
    project: out.outside('Project'),
    accounting_cost: out.outside("The buyer's account", '2093'),
  }),
  preceding: out.list('The invoices that a credit note or correction is about', {
    number: out.outside("The seller's number", '10230'),
    issue_date: day('Its date'),
    cost_guid: out.guid('The cost of that document; null where there is none').nullable(),
  }),
  seller: party.describe('Who sent it'),
  buyer: party.describe('Who is to pay it'),
  payment: out.list('Ways to pay', {
    means: out.outside('UNCL 4461', '30'),
    account: out.outside('Account or IBAN', 'IS140159260076545510730339'),
    account_name: out.outside('Whose it is'),
    bank: out.outside('BIC or branch'),
    reference: out.outside('Payment reference that the payer must send', '10234'),
  }),
  payment_terms: out.outside('Terms of payment'),
  lines: z.array(line).describe('What was bought'),
  allowances: z.array(allowance).describe('Discounts and charges on the document'),
  vat: out.list('VAT by rate and category', {
    category: out.outside('Category of VAT, UNCL 5305', 'S'),
    percent: figure('Rate', 24),
    base: figure('Sum before VAT', 1000),
    amount: figure('VAT', 240),
    exemption: out.outside('Reason for no VAT'),
  }),
  totals: totals.describe('Its sums'),
  attachments: out.list('Files inside of the document', {
    name: out.outside('Name of the file'),
    description: out.outside('What it is'),
  }),
  findings: out.list('Findings of our checks; empty where there are none', {
    code: out.own('Stable code', 'einvoice_prepaid'),
    message: out.outside('The finding, as a sentence', '1000.00 was paid before; 240.00 is left to pay'),
    values: z.array(out.outside('A variable part of the message')),
  }),
  answers: z.array(givenAnswer).describe('Answers that were sent to its sender, the oldest first'),
});
export type EinvoiceOutput = z.infer<typeof einvoiceOutput>;
