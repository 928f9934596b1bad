import type { Lang } from '../../domain/codes.ts';
import { formatBankAccount, formatDate, formatMoney } from '../../domain/format.ts';
import { formatIban } from '../../domain/iban.ts';
import { formatKennitala } from '../../domain/kennitala.ts';
import { type Decimal, isZero } from '../../domain/money.ts';
import { fillPlaceholders } from '../../domain/placeholders.ts';
import { LABELS } from '../labels.ts';
import type { InvoiceDocument } from '../model.ts';
import {
  button,
  closing,
  type Fact,
  factTable,
  type MailPicture,
  mailHtml,
  paragraph,
  pictureOf,
} from './mail-html.ts';

type Spoken =
  | ('kind' | 'number' | 'lang' | 'mark' | 'dueDate' | 'finalDueDate' | 'seller' | 'currency')
  | ('amount' | 'paymentFee' | 'credited' | 'due' | 'payment');

/** The parts of an invoice that a mail about it speaks of. */
export interface MailedInvoice extends Pick<InvoiceDocument, Spoken> {
  buyer: { name: string };
  /** Public page to pay at; empty when there is none. */
  paymentLink: string;
  /** Where the tickets are that it is for; left out when it is for none. */
  ticketsLink?: string | undefined;
  /** It is for an order that lapses if it is not paid by the due date. */
  lapses?: boolean;
}

/** What it is sent for: the invoice itself, a reminder before or after its due date, or that it was paid. */
export type MailReason = 'invoice' | 'before' | 'after' | 'receipt';

/** The words of a company where it has its own; what is empty is written as for everybody. */
export interface CustomMailTexts {
  subject: string;
  greeting: string;
  body: string;
  signature: string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** What a mail says, before it is laid out. */
interface MailParts {
  subject: string;
  greeting: string;
  body: string;
  facts: Fact[];
  settled: string;
  /** That the order lapses; empty where it does not. */
  lapse: string;
  /** What the button to the payment page says; empty where there is none. */
  pay: string;
  link: string;
  /** Where the tickets are that were bought; empty where there are none. */
  tickets: string;
  ticketsWord: string;
  signature: string;
}

const WORDS = {
  is: {
    subject: {
      invoice: (of: string, from: string) => `Reikningur ${of} frá ${from}`,
      credit: (of: string, from: string) => `Kreditreikningur ${of} frá ${from}`,
      before: (of: string, from: string) => `Reikningur ${of} frá ${from} fellur brátt í gjalddaga`,
      after: (of: string, from: string) =>
        `Áminning: reikningur ${of} frá ${from} er kominn fram yfir gjalddaga`,
      receipt: (of: string, from: string) => `Kvittun fyrir greiðslu á reikningi ${of} frá ${from}`,
    },
    greeting: (name: string) => `Góðan dag, ${name.replace(/\.$/, '')}.`,
    says: {
      invoice: 'Hér fylgir reikningur í viðhengi.',
      credit: 'Hér fylgir kreditreikningur í viðhengi.',
      before: 'Við minnum á að gjalddagi þessa reiknings nálgast. Reikningurinn fylgir í viðhengi.',
      after:
        'Gjalddagi þessa reiknings er liðinn og greiðsla hefur ekki borist. Hafi reikningurinn verið greiddur nýlega má líta fram hjá þessum pósti. Reikningurinn fylgir í viðhengi.',
      receipt: 'Takk fyrir greiðsluna. Kvittun fylgir í viðhengi.',
    },
    number: 'Númer',
    amount: 'Upphæð',
    credited: 'Þar af kreditfært',
    claim: 'Krafa í netbanka',
    transfer: 'Millifærist á',
    owner: 'Kennitala',
    settled: {
      paid: 'Reikningurinn er greiddur.',
      credited: 'Reikningurinn hefur verið kreditfærður. Ekkert er að greiða.',
    },
    lapse: 'Sé ekki greitt á gjalddaga fellur pöntunin niður.',
    pay: 'Skoða og greiða',
    tickets: 'Miðarnir þínir',
    regards: 'Með kveðju,',
  },
  en: {
    subject: {
      invoice: (of: string, from: string) => `Invoice ${of} from ${from}`,
      credit: (of: string, from: string) => `Credit note ${of} from ${from}`,
      before: (of: string, from: string) => `Invoice ${of} from ${from} is due soon`,
      after: (of: string, from: string) => `Reminder: invoice ${of} from ${from} is past its due date`,
      receipt: (of: string, from: string) => `Receipt for invoice ${of} from ${from}`,
    },
    greeting: (name: string) => `Dear ${name},`,
    says: {
      invoice: 'Please find your invoice attached.',
      credit: 'Please find your credit note attached.',
      before: 'This is a reminder that the following invoice is due soon. It is attached.',
      after:
        'The due date of the following invoice has passed and we have not received your payment. If you have paid it recently, please disregard this message. The invoice is attached.',
      receipt: 'Thank you for your payment. The receipt is attached.',
    },
    number: 'Number',
    amount: 'Amount',
    credited: 'Of that credited',
    claim: 'Claim in your online bank',
    transfer: 'Transfer to',
    owner: 'Kennitala (ID no.)',
    settled: {
      paid: 'The invoice has been paid.',
      credited: 'The invoice has been credited. There is nothing to pay.',
    },
    lapse: 'If it is not paid by the due date, the order is cancelled.',
    pay: 'View and pay',
    tickets: 'Your tickets',
    regards: 'Kind regards,',
  },
} as const;

const NO_WORDS: CustomMailTexts = { subject: '', greeting: '', body: '', signature: '' };

/** What stands where a company has no words of its own, with its blanks; a signature has none. */
export function defaultMailTexts(reason: MailReason, lang: Lang): CustomMailTexts {
  const words = WORDS[lang];
  return {
    subject: words.subject[reason]('{number}', '{company}'),
    greeting: words.greeting('{customer}'),
    body: words.says[reason],
    signature: `${words.regards}\n{company}`,
  };
}

/** A credit note is no invoice, reminder or receipt: of the company's own words only the signature fits it. */
export function mailParts(
  invoice: MailedInvoice,
  reason: MailReason,
  own: CustomMailTexts = NO_WORDS,
): MailParts {
  const { kind, lang, seller, buyer, paymentLink, mark } = invoice;
  const words = WORDS[lang];
  const which = kind === 'credit' ? 'credit' : reason;
  const given = kind === 'credit' ? NO_WORDS : own;
  const fill = (text: string) =>
    fillPlaceholders(text.replaceAll(/\r\n?/g, '\n'), {
      number: invoice.number ?? '',
      customer: buyer.name,
      amount: formatMoney(invoice.amount, invoice.currency, lang),
      due_date: formatDate(invoice.dueDate, lang),
      company: seller.name,
    });
  const settled = mark?.kind === 'paid' || mark?.kind === 'credited' ? words.settled[mark.kind] : '';
  const link = settled || kind === 'credit' ? '' : paymentLink;
  return {
    subject: oneLine(fill(given.subject)) || words.subject[which](invoice.number ?? '', seller.name),
    greeting: fill(given.greeting) || words.greeting(buyer.name),
    body: fill(given.body) || words.says[which],
    facts: factsOf(invoice),
    settled,
    lapse: invoice.lapses && invoice.mark === null ? words.lapse : '',
    pay: link && words.pay,
    link,
    tickets: reason === 'invoice' || reason === 'receipt' ? (invoice.ticketsLink ?? '') : '',
    ticketsWord: words.tickets,
    signature: fill(own.signature) || `${words.regards}\n${seller.name}`,
  };
}

/** The mail that carries an invoice, in the customer's language: as plain text, and the same as a page. */
export function renderInvoiceMail(
  invoice: MailedInvoice,
  reason: MailReason,
  own: CustomMailTexts = NO_WORDS,
  picture: MailPicture | null = null,
): RenderedMail {
  const parts = mailParts(invoice, reason, own);
  const { subject, greeting, body, facts, settled, lapse, pay, link, tickets, ticketsWord, signature } =
    parts;
  const text = [
    greeting,
    body,
    facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    settled,
    lapse,
    link && `${pay}: ${link}`,
    tickets && `${ticketsWord}: ${tickets}`,
    signature,
  ].filter((part) => part !== '');
  const page = [
    picture ? pictureOf(picture, invoice.seller.name) : '',
    paragraph(greeting),
    ...body.split(/\n{2,}/).map(paragraph),
    factTable(facts),
    settled && paragraph(settled),
    lapse && paragraph(lapse),
    link && button(link, pay),
    tickets && button(tickets, ticketsWord),
    closing(signature),
  ];
  const html = mailHtml(invoice.lang, subject, page, footOf(invoice));
  return { subject, text: `${text.join('\n\n')}\n`, html };
}

/** Who has sent it, by name, number and place. */
function footOf({ seller, lang }: MailedInvoice): string {
  const { kennitala } = LABELS[lang];
  const place = [seller.address, `${seller.zip} ${seller.city}`.trim()].filter(Boolean).join(', ');
  return [seller.name, `${kennitala} ${formatKennitala(seller.registration_no)}`, place]
    .filter(Boolean)
    .join(' · ');
}

/** Its sums, and of what is owed how much, until when and how. */
function factsOf(invoice: MailedInvoice): Fact[] {
  const { kind, number, lang, currency, mark, amount, paymentFee, credited, due } = invoice;
  const [words, labels] = [WORDS[lang], LABELS[lang]];
  const money = (figure: Decimal) => formatMoney(figure, currency, lang);
  const isOwed = kind === 'invoice' && mark === null;
  const hasMore = isOwed && !(isZero(paymentFee) && isZero(credited));
  const rows: [name: string, value: string][] = [
    [words.number, number ?? ''],
    [words.amount, money(amount)],
  ];
  if (!isZero(credited)) rows.push([words.credited, money(credited)]);
  if (isOwed && !isZero(paymentFee)) rows.push([labels.fee, money(paymentFee)]);
  if (hasMore) rows.push([labels.toPay, money(due)]);
  const main = hasMore ? labels.toPay : words.amount;
  const owed = isOwed ? [...daysOf(invoice), ...wayOf(invoice)] : [];
  return [...rows, ...owed].map(([name, value]) => ({ name, value, isMain: name === main }));
}

function daysOf({ lang, dueDate, finalDueDate }: MailedInvoice): [name: string, value: string][] {
  const labels = LABELS[lang];
  return [
    [labels.due, formatDate(dueDate, lang)],
    [labels.finalDue, formatDate(finalDueDate, lang)],
  ];
}

/** How it can be paid beside the link. */
function wayOf({ payment, seller, lang }: MailedInvoice): [name: string, value: string][] {
  const words = WORDS[lang];
  if (payment.kind === 'claim' && payment.account !== '')
    return [[words.claim, formatBankAccount(payment.account)]];
  if (payment.kind !== 'transfer') return [];
  const abroad: [string, string][] = payment.iban === '' ? [] : [['IBAN', formatIban(payment.iban)]];
  return [
    [words.transfer, formatBankAccount(payment.account)],
    ...abroad,
    [words.owner, formatKennitala(seller.registration_no)],
  ];
}

/** Names may hold anything; a subject is one line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
