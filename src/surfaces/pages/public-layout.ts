import type { Lang } from '../../domain/values/codes.ts';
import { html } from '../http/pages/html.ts';
import { renderLanguageLink } from '../http/pages/language-link.ts';
import type { HtmlPage } from '../http/pages/page.ts';
import { loadStylesheet } from '../http/styles/stylesheet.ts';

const PAY = ['http/styles/panel.css', 'pages/pay/pay.css'];
const payStyle = loadStylesheet(...PAY);
/** The selling, order and ticket pages build on the rules of the payment pages. */
export const sellStyle = loadStylesheet(...PAY, 'pages/sell/sell.css');

interface PublicPage extends Omit<HtmlPage, 'style'> {
  lang: Lang;
  /** The address of the page without its query. */
  path: string;
  style?: HtmlPage['style'];
}

/** A page that is reached by a public link, in its frame. */
export function publicPage({ path, body, style = payStyle, ...page }: PublicPage): HtmlPage {
  const layout = html`<main>${body}</main>
<footer><span>Kvitt</span>${renderLanguageLink(path, page.lang)}</footer>`;
  return { ...page, style, body: layout };
}
