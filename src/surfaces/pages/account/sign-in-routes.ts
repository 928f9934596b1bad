import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import { longText, object, text } from '../../../kernel/fields/input-fields.ts';
import { signIn } from '../../../modules/people/sessions/sign-in.ts';
import { withStatus } from '../../http/answers/failures.ts';
import { type AccessDeps, formActionSources, redirectTo } from '../../http/callers/access.ts';
import { ownPath } from '../../http/callers/browser-sessions.ts';
import { requestOrigin } from '../../http/callers/caller.ts';
import { textField } from '../../http/callers/credentials.ts';
import { html } from '../../http/pages/html.ts';
import { sendPeoplePage } from '../../http/pages/people-layout.ts';
import { bodyFields } from '../../http/request/body.ts';
import { languageOf } from '../../http/request/language.ts';
import { urlPart } from '../../http/request/url-part.ts';
import { renderAlert, renderField, renderHidden, translateFailure } from '../form-fields.ts';
import { ACCOUNT_TEXTS } from './account-texts.ts';
import { continueSignIn } from './second-step-routes.ts';

const HOME = '/console';
const credentials = object({ username: text(200)(), password: longText(200)() });

type SignInDeps = AccessDeps & { isSignUpOpen: boolean };

/** Signing in and out. */
export function signInRoutes(app: FastifyInstance, deps: SignInDeps): void {
  const { browserSessions, kernel, rateLimiter } = deps;

  app.get('/sign-in', async (request, reply) => {
    const next = ownPath(textField(request.query as Record<string, unknown>, 'next'), HOME);
    if (await browserSessions.session(request)) return redirectTo(request, reply, next);
    return showForm(deps, request, reply, next);
  });

  app.post('/sign-in', async (request, reply) => {
    const fields = await bodyFields(request);
    const next = ownPath(textField(fields, 'next'), HOME);
    try {
      browserSessions.checkCsrfToken(request, fields, null);
      const parsed = credentials.safeParse(fields);
      if (!parsed.success) fail('invalid_password');
      const devices = browserSessions.devices(request);
      const step = await signIn(kernel, rateLimiter, { ...parsed.data, devices, ...requestOrigin(request) });
      return continueSignIn(browserSessions, reply, step, next);
    } catch (error) {
      return showForm(deps, request, reply, next, error);
    }
  });

  app.post('/sign-out', async (request, reply) => {
    const fields = await bodyFields(request);
    const session = await browserSessions.session(request);
    if (session) {
      browserSessions.checkCsrfToken(request, fields, session);
      await browserSessions.signOut(request, reply, session);
    }
    const next = textField(fields, 'next');
    return redirectTo(request, reply, next ? `/sign-in?next=${urlPart(ownPath(next, HOME))}` : '/sign-in');
  });
}

function showForm(
  { browserSessions, isSignUpOpen }: SignInDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  next: string,
  error?: unknown,
): FastifyReply {
  const lang = languageOf(request, reply);
  const texts = ACCOUNT_TEXTS[lang];
  const problem = error === undefined ? null : translateFailure(error, request, texts);
  if (problem) withStatus(reply, problem.failure, () => 400);
  const username = textField((request.body ?? {}) as Record<string, unknown>, 'username')?.slice(0, 200);
  const body = html`
    <h1>${texts.signIn}</h1>
    <p class="muted">${texts.signInLead}</p>
    ${problem ? renderAlert(problem.message) : ''}
    <form method="post" action="/sign-in" novalidate>
      ${renderHidden('form_key', browserSessions.csrfToken(request, reply, null))}${renderHidden('next', next)}
      ${renderField({ name: 'username', label: texts.username, value: username, autocomplete: 'username', focus: !username })}
      ${renderField({ name: 'password', label: texts.password, type: 'password', autocomplete: 'current-password', focus: Boolean(username) })}
      <button type="submit">${texts.signInButton}</button>
    </form>
    <p class="below-form"><a href="/forgotten">${texts.forgot}</a></p>
    ${isSignUpOpen ? html`<p class="below-form">${texts.noAccount} <a href="/signup">${texts.open}</a></p>` : ''}`;
  return sendPeoplePage(request, reply, {
    lang,
    title: texts.signIn,
    body,
    path: `/sign-in?next=${urlPart(next)}`,
    // After an earlier consent the sign-in redirects on to the client, and form-action applies to that redirect.
    formTargets: formActionSources(new URLSearchParams(next.split('?')[1] ?? '').get('redirect_uri') ?? ''),
  });
}
