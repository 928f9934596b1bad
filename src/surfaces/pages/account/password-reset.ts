import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import { object, text, toFailure } from '../../../kernel/fields/input-fields.ts';
import { findResetByToken, requestPasswordReset, resetPassword } from '../../../modules/people/reset.ts';
import { type AccessDeps, redirectTo } from '../../http/access.ts';
import { single } from '../../http/basic.ts';
import { withStatus } from '../../http/failures.ts';
import { type Html, html } from '../../http/html.ts';
import { languageOf } from '../../http/language.ts';
import { sendPeoplePage } from '../../http/people-page.ts';
import { bodyFields } from '../../http/server.ts';
import { alert, field, hidden, told } from '../form-parts.ts';
import { WORDS } from './texts.ts';

const asked = object({ name: text(200)() });
/** An answer takes as long whether there was somebody to mail or not. */
const ANSWER_MS = 400;

/** A forgotten password: asking for a link, and choosing another by it. */
export function forgottenPages(app: FastifyInstance, parts: AccessDeps): void {
  const { kernel, attempts, browsers } = parts;

  app.get('/forgotten', async (request, reply) => askPage(parts, request, reply, ''));
  app.post('/forgotten', async (request, reply) => {
    const lang = languageOf(request, reply);
    const words = WORDS[lang];
    const fields = await bodyFields(request);
    try {
      browsers.checkForm(request, fields, null);
      const sent = asked.safeParse(fields);
      if (!sent.success) throw toFailure(sent.error);
      const from = { ip: request.ip, requestId: request.id, lang };
      await Promise.all([requestPasswordReset(kernel, attempts, sent.data.name, from), sleep(ANSWER_MS)]);
    } catch (error) {
      const { failure, message } = told(error, request, words, { name: words.forgotName });
      withStatus(reply, failure, () => 422);
      return askPage(parts, request, reply, alert(message));
    }
    const body = html`<h1>${words.forgotTitle}</h1><p class="note" role="status">${words.forgotSent}</p>
      <p class="soft">${words.forgotNone}</p><p class="after"><a href="/sign-in">${words.back}</a></p>`;
    return sendPeoplePage(request, reply, { lang, title: words.forgotTitle, body, path: '/forgotten' });
  });

  app.get('/new-password', async (request, reply) => {
    const key = single(request.query as Record<string, unknown>, 'key') ?? '';
    return choosePage(parts, request, reply, key, '');
  });
  app.post('/new-password', async (request, reply) => {
    const fields = await bodyFields(request);
    const key = single(fields, 'key') ?? '';
    try {
      browsers.checkForm(request, fields, null);
      const from = { ip: request.ip, requestId: request.id };
      const session = await resetPassword(kernel, { key, password: fields.password }, from);
      browsers.signIn(reply, session);
      return redirectTo(request, reply, '/console');
    } catch (error) {
      const words = WORDS[languageOf(request, reply)];
      const { failure, message } = told(error, request, words, { password: words.newPassword });
      if (failure.code === 'link_used') throw error;
      withStatus(reply, failure, () => 422);
      return choosePage(parts, request, reply, key, alert(message));
    }
  });
}

function askPage(
  { browsers }: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  notice: Html | '',
): FastifyReply {
  const lang = languageOf(request, reply);
  const words = WORDS[lang];
  const body = html`
    <h1>${words.forgotTitle}</h1>
    <p class="soft">${words.forgotLead}</p>
    ${notice}
    <form method="post" action="/forgotten">
      ${hidden('form_key', browsers.formKey(request, reply, null))}
      ${field({ name: 'name', label: words.forgotName, autocomplete: 'username' })}
      <button type="submit">${words.forgotButton}</button>
    </form>
    <p class="after"><a href="/sign-in">${words.back}</a></p>`;
  const { statusCode: status } = reply;
  return sendPeoplePage(request, reply, { lang, title: words.forgotTitle, body, path: '/forgotten', status });
}

async function choosePage(
  { kernel, browsers }: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  notice: Html | '',
): Promise<FastifyReply> {
  const reset = (await findResetByToken(kernel, key)) ?? fail('link_used');
  const lang = languageOf(request, reply);
  const words = WORDS[lang];
  const { person_username: who, name: company } = reset;
  const body = html`
    <h1>${words.forgotTitle}</h1>
    <p class="soft">${words.chooseLead(who, company)}</p>
    ${notice}
    <form method="post" action="/new-password">
      ${hidden('form_key', browsers.formKey(request, reply, null))}${hidden('key', key)}
      <input hidden readonly name="username" value="${who}" autocomplete="username">
      ${field({ name: 'password', label: words.newPassword, hint: words.newPasswordHint, type: 'password', autocomplete: 'new-password' })}
      <button type="submit">${words.chooseButton}</button>
    </form>`;
  const path = `/new-password?key=${encodeURIComponent(key)}`;
  const { statusCode: status } = reply;
  return sendPeoplePage(request, reply, { lang, title: words.forgotTitle, body, path, status });
}
