import { isolateText } from '../../domain/strings/bidi.ts';
import { withoutLinks } from '../../domain/strings/plain-text.ts';
import type { Lang } from '../../domain/values/codes.ts';
import type { RenderedMail } from './invoice-mail.ts';
import { button, mailHtml, paragraph, signatureHtml } from './mail-html.ts';

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

const TEXTS = {
  is: {
    subject: 'Slökkt hefur verið á vefkróki í Kvitt',
    greeting: (name: string) => (name ? `Góðan dag, ${name.replace(/\.$/, '')}.` : 'Góðan dag.'),
    failing: (company: string, host: string) =>
      `Ekki hefur tekist að senda atburði í þrjá daga (${company}, ${host}). Slökkt hefur verið á vefkróknum og ekkert er sent þangað lengur.`,
    gone: (company: string, host: string) =>
      `Viðtakandinn svaraði að hann taki ekki lengur við atburðum (${company}, ${host}, svar 410). Slökkt hefur verið á vefkróknum og ekkert er sent þangað lengur.`,
    next: 'Þegar viðtakandinn svarar aftur má kveikja á vefkróknum og senda það sem vantar á síðunni Vefkrókar.',
    link: 'Opna Vefkróka',
  },
  en: {
    subject: 'A webhook was disabled in Kvitt',
    greeting: (name: string) => (name ? `Dear ${name},` : 'Hello,'),
    failing: (company: string, host: string) =>
      `Events of ${company} could not be sent to ${host} for three days. The webhook is disabled, and nothing is sent there any more.`,
    gone: (company: string, host: string) =>
      `The receiver at ${host} answered that it takes no more events of ${company} (410). The webhook is disabled, and nothing is sent there any more.`,
    next: 'When the receiver answers again, enable the webhook and send what is missing on the page Webhooks.',
    link: 'Open Webhooks',
  },
} as const;

export function renderWebhookMail({ lang, name, company, url, why, page }: WebhookMailInput): RenderedMail {
  const texts = TEXTS[lang];
  const host = URL.parse(url)?.host ?? '';
  const [who, whose] = [name, company].map((one) => isolateText(withoutLinks(one))) as [string, string];
  const says = [texts.greeting(who), texts[why](whose, host), texts.next];
  const text = [...says, `${texts.link}: ${page}`, 'Kvitt'];
  const parts = [...says.map(paragraph), button(page, texts.link), signatureHtml('Kvitt')];
  return {
    subject: texts.subject,
    text: `${text.join('\n\n')}\n`,
    html: mailHtml(lang, texts.subject, parts, ''),
  };
}
