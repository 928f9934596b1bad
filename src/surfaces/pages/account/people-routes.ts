import type { FastifyInstance } from 'fastify';
import type { AccessDeps } from '../../http/access.ts';
import { withStatus } from '../../http/failures.ts';
import { html } from '../../http/html.ts';
import { languageOf } from '../../http/language.ts';
import { sendPeoplePage } from '../../http/people-layout.ts';
import { translateFailure } from '../form-fields.ts';
import { accountRoutes } from './account-routes.ts';
import { ACCOUNT_TEXTS } from './account-texts.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { passwordResetRoutes } from './password-reset-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { signUpRoutes } from './sign-up-routes.ts';

/** Sign-in, password reset, invitation, account and sign-up pages. Errors are HTML pages too. */
export async function peopleRoutes(
  app: FastifyInstance,
  deps: AccessDeps & { signup: boolean },
): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const lang = languageOf(request, reply);
    const texts = ACCOUNT_TEXTS[lang];
    const { failure, message } = translateFailure(error, request, texts);
    withStatus(reply, failure, () => 422);
    const body = html`<h1>${texts.failed}</h1><p class="note error">${message}</p>`;
    return sendPeoplePage(request, reply, { lang, title: texts.failed, body, status: reply.statusCode });
  });
  signInRoutes(app, deps);
  passwordResetRoutes(app, deps);
  invitationRoutes(app, deps);
  accountRoutes(app, deps);
  signUpRoutes(app, deps, deps.signup);
}
