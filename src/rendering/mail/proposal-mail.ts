import {
  type DescribedEffect,
  type EffectLanguage,
  effectRows,
  lineRows,
  warningText,
} from '../../domain/access/effect-text.ts';
import { effects as effectsEn } from '../../domain/texts/effects-en.ts';
import { effects as effectsIs } from '../../domain/texts/effects-is.ts';
import { fields as fieldsEn } from '../../domain/texts/fields-en.ts';
import { fields as fieldsIs } from '../../domain/texts/fields-is.ts';
import { fillText } from '../../domain/texts/fill-text.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { composeOwnMail, type RenderedMail } from './compose-mail.ts';
import { button, factTable, paragraph } from './mail-parts.ts';
import { greeting, ofStranger } from './mail-words.ts';

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

const TEXTS = inLanguages({
  subject: [
    (program: string) => `${program} bíður eftir samþykki þínu`,
    (program: string) => `${program} is waiting for your approval`,
  ],
  says: [
    (program: string, company: string) =>
      `Forritið „${program}“ vill gera breytingu sem þarf samþykki (${company}). Ekkert hefur verið gert enn.`,
    (program: string, company: string) =>
      `The app ${program} wants to do something at ${company} that needs approval. Nothing has been done yet.`,
  ],
  waiting: [
    (count: number) => `Fjöldi tillagna sem bíða: ${count}.`,
    (count: number) => `Proposals waiting: ${count}.`,
  ],
  link: ['Skoða tillöguna', 'Look at the proposal'],
  until: [
    'Tillaga sem enginn svarar fellur niður eftir 14 daga.',
    'A proposal that nobody answers expires after 14 days.',
  ],
});

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
  const texts = TEXTS[lang];
  const language = effectLanguage(lang);
  const rows = [
    [language.t('effect.what'), language.tIfKnown(`kind.${effect.kind}`) ?? effect.kind] as const,
    ...effectRows(effect, language),
    ...lineRows(effect, language),
  ];
  return composeOwnMail(lang, texts.subject(ofStranger(names.program)), [
    paragraph(greeting(lang, ofStranger(names.name))),
    paragraph(texts.says(ofStranger(names.program), ofStranger(names.company))),
    paragraph(ofStranger(warningText(effect, language) ?? '')),
    factTable(rows.map(([name, text]) => ({ name, value: ofStranger(text) }))),
    paragraph(waiting > 1 ? texts.waiting(waiting) : ''),
    button(url, texts.link),
    paragraph(texts.until),
  ]);
}
