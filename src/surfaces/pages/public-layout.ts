import type { Lang } from '../../domain/values/codes.ts';
import { type Html, html } from '../http/pages/html.ts';
import { renderLanguageLink } from '../http/pages/language-link.ts';
import { loadStylesheet } from '../http/styles/stylesheet.ts';

const PAY = ['http/styles/panel.css', 'pages/pay/pay.css'];
export const payStyle = loadStylesheet(...PAY);
/** The selling, order and ticket pages build on the rules of the payment pages. */
export const sellStyle = loadStylesheet(...PAY, 'pages/sell/sell.css');

/** The frame of every page that is reached by a public link. `path` is the address of the page without its query. */
export function renderPublicLayout(path: string, lang: Lang, body: Html): Html {
  return html`<main>${body}</main>
<footer><span>Kvitt</span>${renderLanguageLink(path, lang)}</footer>`;
}
