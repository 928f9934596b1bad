import { type Decimal, isZero } from '../domain/money.ts';
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
}

/** What it is sent for: the invoice itself, a reminder before or after its due date, or that it was paid. */
export type MailReason = 'invoice' | 'before' | 'after' | 'receipt';

export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
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
    pay: 'View and pay',
    tickets: 'Your tickets',
    regards: 'Kind regards,',
  },
} as const;

/** The mail that carries an invoice, in the customer's language: as plain text, and the same as a page. */
export function writeMail(invoice: MailedInvoice, reason: MailReason): WrittenMail {
  const { kind, lang, seller, buyer, paymentLink, isSettled } = invoice;
  const words = WORDS[lang];
  const which = kind === 'credit' ? 'credit' : reason;
  const facts = factsOf(invoice);
  const subject = words.subject[which](invoice.number ?? '', seller.name);
  const settled = isSettled && kind === 'invoice' ? words.settled : '';
  const link = isSettled ? '' : paymentLink;
  const tickets = reason === 'invoice' || reason === 'receipt' ? (invoice.ticketsLink ?? '') : '';
  const text = [
    words.greeting(buyer.name),
    words.says[which],
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    settled,
    link && `${words.pay}: ${link}`,
    tickets && `${words.tickets}: ${tickets}`,
    `${words.regards}\n${seller.name}`,
  ].filter((part) => part !== '');
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th align="left" style="padding:2px 24px 2px 0;font-weight:normal;color:#555">${escaped(name)}</th><td align="right">${escaped(value)}</td></tr>`,
  );
  const page = [
    paragraph(words.greeting(buyer.name)),
    paragraph(words.says[which]),
    `<table role="presentation" cellspacing="0" cellpadding="0" style="margin:0 0 16px">${rows.join('')}</table>`,
    settled && paragraph(settled),
    link && linked(link, words.pay),
    tickets && linked(tickets, words.tickets),
    `<p style="margin:0">${escaped(words.regards)}<br>${escaped(seller.name)}</p>`,
  ].filter((part) => part !== '');
  return { subject, text: `${text.join('\n\n')}\n`, html: pageOf(lang, subject, page) };
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
  return `<p style="margin:0 0 16px">${escaped(text)}</p>`;
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
