import { canApprove } from '../../domain/cost-states.ts';
import type { Decimal } from '../../domain/money.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { type CreatedRecord, createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { costUbl } from '../../rendering/ubl/cost-ubl.ts';
import { checkVat, lockCostOrFail, parseSupplierId, toCostState } from './rules.ts';
import { type Approval, approval } from './schema.ts';
import { type CostFields, type LockedCost, lockCost } from './store.ts';
import { approveCostStatement } from './write-store.ts';

export const approveCost = defineWrite({
  name: 'approve-cost',
  summary:
    'Approves a new cost, with the fields that are sent put right, and hands it to bookkeeping with its XML.',
  description:
    'Use it where no person approves costs in the console. An approved cost appears as `Created`, with its UBL for bookkeeping.',
  scope: null,
  input: approval,
  output: createdRecord,
  refusals: ['cost_not_found', 'cost_not_approvable', 'flags_conflict'],
  async run(ctx, input) {
    const cost = await lockCostOrFail(ctx, input.guid);
    if (!canApprove(toCostState(cost))) fail('cost_not_approvable');
    return approve(ctx, cost, correctFields(ctx, cost, input));
  },
});

export const autoApproveCost = defineWrite({
  name: 'auto-approve-cost',
  summary: 'Approves a cost that came complete, unless somebody was quicker.',
  scope: null,
  input: object({ guid: guid() }),
  output: createdRecord,
  async run(ctx, input) {
    const cost = await lockCost(ctx.tx, ctx.account.id, input.guid);
    if (!cost?.auto_approve) fail('cost_not_found');
    if (!canApprove(toCostState(cost))) fail('cost_not_approvable');
    return approve(ctx, cost, cost);
  },
});

async function approve(ctx: WriteContext, cost: LockedCost, fields: CostFields): Promise<CreatedRecord> {
  const { issue_date, amount } = fields;
  if (!issue_date) fail('field_required', 'issue_date');
  if (!amount) fail('field_required', 'amount');
  if (!fields.supplier_name && !fields.supplier_id) fail('field_required', 'supplier_name');
  const complete = { ...fields, guid: cost.guid, issue_date, amount };
  checkVat(complete);
  const xml = costUbl(complete, ctx.account);
  const result = approveCostStatement(ctx.account.id, cost.id, fields, xml, ctx.now);
  return ctx.finish({ target: cost.guid, row: recordRow, result });
}

function correctFields(ctx: WriteContext, before: CostFields, input: Approval): CostFields {
  const supplierId = input.supplier_id;
  return {
    description: input.description ?? before.description,
    supplier_name: input.supplier_name ?? before.supplier_name,
    supplier_id: supplierId === undefined ? before.supplier_id : parseSupplierId(ctx, supplierId),
    issue_date: readByEitherName(input, 'issue_date', 'date') ?? before.issue_date,
    amount: input.amount?.toFixed() ?? before.amount,
    currency: input.currency ?? before.currency,
    vat_aa: readByEitherName(input, 'vat_AA', 'vat_11') ?? before.vat_aa,
    vat_s: readByEitherName(input, 'vat_S', 'vat_24') ?? before.vat_s,
    cost_code: readByEitherName(input, 'cost_code', 'type') ?? before.cost_code,
    how_paid: input.how_paid ?? before.how_paid,
    credit_note: input.credit_note ?? before.credit_note,
    invoice_number: input.invoice_number ?? before.invoice_number,
    project_name: input.project_name ?? before.project_name,
  };
}

type TwoNamed = 'issue_date' | 'date' | 'vat_AA' | 'vat_11' | 'vat_S' | 'vat_24' | 'cost_code' | 'type';

/** A field with two names: both may be sent when their values are equal. */
function readByEitherName(input: Approval, name: TwoNamed, other: TwoNamed): string | undefined {
  const [one, two] = [toText(input[name]), toText(input[other])];
  if (one !== undefined && two !== undefined && one !== two) {
    fail('flags_conflict', violation('same_field', name, other));
  }
  return one ?? two;
}

function toText(value: string | Decimal | undefined): string | undefined {
  return typeof value === 'object' ? value.toFixed() : value;
}
