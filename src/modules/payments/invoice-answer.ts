import { z } from 'zod';
import { type Decimal, fixed2 } from '../../domain/values/money.ts';
import type { Sql } from '../../kernel/database/sql.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { findInvoice, type InvoiceRow } from '../invoices/read/invoice-store.ts';
import { toInvoice } from '../invoices/read/read.ts';
import { invoice } from '../invoices/records/schema.ts';
import type { BookedPayment } from './book-payment.ts';
import { selectInvoice } from './payment-store.ts';

/** The answer of writes that return the invoice as it is afterwards. */
export const invoiceOutput = z.object({ invoice });

/** The invoice with what the write changes: the statement that stores it cannot read it back. */
export async function invoiceResult(
  ctx: WriteContext,
  guid: string,
  changes: Partial<InvoiceRow>,
  added: InvoiceRow['payments'] = [],
): Promise<Sql> {
  const row = await findInvoice(ctx.tx, ctx.account.id, guid);
  if (!row) throw new Error('The invoice is locked, so it is there');
  return selectInvoice(toInvoice(ctx, { ...row, ...changes, payments: [...row.payments, ...added] }));
}

/** Applied credit as its invoice lists it. */
export function shareOutput({ payment }: BookedPayment, amount: Decimal): InvoiceRow['payments'][number] {
  const { guid, paid_on, method_payment } = payment;
  return { guid, paid_on, method_payment, source: 'credit', amount: fixed2(amount) };
}
