import {
  type DescribedEffect,
  type EffectLanguage,
  effectRows,
  lineRows,
  warningText,
} from '../../domain/access/effect-text.ts';
import { isolateText } from '../../domain/strings/bidi.ts';
import { withoutLinks } from '../../domain/strings/plain-text.ts';
import { effects as effectsEn } from '../../domain/texts/effects-en.ts';
import { effects as effectsIs } from '../../domain/texts/effects-is.ts';
import { fields as fieldsEn } from '../../domain/texts/fields-en.ts';
import { fields as fieldsIs } from '../../domain/texts/fields-is.ts';
import { fillText } from '../../domain/texts/fill-text.ts';
import type { Lang } from '../../domain/values/codes.ts';
import type { RenderedMail } from './invoice-mail.ts';
import { button, factTable, mailHtml, paragraph, signatureHtml } from './mail-html.ts';

interface ProposalMailInput {
  lang: Lang;
  company: string;
  program: string;
  /** Name of the recipient; may be empty. */
  name: string;
  /** What the program wants to do. */
  effect: DescribedEffect;
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
    waiting: (count: number) => `Fjöldi tillagna sem bíða: ${count}.`,
    link: 'Skoða tillöguna',
    until: 'Tillaga sem enginn svarar fellur niður eftir 14 daga.',
  },
  en: {
    subject: (program: string) => `${program} is waiting for your approval`,
    greeting: (name: string) => (name ? `Dear ${name},` : 'Hello,'),
    says: (program: string, company: string) =>
      `The app ${program} wants to do something at ${company} that needs approval. Nothing has been done yet.`,
    waiting: (count: number) => `Proposals waiting: ${count}.`,
    link: 'Look at the proposal',
    until: 'A proposal that nobody answers expires after 14 days.',
  },
} as const;

const EFFECT_TEXTS = { is: { ...fieldsIs, ...effectsIs }, en: { ...fieldsEn, ...effectsEn } };

function effectLanguage(lang: Lang): EffectLanguage {
  const texts: Readonly<Record<string, string>> = EFFECT_TEXTS[lang];
  return {
    lang,
    t: (key, values) => fillText(lang, EFFECT_TEXTS[lang][key], values),
    tIfKnown: (key) => texts[key],
  };
}

/** Names in this mail come from the program and may be anybody's text: they may hold no web address. */
export function renderProposalMail({
  lang,
  effect,
  waiting,
  url,
  ...names
}: ProposalMailInput): RenderedMail {
  const safe = (text: string) => isolateText(withoutLinks(text));
  const texts = TEXTS[lang];
  const language = effectLanguage(lang);
  const subject = texts.subject(safe(names.program));
  const warning = warningText(effect, language);
  const rows = [
    [language.t('effect.what'), language.tIfKnown(`kind.${effect.kind}`) ?? effect.kind] as const,
    ...effectRows(effect, language),
    ...lineRows(effect, language),
  ].map(([name, text]) => ({ name, value: safe(text), isMain: false }));
  const says = [
    texts.greeting(safe(names.name)),
    texts.says(safe(names.program), safe(names.company)),
    ...(warning ? [safe(warning)] : []),
  ];
  const counted = waiting > 1 ? [texts.waiting(waiting)] : [];
  const text = [
    ...says,
    rows.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    ...counted,
    `${texts.link}: ${url}`,
    texts.until,
    'Kvitt',
  ];
  const page = [
    ...says.map(paragraph),
    factTable(rows),
    ...counted.map(paragraph),
    button(url, texts.link),
    paragraph(texts.until),
    signatureHtml('Kvitt'),
  ];
  return { subject, text: `${text.join('\n\n')}\n`, html: mailHtml(lang, subject, page, '') };
}
