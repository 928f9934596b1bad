import type { Lang } from '../../domain/codes.ts';
import type { RenderedMail } from './invoice-mail.ts';
import { button, closing, mailHtml, paragraph } from './mail-html.ts';

interface MailedRelease {
  /** What was ordered, and how many of it. */
  title: string;
  qty: number;
  lang: Lang;
  seller: { name: string };
  /** Whether the credit note goes along. */
  hasNote: boolean;
  /** Where it is sold. */
  link: string;
}

const WORDS = {
  is: {
    subject: (title: string) => `Pöntun féll niður: ${title}`,
    says: (what: string) =>
      `Pöntun þín (${what}) var ekki greidd og hefur verið felld niður. Ekkert er að greiða.`,
    note: 'Kreditreikningur fylgir í viðhengi.',
    again: 'Þú getur pantað aftur á sölusíðunni á meðan til er.',
    open: 'Opna sölusíðuna',
    regards: 'Með kveðju,',
  },
  en: {
    subject: (title: string) => `Order cancelled: ${title}`,
    says: (what: string) =>
      `Your order (${what}) was not paid and has been cancelled. There is nothing to pay.`,
    note: 'The credit note is attached.',
    again: 'You can order again on the selling page while there are any left.',
    open: 'Open the selling page',
    regards: 'Kind regards,',
  },
} as const;

/** Tells a buyer that an order was not paid and does not stand any more. */
export function renderReleaseMail({ title, qty, lang, seller, hasNote, link }: MailedRelease): RenderedMail {
  const words = WORDS[lang];
  const says = [words.says(qty > 1 ? `${qty} × ${title}` : title), hasNote ? words.note : '']
    .filter(Boolean)
    .join(' ');
  const subject = words.subject(title);
  const text = [says, words.again, `${words.open}: ${link}`, `${words.regards}\n${seller.name}`];
  const page = [
    paragraph(says),
    paragraph(words.again),
    button(link, words.open),
    closing(`${words.regards}\n${seller.name}`),
  ];
  return { subject, text: `${text.join('\n\n')}\n`, html: mailHtml(lang, subject, page, '') };
}
