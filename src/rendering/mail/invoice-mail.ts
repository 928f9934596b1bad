import { isolateText } from '../../domain/strings/bidi.ts';
import { fillPlaceholders } from '../../domain/strings/placeholders.ts';
import { formatBankAccount, formatDate, formatMoney } from '../../domain/values/format.ts';
import { formatIban } from '../../domain/values/iban.ts';
import { formatKennitala } from '../../domain/values/kennitala.ts';
import { type Decimal, isZero } from '../../domain/values/money.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import { LABELS, overdueText } from '../labels.ts';
import { creditParts } from '../payment-texts.ts';
import { type LineText, settledParts, transferAmount } from '../printed-totals.ts';
import { visibleText } from '../xml.ts';
import { composeMail, type RenderedMail } from './compose-mail.ts';
import { type EventFacts, eventText } from './event-text.ts';
import { type CustomMailTexts, type MailReason, NO_CUSTOM_TEXTS, TEXTS } from './invoice-mail-texts.ts';
import {
  button,
  type Fact,
  factTable,
  logo,
  type MailPicture,
  paragraph,
  paragraphs,
  signature,
  soldTable,
} from './mail-parts.ts';
import { greeting, mailFooter, regards } from './mail-words.ts';
import { type SoldLines, soldLines } from './sold-lines.ts';

type MentionedFields =
  | ('kind' | 'number' | 'lang' | 'mark' | 'dueDate' | 'finalDueDate' | 'seller' | 'currency')
  | ('amount' | 'paymentFee' | 'credited' | 'paid' | 'writtenOff' | 'due' | 'payment');

/** The parts of an invoice that its mails mention. */
export interface InvoiceMailInput extends Pick<InvoiceDocument, MentionedFields> {
  buyer: { name: string };
  /** Address of the public payment page; empty if there is none. */
  paymentLink: string;
  /** Address of the page that only shows the invoice, where there is no payment page. */
  viewLink?: string | undefined;
  /** What was sold, without VAT. */
  sold?: readonly LineText[] | undefined;
  isOutsideVat?: boolean | undefined;
  /** The text that the seller wrote on the invoice. */
  memo?: string | undefined;
  /** The invoice that a credit note credits. */
  creditOf?: string | undefined;
  /** The payment whose receipt is mailed. */
  received?: { paidOn: string; amount: Decimal; currency: string } | undefined;
  /** Days since the due date, for a reminder. */
  overdueDays?: number | undefined;
  /** Address of the tickets that the invoice is for, if any. */
  ticketsLink?: string | undefined;
  /** When and where the event of the tickets is. */
  event?: EventFacts | undefined;
  /** The invoice is for a donation that was not asked for by a claim. */
  isGift?: boolean;
  /** Tells a subscriber how often invoices come and how to stop them. */
  subscription?: string | undefined;
  /** The invoice is for an order that lapses if it is not paid by the due date. */
  lapses?: boolean;
  /**
   * A visitor of a selling page typed the name and the address of the recipient, and nobody confirmed them. The mail then
   * has no text of the visitor, so that it cannot carry a stranger's message under the seller's name.
   */
  visitor?: { orderLink: string; hasPdf: boolean } | undefined;
}

/** The content of a mail before it is rendered as text and HTML. */
interface MailParts {
  subject: string;
  greeting: string;
  body: string;
  facts: Fact[];
  sold: SoldLines;
  /** The text on the invoice; empty where a visitor may have written it. */
  memo: string;
  /** When and where the event is, one line each; empty if the invoice is for none. */
  event: string;
  /** How often invoices come and how to stop them; empty if the invoice is not of a subscription. */
  subscription: string;
  settled: string;
  /** The warning that the order lapses; empty if it does not. */
  lapse: string;
  /** Label of the button that leads to the payment or the order; empty if there is none. */
  pay: string;
  link: string;
  /** Address of the bought tickets; empty if there are none. */
  tickets: string;
  ticketsLabel: string;
  signature: string;
}

/** Only the signature of the company's own texts is used for a credit note, because the others speak of an invoice. */
export function mailParts(
  invoice: InvoiceMailInput,
  reason: MailReason,
  own: CustomMailTexts = NO_CUSTOM_TEXTS,
): MailParts {
  const { kind, lang, seller, buyer, paymentLink, mark, visitor } = invoice;
  const texts = TEXTS[lang];
  const which = kind === 'credit' ? (reason === 'receipt' ? 'refund' : 'credit') : reason;
  const customTexts = kind === 'credit' || visitor ? NO_CUSTOM_TEXTS : own;
  const [company, customer] = [isolateText(seller.name), isolateText(buyer.name)];
  const fill = (text: string) =>
    fillPlaceholders(text.replaceAll(/\r\n?/g, '\n'), {
      number: invoice.number ?? '',
      customer: visitor ? '' : customer,
      amount: formatMoney(invoice.amount, invoice.currency, lang),
      due_date: formatDate(invoice.dueDate, lang),
      company,
    });
  const settled = mark && mark.kind !== 'draft' ? texts.settled[mark.kind] : '';
  const payment = settled || kind === 'credit' ? '' : paymentLink;
  const link = payment || (visitor ? visitor.orderLink : (invoice.viewLink ?? ''));
  const tickets = reason === 'invoice' || reason === 'receipt' ? (invoice.ticketsLink ?? '') : '';
  return {
    subject: oneLine(fill(customTexts.subject)) || texts.subject[which](invoice.number ?? '', company),
    greeting: fill(customTexts.greeting) || greeting(lang, visitor ? '' : customer),
    body:
      visitor && !visitor.hasPdf
        ? visitorBody(invoice, which)
        : fill(customTexts.body) || bodyText(invoice, which),
    event: invoice.event && kind === 'invoice' ? eventText(invoice.event, lang) : '',
    subscription: kind === 'invoice' ? (invoice.subscription ?? '') : '',
    facts: mailFacts(invoice, reason),
    sold: soldLines(invoice),
    memo: visitor ? '' : visibleText(invoice.memo ?? ''),
    settled,
    lapse: invoice.lapses && invoice.mark === null ? (invoice.isGift ? texts.giftLapse : texts.lapse) : '',
    pay: payment ? texts.pay : link && viewLabel(invoice),
    // The tickets and the order are one page, which has one link.
    link: link === tickets ? '' : link,
    tickets,
    ticketsLabel: settled ? texts.tickets : texts.view,
    signature: fill(own.signature) || regards(lang, company),
  };
}

/** A credit note is mailed for itself, or with the receipt of what was paid back. */
type MailText = MailReason | 'credit' | 'refund';

/** A reminder of an invoice that was paid in part does not say that no payment has come. */
function bodyText({ lang, paid }: InvoiceMailInput, which: MailText): string {
  const { says, saysOfRemainder } = TEXTS[lang];
  return which === 'after' && !isZero(paid) ? saysOfRemainder.after : says[which];
}

function viewLabel({ visitor, kind, lang }: InvoiceMailInput): string {
  const texts = TEXTS[lang];
  if (visitor) return texts.view;
  return kind === 'credit' ? texts.viewCredit : texts.viewInvoice;
}

function visitorBody({ lang, isGift, paid }: InvoiceMailInput, which: MailText): string {
  const { saysLink, saysOfRemainder, saysGift, notYou } = TEXTS[lang];
  if (isGift && which === 'invoice') return `${saysGift} ${notYou}`;
  if (which === 'receipt' || which === 'refund') return saysLink[which];
  const said = which === 'after' && !isZero(paid) ? saysOfRemainder.afterLink : saysLink[which];
  return `${said} ${notYou}`;
}

/** Renders the mail that carries an invoice in the customer's language, as plain text and as HTML. */
export function renderInvoiceMail(
  invoice: InvoiceMailInput,
  reason: MailReason,
  own: CustomMailTexts = NO_CUSTOM_TEXTS,
  picture: MailPicture | null = null,
): RenderedMail {
  const { lang, seller } = invoice;
  const said = mailParts(invoice, reason, own);
  const { link, memo, tickets } = said;
  const parts = [
    logo(picture, seller.name),
    paragraph(said.greeting),
    paragraphs(said.body),
    paragraph(said.event),
    factTable(said.facts),
    soldTable(said.sold),
    memo && paragraph(`${LABELS[lang].memo}: ${memo}`),
    paragraph(said.settled),
    paragraph(said.lapse),
    paragraph(said.subscription),
    link && button(link, said.pay),
    tickets && button(tickets, said.ticketsLabel),
    signature(said.signature),
  ];
  return composeMail(lang, said.subject, parts, mailFooter(seller, lang));
}

/** The sums and, for an unpaid invoice, the amount due, the due dates and the bank details. */
function mailFacts(invoice: InvoiceMailInput, reason: MailReason): Fact[] {
  const { kind, number, lang, currency, mark, amount, paymentFee, due } = invoice;
  const [texts, labels] = [TEXTS[lang], LABELS[lang]];
  const money = (figure: Decimal) => formatMoney(figure, currency, lang);
  const isOwed = kind === 'invoice' && mark === null;
  const settled = settledParts(invoice);
  const hasMore = isOwed && !(isZero(paymentFee) && settled.length === 0);
  const rows: [name: string, value: string][] = [
    [texts.number, number ?? ''],
    [texts.amount, money(amount)],
  ];
  const { received } = invoice;
  if (received)
    rows.unshift(
      [texts.received, formatMoney(received.amount, received.currency, lang)],
      [texts.receivedOn, formatDate(received.paidOn, lang)],
    );
  if (kind === 'credit' && invoice.creditOf) rows.push([labels.creditOf, invoice.creditOf]);
  for (const { name, figure } of creditParts(invoice)) rows.push([name, money(figure)]);
  for (const { name, figure } of settled)
    rows.push([labels[name], money(name === 'rounding' ? figure : figure.abs())]);
  const isOptional = invoice.paymentLink !== '' && invoice.payment.kind === 'transfer';
  if (isOwed && !isZero(paymentFee)) rows.push([isOptional ? labels.linkFee : labels.fee, money(paymentFee)]);
  if (hasMore) rows.push([labels.toPay, money(due)]);
  const main = hasMore ? labels.toPay : texts.amount;
  const byTransfer: [name: string, value: string][] =
    isOptional && hasMore && !isZero(paymentFee)
      ? [[labels.transferAmount, money(transferAmount(invoice))]]
      : [];
  const dates = invoice.isGift ? [] : dueDateFacts(invoice, reason);
  const owed = isOwed ? [...dates, ...byTransfer, ...paymentFacts(invoice)] : [];
  return [...rows, ...owed].map(([name, value]) => ({ name, value, isMain: name === main }));
}

function dueDateFacts(
  { lang, dueDate, finalDueDate, overdueDays = 0 }: InvoiceMailInput,
  reason: MailReason,
): [name: string, value: string][] {
  const labels = LABELS[lang];
  const isLate = reason === 'after' && overdueDays > 0;
  const late = isLate ? ` (${overdueText(overdueDays, lang)})` : '';
  return [
    [labels.due, `${formatDate(dueDate, lang)}${late}`],
    [labels.finalDue, formatDate(finalDueDate, lang)],
  ];
}

/** The ways to pay other than the link. */
function paymentFacts({ payment, seller, number, lang }: InvoiceMailInput): [name: string, value: string][] {
  const texts = TEXTS[lang];
  if (payment.kind === 'claim' && payment.account !== '')
    return [[texts.claim, formatBankAccount(payment.account)]];
  if (payment.kind !== 'transfer') return [];
  const abroad: [string, string][] = payment.iban === '' ? [] : [['IBAN', formatIban(payment.iban)]];
  if (payment.bank) abroad.push(['BIC', `${payment.bank.bic} · ${payment.bank.name}`]);
  return [
    [texts.transfer, formatBankAccount(payment.account)],
    ...abroad,
    [texts.owner, formatKennitala(seller.registration_no)],
    [LABELS[lang].reference, number ?? ''],
  ];
}

/** Names may contain line breaks, but a subject must be one line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
