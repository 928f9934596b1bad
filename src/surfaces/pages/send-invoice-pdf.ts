import type { FastifyReply } from 'fastify';
import type { Account } from '../../kernel/access/account.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { findOrPrintRendition } from '../../modules/invoices/renditions/rendition.ts';
import { sendPdf } from '../http/answers/pdf.ts';

/** Sends the PDF of an invoice to the holder of a link that the caller has verified. */
export async function sendInvoicePdf(
  reply: FastifyReply,
  { db, policy, secrets, clock }: Kernel,
  account: Account,
  guid: string,
): Promise<FastifyReply> {
  const ctx = { db, policy, secrets, account, now: clock() };
  return sendPdf(reply, await findOrPrintRendition(ctx, guid));
}
