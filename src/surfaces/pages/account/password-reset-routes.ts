import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import { parseSent } from '../../../kernel/fields/field-failures.ts';
import { object, text } from '../../../kernel/fields/input-fields.ts';
import { requestPasswordReset } from '../../../modules/people/passwords/mail-password-link.ts';
import { findResetByToken, resetPassword } from '../../../modules/people/passwords/reset-password.ts';
import { withStatus } from '../../http/answers/failures.ts';
import type { AccessDeps } from '../../http/callers/access.ts';
import { requestOrigin } from '../../http/callers/caller.ts';
import { textField } from '../../http/callers/credentials.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { sendPeoplePage } from '../../http/pages/people-layout.ts';
import { bodyFields } from '../../http/request/body.ts';
import { languageOf } from '../../http/request/language.ts';
import { urlPart } from '../../http/request/url-part.ts';
import { renderAlert, renderField, renderHidden, translateFailure, wrongFieldOf } from '../form-fields.ts';
import { ACCOUNT_TEXTS } from './account-texts.ts';
import { continueSignIn } from './second-step-routes.ts';

const resetRequest = object({ name: text(200)() });
/** Equal response times, so that an attacker cannot find out which names exist (user enumeration). */
const MIN_ANSWER_MS = 400;

/** Password reset: requesting a link, and choosing a new password with it. */
export function passwordResetRoutes(app: FastifyInstance, deps: AccessDeps): void {
  const { kernel, rateLimiter, browserSessions } = deps;

  app.get('/forgotten', async (request, reply) => showRequestForm(deps, request, reply, ''));
  app.post('/forgotten', async (request, reply) => {
    const lang = languageOf(request, reply);
    const texts = ACCOUNT_TEXTS[lang];
    const fields = await bodyFields(request);
    try {
      browserSessions.checkCsrfToken(request, fields, null);
      const { name } = parseSent(resetRequest, fields);
      const origin = { ...requestOrigin(request), lang, devices: browserSessions.devices(request) };
      await Promise.all([requestPasswordReset(kernel, rateLimiter, name, origin), sleep(MIN_ANSWER_MS)]);
    } catch (error) {
      const { failure, message } = translateFailure(error, request, texts, { name: texts.forgotName });
      withStatus(reply, failure, () => 422);
      return showRequestForm(deps, request, reply, renderAlert(message));
    }
    const body = html`<h1>${texts.forgotTitle}</h1><p class="note" role="status">${texts.forgotSent}</p>
      <p class="muted">${texts.forgotNone}</p><p class="below-form"><a href="/sign-in">${texts.back}</a></p>`;
    return sendPeoplePage(request, reply, { lang, title: texts.forgotTitle, body, path: '/forgotten' });
  });

  app.get('/new-password', async (request, reply) => {
    const key = textField(request.query as Record<string, unknown>, 'key') ?? '';
    return showNewPasswordForm(deps, request, reply, key);
  });
  app.post('/new-password', async (request, reply) => {
    const fields = await bodyFields(request);
    const key = textField(fields, 'key') ?? '';
    try {
      browserSessions.checkCsrfToken(request, fields, null);
      const step = await resetPassword(kernel, { key, password: fields.password }, requestOrigin(request));
      return continueSignIn(browserSessions, reply, step, '/console');
    } catch (error) {
      const texts = ACCOUNT_TEXTS[languageOf(request, reply)];
      const { failure, message } = translateFailure(error, request, texts, { password: texts.newPassword });
      if (failure.code === 'link_used') throw error;
      withStatus(reply, failure, () => 422);
      return showNewPasswordForm(deps, request, reply, key, {
        notice: renderAlert(message),
        isWrong: wrongFieldOf(failure) === 'password',
      });
    }
  });
}

function showRequestForm(
  { browserSessions }: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  notice: Html | '',
): FastifyReply {
  const lang = languageOf(request, reply);
  const texts = ACCOUNT_TEXTS[lang];
  const body = html`
    <h1>${texts.forgotTitle}</h1>
    <p class="muted">${texts.forgotLead}</p>
    ${notice}
    <form method="post" action="/forgotten" novalidate>
      ${renderHidden('form_key', browserSessions.csrfToken(request, reply, null))}
      ${renderField({ name: 'name', label: texts.forgotName, autocomplete: 'username', isWrong: notice !== '' })}
      <button type="submit">${texts.forgotButton}</button>
    </form>
    <p class="below-form"><a href="/sign-in">${texts.back}</a></p>`;
  return sendPeoplePage(request, reply, { lang, title: texts.forgotTitle, body, path: '/forgotten' });
}

async function showNewPasswordForm(
  { kernel, browserSessions }: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  { notice, isWrong }: { notice: Html | ''; isWrong: boolean } = { notice: '', isWrong: false },
): Promise<FastifyReply> {
  const reset = (await findResetByToken(kernel, key)) ?? fail('link_used');
  const lang = languageOf(request, reply);
  const texts = ACCOUNT_TEXTS[lang];
  const { person_username: who, name: company } = reset;
  const body = html`
    <h1>${texts.forgotTitle}</h1>
    <p class="muted">${texts.chooseLead(who, company)}</p>
    ${notice}
    <form method="post" action="/new-password" novalidate>
      ${renderHidden('form_key', browserSessions.csrfToken(request, reply, null))}${renderHidden('key', key)}
      <input hidden readonly name="username" value="${who}" autocomplete="username">
      ${renderField({ name: 'password', label: texts.newPassword, hint: texts.newPasswordHint, type: 'password', autocomplete: 'new-password', isWrong })}
      <button type="submit">${texts.chooseButton}</button>
    </form>`;
  const path = `/new-password?key=${urlPart(key)}`;
  return sendPeoplePage(request, reply, { lang, title: texts.forgotTitle, body, path });
}
