import type { z } from 'zod';
import { VAT_CHARGERS } from '../../domain/costs/cost-figures.ts';
import { COST_OUTCOMES, COST_STATUSES } from '../../domain/costs/cost-states.ts';
import { COST_CODES, CURRENCIES } from '../../domain/values/codes.ts';
import { isCountry } from '../../domain/values/countries.ts';
import { keysOf } from '../../domain/values/records.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { violationError } from '../../kernel/fields/field-failures.ts';
import {
  choice,
  date,
  flag,
  guid,
  integer,
  longText,
  number,
  numberedChoice,
  object,
  text,
  upload,
} from '../../kernel/fields/input-fields.ts';
import { component, createdRecord, out } from '../../kernel/fields/output-fields.ts';

export const CODES = keysOf(COST_CODES);

const HOW_PAID = '1 on account, 2 debit card or bank, 3 credit card, 4 by the owner in cash';

/** What each field means, in requests and in answers. */
const MEANING = {
  description: 'What was bought, or what it was for',
  date: 'Day of the receipt or invoice',
  due_date: 'Day by which it is to be paid',
  payee_account: 'Account of the supplier in Iceland, twelve digits',
  payee_iban: 'IBAN of the supplier; of an Icelandic account either is enough',
  amount: 'Total with the VAT that its supplier or the customs charge; positive on credit notes too',
  how_paid: HOW_PAID,
  supplier_name: 'Name of the supplier',
  supplier_id: 'Kennitala of the supplier',
  supplier_country:
    'Country of a supplier abroad, ISO 3166-1 in two letters; without it the UBL of such a cost names none',
  code: 'Code of the expense account that it belongs to',
  vat_11: 'VAT at 11 %, as an amount in the currency of the cost (krónur unless currency is sent)',
  vat_deductible: 'How much of the VAT may be deducted, in percent; the rest is cost',
  vat_charged_by:
    'Who charges the VAT: the supplier; the customs, on imported goods; or the buyer, which owes the VAT on a service from abroad itself',
  vat_24: 'VAT at 24 %, as an amount in the currency of the cost (krónur unless currency is sent)',
  currency: 'Currency of the figures; ISK when left out',
  exchange_rate: 'ISK for one unit of the currency',
  credit_note: 'The supplier gives money back',
  invoice_number: "The supplier's number of the document",
  project_name: 'Project that it belongs to',
  file: 'The receipt: jpg, png, gif, pdf, or an e-invoice (UBL) as xml, of at most 5 MB; pictures are fitted into 1028 × 1028',
};

const amount = number({ places: 2, isRounded: true, min: '0.01' });
const vat = number({ places: 2, isRounded: true, min: '0' });
const VAT_DEDUCTIBLE = `${MEANING.vat_deductible}; as the code says when left out: 0 for 3163, else 100`;
const vatDeductible = integer(0, 100);
const vatChargedBy = choice(VAT_CHARGERS)
  .optional()
  .meta({
    description: `${MEANING.vat_charged_by}. Supplier when left out. The VAT of the buyer is not in the amount; without vat_24 and vat_11 it is that of all of it at 24 %`,
    examples: ['supplier'],
  });
const currency = choice(CURRENCIES);
const exchangeRate = number({ places: 6, isRounded: true, min: '0.000001', max: '1000000' }).optional(
  `${MEANING.exchange_rate}; else the rate that the service knows for the day of the cost`,
);
const dueDate = date.optional().meta({ description: MEANING.due_date, examples: ['2026-03-16'] });
/** Where the supplier is to be paid. */
const payee = {
  payee_account: text(30, { examples: ['0133-26-012345'] }).optional(MEANING.payee_account),
  payee_iban: text(42).optional(MEANING.payee_iban),
};
const projectName = text(200).optional(MEANING.project_name);
const description = longText(1000).optional(MEANING.description);
const supplierName = text(200);
const supplierId = text(20, { examples: ['5501234520'] });
const supplierCountry = text(2, { examples: ['DE'] })
  .optional()
  .transform((code) => code?.toUpperCase())
  .refine((code) => !code || isCountry(code), violationError(violation('country')));
const HOW_PAID_CODES = [1, 2, 3, 4];
const howPaid = numberedChoice(HOW_PAID_CODES);

export const newCost = object({
  date: date.optional().meta({
    description: `${MEANING.date}; may be left out for an e-invoice, and where costs are read by AI`,
    examples: ['2026-03-02'],
  }),
  due_date: dueDate,
  ...payee,
  file: upload(MEANING.file),
  description,
  project_name: projectName,
});

export const newCostOrFigures = newCost.extend({
  file: upload.optional(MEANING.file),
  amount: amount.optional(MEANING.amount),
  currency: currency.optional(MEANING.currency),
  exchange_rate: exchangeRate,
});
export type NewCostOrFigures = z.infer<typeof newCostOrFigures>;

export const newCompleteCost = object({
  date: date(MEANING.date),
  due_date: dueDate,
  ...payee,
  amount: amount(MEANING.amount),
  how_paid: howPaid(MEANING.how_paid),
  supplier_name: supplierName(MEANING.supplier_name),
  supplier_id: supplierId(MEANING.supplier_id),
  type: choice(CODES)(MEANING.code),
  description,
  currency: currency.optional(MEANING.currency),
  exchange_rate: exchangeRate,
  project_name: projectName,
  vat_11: vat.optional(MEANING.vat_11),
  vat_24: vat.optional(MEANING.vat_24),
  vat_deductible: vatDeductible.optional().meta({ description: VAT_DEDUCTIBLE, examples: [100] }),
  vat_charged_by: vatChargedBy,
  credit_note: flag.optional(MEANING.credit_note),
  file: upload.optional(MEANING.file),
}).meta({
  examples: [
    {
      date: '2026-03-02',
      amount: 12400,
      how_paid: 3,
      supplier_name: 'Efnissalan ehf.',
      supplier_id: '5501234520',
      type: '2093',
      description: 'Skrúfur og lím',
      vat_24: 2400,
    },
  ],
});

/** A cost as a row of a file: what a person completes may be missing. */
export const importedCost = newCompleteCost
  .omit({ file: true, vat_deductible: true, vat_charged_by: true })
  .extend({
    how_paid: howPaid.optional(MEANING.how_paid),
    type: choice(CODES).optional(MEANING.code),
    supplier_id: supplierId.optional(MEANING.supplier_id),
    invoice_number: text(100).optional(MEANING.invoice_number),
  });

/** A cost of another account, in which anything may be missing. */
export const arrivingCost = importedCost.partial().extend({
  supplier_country: supplierCountry.describe(MEANING.supplier_country),
  vat_deductible: vatDeductible.optional(MEANING.vat_deductible),
  vat_charged_by: vatChargedBy,
  accounting_message: longText(500).optional('Message of bookkeeping in the former system'),
});
export type ArrivingCost = z.infer<typeof arrivingCost>;

/** Corrections may use the field names of answers or those of create-cost-adv. */
export const approval = object({
  guid: guid('The cost'),
  description,
  supplier_name: supplierName.optional(MEANING.supplier_name),
  supplier_id: supplierId.optional(MEANING.supplier_id),
  supplier_country: supplierCountry.describe(MEANING.supplier_country),
  issue_date: date.optional(MEANING.date),
  date: date.optional('The same as issue_date'),
  due_date: dueDate,
  ...payee,
  amount: amount.optional(MEANING.amount),
  currency: currency.optional('Currency of the figures'),
  exchange_rate: exchangeRate,
  vat_AA: vat.optional('VAT at 11 %, as an amount'),
  vat_11: vat.optional('The same as vat_AA'),
  vat_S: vat.optional('VAT at 24 %, as an amount'),
  vat_24: vat.optional('The same as vat_S'),
  vat_deductible: vatDeductible
    .clearable()
    .meta({ description: `${VAT_DEDUCTIBLE}, or empty`, examples: [100] }),
  vat_charged_by: vatChargedBy,
  cost_code: choice(CODES).optional(MEANING.code),
  type: choice(CODES).optional('The same as cost_code'),
  how_paid: howPaid.optional(MEANING.how_paid),
  credit_note: flag.optional(MEANING.credit_note),
  invoice_number: text(60).optional(MEANING.invoice_number),
  project_name: projectName,
  allow_missing: flag.optional(
    '1: approve it although cost_code or how_paid is missing; without it that is refused',
  ),
}).meta({
  examples: [{ amount: 12400, vat_24: 2400, supplier_name: 'Efnissalan ehf.', type: '2093', how_paid: 3 }],
});
export type Approval = z.infer<typeof approval>;

export const outcome = object({
  // Any text passes the schema, so that update-cost refuses every wrong value with the same failure code.
  accounting_status: text(100, { enum: [...COST_OUTCOMES] })(
    'Result of bookkeeping; Posted cannot be changed again',
  ),
  accounting_message: longText(500).optional('Message of bookkeeping; replaces the previous one'),
}).meta({ id: 'CostAccounting', examples: [{ accounting_status: 'Posted' }] });

export const queuedCost = createdRecord.extend({
  queue: out.flag('Whether it is being read; it appears in lists after that'),
});
export type QueuedCost = z.infer<typeof queuedCost>;

export const approvedCost = createdRecord.extend({
  needs_second: out.flag(
    'Whether it waits for another person now, because its sum exceeds cost_second_approval_above',
  ),
});
export type ApprovedCost = z.infer<typeof approvedCost>;

/** A cost as both APIs return it. */
export const cost = component('Cost', {
  guid: out.guid('Identifies the cost'),
  description: out.outside(MEANING.description, 'Skrúfur og lím'),
  supplier_id: out.own(`${MEANING.supplier_id}, or empty`, '5501234520'),
  supplier_name: out.outside(MEANING.supplier_name, 'Efnissalan ehf.'),
  supplier_country: out.own(`${MEANING.supplier_country}; empty where it is not known`, ''),
  amount: out.number(`${MEANING.amount}; 0 while it is not known`, 12400),
  paid_amount: out.number(
    'What lines of the bank have paid of it, and the account that it came from; all of it where it was paid at the purchase (how_paid 2 to 4) and has no due date. Negative on a credit note',
    0,
  ),
  remaining: out.number('What remains to be paid of it; negative on a credit note', 12400),
  payee_account: out.own(`${MEANING.payee_account}; empty where it is not known`, '013326012345'),
  payee_iban: out.own('IBAN of the supplier; empty where it is not known', ''),
  exported_at: out.time('When it was last exported in a file of export-payables; null if never').nullable(),
  exported_amount: out.number('Amount of it that the file pays; null where no file does', 12400).nullable(),
  first_approved_at: out
    .time('When the first of two people has approved it; null where one is enough or none has yet')
    .nullable(),
  first_approved_by: out.own('The person who approved it; empty for the operator', 'Anna'),
  currency: out.code(CURRENCIES, 'Currency of the figures'),
  exchange_rate: out.number(`${MEANING.exchange_rate}: 1 for ISK, null where no rate is known`, 1).nullable(),
  vat_AA: out.number('VAT at 11 %, as an amount', 0),
  vat_S: out.number('VAT at 24 %, as an amount', 2400),
  vat_deductible: out.integer(MEANING.vat_deductible, 100),
  vat_charged_by: out.code(VAT_CHARGERS, `${MEANING.vat_charged_by}. That of the buyer is not in the amount`),
  vat_deductible_reason: out.own('Why not all of it may be deducted; empty where all may', ''),
  cost_code: out
    .code(['', ...CODES], `${MEANING.code}; empty while it is not known`)
    .meta({ examples: ['2093'] }),
  how_paid: out.integer(`${HOW_PAID}; 0 while it is not known`, 3).meta({ enum: [0, ...HOW_PAID_CODES] }),
  file: out.own('The attachment in base64', 'JVBERi0xLjcK…').nullable(),
  file_name: out.outside('Name of the attachment', 'kvittun.pdf'),
  file_extension: out.own(
    'What the attachment is: jpg, png, gif or pdf; xml where it is an e-invoice',
    'pdf',
  ),
  issue_date: out.date(`${MEANING.date}; the day that it came in while that is not known`),
  due_date: out.date(`${MEANING.due_date}; null where that is not known`).nullable(),
  issue_date_known: out.flag('Whether issue_date is the day of the document', true),
  created_date: out.date('Day that it came in'),
  xml: out.own('UBL of an approved cost in base64; null before that', 'PD94bWwg…').nullable(),
  accounting_status: out.code(COST_STATUSES, 'Accounting status of the cost'),
  accounting_message: out.outside('Message of bookkeeping'),
  updated_timestamp: out.time('Last change'),
  project_name: out.own(`${MEANING.project_name}, or empty`),
  credit_note: out.flag(MEANING.credit_note),
  invoice_number: out.outside(`${MEANING.invoice_number}, or empty`, '10234'),
  possible_duplicate: out.flag('An earlier cost has the same file, or the same number of the same supplier'),
  show_api: out.flag('False while it is being read; it does not appear in lists until then', true),
  is_imported: out
    .flag('Of costs alone that came approved from another account, which has reported them', true)
    .optional(),
});
export type Cost = z.infer<typeof cost>;
