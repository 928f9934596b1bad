import { isolateText } from '../../domain/strings/bidi.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { formatDate, formatMoney } from '../../domain/values/format.ts';
import { decimal } from '../../domain/values/money.ts';
import type { PrintableSeller } from '../printable-invoice.ts';
import type { RenderedMail } from './invoice-mail.ts';
import { TEXTS } from './invoice-mail-texts.ts';
import { factTable, logoHtml, type MailPicture, mailHtml, paragraph, signatureHtml } from './mail-html.ts';
import { mailFooter } from './mail-parts.ts';

interface ReceiptMailInput {
  lang: Lang;
  seller: PrintableSeller;
  /** Empty where it is not known who has paid. */
  payer: string;
  direction: 'in' | 'out';
  paid_on: string;
  amount: string;
  currency: string;
}

const SUBJECTS = {
  is: {
    in: (day: string, seller: string) => `Kvittun fyrir greiðslu ${day} · ${seller}`,
    out: (day: string, seller: string) => `Kvittun fyrir endurgreiðslu ${day} · ${seller}`,
  },
  en: {
    in: (day: string, seller: string) => `Receipt for your payment of ${day} from ${seller}`,
    out: (day: string, seller: string) => `Receipt for your refund of ${day} from ${seller}`,
  },
} as const;

/** The mail that brings the receipt of a payment by itself, without an invoice. */
export function renderReceiptMail(input: ReceiptMailInput, picture: MailPicture | null = null): RenderedMail {
  const { lang, seller, payer, direction } = input;
  const texts = TEXTS[lang];
  const day = formatDate(input.paid_on, lang);
  const company = isolateText(seller.name);
  const subject = SUBJECTS[lang][direction](day, company);
  const greeting = payer === '' ? texts.greetingVisitor : texts.greeting(isolateText(payer));
  const body = texts.says[direction === 'out' ? 'refund' : 'receipt'];
  const amount = formatMoney(decimal(input.amount), input.currency, lang);
  const facts = [
    { name: texts.receivedOn, value: day, isMain: false },
    { name: texts.amount, value: amount, isMain: true },
  ];
  const regards = `${texts.regards}\n${company}`;
  const text = [greeting, body, facts.map(({ name, value }) => `${name}: ${value}`).join('\n'), regards];
  const parts = [
    picture ? logoHtml(picture, seller.name) : '',
    paragraph(greeting),
    paragraph(body),
    factTable(facts),
    signatureHtml(regards),
  ];
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: mailHtml(lang, subject, parts, mailFooter(seller, lang)),
  };
}
