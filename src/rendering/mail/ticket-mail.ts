import { isolateText } from '../../domain/bidi.ts';
import type { Lang } from '../../domain/codes.ts';
import { formatClock, formatWeekday } from '../../domain/format.ts';
import type { RenderedMail } from './invoice-mail.ts';
import { button, mailHtml, paragraph, signatureHtml } from './mail-html.ts';

interface TicketMailInput {
  title: string;
  date: string | null;
  minute: number | null;
  place: string;
  lang: Lang;
  seller: { name: string };
  /** Address of the order page. */
  link: string;
}

const TEXTS = {
  is: {
    subject: (title: string) => `Miðarnir þínir: ${title}`,
    says: 'Takk fyrir pöntunina. Miðarnir eru á síðunni hér fyrir neðan; þeir birtast þar þegar greitt hefur verið.',
    at: 'kl.',
    open: 'Opna miðana',
    regards: 'Með kveðju,',
  },
  en: {
    subject: (title: string) => `Your tickets: ${title}`,
    says: 'Thank you for your order. Your tickets are on the page below; they appear there once they are paid for.',
    at: 'at',
    open: 'Open the tickets',
    regards: 'Kind regards,',
  },
} as const;

/** Leads a buyer to the tickets. It does not mention the invoice, which may have another recipient. */
export function renderTicketMail({
  title,
  date,
  minute,
  place,
  lang,
  seller,
  link,
}: TicketMailInput): RenderedMail {
  const texts = TEXTS[lang];
  const [name, company] = [title, seller.name].map(isolateText) as [string, string];
  const day = date ? formatWeekday(date, lang) : '';
  const time = minute === null ? '' : `${texts.at} ${formatClock(minute)}`;
  const event = [name, [day, time].filter(Boolean).join(' '), isolateText(place)].filter(Boolean);
  const subject = texts.subject(name);
  const text = [event.join('\n'), texts.says, `${texts.open}: ${link}`, `${texts.regards}\n${company}`];
  const page = [
    paragraph(event.join('\n')),
    paragraph(texts.says),
    button(link, texts.open),
    signatureHtml(`${texts.regards}\n${company}`),
  ];
  return { subject, text: `${text.join('\n\n')}\n`, html: mailHtml(lang, subject, page, '') };
}
