import type { Lang } from '../../../domain/values/codes.ts';
import { formatDate, formatMoney } from '../../../domain/values/format.ts';
import { formatKennitala } from '../../../domain/values/kennitala.ts';
import { printedQuote, type ShownQuote } from '../../../modules/sales-documents/quotes/read.ts';
import { type Html, html } from '../../http/pages/html.ts';
import type { HtmlPage } from '../../http/pages/page.ts';
import { renderAlert, renderField, renderHidden } from '../form-fields.ts';
import { renderContents, renderReferences } from '../printed-contents.ts';
import { publicPage } from '../public-layout.ts';
import { QUOTE_TEXTS } from './quote-texts.ts';

export interface QuoteView {
  /** Path of this page without its query. */
  path: string;
  lang: Lang;
  /** Why the answer was not taken; empty before one is sent. */
  problem: string;
  /** What was typed already. */
  typed: { name: string; reason: string };
}

const STATE_CLASSES: Record<ShownQuote['state'], string> = {
  open: 'due',
  accepted: '',
  declined: 'quiet',
  expired: 'due',
};

/** The public page of a quote, by its state. */
export function renderQuotePage(quote: ShownQuote, view: QuoteView): HtmlPage {
  const { lang, path } = view;
  const texts = QUOTE_TEXTS[lang];
  const { document, logo, state } = quote;
  const { seller, buyer, number } = document;
  const title = `${texts.quote} ${number ?? ''} ${texts.by} ${seller.name}`;
  const picture = logo
    ? html`<img class="logo" src="${logo.path}" alt="${seller.name}" width="${logo.width}" height="${logo.height}">`
    : '';
  const printed = printedQuote(quote, lang);
  const validity: [string, string][] = quote.valid_until
    ? [[texts.validUntil, formatDate(quote.valid_until, lang)]]
    : [];
  const references = [...validity, ...printed.references];
  const body = html`${picture}
    <h1>${texts.quote} ${number ?? ''}</h1>
    <p class="muted">${texts.from} ${seller.name} · <span class="nowrap">${formatKennitala(seller.registration_no)}</span><br>${texts.to} ${buyer.name}</p>
    <p class="amount">${formatMoney(document.amount, document.currency, lang)}</p>
    <p><span class="state ${STATE_CLASSES[state]}">${texts.state[state]}</span></p>
    ${view.problem ? renderAlert(view.problem) : ''}
    ${state === 'open' ? '' : html`<p class="note ${state === 'expired' ? 'warning' : ''}" role="status">${texts[state]}</p>`}
    ${references.length > 0 ? html`<dl>${renderReferences(references)}</dl>` : ''}
    <div class="actions"><a class="button quiet" href="${path}/pdf" download>${texts.pdf}</a></div>
    ${renderContents(printed, document.isOutsideVat, lang)}
    ${document.memo ? html`<p>${document.memo}</p>` : ''}
    ${document.terms ? html`<h2>${texts.terms}</h2><p>${document.terms}</p>` : ''}
    ${state === 'open' ? renderAnswerForm(quote, view) : ''}`;
  return publicPage({ lang, title, path, body, hasImages: logo !== null });
}

/** Enter in a field must not accept an order, so the buttons stand in a form whose first button is none of them. */
function renderAnswerForm(quote: ShownQuote, { path, lang, typed, problem }: QuoteView): Html {
  const texts = QUOTE_TEXTS[lang];
  return html`<h2 class="no-print">${texts.answer}</h2>
    <form method="post" action="${path}?lang=${lang}" novalidate>
      <button hidden disabled aria-hidden="true"></button>
      ${renderHidden('seen', quote.version)}
      ${renderField({ name: 'name', label: texts.name, hint: texts.nameHint, value: typed.name, autocomplete: 'name', isWrong: problem === texts.nameMissing })}
      ${renderField({ name: 'reason', label: texts.reason, hint: texts.optional, value: typed.reason, autocomplete: 'off', required: false })}
      <p class="muted">${texts.acceptMeans}</p>
      <div class="actions">
        <button class="button" name="answer" value="accept">${texts.accept}</button>
        <button class="button quiet" name="answer" value="decline">${texts.decline}</button>
      </div>
    </form>`;
}
