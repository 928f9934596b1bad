import { z } from 'zod';
import { COST_STATUSES } from '../../domain/costs/cost-states.ts';
import { normalizeKennitala } from '../../domain/values/kennitala.ts';
import { toWire } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { approval, cost } from './schema.ts';
import { DUPLICATE_REASONS, findCompared, findLastBooked, listDuplicates } from './similar-store.ts';

const { guid, supplier_name, supplier_id, issue_date, amount, currency, invoice_number } = cost.shape;

export const findSimilarCosts = defineRead({
  name: 'find-similar-costs',
  summary: 'Finds costs that may be the same purchase, and how the last cost of the supplier was booked.',
  access: { scope: 'cost' },
  input: approval.pick({
    guid: true,
    supplier_name: true,
    supplier_id: true,
    issue_date: true,
    amount: true,
    currency: true,
    credit_note: true,
    invoice_number: true,
  }),
  output: z.object({
    duplicates: out.list('The newest first; at most five', {
      guid,
      reason: out.code(
        DUPLICATE_REASONS,
        'What is the same: the file, the number of the supplier, or day and amount',
      ),
      supplier_name,
      issue_date: issue_date.describe('Day of the document, or the day on which it came in'),
      amount,
      currency,
      invoice_number,
      accounting_status: out.code(COST_STATUSES, 'Accounting status of the cost'),
    }),
    last_booked: z
      .object({
        guid,
        issue_date,
        supplier_name,
        supplier_id,
        cost_code: cost.shape.cost_code,
        how_paid: cost.shape.how_paid,
        project_name: cost.shape.project_name,
        payee_account: cost.shape.payee_account,
        payee_iban: cost.shape.payee_iban,
      })
      .nullable()
      .describe("The supplier's last approved cost; null where there is none"),
  }),
  refusals: ['cost_not_found'],
  async run({ db, account }, input) {
    const row = (await findCompared(db, account.id, input.guid)) ?? fail('cost_not_found');
    const compared = {
      guid: row.guid,
      digest: row.file_digest,
      supplierId: normalizeKennitala(input.supplier_id ?? row.supplier_id),
      supplierName: input.supplier_name ?? row.supplier_name,
      issueDate: input.issue_date ?? row.issue_date,
      amount: input.amount?.toFixed() ?? row.amount,
      currency: input.currency ?? row.currency,
      isCreditNote: input.credit_note ?? row.credit_note,
      invoiceNumber: input.invoice_number ?? row.invoice_number,
    };
    const [duplicates, booked] = await Promise.all([
      listDuplicates(db, account.id, compared),
      findLastBooked(db, account.id, compared),
    ]);
    return {
      duplicates: duplicates.map(({ listed_on, ...one }) => ({
        ...one,
        issue_date: one.issue_date ?? listed_on,
        amount: toWire(one.amount ?? '0'),
      })),
      last_booked: booked && {
        guid: booked.guid,
        issue_date: booked.issue_date ?? booked.listed_on,
        supplier_name: booked.supplier_name,
        supplier_id: booked.supplier_id,
        cost_code: booked.cost_code,
        how_paid: booked.how_paid ?? 0,
        project_name: booked.project_name,
        payee_account: booked.payee_account,
        payee_iban: booked.payee_iban,
      },
    };
  },
});
