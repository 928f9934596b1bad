import { toPlainDate } from '../domain/values/dates.ts';
import type { Account } from '../kernel/access/account.ts';
import { runRead, runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { JobCaller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { readContext } from '../kernel/operations/read-context.ts';
import type { MailMessage } from '../kernel/ports/ports.ts';
import { customMailTexts, fromCompany } from '../modules/deliveries/texts/mail-branding.ts';
import { isNotifiedOfQuotes } from '../modules/notifications/notification-store.ts';
import { queueQuoteReminders } from '../modules/sales-documents/quotes/queue-quote-reminders.ts';
import { quoteLink } from '../modules/sales-documents/quotes/quote-link.ts';
import { accountsWithQuoteReminders } from '../modules/sales-documents/quotes/quote-store.ts';
import { type ShownQuote, showQuote } from '../modules/sales-documents/quotes/read.ts';
import { recordQuoteMail } from '../modules/sales-documents/quotes/record-quote-mail.ts';
import { getQuotePdf } from '../modules/sales-documents/read-pdf.ts';
import type { RenderedMail } from '../rendering/mail/compose-mail.ts';
import type { MailPicture } from '../rendering/mail/mail-parts.ts';
import { renderQuoteAnswerMail, renderQuoteMail } from '../rendering/mail/quote-mail.ts';
import { lineTexts } from '../rendering/printed-totals.ts';
import { sumRecords } from './each-account.ts';
import { toPdfAttachment } from './invoice-attachments.ts';
import type { LoadAccount } from './job-callers.ts';
import { readMailLogo } from './mail-logo.ts';
import { sendRecorded } from './refused-mail.ts';
import { sumUntilRefused, unlessChanged } from './refused-writes.ts';

/** Mails a quote or a reminder to the customer, or the customer's answer to the seller. */
export async function sendQuoteMail(kernel: Kernel, job: Job<'send-quote-mail'>): Promise<void> {
  const { guid, about, email } = job.payload;
  const { account } = job.caller;
  const quote = await showQuote(readContext(kernel, job.caller), guid);
  if (!quote) return;
  if (about === 'answer') {
    // A person who is notified of answered quotes gets no second mail at the same address.
    const isNotified =
      account.email !== '' && (await isNotifiedOfQuotes(kernel.db, account.id, account.email));
    if (account.email !== '' && !isNotified)
      await send(kernel, job, account.email, renderAnswer(kernel, quote), { lang: 'is', attachments: [] });
    return;
  }
  // It was answered or has expired meanwhile.
  if (quote.state !== 'open') return;
  const recipient = email ?? quote.document.buyer.email;
  if (recipient === '') return;
  const record = (error: string, caller: JobCaller) =>
    unlessChanged(runTransaction(kernel, recordQuoteMail, caller, { guid, recipient, error }));
  await sendRecorded(job, { unprepared: 'The quote could not be prepared for sending', record }, async () => {
    const logo = await readMailLogo(kernel.db, account.id);
    const mail = renderQuote(kernel, account, quote, guid, about, logo.picture);
    const { file, file_name } = await runRead(kernel, getQuotePdf, job.caller, { guid });
    const pdf = toPdfAttachment({ fileName: file_name, pdf: Buffer.from(file, 'base64') });
    await send(kernel, job, recipient, mail, {
      lang: quote.document.lang,
      attachments: [pdf, ...logo.attachments],
    });
  });
}

function renderQuote(
  { policy, secrets }: Kernel,
  account: Account,
  { document, valid_until: validUntil }: ShownQuote,
  guid: string,
  about: 'quote' | 'reminder',
  picture: MailPicture | null,
): RenderedMail {
  const { lang, number } = document;
  return renderQuoteMail(
    {
      ...document,
      number: number ?? '',
      validUntil,
      sold: lineTexts(document, lang),
      signature: customMailTexts(account, null, lang).signature,
      link: quoteLink({ account, policy, secrets }, guid),
    },
    about,
    picture,
  );
}

function renderAnswer(kernel: Kernel, quote: ShownQuote): RenderedMail {
  return renderQuoteAnswerMail({
    number: quote.document.number ?? '',
    customer: quote.document.buyer.name,
    isAccepted: quote.state === 'accepted',
    answeredBy: quote.answered_by,
    reason: quote.decline_reason,
    link: `${kernel.policy.baseUrl}/console/quotes`,
  });
}

async function send(
  kernel: Kernel,
  { payload: { guid, series }, caller: { account } }: Job<'send-quote-mail'>,
  to: string,
  mail: RenderedMail,
  more: Pick<MailMessage, 'lang' | 'attachments'>,
): Promise<void> {
  const message: MailMessage = {
    ...mail,
    ...more,
    ...fromCompany(account),
    ...(to === account.email && { replyTo: '' }),
    id: `${guid}.${series}`,
    to,
  };
  await kernel.ports.mail.send(message);
}

/** Queues the reminders of quotes that expire soon, for all accounts. */
export async function remindOfQuotes(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const due = await accountsWithQuoteReminders(kernel.db, toPlainDate(now));
  return sumRecords({ task: 'quote-reminders', now, loadAccount }, [due], (caller) =>
    sumUntilRefused(
      async () => (await runTransaction(kernel, queueQuoteReminders, caller, {})).output.queued,
    ),
  );
}
