import type { EinvoiceState } from '../domain/invoices/einvoice-states.ts';
import { subscriptionText } from '../domain/sales/subscription-text.ts';
import { toLang } from '../domain/values/codes.ts';
import { daysBetween, toPlainDate } from '../domain/values/dates.ts';
import { decimal } from '../domain/values/money.ts';
import type { Account } from '../kernel/access/account.ts';
import { runRead, runTransaction } from '../kernel/execute.ts';
import { Failure } from '../kernel/failures/failure.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import { MAX_ATTEMPTS } from '../kernel/jobs/queue-worker.ts';
import type { Caller } from '../kernel/operations/caller.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { DeliveryRejected, type MailMessage } from '../kernel/ports/ports.ts';
import type { DeliveryRow } from '../modules/deliveries/delivery-store.ts';
import { deliveryToken } from '../modules/deliveries/delivery-token.ts';
import { findEinvoice, listOpenEinvoices, type OpenEinvoice } from '../modules/deliveries/einvoice-store.ts';
import { findDelivery, getInvoiceXml } from '../modules/deliveries/read.ts';
import { findReceipt, type ReceiptRow } from '../modules/deliveries/receipts/receipt-store.ts';
import { type Delivery, recordDelivery } from '../modules/deliveries/record-delivery.ts';
import { recordEinvoice } from '../modules/deliveries/record-einvoice.ts';
import { customMailTexts, replyTo } from '../modules/deliveries/texts/mail-branding.ts';
import { readMailBranding } from '../modules/deliveries/texts/mail-text-store.ts';
import { type AttachedFile, attachedFiles } from '../modules/invoices/files/file-store.ts';
import { paymentLink, viewLink } from '../modules/invoices/records/payment-link.ts';
import { findOrPrintRendition } from '../modules/invoices/renditions/rendition.ts';
import { FIRST_SERIES } from '../modules/invoices/save/queue-delivery.ts';
import { orderUrl, saleUrl } from '../modules/product-sales/public/links.ts';
import { buildInvoiceDocument } from '../rendering/build-invoice-document.ts';
import type { RenderedMail } from '../rendering/mail/compose-mail.ts';
import { renderInvoiceMail } from '../rendering/mail/invoice-mail.ts';
import type { MailReason } from '../rendering/mail/invoice-mail-texts.ts';
import { renderReleaseMail } from '../rendering/mail/release-mail.ts';
import { renderTicketMail } from '../rendering/mail/ticket-mail.ts';
import { lineTexts } from '../rendering/printed-totals.ts';
import { inBatches } from './each-account.ts';
import {
  attachDocuments,
  calendarAttachments,
  type MailContext,
  mayCarryPdf,
  toFileAttachments,
  toRenditionAttachment,
} from './invoice-attachments.ts';
import { cronCaller, type LoadAccount, withoutJob } from './job-callers.ts';
import { toMailLogo } from './mail-logo.ts';
import { isRefusedForGood } from './refused-mail.ts';
import { unlessRefused } from './refused-writes.ts';
import { mayMailUnconfirmed } from './visitor-mail.ts';

const TOO_MANY_MAILS = 'This address has received too many mails today; confirm the customer to send again';

/** Mails an invoice, a reminder or a receipt. After a crash it is sent again with the same Message-ID. */
export async function sendMail(kernel: Kernel, job: Job<'send-mail'>): Promise<void> {
  const { payload, caller } = job;
  const { invoice_guid, series, about, person_id } = payload;
  const invoice = await findDelivery(kernel, caller, payload);
  if (!invoice || invoice.done) return;
  // The invoice was paid or credited meanwhile.
  if (isReminder(about) && !invoice.is_reminded) return;
  const receipt = await readReceipt(kernel, caller, payload.payment_guid);
  if (receipt?.reversed_on) return;
  const recipient = payload.email ?? invoice.buyer.email;
  const delivery = { invoice_guid, series, via: 'email' as const, recipient };
  const recordEvent = (event: Delivery['event'], reason = '', by: Caller = caller) => {
    // The person who asked for the mail is named for a success only, not for a failure.
    const person = event === 'sent' || event === 'reminded' ? { person_id } : {};
    return unlessRefused(
      runTransaction(kernel, recordDelivery, by, { ...delivery, event, reason, ...person }),
    );
  };
  if (recipient === '') return void (await recordEvent('given_up', 'The customer has no e-mail address'));
  if (invoice.is_by_visitor && !(await mayMailUnconfirmed(kernel, recipient, job.attempts)))
    return void (await recordEvent('given_up', TOO_MANY_MAILS));
  let attachmentNote = '';
  try {
    const files = await readFiles(kernel, caller, invoice);
    const missing = files.filter(({ bytes }) => bytes === null).length;
    if (missing > 0) attachmentNote = `Too large to be sent along: ${missing} of ${files.length} attachments`;
    await kernel.ports.mail.send(
      await composeMail(kernel, caller, invoice, { about, series, to: recipient, files, receipt }),
    );
  } catch (error) {
    const { reason } = toDeliveryFailure(error);
    if (isRefusedForGood(error, job.attempts)) return void (await recordEvent('given_up', reason));
    const event = job.attempts >= MAX_ATTEMPTS ? 'given_up' : 'failed';
    await recordEvent(event, reason, withoutJob(caller)).catch(() => {});
    throw error;
  }
  await recordEvent(isReminder(about) ? 'reminded' : 'sent', attachmentNote);
}

/** With the PDF, and in base64, this is the size that most mail servers accept. */
const MAX_ATTACHED_BYTES = 12 * 1024 * 1024;

async function readFiles({ db }: Kernel, { account }: Caller, invoice: DeliveryRow): Promise<AttachedFile[]> {
  return invoice.has_files ? attachedFiles(db, account.id, invoice.guid, MAX_ATTACHED_BYTES) : [];
}

async function readReceipt(
  { db }: Kernel,
  { account }: Caller,
  paymentGuid: string | undefined,
): Promise<ReceiptRow | null> {
  return paymentGuid ? findReceipt(db, account.id, paymentGuid) : null;
}

type MailOccasion = MailReason | 'tickets' | 'released';

function isReminder(about: MailOccasion): boolean {
  return about === 'before' || about === 'after';
}

interface Mailing {
  about: MailOccasion;
  series: string;
  to: string;
  files: AttachedFile[];
  receipt: ReceiptRow | null;
}

type MailContent = RenderedMail & Pick<MailMessage, 'attachments'>;

async function composeMail(
  { db, policy, secrets, clock }: Kernel,
  { account, now = clock() }: Caller,
  invoice: DeliveryRow,
  { about, series, to, files, receipt }: Mailing,
): Promise<MailMessage> {
  const ctx = { account, policy, secrets, db, now };
  const { guid, seller } = invoice;
  const content =
    about === 'tickets' || about === 'released'
      ? await composeOrderMail(ctx, invoice, about, to)
      : await composeInvoiceMail(ctx, invoice, about, files, receipt);
  return {
    ...content,
    accountId: account.id,
    id: `${guid}.${series}`,
    // Reminders, receipts and repeated mails are shown with the first mail of the invoice.
    ...(series === FIRST_SERIES ? {} : { inReplyTo: `${guid}.${FIRST_SERIES}` }),
    delivery: deliveryToken({ invoice: { accountId: account.id, guid }, series }),
    fromName: seller.name,
    replyTo: replyTo(account, seller.email),
    to,
    lang: toLang(invoice.buyer.lang),
  };
}

/** A mail about an order that is not its invoice. */
async function composeOrderMail(
  ctx: MailContext,
  invoice: DeliveryRow,
  about: 'tickets' | 'released',
  to: string,
): Promise<MailContent> {
  // The recipient may not be the customer; then the mail must not contain the invoice.
  const hasNote = about === 'released' && to === invoice.buyer.email && !invoice.is_by_visitor;
  const attachments = hasNote ? [toRenditionAttachment(await findOrPrintRendition(ctx, invoice.guid))] : [];
  return {
    ...renderOrderMail(ctx, invoice, about, hasNote),
    attachments: [...attachments, ...calendarAttachments(ctx, invoice)],
  };
}

async function composeInvoiceMail(
  ctx: MailContext,
  invoice: DeliveryRow,
  about: MailReason,
  files: readonly AttachedFile[],
  receipt: ReceiptRow | null,
): Promise<MailContent> {
  const { account, db, now } = ctx;
  const { guid } = invoice;
  const lang = toLang(invoice.buyer.lang);
  const branding = await readMailBranding(db, account.id, lang, about);
  const logo = toMailLogo(branding.logo, branding.logo_bytes);
  const rendition = await findOrPrintRendition(ctx, guid);
  const hasPdf = mayCarryPdf(invoice);
  const document = buildInvoiceDocument(rendition.record);
  const mail = renderInvoiceMail(
    {
      ...document,
      paymentLink: invoice.is_payment_link ? paymentLink(ctx, guid) : '',
      viewLink: viewLink(ctx, guid),
      sold: lineTexts(document, lang),
      creditOf: document.references.credited?.number,
      overdueDays: daysBetween(document.dueDate, toPlainDate(now)),
      received: receipt
        ? { paidOn: receipt.paid_on, amount: decimal(receipt.amount), currency: receipt.currency }
        : undefined,
      ticketsLink: invoice.event ? orderUrl(ctx, guid) : undefined,
      event: invoice.event ?? undefined,
      lapses: invoice.lapses,
      isGift: invoice.sold === 'DONA',
      subscription: invoice.subscription
        ? subscriptionText(invoice.subscription, invoice.seller, lang)
        : undefined,
      visitor: invoice.is_by_visitor
        ? { orderLink: invoice.purchase_guid ? orderUrl(ctx, invoice.purchase_guid) : '', hasPdf }
        : undefined,
    },
    about,
    customMailTexts(account, branding.texts, lang),
    logo.picture,
  );
  return {
    ...mail,
    attachments: [
      ...(hasPdf
        ? await attachDocuments(ctx, { rendition, isReminder: isReminder(about), receipt, files })
        : toFileAttachments(files)),
      ...calendarAttachments(ctx, invoice),
      ...logo.attachments,
    ],
  };
}

const NO_ORDER = { title: '', qty: 1, sale: null, is_early: false, is_gift: false };

function renderOrderMail(
  ctx: MailContext,
  invoice: DeliveryRow,
  about: 'tickets' | 'released',
  hasNote: boolean,
): RenderedMail {
  const { guid, seller, event, released } = invoice;
  const lang = toLang(invoice.buyer.lang);
  if (about === 'tickets') {
    const facts = event ?? { title: '', date: null, minute: null, place: '' };
    const isPaid = invoice.status === 'Paid';
    return renderTicketMail({ ...facts, lang, seller, link: orderUrl(ctx, guid), isPaid });
  }
  const { title, qty, sale, is_early, is_gift } = released ?? NO_ORDER;
  const why = is_gift ? 'gift' : is_early ? 'cancelled' : 'lapsed';
  return renderReleaseMail({ title, qty, lang, seller, hasNote, why, link: saleUrl(ctx, sale ?? guid) });
}

/** Submits the document to the e-invoice network. A repeated series is the same transmission. */
export async function sendEinvoice(kernel: Kernel, job: Job<'send-einvoice'>): Promise<void> {
  const { payload, caller } = job;
  const { invoice_guid, series } = payload;
  const invoice = await findDelivery(kernel, caller, payload);
  if (invoice?.xml_status !== 'queued') return;
  const recipient = invoice.trading_partner_id;
  const record = (update: { status: EinvoiceState; reason: string; reference?: string }) =>
    unlessRefused(runTransaction(kernel, recordEinvoice, caller, { ...payload, recipient, ...update }));
  try {
    const { file } = await runRead(kernel, getInvoiceXml, caller, { guid: invoice_guid });
    const update = await kernel.ports.einvoice.submit({
      accountId: caller.account.id,
      guid: invoice_guid,
      transmission: series === FIRST_SERIES ? invoice_guid : series,
      document: invoice.kind === 'credit' ? 'CreditNote' : 'Invoice',
      senderKennitala: invoice.seller.registration_no,
      recipient: recipient,
      xml: Buffer.from(file, 'base64').toString(),
      createdAt: caller.now ?? kernel.clock(),
    });
    await record(update);
  } catch (error) {
    const { reason, refused } = toDeliveryFailure(error);
    // A document that cannot be rendered has failed here; the network did not reject it.
    if (error instanceof Failure) return void (await record({ status: 'failed', reason: error.message }));
    if (refused) return void (await record({ status: 'rejected', reason }));
    if (job.attempts >= MAX_ATTEMPTS) return void (await record({ status: 'failed', reason }));
    const failed: Delivery = { invoice_guid, series, via: 'einvoice', event: 'failed', recipient, reason };
    await runTransaction(kernel, recordDelivery, withoutJob(caller), failed).catch(() => {});
    throw error;
  }
}

/** The reason that the account may see. Errors of our own are for the operator's log. */
function toDeliveryFailure(error: unknown): { reason: string; refused: boolean } {
  if (error instanceof DeliveryRejected)
    return { reason: error.message.slice(0, 500), refused: error.refused };
  return { reason: 'The invoice could not be prepared for sending', refused: false };
}

const BATCH = 200;
/** After this time without a final state, a document is not followed any more. */
const FOLLOWED_DAYS = 30;

/** After so many failed accounts in a row, the network is not asked again until the next run. */
const MAX_FAILURES_IN_A_ROW = 3;

/** Polls the network for the states of submitted e-invoices. A failure for one account does not delay the others. */
export async function followEinvoices(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  const since = new Date(now.getTime() - FOLLOWED_DAYS * 24 * 3600_000);
  let [changed, failuresInARow, lastError]: [number, number, unknown] = [0, 0, null];
  const open = inBatches<OpenEinvoice>(BATCH, (take, after) =>
    listOpenEinvoices(kernel.db, since, take, after),
  );
  for await (const batch of open)
    for (const [accountId, ofAccount] of Map.groupBy(batch, ({ account_id }) => account_id)) {
      const account = await loadAccount(accountId);
      try {
        if (account) changed += await followAccount(kernel, account, ofAccount, now);
        failuresInARow = 0;
      } catch (error) {
        [failuresInARow, lastError] = [failuresInARow + 1, error];
        if (failuresInARow >= MAX_FAILURES_IN_A_ROW) throw error;
      }
    }
  if (lastError) throw lastError;
  return changed;
}

/** Updates one invoice at once, after the operator has set its state in the sandbox hub. */
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
  const caller = cronCaller(account, 'follow-einvoices', now);
  const references = einvoices.map(({ reference }) => reference);
  const states = await kernel.ports.einvoice.states(account.id, references);
  let changed = 0;
  for (const { guid, reference, recipient, xml_status } of einvoices) {
    const update = states.get(reference);
    if (!update || update.status === xml_status) continue;
    const change = { invoice_guid: guid, series: 'network', recipient, ...update };
    if (await unlessRefused(runTransaction(kernel, recordEinvoice, caller, change))) changed += 1;
  }
  return changed;
}
