import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Lang } from '../../domain/values/codes.ts';
import { html } from '../http/pages/html.ts';
import { sendPage } from '../http/pages/page.ts';
import { visitorLanguage } from '../http/request/language.ts';
import { pathOf } from '../http/request/paths.ts';
import { publicPage } from './public-layout.ts';

export const CHECK_LINK: Readonly<Record<Lang, string>> = {
  is: 'Athugaðu hvort slóðin er rétt, eða hafðu samband við seljanda.',
  en: 'Check that the address is complete, or contact the seller.',
};

/** Answers a public link of no document. No document gives its language, so the visitor's own language is used. */
export function sendLinkNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  titles: Readonly<Record<Lang, string>>,
): FastifyReply {
  const lang = visitorLanguage(request);
  const title = titles[lang];
  const body = html`<h1>${title}</h1><p class="muted">${CHECK_LINK[lang]}</p>`;
  return sendPage(reply.code(404), publicPage({ lang, title, path: pathOf(request), body }));
}
