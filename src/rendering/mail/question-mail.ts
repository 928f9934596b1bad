import { REPLY_MARK } from '../../domain/strings/reply-text.ts';
import { type AskedDocument, documentFacts } from '../../domain/texts/asked-document.ts';
import type { Lang } from '../../domain/values/codes.ts';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { composeOwnMail, type RenderedMail } from './compose-mail.ts';
import { button, factTable, paragraph } from './mail-parts.ts';
import { greeting, ofStranger } from './mail-words.ts';

interface QuestionMailInput {
  about: 'question' | 'answer';
  lang: Lang;
  company: string;
  /** Name of the recipient; may be empty. */
  name: string;
  /** Who has asked or answered; may be empty. */
  by: string;
  question: string;
  /** Empty in the mail that asks. */
  answer: string;
  document: AskedDocument;
  url: string;
  /** Whether a reply reaches the service. */
  takesReplies: boolean;
}

const TEXTS = inLanguages({
  question: {
    subject: [
      (company: string) => `Fyrirspurn um skjal · ${company}`,
      (company: string) => `A question about a document at ${company}`,
    ],
    says: [
      (by: string, company: string) =>
        by
          ? `Spurt er um skjal í bókum fyrirtækisins (${company}). Spyrjandi: ${by}`
          : `Spurt er um skjal í bókum fyrirtækisins (${company}).`,
      (by: string, company: string) =>
        by
          ? `${by} asks about a document in the books of ${company}.`
          : `There is a question about a document in the books of ${company}.`,
    ],
    link: ['Svara', 'Answer'],
  },
  answer: {
    subject: [
      (company: string) => `Svar við fyrirspurn · ${company}`,
      (company: string) => `An answer to your question at ${company}`,
    ],
    says: [
      (by: string, company: string) =>
        by
          ? `Fyrirspurn þinni var svarað (${company}). Svarandi: ${by}`
          : `Fyrirspurn þinni var svarað (${company}).`,
      (by: string, company: string) =>
        by ? `${by} has answered your question at ${company}.` : `Your question at ${company} was answered.`,
    ],
    link: ['Skoða svarið', 'Look at the answer'],
  },
  asked: ['Spurt var', 'Asked'],
  reply: [
    'Þú getur líka svarað þessum pósti. Skrifaðu svarið efst.',
    'You can also reply to this mail. Write the answer at the top.',
  ],
  private: [
    'Hlekkurinn er aðeins fyrir þig: hver sem hefur hann getur svarað í þínu nafni.',
    'The link is only for you: whoever has it can answer in your name.',
  ],
});

/** Questions and answers may be anybody's text, as a mail can be forged: they hold no web address in this mail. */
export function renderQuestionMail({ about, lang, document, ...input }: QuestionMailInput): RenderedMail {
  const texts = TEXTS[lang];
  const isQuestion = about === 'question';
  const takesReplies = isQuestion && input.takesReplies;
  const company = ofStranger(input.company);
  const asked: [name: string, value: string][] = isQuestion ? [] : [[texts.asked, input.question]];
  const rows = [...asked, ...documentFacts(document, lang)];
  return composeOwnMail(lang, texts[about].subject(company), [
    takesReplies && paragraph(REPLY_MARK),
    paragraph(greeting(lang, ofStranger(input.name))),
    paragraph(texts[about].says(ofStranger(input.by), company)),
    paragraph(ofStranger(isQuestion ? input.question : input.answer)),
    factTable(rows.map(([name, value]) => ({ name, value: ofStranger(value) }))),
    button(input.url, texts[about].link),
    takesReplies && paragraph(texts.reply),
    isQuestion && paragraph(texts.private),
  ]);
}
