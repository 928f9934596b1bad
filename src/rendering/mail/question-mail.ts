import { isolateText } from '../../domain/strings/bidi.ts';
import { withoutLinks } from '../../domain/strings/plain-text.ts';
import { REPLY_MARK } from '../../domain/strings/reply-text.ts';
import { type AskedDocument, documentFacts } from '../../domain/texts/asked-document.ts';
import type { Lang } from '../../domain/values/codes.ts';
import type { RenderedMail } from './invoice-mail.ts';
import { button, factTable, mailHtml, paragraph, signatureHtml } from './mail-html.ts';

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

const TEXTS = {
  is: {
    greeting: (name: string) => (name ? `Góðan dag, ${name.replace(/\.$/, '')}.` : 'Góðan dag.'),
    question: {
      subject: (company: string) => `Fyrirspurn um skjal · ${company}`,
      says: (by: string, company: string) =>
        by
          ? `Spurt er um skjal í bókum fyrirtækisins (${company}). Spyrjandi: ${by}`
          : `Spurt er um skjal í bókum fyrirtækisins (${company}).`,
      link: 'Svara',
    },
    answer: {
      subject: (company: string) => `Svar við fyrirspurn · ${company}`,
      says: (by: string, company: string) =>
        by
          ? `Fyrirspurn þinni var svarað (${company}). Svarandi: ${by}`
          : `Fyrirspurn þinni var svarað (${company}).`,
      link: 'Skoða svarið',
    },
    asked: 'Spurt var',
    reply: 'Þú getur líka svarað þessum pósti. Skrifaðu svarið efst.',
    private: 'Hlekkurinn er aðeins fyrir þig: hver sem hefur hann getur svarað í þínu nafni.',
  },
  en: {
    greeting: (name: string) => (name ? `Dear ${name},` : 'Hello,'),
    question: {
      subject: (company: string) => `A question about a document at ${company}`,
      says: (by: string, company: string) =>
        by
          ? `${by} asks about a document in the books of ${company}.`
          : `There is a question about a document in the books of ${company}.`,
      link: 'Answer',
    },
    answer: {
      subject: (company: string) => `An answer to your question at ${company}`,
      says: (by: string, company: string) =>
        by ? `${by} has answered your question at ${company}.` : `Your question at ${company} was answered.`,
      link: 'Look at the answer',
    },
    asked: 'Asked',
    reply: 'You can also reply to this mail. Write the answer at the top.',
    private: 'The link is only for you: whoever has it can answer in your name.',
  },
} as const;

/** Questions and answers may be anybody's text, as a mail can be forged: they hold no web address in this mail. */
export function renderQuestionMail({ about, lang, document, ...input }: QuestionMailInput): RenderedMail {
  const safe = (text: string) => isolateText(withoutLinks(text));
  const texts = TEXTS[lang];
  const isQuestion = about === 'question';
  const subject = texts[about].subject(safe(input.company));
  const facts = documentFacts(document, lang).map(([name, value]) => ({
    name,
    value: safe(value),
    isMain: false,
  }));
  const says = [texts.greeting(safe(input.name)), texts[about].says(safe(input.by), safe(input.company))];
  const asked = isQuestion ? [] : [{ name: texts.asked, value: safe(input.question), isMain: false }];
  const main = safe(isQuestion ? input.question : input.answer);
  const notes = [
    ...(isQuestion && input.takesReplies ? [texts.reply] : []),
    ...(isQuestion ? [texts.private] : []),
  ];
  const mark = isQuestion && input.takesReplies ? [REPLY_MARK] : [];
  const rows = [...asked, ...facts];
  const text = [
    ...mark,
    ...says,
    main,
    rows.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    `${texts[about].link}: ${input.url}`,
    ...notes,
    'Kvitt',
  ];
  const page = [
    ...[...mark, ...says, main].map(paragraph),
    factTable(rows),
    button(input.url, texts[about].link),
    ...notes.map(paragraph),
    signatureHtml('Kvitt'),
  ];
  return { subject, text: `${text.join('\n\n')}\n`, html: mailHtml(lang, subject, page, '') };
}
