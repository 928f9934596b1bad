import type { FastifyInstance } from 'fastify';
import type { AccessParts } from '../http/access.ts';
import { numbered } from '../http/failures.ts';
import { html } from '../http/html.ts';
import { languageOf } from '../http/language.ts';
import { sendPeoplePage } from '../http/people-page.ts';
import { accountPages } from './account.ts';
import { forgottenPages } from './forgotten.ts';
import { invitationPages } from './invitation.ts';
import { openAccountPages } from './open-account.ts';
import { told } from './parts.ts';
import { signInPages } from './sign-in.ts';
import { WORDS } from './words.ts';

/** All pages on which people act for themselves. What goes wrong on them is said on a page too. */
export async function peoplePages(
  app: FastifyInstance,
  parts: AccessParts & { signup: boolean },
): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const lang = languageOf(request, reply);
    const words = WORDS[lang];
    const { failure, message } = told(error, request, words);
    numbered(reply, failure, () => 422);
    const body = html`<h1>${words.failed}</h1><p class="note bad">${message}</p>`;
    return sendPeoplePage(request, reply, { lang, title: words.failed, body, status: reply.statusCode });
  });
  signInPages(app, parts);
  forgottenPages(app, parts);
  invitationPages(app, parts);
  accountPages(app, parts);
  openAccountPages(app, parts, parts.signup);
}
