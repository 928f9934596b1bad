import { toLang } from '../domain/values/codes.ts';
import { runRead, runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { JobCaller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { fromCompany } from '../modules/deliveries/texts/mail-branding.ts';
import { sellerSnapshot } from '../modules/invoices/records/seller.ts';
import { recordStatementMail } from '../modules/reports/statements/send-customer-statement.ts';
import { getCustomerStatement } from '../modules/reports/statements/statement.ts';
import { findWaitingMail } from '../modules/reports/statements/statement-mail-store.ts';
import { getCustomerStatementPdf } from '../modules/reports/statements/statement-pdf.ts';
import { renderStatementMail } from '../rendering/mail/statement-mail.ts';
import { toPdfAttachment } from './invoice-attachments.ts';
import { readMailLogo } from './mail-logo.ts';
import { sendRecorded } from './refused-mail.ts';
import { unlessChanged } from './refused-writes.ts';

/** Mails a statement with its PDF, and notes what became of it. */
export async function sendStatement(kernel: Kernel, job: Job<'send-statement'>): Promise<void> {
  const { guid } = job.payload;
  const { account } = job.caller;
  const mail = await findWaitingMail(kernel.db, account.id, guid);
  if (!mail) return;
  const { customer_guid, from_date, to_date, currency, recipient } = mail;
  const lang = toLang(mail.lang);
  const input = { guid: customer_guid, from_date, to_date, currency };
  const record = (reason: string, caller: JobCaller) =>
    unlessChanged(
      runTransaction(kernel, recordStatementMail, caller, { guid, reason: reason.slice(0, 500) }),
    );
  await sendRecorded(job, { unprepared: 'The statement could not be prepared', record }, async () => {
    const statement = await runRead(kernel, getCustomerStatement, job.caller, input);
    const { file, file_name } = await runRead(kernel, getCustomerStatementPdf, job.caller, input);
    const pdf = toPdfAttachment({ fileName: file_name, pdf: Buffer.from(file, 'base64') });
    const logo = await readMailLogo(kernel.db, account.id);
    await kernel.ports.mail.send({
      ...renderStatementMail({ ...statement, lang, seller: sellerSnapshot(account) }, logo.picture),
      ...fromCompany(account),
      id: `${guid}.statement`,
      to: recipient,
      lang,
      attachments: [pdf, ...logo.attachments],
    });
  });
}
