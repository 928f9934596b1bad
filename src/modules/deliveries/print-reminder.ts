import { statusCase } from '../../domain/invoices/invoice-status.ts';
import { daysBetween, toPlainDate } from '../../domain/values/dates.ts';
import type { PrintedDocument } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { printReminder } from '../../rendering/pdf/printer.ts';
import { readLogoBytes } from '../accounts/logo-store.ts';
import { paymentLink } from '../invoices/records/payment-link.ts';
import { findRendition } from '../invoices/renditions/rendition-store.ts';

/** Prints what is owed on an invoice today. Unlike the invoice it is not stored, because it differs from day to day. */
export async function printReminderOf(
  ctx: Pick<ReadContext, 'db' | 'account' | 'now' | 'policy' | 'secrets'>,
  invoiceGuid: string,
): Promise<PrintedDocument> {
  const { db, account } = ctx;
  const [found, logo] = await Promise.all([
    findRendition(db, account.id, invoiceGuid, false),
    readLogoBytes(db, account.id),
  ]);
  const { record } = found ?? fail('invoice_not_found');
  const today = toPlainDate(ctx.now);
  if (!statusCase(record, today).isOwed) fail('delivery_refused', violation('reminder_settled'));
  const overdueDays = Math.max(0, daysBetween(record.due_date, today));
  const link = record.is_payment_link ? paymentLink(ctx, record.guid) : '';
  return printReminder(account.id, record, { overdueDays, paymentLink: link }, logo);
}
