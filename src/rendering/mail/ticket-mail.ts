import { isolateText } from '../../domain/strings/bidi.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { composeMail, type RenderedMail } from './compose-mail.ts';
import { type EventFacts, eventText } from './event-text.ts';
import { button, paragraph, signature } from './mail-parts.ts';
import { regards } from './mail-words.ts';

interface TicketMailInput extends EventFacts {
  lang: Lang;
  seller: { name: string };
  /** Address of the order page. */
  link: string;
  /** Whether the tickets are on that page already. */
  isPaid: boolean;
}

const TEXTS = inLanguages({
  paid: {
    subject: [(title: string) => `Miðarnir þínir: ${title}`, (title: string) => `Your tickets: ${title}`],
    says: [
      'Takk fyrir pöntunina. Miðarnir eru á síðunni hér fyrir neðan.',
      'Thank you for your order. Your tickets are on the page below.',
    ],
    open: ['Opna miðana', 'Open the tickets'],
  },
  unpaid: {
    subject: [(title: string) => `Pöntunin þín: ${title}`, (title: string) => `Your order: ${title}`],
    says: [
      'Takk fyrir pöntunina. Miðarnir birtast á síðunni hér fyrir neðan þegar greitt hefur verið.',
      'Thank you for your order. The tickets appear on the page below once they are paid for.',
    ],
    open: ['Skoða pöntunina', 'View the order'],
  },
});

/** Leads a buyer to the tickets. It does not mention the invoice, which may have another recipient. */
export function renderTicketMail({ lang, seller, link, isPaid, ...event }: TicketMailInput): RenderedMail {
  const { subject, says, open } = TEXTS[lang][isPaid ? 'paid' : 'unpaid'];
  return composeMail(lang, subject(isolateText(event.title)), [
    paragraph(eventText(event, lang)),
    paragraph(says),
    button(link, open),
    signature(regards(lang, isolateText(seller.name))),
  ]);
}
