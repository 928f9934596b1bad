import type { Account } from '../kernel/account.ts';
import type { Caller } from '../kernel/context.ts';
import { type Kernel, runRead, runWrite } from '../kernel/execute.ts';
import { Failure } from '../kernel/failures/failure.ts';
import { type Job, MAX_ATTEMPTS } from '../kernel/jobs/job-runner.ts';
import { DeliveryRejected, type MailMessage } from '../kernel/ports/ports.ts';
import { deliveryToken } from '../modules/invoices/deliver/bounces.ts';
import { deliveryFacts, recordDelivery, recordEinvoice } from '../modules/invoices/deliver/delivery.ts';
import {
  type DeliveryRow,
  findEinvoice,
  listOpenEinvoices,
  type OpenEinvoice,
} from '../modules/invoices/deliver/delivery-store.ts';
import { getInvoiceXml, renditionOf } from '../modules/invoices/deliver/rendition.ts';
import type { Rendition } from '../modules/invoices/deliver/rendition-store.ts';
import { type AttachedFile, attachedFiles } from '../modules/invoices/files/file-store.ts';
import { paymentLink } from '../modules/invoices/pay/payment-link.ts';
import { readMailBranding } from '../modules/invoices/texts/mail-text-store.ts';
import { customMailTexts, replyTo } from '../modules/invoices/texts/mail-texts.ts';
import { orderUrl, saleUrl } from '../modules/product-sales/link.ts';
import { buildInvoiceDocument } from '../rendering/build-invoice-document.ts';
import { type RenderedMail, renderInvoiceMail } from '../rendering/mail/invoice-mail.ts';
import type { MailReason } from '../rendering/mail/invoice-mail-texts.ts';
import { renderReleaseMail } from '../rendering/mail/release-mail.ts';
import { renderTicketMail } from '../rendering/mail/ticket-mail.ts';

/** A mail server that has said no is asked a few times more: it may have meant the hour, not the mail. */
const REFUSALS = 5;

/** Mails an invoice, a reminder or a receipt. After a crash it goes out again under the same Message-ID. */
export async function sendMail(kernel: Kernel, job: Job<'send-mail'>): Promise<void> {
  const { payload, caller } = job;
  const { invoice_guid, series, about, person_id } = payload;
  const invoice = await runRead(kernel, deliveryFacts, caller, payload);
  if (!invoice || invoice.done) return;
  // Paid or credited meanwhile: nothing is to be reminded of.
  const isReminder = about === 'before' || about === 'after';
  if (isReminder && invoice.status !== 'Sent') return;
  const recipient = payload.email ?? invoice.buyer.email;
  const told = { invoice_guid, series, via: 'email', recipient };
  const tell = (event: string, reason = '', as: Caller = caller) => {
    // Whoever asked for it has sent it; that it failed is nobody's doing.
    const by = event === 'sent' ? { person_id } : {};
    return unlessRefused(runWrite(kernel, recordDelivery, as, { ...told, event, reason, ...by }));
  };
  if (recipient === '') return void (await tell('given_up', 'The customer has no e-mail address'));
  let left = '';
  try {
    const files = await filesOf(kernel, caller, invoice);
    const missing = files.filter(({ bytes }) => bytes === null).length;
    if (missing > 0) left = `Too large to be sent along: ${missing} of ${files.length} attachments`;
    await kernel.ports.mail.send(
      await mailOf(kernel, caller, invoice, { about, series, to: recipient, files }),
    );
  } catch (error) {
    const { reason, refused } = failureOf(error);
    if (refused && job.attempts >= REFUSALS) return void (await tell('given_up', reason));
    // Without the job, which is not done yet.
    const { job: _job, ...as } = caller;
    await tell(job.attempts >= MAX_ATTEMPTS ? 'given_up' : 'failed', reason, as).catch(() => {});
    throw error;
  }
  await tell(isReminder ? 'reminded' : 'sent', left);
}

/** Together with the PDF, and written in base64, this is what most mail servers take. */
const MOST_BYTES = 12 * 1024 * 1024;

async function filesOf({ db }: Kernel, { account }: Caller, invoice: DeliveryRow): Promise<AttachedFile[]> {
  return invoice.has_files ? attachedFiles(db, account.id, invoice.guid, MOST_BYTES) : [];
}

interface Mailing {
  about: MailReason | 'tickets' | 'released';
  series: string;
  to: string;
  files: AttachedFile[];
}

async function mailOf(
  kernel: Kernel,
  { account, now = kernel.clock() }: Caller,
  invoice: DeliveryRow,
  { about, series, to, files }: Mailing,
): Promise<MailMessage> {
  const { guid, seller, buyer } = invoice;
  const lang = buyer.lang === 'en' ? 'en' : 'is';
  const link = { account, policy: kernel.policy, secrets: kernel.secrets };
  const from = {
    accountId: account.id,
    id: `${guid}.${series}`,
    delivery: deliveryToken({ invoice: { accountId: account.id, guid }, series }),
    fromName: seller.name,
    replyTo: replyTo(account, seller.email),
  };
  const rendered = () => renditionOf({ db: kernel.db, account, now }, guid);
  if (about === 'tickets' || about === 'released') {
    // It may go to somebody else than the customer, and has nothing of the invoice in it then.
    const hasNote = about === 'released' && to === buyer.email;
    const mail = writeOrderMail(link, invoice, about, hasNote);
    return { ...mail, ...from, to, lang, attachments: hasNote ? [pdfOf(await rendered())] : [] };
  }
  const { words, logo, logo_bytes } = await readMailBranding(kernel.db, account.id, lang, about);
  const rendition = await rendered();
  const mail = renderInvoiceMail(
    {
      ...buildInvoiceDocument(rendition.record),
      paymentLink: invoice.is_payment_link ? paymentLink(link, guid) : '',
      ticketsLink: invoice.event ? orderUrl(link, guid) : undefined,
      lapses: invoice.lapses,
    },
    about,
    customMailTexts(account, words, lang),
    logo && { ...logo, cid: LOGO_CID },
  );
  return {
    ...mail,
    ...from,
    to,
    lang,
    attachments: [
      pdfOf(rendition),
      ...files.flatMap((file) =>
        file.bytes ? [{ filename: file.name, contentType: file.content_type, content: file.bytes }] : [],
      ),
      ...(logo && logo_bytes ? [logoFile(logo.content_type, logo_bytes)] : []),
    ],
  };
}

function pdfOf({ file_name, bytes }: Rendition): MailMessage['attachments'][number] {
  return { filename: file_name, contentType: 'application/pdf', content: bytes };
}

/** What a buyer hears of an order, apart from its invoice. */
function writeOrderMail(
  link: Parameters<typeof orderUrl>[0] & Parameters<typeof saleUrl>[0],
  { guid, seller, buyer, event, released }: DeliveryRow,
  about: 'tickets' | 'released',
  hasNote: boolean,
): RenderedMail {
  const lang = buyer.lang === 'en' ? 'en' : 'is';
  if (about === 'tickets') {
    const { title, date, minute, place } = event ?? { title: '', date: null, minute: null, place: '' };
    return renderTicketMail({ title, date, minute, place, lang, seller, link: orderUrl(link, guid) });
  }
  const { title, qty, sale } = released ?? { title: '', qty: 1, sale: guid };
  return renderReleaseMail({ title, qty, lang, seller, hasNote, link: saleUrl(link, sale) });
}

/** By which the page of a mail names the picture that came along; nothing is fetched when it is read. */
const LOGO_CID = 'logo@kvitt';

function logoFile(contentType: string, content: Buffer) {
  return {
    filename: contentType === 'image/png' ? 'logo.png' : 'logo.jpg',
    contentType,
    content,
    cid: LOGO_CID,
  };
}

/** Gives the document to the e-invoice network. The same series again is the same transmission. */
export async function sendEinvoice(kernel: Kernel, job: Job<'send-einvoice'>): Promise<void> {
  const { payload, caller } = job;
  const { invoice_guid, series } = payload;
  const invoice = await runRead(kernel, deliveryFacts, caller, payload);
  if (invoice?.xml_status !== 'queued') return;
  const recipient = invoice.trading_partner_id;
  const record = (news: { status: string; reason: string; reference?: string }) =>
    unlessRefused(runWrite(kernel, recordEinvoice, caller, { ...payload, recipient, ...news }));
  try {
    const { file } = await runRead(kernel, getInvoiceXml, caller, { guid: invoice_guid });
    const news = await kernel.ports.einvoice.submit({
      accountId: caller.account.id,
      invoiceGuid: invoice_guid,
      transmission: series === 'issue' ? invoice_guid : series,
      document: invoice.kind === 'credit' ? 'CreditNote' : 'Invoice',
      senderKennitala: invoice.seller.registration_no,
      recipientKennitala: recipient,
      xml: Buffer.from(file, 'base64').toString(),
      createdAt: caller.now ?? kernel.clock(),
    });
    await record(news);
  } catch (error) {
    const { reason, refused } = failureOf(error);
    // What can't even be written is not the network's to reject.
    if (error instanceof Failure) return void (await record({ status: 'failed', reason: error.message }));
    if (refused) return void (await record({ status: 'rejected', reason }));
    if (job.attempts >= MAX_ATTEMPTS) return void (await record({ status: 'failed', reason }));
    const { job: _job, ...as } = caller;
    const told = { invoice_guid, series, via: 'einvoice', event: 'failed', recipient, reason };
    await runWrite(kernel, recordDelivery, as, told).catch(() => {});
    throw error;
  }
}

/** What the account may read of it. Faults of our own are for the operator, who finds them in the log. */
function failureOf(error: unknown): { reason: string; refused: boolean } {
  if (error instanceof DeliveryRejected)
    return { reason: error.message.slice(0, 500), refused: error.refused };
  return { reason: 'The invoice could not be prepared for sending', refused: false };
}

const BATCH = 200;
/** A network that has said nothing for so long will not speak any more. */
const FOLLOWED_DAYS = 30;

/** So many accounts in a row that the network tells nothing of: it is left alone until the next round. */
const PATIENCE = 3;

/** Asks the network what became of the e-invoices that it has taken. No account waits for another's trouble. */
export async function followEinvoices(
  kernel: Kernel,
  now: Date,
  loadAccount: (id: number) => Promise<Account | null>,
): Promise<number> {
  const since = new Date(now.getTime() - FOLLOWED_DAYS * 24 * 3600_000);
  let [moved, silent, fault]: [number, number, unknown] = [0, 0, null];
  let after: OpenEinvoice | null = null;
  for (;;) {
    const open: OpenEinvoice[] = await listOpenEinvoices(kernel.db, since, BATCH, after);
    for (const [accountId, ofAccount] of Map.groupBy(open, ({ account_id }) => account_id)) {
      const account = await loadAccount(accountId);
      try {
        if (account) moved += await followAccount(kernel, account, ofAccount, now);
        silent = 0;
      } catch (error) {
        [silent, fault] = [silent + 1, error];
        if (silent >= PATIENCE) throw error;
      }
    }
    after = open.at(-1) ?? null;
    if (open.length >= BATCH) continue;
    if (fault) throw fault;
    return moved;
  }
}

/** The same for one invoice and at once, for who has just played the network's answer. */
export async function followEinvoice(kernel: Kernel, account: Account, guid: string): Promise<void> {
  const einvoice = await findEinvoice(kernel.db, account.id, guid);
  if (einvoice) await followAccount(kernel, account, [einvoice], kernel.clock());
}

async function followAccount(
  kernel: Kernel,
  account: Account,
  einvoices: OpenEinvoice[],
  now: Date,
): Promise<number> {
  const caller: Caller = { account, via: 'job', ip: '', requestId: 'follow-einvoices', now };
  const references = einvoices.map(({ reference }) => reference);
  const states = await kernel.ports.einvoice.states(account.id, references);
  let moved = 0;
  for (const { guid, reference, recipient, xml_status } of einvoices) {
    const news = states.get(reference);
    if (!news || news.status === xml_status) continue;
    const told = { invoice_guid: guid, series: 'network', recipient, ...news };
    if (await unlessRefused(runWrite(kernel, recordEinvoice, caller, told))) moved += 1;
  }
  return moved;
}

/** A refusal means that the invoice has moved on, which is no fault here. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
