import { z } from 'zod';
import { LEFT_OUT } from '../../domain/costs/transfers.ts';
import { CURRENCIES } from '../../domain/values/codes.ts';
import { choice, date, flag, guid, listOf, object } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';

const FORMATS = ['pain.001', 'csv'] as const;
const MAX_COSTS = 500;

export const payablesInput = object({
  bank_account_guid: guid('The own account that pays'),
  cost_guids: listOf(guid(), MAX_COSTS).describe('The costs that are to be paid'),
  format: choice(FORMATS).optional('pain.001 (ISO 20022, version 001.09) when left out; csv for a sheet'),
  pay_on: date.optional(
    'Day on which the bank pays; when left out the due date of each cost, or today if that has passed',
  ),
  again: flag.optional('1: includes costs that are in an earlier file'),
});
export type PayablesInput = z.infer<typeof payablesInput>;

const chosenCost = z.object({
  guid: out.guid('The cost'),
  supplier_name: out.outside('Name of the supplier', 'Efnissalan ehf.'),
  amount: out.number('Amount that the file pays, or would pay', 12400),
  currency: out.code(CURRENCIES, 'Currency of it'),
  pay_on: out.date('When it is to be paid; null where it is not in the file', '2026-03-16').nullable(),
  payee_account: out.own('Account of the supplier, as the cost or the last one of the supplier has it', ''),
  payee_iban: out.own('IBAN of the supplier, from the same cost', 'IS140159260076545510730339'),
  account_changed: out.flag('Whether the last cost of the supplier had another account: ask the supplier'),
  exported_at: out.time('When an earlier file was made that has it; null where none was').nullable(),
  left_out: out.code(['', ...LEFT_OUT], 'Why it is not in the file; empty where it is'),
});

export const exportedPayables = component('PayablesFile', {
  file_name: out.own('What to call the file', 'Smiðjan ehf greiðslur 2026-03-16.xml'),
  format: out.code(FORMATS, 'What it is'),
  count: out.integer('How many transfers it has', 1),
  totals: out.list('What it pays', {
    currency: out.code(CURRENCIES, 'Currency'),
    amount: out.number('Sum of the transfers in it', 12400),
  }),
  costs: z.array(chosenCost).describe('The result for each cost'),
  file: out
    .base64('The file, base64, in UTF-8; null where it would have no transfer', 'PD94bWwg…')
    .nullable(),
});
export type ExportedPayables = z.infer<typeof exportedPayables>;
