import { toLang } from '../domain/values/codes.ts';
import { runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import { MAX_ATTEMPTS } from '../kernel/jobs/queue-worker.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { DeliveryRejected } from '../kernel/ports/ports.ts';
import { findWaitingPaymentMail } from '../modules/deliveries/receipts/payment-mail-store.ts';
import { printReceiptOf } from '../modules/deliveries/receipts/print-receipt.ts';
import { findReceipt } from '../modules/deliveries/receipts/receipt-store.ts';
import { recordPaymentMail } from '../modules/deliveries/receipts/send-payment-receipt.ts';
import { replyTo } from '../modules/deliveries/texts/mail-branding.ts';
import { sellerSnapshot } from '../modules/invoices/records/seller.ts';
import { renderReceiptMail } from '../rendering/mail/receipt-mail.ts';
import { toPdfAttachment } from './invoice-attachments.ts';
import { withoutJob } from './job-callers.ts';
import { readMailLogo } from './mail-logo.ts';
import { isRefusedForGood } from './refused-mail.ts';
import { unlessChanged } from './refused-writes.ts';

/** Mails the receipt of a payment that settles no invoice, and notes what became of it. */
export async function sendReceipt(kernel: Kernel, job: Job<'send-receipt'>): Promise<void> {
  const { guid } = job.payload;
  const { account, now = kernel.clock() } = job.caller;
  const { db } = kernel;
  const mail = await findWaitingPaymentMail(db, account.id, guid);
  const payment = mail && (await findReceipt(db, account.id, mail.payment_guid));
  if (!payment) return;
  const record = (reason: string, caller = job.caller) =>
    unlessChanged(runTransaction(kernel, recordPaymentMail, caller, { guid, reason: reason.slice(0, 500) }));
  if (payment.reversed_on !== null) return void (await record('The payment was reversed'));
  const lang = toLang(payment.payer?.lang ?? 'is');
  try {
    const pdf = await printReceiptOf({ account, db, now }, payment, lang);
    const logo = await readMailLogo(db, account.id);
    const content = { ...payment, lang, seller: sellerSnapshot(account), payer: payment.payer?.name ?? '' };
    await kernel.ports.mail.send({
      ...renderReceiptMail(content, logo.picture),
      accountId: account.id,
      id: `${guid}.receipt`,
      fromName: account.name,
      replyTo: replyTo(account, account.email),
      to: mail.recipient,
      lang,
      attachments: [toPdfAttachment(pdf), ...logo.attachments],
    });
  } catch (error) {
    const reason = error instanceof DeliveryRejected ? error.message : 'The receipt could not be prepared';
    if (isRefusedForGood(error, job.attempts)) return void (await record(reason));
    if (job.attempts >= MAX_ATTEMPTS) await record(reason, withoutJob(job.caller)).catch(() => {});
    throw error;
  }
  await record('');
}
