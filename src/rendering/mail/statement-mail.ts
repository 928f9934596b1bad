import { isolateText } from '../../domain/strings/bidi.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { formatDate, formatMoney } from '../../domain/values/format.ts';
import { decimal } from '../../domain/values/money.ts';
import type { PrintableSeller } from '../printable-invoice.ts';
import type { RenderedMail } from './invoice-mail.ts';
import { factTable, logoHtml, type MailPicture, mailHtml, paragraph, signatureHtml } from './mail-html.ts';
import { mailFooter } from './mail-parts.ts';

interface StatementMailInput {
  lang: Lang;
  seller: PrintableSeller;
  customer: string;
  from_date: string;
  to_date: string;
  closing: number;
  currency: string;
}

const TEXTS = {
  is: {
    subject: (from: string, to: string, seller: string) => `Hreyfingayfirlit ${from} – ${to} · ${seller}`,
    greeting: (name: string) => `Góðan dag, ${name.replace(/\.$/, '')}.`,
    body: 'Meðfylgjandi er yfirlit yfir viðskiptin hjá okkur á tímabilinu.',
    period: 'Tímabil',
    balance: 'Staða í lok tímabils',
    regards: 'Með kveðju,',
  },
  en: {
    subject: (from: string, to: string, seller: string) => `Statement ${from} – ${to} from ${seller}`,
    greeting: (name: string) => `Dear ${name},`,
    body: 'Attached is the statement of your account with us for the period.',
    period: 'Period',
    balance: 'Balance at the end of the period',
    regards: 'Kind regards,',
  },
} as const;

/** The mail that brings a statement to the customer. */
export function renderStatementMail(
  input: StatementMailInput,
  picture: MailPicture | null = null,
): RenderedMail {
  const { lang, seller, customer, closing, currency } = input;
  const texts = TEXTS[lang];
  const [from, to] = [formatDate(input.from_date, lang), formatDate(input.to_date, lang)];
  const company = isolateText(seller.name);
  const subject = texts.subject(from, to, company);
  const greeting = texts.greeting(isolateText(customer));
  const facts = [
    { name: texts.period, value: `${from} – ${to}`, isMain: false },
    { name: texts.balance, value: formatMoney(decimal(closing), currency, lang), isMain: true },
  ];
  const regards = `${texts.regards}\n${company}`;
  const text = [
    greeting,
    texts.body,
    facts.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    regards,
  ];
  const parts = [
    picture ? logoHtml(picture, seller.name) : '',
    paragraph(greeting),
    paragraph(texts.body),
    factTable(facts),
    signatureHtml(regards),
  ];
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: mailHtml(lang, subject, parts, mailFooter(seller, lang)),
  };
}
