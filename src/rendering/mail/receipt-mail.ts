import { isolateText } from '../../domain/strings/bidi.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { formatDate, formatMoney } from '../../domain/values/format.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { decimal } from '../../domain/values/money.ts';
import type { PrintableSeller } from '../printable-invoice.ts';
import { composeMail, type RenderedMail } from './compose-mail.ts';
import { TEXTS } from './invoice-mail-texts.ts';
import { factTable, logo, type MailPicture, paragraph, signature } from './mail-parts.ts';
import { greeting, mailFooter, regards } from './mail-words.ts';

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

const SUBJECTS = inLanguages({
  in: [
    (day: string, seller: string) => `Kvittun fyrir greiðslu ${day} · ${seller}`,
    (day: string, seller: string) => `Receipt for your payment of ${day} from ${seller}`,
  ],
  out: [
    (day: string, seller: string) => `Kvittun fyrir endurgreiðslu ${day} · ${seller}`,
    (day: string, seller: string) => `Receipt for your refund of ${day} from ${seller}`,
  ],
});

/** The mail that brings the receipt of a payment by itself, without an invoice. */
export function renderReceiptMail(input: ReceiptMailInput, picture: MailPicture | null = null): RenderedMail {
  const { lang, seller, payer, direction } = input;
  const texts = TEXTS[lang];
  const day = formatDate(input.paid_on, lang);
  const company = isolateText(seller.name);
  const amount = formatMoney(decimal(input.amount), input.currency, lang);
  const parts = [
    logo(picture, seller.name),
    paragraph(greeting(lang, isolateText(payer))),
    paragraph(texts.says[direction === 'out' ? 'refund' : 'receipt']),
    factTable([
      { name: texts.receivedOn, value: day },
      { name: texts.amount, value: amount, isMain: true },
    ]),
    signature(regards(lang, company)),
  ];
  return composeMail(lang, SUBJECTS[lang][direction](day, company), parts, mailFooter(seller, lang));
}
