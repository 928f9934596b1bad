import { costUbl } from '../../documents/cost-ubl.ts';
import { canApprove } from '../../domain/cost-states.ts';
import type { Decimal } from '../../domain/money.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failure.ts';
import { guid, object } from '../../kernel/fields.ts';
import { write } from '../../kernel/operation.ts';
import { because } from '../../kernel/reasons.ts';
import { type Made, made } from '../../kernel/shown.ts';
import { checkVat, stateOf, supplierIdOf } from './rules.ts';
import { type Approval, approval } from './schema.ts';
import { type CostFields, type LockedCost, lockCost } from './store.ts';
import { approveCost as approveStatement } from './write-store.ts';

export const approveCost = write({
  name: 'approve-cost',
  summary:
    'Approves a new cost, with the fields that are sent put right, and hands it to bookkeeping with its XML.',
  scope: null,
  input: approval,
  output: made,
  refusals: ['cost_not_found', 'cost_not_approvable', 'flags_conflict'],
  async run(ctx, input) {
    const cost = await lockCost(ctx.tx, ctx.account.id, input.guid);
    if (!cost) fail('cost_not_found');
    if (!canApprove(stateOf(cost))) fail('cost_not_approvable');
    return approved(ctx, cost, corrected(ctx, cost, input));
  },
});

export const autoApproveCost = write({
  name: 'auto-approve-cost',
  summary: 'Approves a cost that came complete, unless somebody was quicker.',
  scope: null,
  input: object({ guid: guid() }),
  output: made,
  async run(ctx, input) {
    const cost = await lockCost(ctx.tx, ctx.account.id, input.guid);
    if (!cost?.auto_approve) fail('cost_not_found');
    if (!canApprove(stateOf(cost))) fail('cost_not_approvable');
    return approved(ctx, cost, cost);
  },
});

async function approved(ctx: WriteContext, cost: LockedCost, fields: CostFields): Promise<Made> {
  const { issue_date, amount } = fields;
  if (!issue_date) fail('field_required', 'issue_date');
  if (!amount) fail('field_required', 'amount');
  if (!fields.supplier_name && !fields.supplier_id) fail('field_required', 'supplier_name');
  const complete = { ...fields, guid: cost.guid, issue_date, amount };
  checkVat(complete);
  const xml = costUbl(complete, ctx.account);
  const answer = approveStatement(ctx.account.id, cost.id, fields, xml, ctx.now);
  return (await ctx.finish<Made>({ target: cost.guid, answer })) ?? fail('cost_not_found');
}

function corrected(ctx: WriteContext, before: CostFields, input: Approval): CostFields {
  const supplierId = input.supplier_id;
  return {
    description: input.description ?? before.description,
    supplier_name: input.supplier_name ?? before.supplier_name,
    supplier_id: supplierId === undefined ? before.supplier_id : supplierIdOf(ctx, supplierId),
    issue_date: oneOf(input, 'issue_date', 'date') ?? before.issue_date,
    amount: input.amount?.toFixed() ?? before.amount,
    currency: input.currency ?? before.currency,
    vat_11: oneOf(input, 'vat_AA', 'vat_11') ?? before.vat_11,
    vat_24: oneOf(input, 'vat_S', 'vat_24') ?? before.vat_24,
    cost_code: oneOf(input, 'cost_code', 'type') ?? before.cost_code,
    how_paid: input.how_paid ?? before.how_paid,
    credit_note: input.credit_note ?? before.credit_note,
    invoice_number: input.invoice_number ?? before.invoice_number,
    project_name: input.project_name ?? before.project_name,
  };
}

type TwoNamed = 'issue_date' | 'date' | 'vat_AA' | 'vat_11' | 'vat_S' | 'vat_24' | 'cost_code' | 'type';

/** Both names may be sent, as long as they say the same. */
function oneOf(input: Approval, name: TwoNamed, other: TwoNamed): string | undefined {
  const [one, two] = [textOf(input[name]), textOf(input[other])];
  if (one !== undefined && two !== undefined && one !== two) {
    fail('flags_conflict', because('same_field', name, other));
  }
  return one ?? two;
}

function textOf(value: string | Decimal | undefined): string | undefined {
  return typeof value === 'object' ? value.toFixed() : value;
}
