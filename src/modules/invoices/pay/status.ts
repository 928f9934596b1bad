import { ACCOUNTING_STATUSES, accountingTransition, transition } from '../../../domain/invoice-states.ts';
import type { WriteContext } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { choice, flag, guid, object, text } from '../../../kernel/fields/input-fields.ts';
import { type CreatedRecord, createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { lockTasksForBilling } from '../../tasks/billing.ts';
import { queueDelivery } from '../deliver/delivery.ts';
import { findState, type LockedDraft, lockDraft, lockState, setAccounting } from '../read/invoice-store.ts';
import { type DraftTasks, issueDraft, payInvoice } from './status-store.ts';

const settable = ACCOUNTING_STATUSES.filter((status) => status !== 'Created');

const accounting = object({
  accounting_status: choice(settable)().describe(
    'What bookkeeping did with it; Posted cannot be changed again',
  ),
  accounting_message: text(500).optional().describe('What bookkeeping says of it'),
}).meta({ id: 'InvoiceAccounting', examples: [{ accounting_status: 'Posted' }] });

export const updateInvoice = defineWrite({
  name: 'update-invoice',
  summary: 'Records what bookkeeping did with an invoice; nothing else of an issued invoice can be changed.',
  scope: 'nav',
  input: object({
    guid: guid().describe('The invoice'),
    data: accounting,
  }),
  output: createdRecord,
  refusals: ['invoice_not_found', 'accounting_locked'],
  async run(ctx, input) {
    const invoice = await lockState(ctx.tx, ctx.account.id, input.guid);
    if (!invoice) fail('invoice_not_found');
    const { accounting_status: to, accounting_message: message = '' } = input.data;
    const from = invoice.accounting_status;
    if (from === '' || !accountingTransition(from, to)) fail('accounting_locked', from);
    const result = setAccounting(ctx.account.id, invoice.id, to, message, ctx.now);
    return (await ctx.finishIf<CreatedRecord>({ target: invoice.guid, result })) ?? fail('invoice_not_found');
  },
});

export const doPaidInvoice = defineWrite({
  name: 'do-paid-invoice',
  summary: 'Marks an invoice paid and cancels its claim, or records the refund of a credit note.',
  scope: 'nav',
  input: object({ guid: guid().describe('The invoice') }),
  output: createdRecord,
  refusals: ['invoice_not_found', 'invoice_locked', 'claim_cancel_failed'],
  async prepare(ctx, input) {
    const invoice = await findState(ctx.db, ctx.account.id, input.guid);
    if (!invoice) fail('invoice_not_found');
    if (!transition(invoice.status, 'pay')) fail('invoice_locked');
    if (invoice.claim_status === 'sent') {
      const { bank } = ctx.ports;
      const outcome = await bank.cancelClaim(ctx.account.id, invoice.claim_id).catch(() => 'refused');
      if (outcome !== 'cancelled' && outcome !== 'unknown') fail('claim_cancel_failed');
    }
    return invoice;
  },
  async run(ctx, _input, invoice) {
    // Held before the statement looks at the notes, so that one made at this moment is settled with the rest.
    const held = await lockState(ctx.tx, ctx.account.id, invoice.guid);
    if (!held || !transition(held.status, 'pay')) fail('invoice_locked');
    // The bank may have made a claim that was not written down yet.
    if (invoice.is_claim && invoice.claim_status === '')
      ctx.enqueue('cancel-claim', { invoice_guid: invoice.guid });
    if (invoice.is_payment_link) ctx.enqueue('end-checkouts', { invoice_guid: invoice.guid });
    const { ctes, result } = payInvoice(ctx.account.id, invoice, ctx.today, ctx.now);
    const changed = await ctx.finishIf<CreatedRecord>({ target: invoice.guid, ctes, result });
    if (changed) return changed;
    // Between the look and the write its claim reached the bank.
    return fail('claim_cancel_failed');
  },
});

export const issueInvoice = defineWrite({
  name: 'issue-invoice',
  summary:
    'Issues an invoice that was saved as a draft: it gets its number and goes out. If its issue date has passed since it was saved, it is dated today, and its due dates keep their distance.',
  scope: 'create_invoice',
  input: object({
    guid: guid().describe('The invoice'),
    drop_tasks: flag
      .optional()
      .describe(
        '1: a line whose task was billed by another invoice meanwhile is kept, and charged without the task',
      ),
  }),
  output: createdRecord,
  refusals: ['invoice_not_found', 'invoice_locked', 'task_not_found', 'task_running', 'task_nothing_to_bill'],
  async run(ctx, input) {
    const draft = await lockDraft(ctx.tx, ctx.account.id, input.guid);
    if (!draft) fail('invoice_not_found');
    if (!transition(draft.status, 'issue')) fail('invoice_locked');
    if (draft.is_claim) ctx.enqueue('send-claim', { invoice_guid: draft.guid });
    queueDelivery(ctx, draft.guid, draft.output_select);
    const tasks = await tasksOf(ctx, draft, input.drop_tasks ?? false);
    const { ctes, result } = issueDraft(ctx.account.id, draft.id, tasks, ctx.today, ctx.now);
    return (
      (await ctx.finishIf<CreatedRecord>({ target: draft.guid, ctes, result })) ?? fail('invoice_locked')
    );
  },
});

/** A draft can't be changed, so who issues it decides about a line whose time was billed elsewhere in the meantime. */
async function tasksOf(ctx: WriteContext, { tasks }: LockedDraft, drop: boolean): Promise<DraftTasks> {
  const { billable, spent } = await lockTasksForBilling(
    ctx,
    tasks.map((task) => task.guid),
  );
  const [first] = spent;
  if (first && !drop) {
    const line = tasks.find((task) => task.guid === first.guid)?.line ?? 0;
    fail(
      'task_nothing_to_bill',
      first.number,
      `it is on line ${line} of this draft: issue the draft with drop_tasks 1 to charge the line all the same, or make another invoice without it`,
    );
  }
  return { billed: billable, dropped: spent.map(({ guid }) => guid) };
}
