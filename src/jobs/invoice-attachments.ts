import type { MailMessage } from '../kernel/ports/ports.ts';
import type { DeliveryRow } from '../modules/deliveries/delivery-store.ts';
import { printReminderOf } from '../modules/deliveries/print-reminder.ts';
import { printReceiptOf } from '../modules/deliveries/receipts/print-receipt.ts';
import type { ReceiptRow } from '../modules/deliveries/receipts/receipt-store.ts';
import type { AttachedFile } from '../modules/invoices/files/file-store.ts';
import type { findOrPrintRendition } from '../modules/invoices/renditions/rendition.ts';
import type { Rendition } from '../modules/invoices/renditions/rendition-store.ts';
import { orderUrl } from '../modules/product-sales/public/links.ts';
import { renderCalendar } from '../rendering/calendar.ts';

type Attachments = MailMessage['attachments'];

/** What rendering a mail reads from: the account's rows, and what its links are signed with. */
export type MailContext = Parameters<typeof findOrPrintRendition>[0];
type PrintedRendition = Awaited<ReturnType<typeof findOrPrintRendition>>;

interface AttachedDocuments {
  rendition: PrintedRendition;
  isReminder: boolean;
  /** The payment, in the mail with its receipt. */
  receipt: ReceiptRow | null;
  files: readonly AttachedFile[];
}

/** The invoice, or what is left of it, or the receipt of a payment; and the files of the invoice. */
export async function attachDocuments(
  ctx: MailContext,
  { rendition, isReminder, receipt, files }: AttachedDocuments,
): Promise<Attachments> {
  const ofReceipt = receipt ? [toPdfAttachment(await printReceiptOf(ctx, receipt))] : [];
  // A receipt for several invoices names them; one alone comes along as it stands now.
  if (receipt && receipt.shares.length > 1) return ofReceipt;
  const ofInvoice = isReminder
    ? toPdfAttachment(await printReminderOf(ctx, rendition.record.guid))
    : toRenditionAttachment(rendition);
  return [...ofReceipt, ofInvoice, ...toFileAttachments(files)];
}

export function toFileAttachments(files: readonly AttachedFile[]): Attachments {
  return files.flatMap(({ name, content_type, bytes }) =>
    bytes ? [{ filename: name, contentType: content_type, content: bytes }] : [],
  );
}

/**
 * The PDF carries the name and address that a visitor typed, so it is not mailed to an address that nobody confirmed
 * before the visitor has paid for it.
 */
export function mayCarryPdf({ is_by_visitor, kind, status, amount }: DeliveryRow): boolean {
  return !is_by_visitor || (kind === 'invoice' && status === 'Paid' && Number(amount) > 0);
}

export function toRenditionAttachment({
  file_name,
  bytes,
}: Pick<Rendition, 'file_name' | 'bytes'>): Attachments[number] {
  return toPdfAttachment({ fileName: file_name, pdf: bytes });
}

export function toPdfAttachment({ fileName, pdf }: { fileName: string; pdf: Buffer }): Attachments[number] {
  return { filename: fileName, contentType: 'application/pdf', content: pdf };
}

/** The event for the buyer's calendar, once the tickets are paid. */
export function calendarAttachments(ctx: MailContext, { event, status, guid }: DeliveryRow): Attachments {
  if (!event || status !== 'Paid') return [];
  const id = `${guid}@kvitt`;
  const calendar = renderCalendar({ ...event, id, link: orderUrl(ctx, guid), now: ctx.now });
  if (calendar === '') return [];
  return [
    { filename: 'event.ics', contentType: 'text/calendar; charset=utf-8', content: Buffer.from(calendar) },
  ];
}
