import { ACCOUNTING_STATUSES, accountingTransition } from '../../../domain/invoices/invoice-states.ts';
import { BOOKING_ROLES } from '../../../kernel/access/access.ts';
import { recordRow } from '../../../kernel/database/row.ts';
import { changedFields } from '../../../kernel/effects/changed-fields.ts';
import { changeOf } from '../../../kernel/effects/effect.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { choice, guid, longText, object } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { lockState } from '../read/invoice-store.ts';
import { emitInvoiceEvent, SUBJECT } from '../records/event-store.ts';
import { invoices } from '../records/tables.ts';
import { invoiceRecord } from '../save/invoice-effect.ts';
import { setAccountingStatement } from './accounting-store.ts';

const settable = ACCOUNTING_STATUSES.filter((status) => status !== 'Created');

/** The result of bookkeeping, for an invoice or a payment. */
export const accounting = object({
  accounting_status: choice(settable)('Result of bookkeeping; Posted cannot be changed again'),
  accounting_message: longText(500).optional('Message of bookkeeping'),
}).meta({ id: 'InvoiceAccounting', examples: [{ accounting_status: 'Posted' }] });

export const updateInvoice = defineWrite({
  name: 'update-invoice',
  summary:
    'Records the result of bookkeeping for an invoice; nothing else of an issued invoice can be changed.',
  description:
    'Bookkeeping reports `Posted`, `Skipped` or `Error` after it has read an invoice. The invoice is then no longer in the list with `accounting_status=Created`.',
  access: { scope: 'nav', roles: BOOKING_ROLES },
  events: ['invoice.posted', 'invoice.updated'],
  input: object({
    guid: guid('The invoice'),
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
    if (to === 'Posted') emitInvoiceEvent(ctx, 'invoice.posted', invoice.guid, SUBJECT);
    else emitInvoiceEvent(ctx, 'invoice.updated', invoice.guid, { ...SUBJECT, accounting_status: to });
    const result = setAccountingStatement(ctx.account.id, invoice.id, to, message, ctx.now);
    const after = { accounting_status: to, accounting_message: message };
    const effect = changeOf(invoiceRecord(invoice), changedFields(invoices, invoice, after));
    return ctx.finish({ target: invoice.guid, row: recordRow, result, effect });
  },
});
