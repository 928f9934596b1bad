import { documentFacts } from '../../../domain/texts/asked-document.ts';
import type { Lang } from '../../../domain/values/codes.ts';
import { formatDate } from '../../../domain/values/format.ts';
import type { QuestionRow } from '../../../modules/questions/question-store.ts';
import { MAX_ANSWER } from '../../../modules/questions/schema.ts';
import { html } from '../../http/pages/html.ts';
import type { HtmlPage } from '../../http/pages/page.ts';
import { renderAlert } from '../form-fields.ts';
import { publicPage } from '../public-layout.ts';
import { QUESTION_TEXTS } from './question-texts.ts';

export interface QuestionView {
  /** Path of this page without its query. */
  path: string;
  lang: Lang;
  company: string;
  /** Why the answer was not taken; empty before one is sent. */
  problem: string;
  /** What was typed already. */
  typed: string;
  isSent: boolean;
}

/** The page on which a person answers a question without signing in. */
export function renderQuestionPage(question: QuestionRow, view: QuestionView): HtmlPage {
  const { lang, path, company, problem } = view;
  const texts = QUESTION_TEXTS[lang];
  const facts = documentFacts(question, lang);
  const { asked_by, answers, state } = question;
  const asked = asked_by ? html`<br>${texts.asks} ${asked_by}` : '';
  const marks = problem ? html` aria-invalid="true" autofocus` : '';
  const body = html`<h1>${texts.title}</h1>
    <p class="muted">${company}${asked}</p>
    <dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
    <p class="lines">${question.question}</p>
    ${problem ? renderAlert(problem) : ''}
    ${view.isSent ? html`<p class="note" role="status">${texts.sent}</p>` : ''}
    ${state === 'closed' ? html`<p class="note warning" role="status">${texts.closed}</p>` : ''}
    ${answers.length > 0 ? html`<h2>${texts.answers}</h2>` : ''}
    ${answers.map(
      ({ answer, answered_at, answered_by }) =>
        html`<p class="lines"><span class="muted">${formatDate(answered_at.slice(0, 10), lang)} ${answered_by}</span><br>${answer}</p>`,
    )}
    <form method="post" action="${path}?lang=${lang}" novalidate>
      <label for="answer">${texts.answer}</label>
      <textarea id="answer" name="answer" rows="4" required maxlength="${MAX_ANSWER}"${marks}>
${view.typed}</textarea>
      <div class="actions"><button class="button">${texts.send}</button></div>
    </form>`;
  return publicPage({ lang, title: texts.title, path, body });
}
