import { isolateText } from '../../domain/strings/bidi.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { formatDate, formatMoney } from '../../domain/values/format.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { decimal } from '../../domain/values/money.ts';
import type { PrintableSeller } from '../printable-invoice.ts';
import { composeMail, type RenderedMail } from './compose-mail.ts';
import { factTable, logo, type MailPicture, paragraph, signature } from './mail-parts.ts';
import { greeting, mailFooter, regards } from './mail-words.ts';

interface StatementMailInput {
  lang: Lang;
  seller: PrintableSeller;
  customer: string;
  from_date: string;
  to_date: string;
  closing: number;
  currency: string;
}

const TEXTS = inLanguages({
  subject: [
    (from: string, to: string, seller: string) => `Hreyfingayfirlit ${from} – ${to} · ${seller}`,
    (from: string, to: string, seller: string) => `Statement ${from} – ${to} from ${seller}`,
  ],
  body: [
    'Meðfylgjandi er yfirlit yfir viðskiptin hjá okkur á tímabilinu.',
    'Attached is the statement of your account with us for the period.',
  ],
  period: ['Tímabil', 'Period'],
  balance: ['Staða í lok tímabils', 'Balance at the end of the period'],
});

/** The mail that brings a statement to the customer. */
export function renderStatementMail(
  input: StatementMailInput,
  picture: MailPicture | null = null,
): RenderedMail {
  const { lang, seller, customer, closing, currency } = input;
  const texts = TEXTS[lang];
  const [from, to] = [formatDate(input.from_date, lang), formatDate(input.to_date, lang)];
  const company = isolateText(seller.name);
  const parts = [
    logo(picture, seller.name),
    paragraph(greeting(lang, isolateText(customer))),
    paragraph(texts.body),
    factTable([
      { name: texts.period, value: `${from} – ${to}` },
      { name: texts.balance, value: formatMoney(decimal(closing), currency, lang), isMain: true },
    ]),
    signature(regards(lang, company)),
  ];
  return composeMail(lang, texts.subject(from, to, company), parts, mailFooter(seller, lang));
}
