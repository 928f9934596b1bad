import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import { object, text } from '../../../kernel/fields/input-fields.ts';
import { signIn } from '../../../modules/people/sign-in.ts';
import { type AccessDeps, formTargetsOf, redirectTo } from '../../http/access.ts';
import { single } from '../../http/basic.ts';
import { ownPath } from '../../http/browser.ts';
import { withStatus } from '../../http/failures.ts';
import { html } from '../../http/html.ts';
import { languageOf } from '../../http/language.ts';
import { sendPeoplePage } from '../../http/people-page.ts';
import { bodyFields } from '../../http/server.ts';
import { alert, field, hidden, told } from '../form-parts.ts';
import { WORDS } from './texts.ts';

const HOME = '/console';
const credentials = object({ username: text(200)(), password: text(200)() });

/** Signing in and out. */
export function signInPages(app: FastifyInstance, parts: AccessDeps): void {
  const { browsers, kernel, attempts } = parts;

  app.get('/sign-in', async (request, reply) => {
    const next = ownPath(single(request.query as Record<string, unknown>, 'next'), HOME);
    if (await browsers.session(request)) return redirectTo(request, reply, next);
    return showForm(parts, request, reply, next);
  });

  app.post('/sign-in', async (request, reply) => {
    const fields = await bodyFields(request);
    const next = ownPath(single(fields, 'next'), HOME);
    try {
      browsers.checkForm(request, fields, null);
      const sent = credentials.safeParse(fields);
      if (!sent.success) fail('invalid_password');
      const session = await signIn(kernel, attempts, { ...sent.data, ip: request.ip, requestId: request.id });
      browsers.signIn(reply, session);
      return redirectTo(request, reply, next);
    } catch (error) {
      return showForm(parts, request, reply, next, error);
    }
  });

  app.post('/sign-out', async (request, reply) => {
    const fields = await bodyFields(request);
    const session = await browsers.session(request);
    if (session) {
      browsers.checkForm(request, fields, session);
      await browsers.signOut(request, reply, session);
    }
    const next = single(fields, 'next');
    return redirectTo(
      request,
      reply,
      next ? `/sign-in?next=${encodeURIComponent(ownPath(next, HOME))}` : '/sign-in',
    );
  });
}

function showForm(
  { browsers }: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  next: string,
  error?: unknown,
): FastifyReply {
  const lang = languageOf(request, reply);
  const words = WORDS[lang];
  const trouble = error === undefined ? null : told(error, request, words);
  if (trouble) withStatus(reply, trouble.failure, () => 400);
  const username = single((request.body ?? {}) as Record<string, unknown>, 'username')?.slice(0, 200);
  const body = html`
    <h1>${words.signIn}</h1>
    <p class="soft">${words.signInLead}</p>
    ${trouble ? alert(trouble.message) : ''}
    <form method="post" action="/sign-in">
      ${hidden('form_key', browsers.formKey(request, reply, null))}${hidden('next', next)}
      ${field({ name: 'username', label: words.username, value: username, autocomplete: 'username', focus: !username })}
      ${field({ name: 'password', label: words.password, type: 'password', autocomplete: 'current-password', focus: Boolean(username) })}
      <button type="submit">${words.signInButton}</button>
    </form>
    <p class="after"><a href="/forgotten">${words.forgot}</a></p>`;
  return sendPeoplePage(request, reply, {
    lang,
    title: words.signIn,
    body,
    path: `/sign-in?next=${encodeURIComponent(next)}`,
    status: trouble ? reply.statusCode : 200,
    // Who has consented before is sent on to the program at once, and browsers hold that redirect to this form.
    formTargets: formTargetsOf(new URLSearchParams(next.split('?')[1] ?? '').get('redirect_uri') ?? ''),
  });
}
