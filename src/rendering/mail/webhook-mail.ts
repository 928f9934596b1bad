import type { Lang } from '../../domain/values/codes.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { composeOwnMail, type RenderedMail } from './compose-mail.ts';
import { button, paragraph } from './mail-parts.ts';
import { greeting, ofStranger } from './mail-words.ts';

interface WebhookMailInput {
  lang: Lang;
  /** Name of the recipient; may be empty. */
  name: string;
  company: string;
  /** The address of the receiver. */
  url: string;
  /** Whether the receiver failed for three days, or said that it is gone. */
  why: 'failing' | 'gone';
  /** The page of the console where it can be enabled again. */
  page: string;
}

const TEXTS = inLanguages({
  subject: ['Slökkt hefur verið á vefkróki í Kvitt', 'A webhook was disabled in Kvitt'],
  failing: [
    (company: string, host: string) =>
      `Ekki hefur tekist að senda atburði í þrjá daga (${company}, ${host}). Slökkt hefur verið á vefkróknum og ekkert er sent þangað lengur.`,
    (company: string, host: string) =>
      `Events of ${company} could not be sent to ${host} for three days. The webhook is disabled, and nothing is sent there any more.`,
  ],
  gone: [
    (company: string, host: string) =>
      `Viðtakandinn svaraði að hann taki ekki lengur við atburðum (${company}, ${host}, svar 410). Slökkt hefur verið á vefkróknum og ekkert er sent þangað lengur.`,
    (company: string, host: string) =>
      `The receiver at ${host} answered that it takes no more events of ${company} (410). The webhook is disabled, and nothing is sent there any more.`,
  ],
  next: [
    'Þegar viðtakandinn svarar aftur má kveikja á vefkróknum og senda það sem vantar á síðunni Vefkrókar.',
    'When the receiver answers again, enable the webhook and send what is missing on the page Webhooks.',
  ],
  link: ['Opna Vefkróka', 'Open Webhooks'],
});

export function renderWebhookMail({ lang, name, company, url, why, page }: WebhookMailInput): RenderedMail {
  const texts = TEXTS[lang];
  return composeOwnMail(lang, texts.subject, [
    paragraph(greeting(lang, ofStranger(name))),
    paragraph(texts[why](ofStranger(company), URL.parse(url)?.host ?? '')),
    paragraph(texts.next),
    button(page, texts.link),
  ]);
}
