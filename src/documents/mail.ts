import { type Decimal, isZero } from '../domain/money.ts';
import { filledIn } from '../domain/placeholders.ts';
import { formatDate, formatMoney, type WrittenIn } from '../domain/written.ts';

/** The parts of an invoice that a mail about it speaks of. */
export interface MailedInvoice {
  kind: 'invoice' | 'credit';
  number: string | null;
  lang: WrittenIn;
  dueDate: string;
  finalDueDate: string;
  seller: { name: string };
  buyer: { name: string };
  currency: string;
  amount: Decimal;
  /** It needs no payment any more, or never did. */
  isSettled: boolean;
  /** What has been credited of it. */
  credited: Decimal;
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
export interface OwnWords {
  subject: string;
  greeting: string;
  body: string;
  signature: string;
}

/** A picture that goes along with the mail and is shown at its top. */
export interface MailPicture {
  cid: string;
  width: number;
  height: number;
}

export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

/** What a mail says, before it is laid out. */
export interface MailParts {
  subject: string;
  greeting: string;
  body: string;
  facts: [name: string, value: string][];
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
      before: (of: string, from: string) => `Reikningur ${of} frá ${from} er á gjalddaga bráðlega`,
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
    due: 'Gjalddagi',
    final: 'Eindagi',
    settled: 'Reikningurinn er greiddur.',
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
    due: 'Due date',
    final: 'Final due date',
    settled: 'The invoice has been paid.',
    lapse: 'If it is not paid by the due date, the order is cancelled.',
    pay: 'View and pay',
    tickets: 'Your tickets',
    regards: 'Kind regards,',
  },
} as const;

const NO_WORDS: OwnWords = { subject: '', greeting: '', body: '', signature: '' };

/** What stands where a company has no words of its own, with its blanks; a signature has none. */
export function usualWords(reason: MailReason, lang: WrittenIn): OwnWords {
  const words = WORDS[lang];
  return {
    subject: words.subject[reason]('{number}', '{company}'),
    greeting: words.greeting('{customer}'),
    body: words.says[reason],
    signature: `${words.regards}\n{company}`,
  };
}

/** A credit note is no invoice, reminder or receipt: of the company's own words only the signature fits it. */
export function mailParts(invoice: MailedInvoice, reason: MailReason, own: OwnWords = NO_WORDS): MailParts {
  const { kind, lang, seller, buyer, paymentLink, isSettled } = invoice;
  const words = WORDS[lang];
  const which = kind === 'credit' ? 'credit' : reason;
  const given = kind === 'credit' ? NO_WORDS : own;
  const fill = (text: string) =>
    filledIn(text.replaceAll(/\r\n?/g, '\n'), {
      number: invoice.number ?? '',
      customer: buyer.name,
      amount: formatMoney(invoice.amount, invoice.currency, lang),
      due_date: formatDate(invoice.dueDate, lang),
      company: seller.name,
    });
  const link = isSettled ? '' : paymentLink;
  return {
    subject: oneLine(fill(given.subject)) || words.subject[which](invoice.number ?? '', seller.name),
    greeting: fill(given.greeting) || words.greeting(buyer.name),
    body: fill(given.body) || words.says[which],
    facts: factsOf(invoice),
    settled: isSettled && kind === 'invoice' ? words.settled : '',
    lapse: invoice.lapses && !isSettled ? words.lapse : '',
    pay: link && words.pay,
    link,
    tickets: reason === 'invoice' || reason === 'receipt' ? (invoice.ticketsLink ?? '') : '',
    ticketsWord: words.tickets,
    signature: fill(own.signature) || `${words.regards}\n${seller.name}`,
  };
}

/** The mail that carries an invoice, in the customer's language: as plain text, and the same as a page. */
export function writeMail(
  invoice: MailedInvoice,
  reason: MailReason,
  own: OwnWords = NO_WORDS,
  picture: MailPicture | null = null,
): WrittenMail {
  const parts = mailParts(invoice, reason, own);
  const { subject, greeting, body, facts, settled, lapse, pay, link, tickets, ticketsWord, signature } =
    parts;
  const text = [
    greeting,
    body,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    settled,
    lapse,
    link && `${pay}: ${link}`,
    tickets && `${ticketsWord}: ${tickets}`,
    signature,
  ].filter((part) => part !== '');
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th align="left" style="padding:2px 24px 2px 0;font-weight:normal;color:#555">${escaped(name)}</th><td align="right">${escaped(value)}</td></tr>`,
  );
  const page = [
    picture ? pictureOf(picture, invoice.seller.name) : '',
    paragraph(greeting),
    ...body.split(/\n{2,}/).map(paragraph),
    `<table role="presentation" cellspacing="0" cellpadding="0" style="margin:0 0 16px">${rows.join('')}</table>`,
    settled && paragraph(settled),
    lapse && paragraph(lapse),
    link && linked(link, pay),
    tickets && linked(tickets, ticketsWord),
    `<p style="margin:0">${lines(signature)}</p>`,
  ].filter((part) => part !== '');
  return { subject, text: `${text.join('\n\n')}\n`, html: pageOf(invoice.lang, subject, page) };
}

const PICTURE = { width: 200, height: 64 };

function pictureOf({ cid, width, height }: MailPicture, name: string): string {
  const scale = Math.min(1, PICTURE.width / width, PICTURE.height / height);
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  return `<p style="margin:0 0 24px"><img src="cid:${escaped(cid)}" alt="${escaped(name)}" width="${wide}" height="${high}" style="display:block;border:0"></p>`;
}

function factsOf({ kind, number, lang, ...of }: MailedInvoice): [name: string, value: string][] {
  const words = WORDS[lang];
  const facts: [string, string][] = [
    [words.number, number ?? ''],
    [words.amount, formatMoney(of.amount, of.currency, lang)],
  ];
  if (!isZero(of.credited)) facts.push([words.credited, formatMoney(of.credited, of.currency, lang)]);
  if (kind === 'invoice' && !of.isSettled) {
    facts.push([words.due, formatDate(of.dueDate, lang)], [words.final, formatDate(of.finalDueDate, lang)]);
  }
  return facts;
}

export function pageOf(lang: string, title: string, parts: string[]): string {
  const style =
    'font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#111;max-width:600px';
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="${style}">
${parts.join('\n')}
</body>
</html>
`;
}

export function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${lines(text)}</p>`;
}

function lines(text: string): string {
  return escaped(text).replaceAll('\n', '<br>');
}

/** Names may hold anything; a subject is one line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

export function linked(address: string, label: string): string {
  return `<p style="margin:0 0 16px"><a href="${escaped(address)}">${escaped(label)}</a></p>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
