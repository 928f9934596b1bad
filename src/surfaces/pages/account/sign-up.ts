import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import { type Opened, openAccount, opensSetup, setUp } from '../../../modules/people/set-up.ts';
import type { AccessDeps } from '../../http/access.ts';
import { single } from '../../http/basic.ts';
import { withStatus } from '../../http/failures.ts';
import { html } from '../../http/html.ts';
import { languageOf } from '../../http/language.ts';
import { sendPeoplePage } from '../../http/people-page.ts';
import { bodyFields } from '../../http/server.ts';
import { alert, field, hidden, told } from '../form-parts.ts';
import { WORDS, type Words } from './texts.ts';

type Fields = Record<string, unknown>;

/** Opening an account: the first one by its link, and further ones where anyone may sign up. */
export function openAccountPages(app: FastifyInstance, parts: AccessDeps, signup: boolean): void {
  const { kernel } = parts;
  pages(app, parts, '/setup', (words) => words.openLead, {
    allowed: async ({ key }) => typeof key === 'string' && opensSetup(kernel, key),
    open: (fields, request) => setUp(kernel, single(fields, 'key') ?? '', fields, from(request)),
  });
  if (!signup) return;
  pages(app, parts, '/signup', (words) => words.signUpLead, {
    allowed: async () => true,
    open: async (fields, request) => {
      await parts.attempts.failed([{ subject: `sign-up from ${request.ip}`, most: 20, seconds: 3600 }]);
      return openAccount(kernel, fields, from(request));
    },
  });
}

interface Door {
  allowed(fields: Fields): Promise<boolean>;
  open(fields: Fields, request: FastifyRequest): Promise<Opened>;
}

function pages(
  app: FastifyInstance,
  parts: AccessDeps,
  path: string,
  lead: (words: Words) => string,
  door: Door,
): void {
  app.get(path, async (request, reply) => {
    const fields = request.query as Fields;
    if (!(await door.allowed(fields))) fail('setup_link_used');
    return form(parts, request, reply, { path, lead, fields });
  });
  app.post(path, async (request, reply) => {
    const fields = await bodyFields(request);
    try {
      parts.browsers.checkForm(request, fields, null);
      const opened = await door.open(fields, request);
      parts.browsers.signIn(reply, opened);
      return welcome(request, reply, opened);
    } catch (error) {
      return form(parts, request, reply, { path, lead, fields, error });
    }
  });
}

function form(
  { browsers }: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    path,
    lead,
    fields,
    error,
  }: { path: string; lead(words: Words): string; fields: Fields; error?: unknown },
): FastifyReply {
  const lang = languageOf(request, reply);
  const words = WORDS[lang];
  const trouble = error === undefined ? null : told(error, request, words);
  if (trouble) withStatus(reply, trouble.failure, () => 422);
  const key = single(fields, 'key') ?? '';
  const value = (name: string) => single(fields, name)?.slice(0, 200);
  const body = html`
    <h1>${words.open}</h1>
    <p class="soft">${lead(words)}</p>
    ${trouble ? alert(trouble.message) : ''}
    <form method="post" action="${path}">
      ${hidden('form_key', browsers.formKey(request, reply, null))}${hidden('key', key)}
      ${field({ name: 'name', label: words.company, value: value('name'), autocomplete: 'organization' })}
      ${field({ name: 'registration_no', label: words.kennitala, value: value('registration_no'), autocomplete: 'off' })}
      ${field({ name: 'email', label: words.email, hint: words.optional, type: 'email', value: value('email'), autocomplete: 'email', required: false })}
      ${field({ name: 'username', label: words.username, hint: words.usernameHint, value: value('username'), autocomplete: 'username' })}
      ${field({ name: 'password', label: words.password, hint: words.newPasswordHint, type: 'password', autocomplete: 'new-password' })}
      <button type="submit">${words.openButton}</button>
    </form>`;
  return sendPeoplePage(request, reply, {
    lang,
    title: words.open,
    body,
    path: key ? `${path}?key=${encodeURIComponent(key)}` : path,
    status: trouble ? reply.statusCode : 200,
  });
}

function welcome(request: FastifyRequest, reply: FastifyReply, { account, apiKey }: Opened): FastifyReply {
  const lang = languageOf(request, reply);
  const words = WORDS[lang];
  const body = html`
    <h1>${words.opened}</h1>
    <div class="who"><div><strong>${account.name}</strong><span>${words.signedIn} ${account.username}</span></div></div>
    <h2>${words.apiKey}</h2><p>${words.apiKeyMade}</p><code class="key">${apiKey}</code>
    <p><a href="/account">${words.onward}</a></p>`;
  return sendPeoplePage(request, reply, { lang, title: words.opened, body, path: '/account' });
}

function from({ ip, id: requestId }: FastifyRequest) {
  return { ip, requestId };
}
