import { mayCost } from '../../domain/costs/cost-states.ts';
import { type Decimal, decimal } from '../../domain/values/money.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { changedFields } from '../../kernel/effects/changed-fields.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineTransaction, defineWrite } from '../../kernel/operations/operation.ts';
import { costUbl } from '../../rendering/ubl/cost-ubl.ts';
import {
  checkPaid,
  checkRequired,
  isForTwoPeople,
  lockCostOrFail,
  parseSupplierId,
  resolveCostRate,
  resolvePayee,
  resolveVat,
  toCostState,
} from './rules.ts';
import { type Approval, type ApprovedCost, approval, approvedCost } from './schema.ts';
import { type CostFields, type LockedCost, lockCost } from './store.ts';
import { costs } from './tables.ts';
import { approveCostStatement, approveFirstStatement } from './write-store.ts';

export const approveCost = defineWrite({
  name: 'approve-cost',
  summary: 'Approves a new cost, with corrections if they are sent, and hands it to bookkeeping.',
  description:
    'Use it where no person approves costs in the console. An approved cost has the accounting_status `Created`, and its UBL XML for bookkeeping. Above `cost_second_approval_above` two people approve: after the first one it is still `New`, and the second one approves exactly what the first one did; with a correction it waits for another person again.',
  access: { scope: null, roles: BOOKING_ROLES },
  isUndoable: true,
  books: true,
  events: ['cost.approved', 'cost.first_approved'],
  input: approval,
  output: approvedCost,
  refusals: [
    'period_locked',
    'cost_not_found',
    'cost_not_approvable',
    'cost_incomplete',
    'cost_paid',
    'flags_conflict',
    'second_approval_needed',
  ],
  async run(ctx, input) {
    const cost = await lockCostOrFail(ctx, input.guid);
    if (!mayCost(toCostState(cost), 'approve')) fail('cost_not_approvable');
    const corrected = correctFields(ctx, cost, input);
    const exchange_rate = await rateOnApproval(ctx, cost, corrected, input);
    const checked = checkFields(cost, { ...corrected, exchange_rate }, input.allow_missing ?? false);
    if (!(await isForTwoPeople(ctx.tx, ctx.account, checked)) || isSecondApproval(ctx, cost, checked))
      return approve(ctx, cost, checked);
    return approveFirst(ctx, cost, checked);
  },
});

/** Approves a cost that came complete, unless somebody was quicker, or two people are to approve it. */
export const autoApproveCost = defineTransaction({
  name: 'auto-approve-cost',
  books: true,
  events: ['cost.approved'],
  async run(ctx, { guid }: { guid: string }) {
    const cost = await lockCost(ctx.tx, ctx.account.id, guid);
    if (!cost?.auto_approve) fail('cost_not_found');
    if (!mayCost(toCostState(cost), 'approve')) fail('cost_not_approvable');
    // The client sent all fields of a cost that is approved automatically. A cost that an older release accepted is kept.
    const checked = checkFields(cost, cost, true);
    if (await isForTwoPeople(ctx.tx, ctx.account, checked)) fail('second_approval_needed');
    return approve(ctx, cost, checked);
  },
});

/** What bookkeeping needs besides, unless the approver says that it may be missing. */
function checkComplete({ cost_code, how_paid }: CostFields): void {
  const missing = [...(cost_code ? [] : ['cost_code']), ...(how_paid ? [] : ['how_paid'])];
  if (missing.length > 0) fail('cost_incomplete', missing.join(' and '));
}

/** A stored rate counts as long as it is of the same currency and day. */
function rateOnApproval(
  ctx: WriteContext,
  before: CostFields,
  after: CostFields,
  { exchange_rate: sent }: Approval,
): Promise<string | null> {
  const isSame = before.currency === after.currency && before.issue_date === after.issue_date;
  const stored = isSame && before.exchange_rate !== null ? decimal(before.exchange_rate) : undefined;
  return resolveCostRate(ctx.tx, after, { today: ctx.today, sent: sent ?? stored });
}

/** A cost with all that its UBL needs. */
type CheckedCost = CostFields & { issue_date: string; amount: string };

function checkFields(cost: LockedCost, fields: CostFields, mayLack: boolean): CheckedCost {
  const required = { ...fields, ...checkRequired(fields) };
  const complete = { ...required, ...resolveVat(required) };
  checkPaid(cost, fields);
  if (!mayLack) checkComplete(fields);
  return complete;
}

/** Whether the caller approves exactly what somebody else has approved. The operator is no person of the company. */
function isSecondApproval({ caller }: WriteContext, cost: LockedCost, fields: CheckedCost): boolean {
  if (cost.first_approved_at === null || changedFields(costs, cost, fields).length > 0) return false;
  const { person } = caller;
  if (!person || person.id === cost.first_approved_by) fail('second_approval_needed');
  return true;
}

async function approve(ctx: WriteContext, cost: LockedCost, fields: CheckedCost): Promise<ApprovedCost> {
  const xml = costUbl({ ...fields, guid: cost.guid }, ctx.account);
  ctx.emit('cost.approved', { guid: cost.guid });
  const result = approveCostStatement(ctx.account.id, cost.id, fields, xml, ctx.now);
  const bookedOn = [fields.issue_date];
  const { guid, id } = await ctx.finish({ target: cost.guid, row: recordRow, result, bookedOn });
  return { guid, id, needs_second: false };
}

async function approveFirst(ctx: WriteContext, cost: LockedCost, fields: CheckedCost): Promise<ApprovedCost> {
  ctx.emit('cost.first_approved', { guid: cost.guid });
  const by = { person: ctx.caller.person?.id ?? null, now: ctx.now };
  const result = approveFirstStatement(ctx.account.id, cost.id, fields, by);
  const bookedOn = [fields.issue_date];
  const { guid, id } = await ctx.finish({ target: cost.guid, row: recordRow, result, bookedOn });
  return { guid, id, needs_second: true };
}

function correctFields(ctx: WriteContext, before: CostFields, input: Approval): CostFields {
  const supplierId = input.supplier_id;
  return {
    description: input.description ?? before.description,
    supplier_name: input.supplier_name ?? before.supplier_name,
    supplier_id: supplierId === undefined ? before.supplier_id : parseSupplierId(ctx, supplierId),
    supplier_country: input.supplier_country ?? before.supplier_country,
    issue_date: readByEitherName(input, 'issue_date', 'date') ?? before.issue_date,
    due_date: input.due_date ?? before.due_date,
    ...resolvePayee(input, before),
    amount: input.amount?.toFixed() ?? before.amount,
    currency: input.currency ?? before.currency,
    exchange_rate: before.exchange_rate,
    vat_aa: readByEitherName(input, 'vat_AA', 'vat_11') ?? before.vat_aa,
    vat_s: readByEitherName(input, 'vat_S', 'vat_24') ?? before.vat_s,
    vat_deductible: input.vat_deductible === undefined ? before.vat_deductible : input.vat_deductible,
    vat_charged_by: input.vat_charged_by ?? before.vat_charged_by,
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
