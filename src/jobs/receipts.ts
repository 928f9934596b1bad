import { toLang } from '../domain/values/codes.ts';
import { runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { JobCaller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { findWaitingPaymentMail } from '../modules/deliveries/receipts/payment-mail-store.ts';
import { printReceiptOf } from '../modules/deliveries/receipts/print-receipt.ts';
import { findReceipt } from '../modules/deliveries/receipts/receipt-store.ts';
import { recordPaymentMail } from '../modules/deliveries/receipts/send-payment-receipt.ts';
import { fromCompany } from '../modules/deliveries/texts/mail-branding.ts';
import { sellerSnapshot } from '../modules/invoices/records/seller.ts';
import { renderReceiptMail } from '../rendering/mail/receipt-mail.ts';
import { toPdfAttachment } from './invoice-attachments.ts';
import { readMailLogo } from './mail-logo.ts';
import { sendRecorded } from './refused-mail.ts';
import { unlessChanged } from './refused-writes.ts';

/** Mails the receipt of a payment that settles no invoice, and notes what became of it. */
export async function sendReceipt(kernel: Kernel, job: Job<'send-receipt'>): Promise<void> {
  const { guid } = job.payload;
  const { account, now = kernel.clock() } = job.caller;
  const { db } = kernel;
  const mail = await findWaitingPaymentMail(db, account.id, guid);
  const payment = mail && (await findReceipt(db, account.id, mail.payment_guid));
  if (!payment) return;
  const record = (reason: string, caller: JobCaller) =>
    unlessChanged(runTransaction(kernel, recordPaymentMail, caller, { guid, reason: reason.slice(0, 500) }));
  if (payment.reversed_on !== null) return void (await record('The payment was reversed', job.caller));
  const lang = toLang(payment.payer?.lang ?? 'is');
  await sendRecorded(job, { unprepared: 'The receipt could not be prepared', record }, async () => {
    const pdf = await printReceiptOf({ account, db, now }, payment, lang);
    const logo = await readMailLogo(db, account.id);
    const content = { ...payment, lang, seller: sellerSnapshot(account), payer: payment.payer?.name ?? '' };
    await kernel.ports.mail.send({
      ...renderReceiptMail(content, logo.picture),
      ...fromCompany(account),
      id: `${guid}.receipt`,
      to: mail.recipient,
      lang,
      attachments: [toPdfAttachment(pdf), ...logo.attachments],
    });
  });
}
