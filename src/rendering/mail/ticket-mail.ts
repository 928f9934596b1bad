import { isolateText } from '../../domain/strings/bidi.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { type EventFacts, eventText } from './event-text.ts';
import type { RenderedMail } from './invoice-mail.ts';
import { button, mailHtml, paragraph, signatureHtml } from './mail-html.ts';

interface TicketMailInput extends EventFacts {
  lang: Lang;
  seller: { name: string };
  /** Address of the order page. */
  link: string;
  /** Whether the tickets are on that page already. */
  isPaid: boolean;
}

const TEXTS = {
  is: {
    paid: {
      subject: (title: string) => `Miðarnir þínir: ${title}`,
      says: 'Takk fyrir pöntunina. Miðarnir eru á síðunni hér fyrir neðan.',
      open: 'Opna miðana',
    },
    unpaid: {
      subject: (title: string) => `Pöntunin þín: ${title}`,
      says: 'Takk fyrir pöntunina. Miðarnir birtast á síðunni hér fyrir neðan þegar greitt hefur verið.',
      open: 'Skoða pöntunina',
    },
    regards: 'Með kveðju,',
  },
  en: {
    paid: {
      subject: (title: string) => `Your tickets: ${title}`,
      says: 'Thank you for your order. Your tickets are on the page below.',
      open: 'Open the tickets',
    },
    unpaid: {
      subject: (title: string) => `Your order: ${title}`,
      says: 'Thank you for your order. The tickets appear on the page below once they are paid for.',
      open: 'View the order',
    },
    regards: 'Kind regards,',
  },
} as const;

/** Leads a buyer to the tickets. It does not mention the invoice, which may have another recipient. */
export function renderTicketMail({ lang, seller, link, isPaid, ...event }: TicketMailInput): RenderedMail {
  const texts = TEXTS[lang];
  const { subject: subjectOf, says, open } = texts[isPaid ? 'paid' : 'unpaid'];
  const about = eventText(event, lang);
  const subject = subjectOf(isolateText(event.title));
  const signature = `${texts.regards}\n${isolateText(seller.name)}`;
  const text = [about, says, `${open}: ${link}`, signature];
  const page = [paragraph(about), paragraph(says), button(link, open), signatureHtml(signature)];
  return { subject, text: `${text.join('\n\n')}\n`, html: mailHtml(lang, subject, page, '') };
}
