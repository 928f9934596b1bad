import type { FastifyInstance } from 'fastify';
import type { AccessDeps } from '../../http/access.ts';
import { withStatus } from '../../http/failures.ts';
import { html } from '../../http/html.ts';
import { languageOf } from '../../http/language.ts';
import { sendPeoplePage } from '../../http/people-page.ts';
import { told } from '../form-parts.ts';
import { accountPages } from './account.ts';
import { invitationPages } from './invitation.ts';
import { forgottenPages } from './password-reset.ts';
import { signInPages } from './sign-in.ts';
import { openAccountPages } from './sign-up.ts';
import { WORDS } from './texts.ts';

/** All pages on which people act for themselves. What goes wrong on them is said on a page too. */
export async function peoplePages(
  app: FastifyInstance,
  parts: AccessDeps & { signup: boolean },
): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const lang = languageOf(request, reply);
    const words = WORDS[lang];
    const { failure, message } = told(error, request, words);
    withStatus(reply, failure, () => 422);
    const body = html`<h1>${words.failed}</h1><p class="note bad">${message}</p>`;
    return sendPeoplePage(request, reply, { lang, title: words.failed, body, status: reply.statusCode });
  });
  signInPages(app, parts);
  forgottenPages(app, parts);
  invitationPages(app, parts);
  accountPages(app, parts);
  openAccountPages(app, parts, parts.signup);
}
