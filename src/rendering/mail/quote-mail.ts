import { isolateText } from '../../domain/strings/bidi.ts';
import { fillPlaceholders } from '../../domain/strings/placeholders.ts';
import { formatDate, formatMoney } from '../../domain/values/format.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import type { InvoiceDocument } from '../invoice-document.ts';
import { LABELS } from '../labels.ts';
import type { LineText } from '../printed-totals.ts';
import { visibleText } from '../xml.ts';
import { composeMail, type RenderedMail } from './compose-mail.ts';
import {
  button,
  type Fact,
  factTable,
  logo,
  type MailPicture,
  paragraph,
  signature,
  soldTable,
} from './mail-parts.ts';
import { greeting, mailFooter, regards } from './mail-words.ts';
import { soldLines } from './sold-lines.ts';

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

const TEXTS = inLanguages({
  subject: {
    quote: [
      (number: string, from: string) => `Tilboð ${number} · ${from}`,
      (number: string, from: string) => `Quote ${number} from ${from}`,
    ],
    reminder: [
      (number: string, from: string) => `Áminning: tilboð ${number} rennur brátt út · ${from}`,
      (number: string, from: string) => `Reminder: quote ${number} from ${from} expires soon`,
    ],
  },
  body: {
    quote: [
      'Hér er tilboð frá okkur. Þú getur skoðað það og svarað því á síðunni hér fyrir neðan.',
      'Here is our quote. You can look at it and answer it on the page below.',
    ],
    reminder: [
      'Við minnum á tilboð sem rennur brátt út. Þú getur skoðað það og svarað því á síðunni hér fyrir neðan.',
      'Our quote to you expires soon. You can look at it and answer it on the page below.',
    ],
  },
  number: ['Tilboð', 'Quote'],
  open: ['Skoða og svara tilboðinu', 'See and answer the quote'],
});

/** The mail that brings a quote to the customer, or reminds of it, in the customer's language. */
export function renderQuoteMail(
  quote: QuoteMailInput,
  about: 'quote' | 'reminder',
  picture: MailPicture | null = null,
): RenderedMail {
  const { lang, number, seller, buyer, link } = quote;
  const texts = TEXTS[lang];
  const company = isolateText(seller.name);
  const memo = visibleText(quote.memo);
  const parts = [
    logo(picture, seller.name),
    paragraph(greeting(lang, isolateText(buyer.name))),
    paragraph(texts.body[about]),
    factTable(quoteFacts(quote)),
    soldTable(soldLines(quote)),
    memo && paragraph(`${LABELS[lang].memo}: ${memo}`),
    button(link, texts.open),
    signature(signatureText(quote) || regards(lang, company)),
  ];
  return composeMail(lang, texts.subject[about](number, company), parts, mailFooter(seller, lang));
}

function quoteFacts({ lang, number, amount, currency, validUntil, isOutsideVat }: QuoteMailInput): Fact[] {
  const [texts, labels] = [TEXTS[lang], LABELS[lang]];
  const total = isOutsideVat ? labels.plainTotal : labels.total;
  return [
    { name: texts.number, value: number },
    { name: total, value: formatMoney(amount, currency, lang), isMain: true },
    ...(validUntil ? [{ name: labels.validUntil, value: formatDate(validUntil, lang) }] : []),
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
  return composeMail('is', subject, [
    paragraph(body),
    factTable([
      { name: 'Nafn', value: isolateText(answeredBy) },
      ...(reason ? [{ name: 'Ástæða', value: isolateText(reason) }] : []),
    ]),
    button(link, 'Opna tilboðin'),
  ]);
}
