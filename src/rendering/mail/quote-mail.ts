import { isolateText } from '../../domain/bidi.ts';
import type { Lang } from '../../domain/codes.ts';
import { formatDate, formatMoney } from '../../domain/format.ts';
import type { Decimal } from '../../domain/money.ts';
import type { RenderedMail } from './invoice-mail.ts';
import { button, factTable, mailHtml, paragraph, signatureHtml } from './mail-html.ts';

interface QuoteMailInput {
  lang: Lang;
  number: string;
  seller: { name: string };
  buyer: { name: string };
  amount: Decimal;
  currency: string;
  validUntil: string | null;
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
    amount: 'Samtals með VSK',
    validUntil: 'Gildir til og með',
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
    amount: 'Total incl. VAT',
    validUntil: 'Valid until',
    open: 'See and answer the quote',
    regards: 'Kind regards,',
  },
} as const;

/** The mail that brings a quote to the customer, or reminds of it. */
export function renderQuoteMail(quote: QuoteMailInput, about: 'quote' | 'reminder'): RenderedMail {
  const { lang, number, seller, buyer, amount, currency, validUntil, link } = quote;
  const texts = TEXTS[lang];
  const subject = texts.subject[about](number, seller.name);
  const facts = [
    { name: texts.number, value: number, isMain: false },
    { name: texts.amount, value: formatMoney(amount, currency, lang), isMain: true },
    ...(validUntil ? [{ name: texts.validUntil, value: formatDate(validUntil, lang), isMain: false }] : []),
  ];
  const greeting = texts.greeting(isolateText(buyer.name));
  const regards = `${texts.regards}\n${seller.name}`;
  const text = [
    greeting,
    texts.body[about],
    facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    `${texts.open}: ${link}`,
    regards,
  ];
  const parts = [
    paragraph(greeting),
    paragraph(texts.body[about]),
    factTable(facts),
    button(link, texts.open),
    signatureHtml(regards),
  ];
  return { subject, text: `${text.join('\n\n')}\n`, html: mailHtml(lang, subject, parts, '') };
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
