import type { FastifyReply } from 'fastify';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';
import { loadStylesheet } from '../styles/stylesheet.ts';

const panelStyle = loadStylesheet('http/styles/panel.css');

interface Image {
  content_type: string;
  bytes: Uint8Array;
}

/** Sends uploaded bytes so that a browser treats them as an image and never as a document or a script. */
export function sendImage(reply: FastifyReply, picture: Image, cacheControl: string): FastifyReply {
  return reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', cacheControl)
    .header('content-disposition', 'inline')
    .type(picture.content_type)
    .send(picture.bytes);
}

/** Answers in both languages, because an image address does not carry one. */
export function sendImageNotFound(reply: FastifyReply): FastifyReply {
  const body = html`<main><h1>Myndin finnst ekki</h1><p class="muted" lang="en">There is no such picture.</p></main>`;
  return sendPage(reply.code(404), { lang: 'is', title: 'Myndin finnst ekki', body, style: panelStyle });
}
