import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  answerChallenge,
  type OpenChallenge,
  openChallenge,
  type SignInStep,
} from '../../../modules/people/sessions/challenge.ts';
import { withStatus } from '../../http/answers/failures.ts';
import { type AccessDeps, formActionSources, redirectTo } from '../../http/callers/access.ts';
import { type BrowserSessions, ownPath } from '../../http/callers/browser-sessions.ts';
import { requestOrigin } from '../../http/callers/caller.ts';
import { textField } from '../../http/callers/credentials.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { sendPeoplePage } from '../../http/pages/people-layout.ts';
import { bodyFields } from '../../http/request/body.ts';
import { languageOf } from '../../http/request/language.ts';
import { urlPart } from '../../http/request/url-part.ts';
import { renderAlert, renderField, renderHidden, translateFailure } from '../form-fields.ts';
import { renderQrCode } from '../qr-code.ts';
import { ACCOUNT_TEXTS, type AccountTexts } from './account-texts.ts';

const PATH = '/sign-in/code';
const HOME = '/console';
const MAX_CODE = 40;

/** Signs the browser in, or leads it to the second step. */
export function continueSignIn(
  browserSessions: BrowserSessions,
  reply: FastifyReply,
  step: SignInStep,
  next: string,
): FastifyReply {
  if ('session' in step) {
    browserSessions.signIn(reply, step.session);
    return redirectTo(reply.request, reply, next);
  }
  browserSessions.keepChallenge(reply, step.challenge);
  return redirectTo(reply.request, reply, `${PATH}?next=${urlPart(next)}`);
}

/** The page after the password: a code of the authenticator app, its enrolment, or a mailed code. */
export function secondStepRoutes(app: FastifyInstance, deps: AccessDeps): void {
  const { browserSessions, kernel, rateLimiter } = deps;

  app.get(PATH, async (request, reply) => {
    const next = ownPath(textField(request.query as Record<string, unknown>, 'next'), HOME);
    const challenge = await openChallenge(kernel, browserSessions.challenge(request));
    if (!challenge) return redirectToStart(request, reply, next);
    return showStep(deps, request, reply, { challenge, next, notice: '' });
  });

  app.post(PATH, async (request, reply) => {
    const fields = await bodyFields(request);
    const next = ownPath(textField(fields, 'next'), HOME);
    const challenge = await openChallenge(kernel, browserSessions.challenge(request));
    if (!challenge) return redirectToStart(request, reply, next);
    try {
      browserSessions.checkCsrfToken(request, fields, null);
      const code = (textField(fields, 'code') ?? '').trim().slice(0, MAX_CODE);
      const devices = browserSessions.devices(request);
      const step = await answerChallenge(kernel, rateLimiter, challenge, {
        code,
        devices,
        ...requestOrigin(request),
      });
      if (!('session' in step) || !step.recoveryCodes)
        return continueSignIn(browserSessions, reply, step, next);
      browserSessions.signIn(reply, step.session);
      return showRecoveryCodes(request, reply, step.recoveryCodes, next);
    } catch (error) {
      const texts = ACCOUNT_TEXTS[languageOf(request, reply)];
      const { failure, message } = translateFailure(error, request, texts);
      withStatus(reply, failure, () => 422);
      return showStep(deps, request, reply, { challenge, next, notice: renderAlert(message) });
    }
  });
}

function redirectToStart(request: FastifyRequest, reply: FastifyReply, next: string): FastifyReply {
  return redirectTo(request, reply, `/sign-in?next=${urlPart(next)}`);
}

function showStep(
  { browserSessions }: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { challenge, next, notice }: { challenge: OpenChallenge; next: string; notice: Html | '' },
): FastifyReply {
  const lang = languageOf(request, reply);
  const texts = ACCOUNT_TEXTS[lang];
  const title = challenge.missing.kind === 'enrol' ? texts.enrolTitle : texts.codeTitle;
  const body = html`
    <h1>${title}</h1>
    ${renderLead(challenge, texts)}
    ${notice}
    <form method="post" action="${PATH}" novalidate>
      ${renderHidden('form_key', browserSessions.csrfToken(request, reply, null))}${renderHidden('next', next)}
      ${renderField({ name: 'code', label: texts.code, autocomplete: 'one-time-code', isWrong: notice !== '', focus: true })}
      <button type="submit">${texts.codeButton}</button>
    </form>
    ${challenge.missing.kind === 'code' ? html`<p class="muted">${texts.codeLost}</p>` : ''}
    <p class="below-form"><a href="/sign-in">${texts.back}</a></p>`;
  return sendPeoplePage(request, reply, {
    lang,
    title,
    body,
    path: `${PATH}?next=${urlPart(next)}`,
    formTargets: formActionSources(new URLSearchParams(next.split('?')[1] ?? '').get('redirect_uri') ?? ''),
  });
}

function renderLead({ missing, row }: OpenChallenge, texts: AccountTexts): Html {
  if (missing.kind === 'code') return html`<p class="muted">${texts.codeLead}</p>`;
  if (missing.kind === 'mail')
    return html`<p class="muted">${texts.codeMailed(maskAddress(row.person_email))}</p>`;
  const { secret, uri } = missing.offered;
  return html`<p class="muted">${texts.enrolLead}</p>
    ${renderQrCode(uri, texts.enrolQr)}
    <p class="muted">${texts.enrolSecret}</p><code class="secret">${(secret.match(/.{4}/g) ?? []).join(' ')}</code>`;
}

/** Somebody who guessed the password must not learn the address. */
function maskAddress(email: string): string {
  return email.replace(/^(.)[^@]*/, '$1…');
}

function showRecoveryCodes(
  request: FastifyRequest,
  reply: FastifyReply,
  codes: readonly string[],
  next: string,
): FastifyReply {
  const lang = languageOf(request, reply);
  const texts = ACCOUNT_TEXTS[lang];
  const body = html`<h1>${texts.recoveryTitle}</h1><p>${texts.recoveryLead}</p>
    <ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
    <p><a href="${next}">${texts.onward}</a></p>`;
  return sendPeoplePage(request, reply, { lang, title: texts.recoveryTitle, body, path: next });
}
