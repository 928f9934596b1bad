import type { FastifyReply, FastifyRequest } from 'fastify';
import { inLanguages } from '../../domain/values/in-languages.ts';
import { html } from '../http/pages/html.ts';
import { sendPeoplePage } from '../http/pages/people-layout.ts';
import { languageOf } from '../http/request/language.ts';

const TEXTS = inLanguages({
  title: ['Síðan finnst ekki', 'Page not found'],
  lead: [
    'Engin síða er á þessari slóð. Slóðin gæti verið rangt skrifuð eða síðan ekki lengur til.',
    'There is no page at this address. It may be misspelt, or the page is no longer there.',
  ],
  home: ['Á upphafssíðu', 'Go to the start page'],
});

/** Answers a browser that asks for a path that does not exist. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const lang = languageOf(request, reply);
  const { title, lead, home } = TEXTS[lang];
  const body = html`<h1>${title}</h1><p class="muted">${lead}</p><p class="below-form"><a href="/">${home}</a></p>`;
  return sendPeoplePage(request, reply.code(404), { lang, title, body });
}
