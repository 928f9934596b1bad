import { z } from 'zod';
import { accountingTransition } from '../../domain/invoices/invoice-states.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { changedFields } from '../../kernel/effects/changed-fields.ts';
import { changeOf } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { accounting } from '../invoices/accounting/update-invoice.ts';
import { lockPayment } from '../invoices/records/ledger-store.ts';
import { setPaymentAccountingCte } from '../invoices/records/ledger-write-store.ts';
import { payments } from '../invoices/records/tables.ts';
import { findPayment, paymentAnswer, selectPayment } from './payment-store.ts';
import { toPayment } from './read.ts';
import { payment } from './schema.ts';

export const updatePayment = defineWrite({
  name: 'update-payment',
  summary: 'Records the result of bookkeeping for a payment; nothing else of a payment can be changed.',
  description:
    'Bookkeeping reports `Posted`, `Skipped` or `Error` after it has read a payment. The payment is then no longer in the list with `accounting_status=Created`.',
  access: { scope: 'payment', roles: BOOKING_ROLES },
  events: [],
  input: object({ guid: guid('The payment'), data: accounting }),
  output: z.object({ payment }),
  refusals: ['payment_not_found', 'accounting_locked'],
  async run(ctx, { guid: target, data }) {
    const locked = (await lockPayment(ctx.tx, ctx.account.id, target)) ?? fail('payment_not_found');
    const { accounting_status: to, accounting_message: message = '' } = data;
    if (!accountingTransition(locked.accounting_status, to))
      fail('accounting_locked', locked.accounting_status);
    const after = { accounting_status: to, accounting_message: message };
    const before = (await findPayment(ctx.tx, ctx.account.id, target)) ?? fail('payment_not_found');
    const record = { kind: 'payment', guid: target, number: '', name: before.customer?.name ?? '' } as const;
    return ctx.finish({
      target,
      row: paymentAnswer,
      ctes: setPaymentAccountingCte(ctx.account.id, locked.id, after),
      result: selectPayment({ ...toPayment(before), ...after }),
      effect: changeOf(record, changedFields(payments, locked, after)),
    });
  },
});
