import { isolateText } from '../../domain/bidi.ts';
import type { Lang } from '../../domain/codes.ts';
import { formatMoney } from '../../domain/format.ts';
import { decimal } from '../../domain/money.ts';
import { withoutLinks } from '../../domain/plain-text.ts';
import type { RenderedMail } from './invoice-mail.ts';
import { button, mailHtml, paragraph, signatureHtml } from './mail-html.ts';

interface ProposalMailInput {
  lang: Lang;
  company: string;
  program: string;
  /** Name of the recipient; may be empty. */
  name: string;
  receiver: string | null;
  amount: number | null;
  currency: string | null;
  /** How many proposals of the account wait. */
  waiting: number;
  url: string;
}

const TEXTS = {
  is: {
    subject: (program: string) => `${program} bíður eftir samþykki þínu`,
    greeting: (name: string) => (name ? `Góðan dag, ${name.replace(/\.$/, '')}.` : 'Góðan dag.'),
    says: (program: string, company: string) =>
      `Forritið „${program}“ vill gera breytingu sem þarf samþykki (${company}). Ekkert hefur verið gert enn.`,
    receiver: 'Viðtakandi',
    amount: 'Upphæð',
    waiting: (count: number) => `Fjöldi tillagna sem bíða: ${count}.`,
    link: 'Skoða tillöguna',
    until: 'Tillaga sem enginn svarar fellur niður eftir 14 daga.',
  },
  en: {
    subject: (program: string) => `${program} is waiting for your approval`,
    greeting: (name: string) => (name ? `Dear ${name},` : 'Hello,'),
    says: (program: string, company: string) =>
      `The app ${program} wants to do something at ${company} that needs approval. Nothing has been done yet.`,
    receiver: 'Recipient',
    amount: 'Amount',
    waiting: (count: number) => `Proposals waiting: ${count}.`,
    link: 'Look at the proposal',
    until: 'A proposal that nobody answers expires after 14 days.',
  },
} as const;

/** Names in this mail come from the program and may be anybody's text: they may hold no web address. */
export function renderProposalMail(input: ProposalMailInput): RenderedMail {
  const { lang, amount, currency, waiting, url } = input;
  const safe = (text: string) => isolateText(withoutLinks(text));
  const texts = TEXTS[lang];
  const subject = texts.subject(safe(input.program));
  const facts = [
    ...(input.receiver ? [`${texts.receiver}: ${safe(input.receiver)}`] : []),
    ...(amount !== null && currency
      ? [`${texts.amount}: ${formatMoney(decimal(amount), currency, lang)}`]
      : []),
  ];
  const says = [
    texts.greeting(safe(input.name)),
    texts.says(safe(input.program), safe(input.company)),
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    ...(waiting > 1 ? [texts.waiting(waiting)] : []),
  ];
  const text = [...says, `${texts.link}: ${url}`, texts.until, 'Kvitt'];
  const page = [
    ...says.map(paragraph),
    button(url, texts.link),
    paragraph(texts.until),
    signatureHtml('Kvitt'),
  ];
  return { subject, text: `${text.join('\n\n')}\n`, html: mailHtml(lang, subject, page, '') };
}
