import { isolateText } from '../../domain/strings/bidi.ts';
import { fillPlaceholders } from '../../domain/strings/placeholders.ts';
import { formatDate, formatMoney } from '../../domain/values/format.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import { LABELS } from '../labels.ts';
import type { LineText } from '../printed-totals.ts';
import { visibleText } from '../xml.ts';
import type { RenderedMail } from './invoice-mail.ts';
import {
  button,
  type Fact,
  factTable,
  logoHtml,
  type MailPicture,
  mailHtml,
  paragraph,
  signatureHtml,
  soldTable,
} from './mail-html.ts';
import { mailFooter, soldLines, soldText } from './mail-parts.ts';

interface QuoteMailInput extends Pick<InvoiceDocument, 'lang' | 'amount' | 'currency' | 'seller'> {
  number: string;
  buyer: { name: string };
  isOutsideVat: boolean;
  validUntil: string | null;
  /** What is offered, without VAT. */
  sold: readonly LineText[];
  /** The text that the seller wrote on the quote. */
  memo: string;
  /** The company's own signature; empty for the default. */
  signature: string;
  /** Address of the page of the quote. */
  link: string;
}

const TEXTS = {
  is: {
    subject: {
      quote: (number: string, from: string) => `Tilboð ${number} · ${from}`,
      reminder: (number: string, from: string) => `Áminning: tilboð ${number} rennur brátt út · ${from}`,
    },
    greeting: (name: string) => `Góðan dag, ${name.replace(/\.$/, '')}.`,
    body: {
      quote: 'Hér er tilboð frá okkur. Þú getur skoðað það og svarað því á síðunni hér fyrir neðan.',
      reminder:
        'Við minnum á tilboð sem rennur brátt út. Þú getur skoðað það og svarað því á síðunni hér fyrir neðan.',
    },
    number: 'Tilboð',
    open: 'Skoða og svara tilboðinu',
    regards: 'Með kveðju,',
  },
  en: {
    subject: {
      quote: (number: string, from: string) => `Quote ${number} from ${from}`,
      reminder: (number: string, from: string) => `Reminder: quote ${number} from ${from} expires soon`,
    },
    greeting: (name: string) => `Dear ${name},`,
    body: {
      quote: 'Here is our quote. You can look at it and answer it on the page below.',
      reminder: 'Our quote to you expires soon. You can look at it and answer it on the page below.',
    },
    number: 'Quote',
    open: 'See and answer the quote',
    regards: 'Kind regards,',
  },
} as const;

/** The mail that brings a quote to the customer, or reminds of it, in the customer's language. */
export function renderQuoteMail(
  quote: QuoteMailInput,
  about: 'quote' | 'reminder',
  picture: MailPicture | null = null,
): RenderedMail {
  const { lang, number, seller, buyer, link } = quote;
  const texts = TEXTS[lang];
  const company = isolateText(seller.name);
  const subject = texts.subject[about](number, company);
  const facts = quoteFacts(quote);
  const greeting = texts.greeting(isolateText(buyer.name));
  const sold = soldLines(quote);
  const memo = visibleText(quote.memo);
  const labelledMemo = memo && `${LABELS[lang].memo}: ${memo}`;
  const signature = signatureText(quote) || `${texts.regards}\n${company}`;
  const text = [
    greeting,
    texts.body[about],
    facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    soldText(sold),
    labelledMemo,
    `${texts.open}: ${link}`,
    signature,
  ].filter((part) => part !== '');
  const parts = [
    picture ? logoHtml(picture, seller.name) : '',
    paragraph(greeting),
    paragraph(texts.body[about]),
    factTable(facts),
    soldTable(sold),
    labelledMemo && paragraph(labelledMemo),
    button(link, texts.open),
    signatureHtml(signature),
  ];
  const html = mailHtml(lang, subject, parts, mailFooter(seller, lang));
  return { subject, text: `${text.join('\n\n')}\n`, html };
}

function quoteFacts({ lang, number, amount, currency, validUntil, isOutsideVat }: QuoteMailInput): Fact[] {
  const [texts, labels] = [TEXTS[lang], LABELS[lang]];
  const total = isOutsideVat ? labels.plainTotal : labels.total;
  return [
    { name: texts.number, value: number, isMain: false },
    { name: total, value: formatMoney(amount, currency, lang), isMain: true },
    ...(validUntil ? [{ name: labels.validUntil, value: formatDate(validUntil, lang), isMain: false }] : []),
  ];
}

function signatureText({ signature, number, buyer, seller, ...quote }: QuoteMailInput): string {
  return fillPlaceholders(signature.replaceAll(/\r\n?/g, '\n'), {
    number,
    customer: isolateText(buyer.name),
    amount: formatMoney(quote.amount, quote.currency, quote.lang),
    due_date: quote.validUntil ? formatDate(quote.validUntil, quote.lang) : '',
    company: isolateText(seller.name),
  });
}

interface AnswerMailInput {
  number: string;
  customer: string;
  isAccepted: boolean;
  answeredBy: string;
  reason: string;
  /** Address of the quotes in the console. */
  link: string;
}

/** Tells the seller what the customer answered. Sellers read Icelandic; what the customer wrote is quoted. */
export function renderQuoteAnswerMail(answer: AnswerMailInput): RenderedMail {
  const { number, customer, isAccepted, answeredBy, reason, link } = answer;
  const subject = `Tilboð ${number} ${isAccepted ? 'var samþykkt' : 'var afþakkað'}`;
  const body = `${isolateText(customer)}: ${isAccepted ? 'tilboðið var samþykkt' : 'tilboðið var afþakkað'} á síðu þess.`;
  const facts = [
    { name: 'Nafn', value: isolateText(answeredBy), isMain: false },
    ...(reason ? [{ name: 'Ástæða', value: isolateText(reason), isMain: false }] : []),
  ];
  const text = [
    body,
    facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    `Opna tilboðin: ${link}`,
  ];
  const parts = [paragraph(body), factTable(facts), button(link, 'Opna tilboðin')];
  return { subject, text: `${text.join('\n\n')}\n`, html: mailHtml('is', subject, parts, '') };
}
