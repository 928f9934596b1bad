import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Lang } from '../../../domain/values/codes.ts';
import { loadStylesheet } from '../styles/stylesheet.ts';
import { type Html, html } from './html.ts';
import { renderLanguageLink } from './language-link.ts';
import { sendPage } from './page.ts';

const peopleStyle = loadStylesheet('http/styles/panel.css', 'http/styles/people.css');

const LOGO = html`<span class="brand"><svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="8"/><path d="M8 14.6l4.1 4.1L20.4 10" fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>Kvitt</span>`;

export interface PeoplePage {
  lang: Lang;
  title: string;
  body: Html;
  /** The address that the language link leads to; that of the request by default. */
  path?: string;
  formTargets?: readonly string[];
}

/** Sends a page of the sign-in, consent or account screens: one layout, no script, two languages. */
export function sendPeoplePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { lang, title, body, path = request.url, formTargets = [] }: PeoplePage,
): FastifyReply {
  const layout = html`<header>${LOGO}</header>
<main>${body}</main>
<footer>${renderLanguageLink(path, lang)}</footer>`;
  return sendPage(reply, {
    lang,
    title: `${title} · Kvitt`,
    body: layout,
    style: peopleStyle,
    formTargets,
  });
}
