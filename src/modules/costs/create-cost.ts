import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { type Account, hasSubscription } from '../../kernel/access/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { type PreparedAttachment, prepareAttachment } from './attachment.ts';
import { costEffect } from './cost-effect.ts';
import { completeFields, toStoredReading } from './reading-fields.ts';
import {
  EMPTY_COST,
  isForTwoPeople,
  parseSupplierId,
  resolveCostRate,
  resolvePayee,
  resolveVat,
} from './rules.ts';
import {
  type NewCostOrFigures,
  newCompleteCost,
  newCost,
  newCostOrFigures,
  type QueuedCost,
  queuedCost,
} from './schema.ts';
import type { CostFields } from './store.ts';
import { insertCost } from './write-store.ts';

export const createCost = defineWrite({
  name: 'create-cost',
  summary: 'Creates a cost from a receipt.',
  description:
    'Use it when only the picture of the receipt is known. A person completes and approves the cost. An e-invoice (UBL) is read at once, in all its figures. With the cost_ai plan other receipts are read first: `queue` says so, and the cost appears in lists after that.',
  access: { scope: 'cost', roles: BOOKING_ROLES },
  books: true,
  events: ['cost.created'],
  input: newCost,
  output: queuedCost,
  refusals: ['period_locked', 'file_refused'],
  async prepare(ctx, { date, file }) {
    const attached = await prepareAttachment(ctx, file);
    if (!date && !isRead(ctx.account, attached)) fail('field_required', 'date');
    return attached;
  },
  run: (ctx, input, attached: PreparedAttachment) => storeCost(ctx, input, attached),
});

/** An e-invoice is read at once, any other receipt by a job where the account has that plan. */
function isRead(account: Account, attached: PreparedAttachment | null): boolean {
  return attached !== null && (attached.reading !== null || hasSubscription(account, 'cost_ai'));
}

/** A cost that a person completes and approves. */
export async function storeCost(
  ctx: WriteContext,
  input: Omit<NewCostOrFigures, 'file'>,
  attached: PreparedAttachment | null,
): Promise<QueuedCost> {
  const guid = ctx.newGuid();
  const reading = attached?.reading ?? null;
  const queue = reading === null && isRead(ctx.account, attached);
  const { currency = 'ISK', date: issue_date = null, exchange_rate: sent } = input;
  const known: CostFields = {
    ...EMPTY_COST,
    description: input.description ?? '',
    project_name: input.project_name ?? '',
    amount: input.amount?.toFixed() ?? null,
    currency,
    issue_date,
    due_date: input.due_date ?? null,
    ...resolvePayee(input),
  };
  const complete = reading ? completeFields(known, reading) : known;
  const exchange_rate = await resolveCostRate(ctx.tx, complete, { today: ctx.today, sent });
  const fields = { ...complete, exchange_rate };
  const cost = {
    guid,
    fields,
    queue,
    auto_approve: false,
    file: attached?.file ?? null,
    original: queue ? (attached?.original ?? null) : null,
    digest: attached?.digest ?? null,
    reading: reading && toStoredReading(reading),
  };
  ctx.emit('cost.created', { guid });
  if (queue) ctx.enqueue('read-cost', { cost_guid: guid });
  return ctx.finish({
    target: guid,
    ...insertCost(ctx.account.id, cost, ctx.today, ctx.now),
    bookedOn: issue_date === null ? [] : [issue_date],
    effect: costEffect(cost, { isRateSent: sent !== undefined }),
  });
}

/** The agent API's create-cost: the file is optional, because a program may know the figures without one. */
export const registerCost = defineWrite({
  ...createCost,
  variant: 'agent',
  description:
    'Send the receipt in a multipart form. Without a receipt, send `date`, `description` and `amount` as JSON instead. A person completes and approves the cost.',
  input: newCostOrFigures,
  async prepare(ctx, { date, file }): Promise<PreparedAttachment | null> {
    const attached = file ? await prepareAttachment(ctx, file) : null;
    if (!date && !isRead(ctx.account, attached)) fail('field_required', 'date');
    return attached;
  },
  run: (ctx, input, attached: PreparedAttachment | null) => storeCost(ctx, input, attached),
});

interface CompleteCost {
  fields: CostFields;
  /** Whether two people approve it, so that it is not approved by itself. */
  isForTwo: boolean;
  attached: PreparedAttachment | null;
}

export const createCostAdv = defineWrite({
  name: 'create-cost-adv',
  summary: 'Creates a complete cost, and approves it unless the account requires the approval of a person.',
  description:
    'Use it when all figures are known. The approval follows about a second later; an approved cost has the accounting_status `Created`, and its UBL XML for bookkeeping.',
  access: { scope: 'cost', roles: BOOKING_ROLES },
  books: true,
  events: ['cost.created'],
  input: newCompleteCost,
  output: createdRecord,
  refusals: ['period_locked', 'file_refused', 'exchange_rate_missing'],
  async prepare(ctx, input): Promise<CompleteCost> {
    const { vat_11, vat_24, date, currency = 'ISK', exchange_rate: sent } = input;
    const figures = {
      amount: input.amount.toFixed(),
      vat_aa: vat_11?.toFixed() ?? '0',
      vat_s: vat_24?.toFixed() ?? '0',
      vat_charged_by: input.vat_charged_by ?? 'supplier',
      issue_date: date,
    };
    const vat = resolveVat(figures);
    const rate = await resolveCostRate(ctx.db, { currency, issue_date: date }, { today: ctx.today, sent });
    if (currency !== 'ISK' && rate === null) fail('exchange_rate_missing', currency, date);
    const fields: CostFields = {
      ...EMPTY_COST,
      ...figures,
      ...vat,
      currency,
      exchange_rate: rate,
      project_name: input.project_name ?? '',
      description: input.description ?? '',
      supplier_name: input.supplier_name,
      supplier_id: parseSupplierId(ctx, input.supplier_id),
      due_date: input.due_date ?? null,
      ...resolvePayee(input),
      cost_code: input.type,
      how_paid: input.how_paid,
      vat_deductible: input.vat_deductible ?? null,
      credit_note: input.credit_note ?? false,
    };
    const isForTwo = await isForTwoPeople(ctx.db, ctx.account, { ...fields, issue_date: date });
    return { fields, isForTwo, attached: input.file ? await prepareAttachment(ctx, input.file) : null };
  },
  async run(ctx, input, { fields, isForTwo, attached }) {
    const guid = ctx.newGuid();
    const auto_approve = isAutoApproved(ctx.account) && !isForTwo;
    const cost = {
      guid,
      fields,
      queue: false,
      auto_approve,
      file: attached?.file ?? null,
      original: null,
      digest: attached?.digest ?? null,
      reading: null,
    };
    ctx.emit('cost.created', { guid });
    if (auto_approve) ctx.enqueue('approve-cost', { cost_guid: guid });
    const stored = await ctx.finish({
      target: guid,
      ...insertCost(ctx.account.id, cost, ctx.today, ctx.now),
      bookedOn: [input.date],
      effect: costEffect(cost, { isRateSent: input.exchange_rate !== undefined }),
    });
    return { guid: stored.guid, id: stored.id };
  },
});

function isAutoApproved({ settings }: Account): boolean {
  return settings.cost_auto_approve !== false;
}
