import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withStatus } from '../../http/answers/failures.ts';
import type { AccessDeps } from '../../http/callers/access.ts';
import { html } from '../../http/pages/html.ts';
import { sendPeoplePage } from '../../http/pages/people-layout.ts';
import { languageOf } from '../../http/request/language.ts';
import { pathOf } from '../../http/request/paths.ts';
import { translateFailure } from '../form-fields.ts';
import { accountRoutes } from './account-routes.ts';
import { ACCOUNT_TEXTS, type AccountTexts } from './account-texts.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { passwordResetRoutes } from './password-reset-routes.ts';
import { secondStepRoutes } from './second-step-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { signUpRoutes } from './sign-up-routes.ts';

/** Sign-in, password reset, invitation, account and sign-up pages. Errors are HTML pages too. */
export async function peopleRoutes(
  app: FastifyInstance,
  deps: AccessDeps & { isSignUpOpen: boolean },
): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const lang = languageOf(request, reply);
    const texts = ACCOUNT_TEXTS[lang];
    const { failure, message } = translateFailure(error, request, texts);
    withStatus(reply, failure, () => 422);
    const title = failureTitle(request, texts);
    const body = html`<h1>${title}</h1><p class="note error">${message}</p>
      <p class="below-form"><a href="/sign-in">${texts.back}</a></p>`;
    return sendPeoplePage(request, reply, { lang, title, body });
  });
  signInRoutes(app, deps);
  secondStepRoutes(app, deps);
  passwordResetRoutes(app, deps);
  invitationRoutes(app, deps);
  accountRoutes(app, deps);
  signUpRoutes(app, deps, deps.isSignUpOpen);
}

/** Names what failed: showing a page, or what its form was sent for. */
function failureTitle(request: FastifyRequest, { notShown, notSaved, notDone }: AccountTexts): string {
  if (request.method !== 'POST') return notShown;
  const titles: Readonly<Record<string, string>> = notDone;
  return titles[pathOf(request)] ?? notSaved;
}
