import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import type { OpenedSession } from '../../../modules/people/sessions/session.ts';
import { openAccount } from '../../../modules/people/setup/open-account.ts';
import { isValidSetupKey, setUp } from '../../../modules/people/setup/set-up.ts';
import { withStatus } from '../../http/answers/failures.ts';
import { type AccessDeps, redirectTo } from '../../http/callers/access.ts';
import { requestOrigin } from '../../http/callers/caller.ts';
import { textField } from '../../http/callers/credentials.ts';
import { html } from '../../http/pages/html.ts';
import { sendPeoplePage } from '../../http/pages/people-layout.ts';
import { bodyFields } from '../../http/request/body.ts';
import { languageOf } from '../../http/request/language.ts';
import { urlPart } from '../../http/request/url-part.ts';
import { renderAlert, renderField, renderHidden, translateFailure, wrongFieldOf } from '../form-fields.ts';
import { ACCOUNT_TEXTS, type AccountTexts } from './account-texts.ts';

type Fields = Record<string, unknown>;

/** Opens accounts: the first by a one-time link, others where public sign-up is enabled. */
export function signUpRoutes(app: FastifyInstance, deps: AccessDeps, isSignUpOpen: boolean): void {
  const { kernel } = deps;
  formRoutes(app, deps, '/setup', (texts) => texts.openLead, {
    allowed: async ({ key }) => typeof key === 'string' && isValidSetupKey(kernel, key),
    open: (fields, request) => setUp(kernel, textField(fields, 'key') ?? '', fields, requestOrigin(request)),
  });
  if (!isSignUpOpen) return;
  formRoutes(app, deps, '/signup', (texts) => texts.signUpLead, {
    allowed: async () => true,
    open: async (fields, request) => {
      // Nobody else could give a stranger who forgets the password a new one.
      if (!textField(fields, 'email')?.trim()) fail('field_required', 'email');
      await deps.rateLimiter.record([{ subject: 'sign-up', address: request.ip, max: 20, seconds: 3600 }]);
      return openAccount(kernel, fields, requestOrigin(request));
    },
  });
}

interface SignUpMode {
  allowed(fields: Fields): Promise<boolean>;
  open(fields: Fields, request: FastifyRequest): Promise<OpenedSession>;
}

function formRoutes(
  app: FastifyInstance,
  deps: AccessDeps,
  path: string,
  lead: (texts: AccountTexts) => string,
  door: SignUpMode,
): void {
  app.get(path, async (request, reply) => {
    const fields = request.query as Fields;
    if (!(await door.allowed(fields))) fail('setup_link_used');
    return showForm(deps, request, reply, { path, lead, fields });
  });
  app.post(path, async (request, reply) => {
    const fields = await bodyFields(request);
    try {
      deps.browserSessions.checkCsrfToken(request, fields, null);
      const opened = await door.open(fields, request);
      deps.browserSessions.signIn(reply, opened);
      return redirectTo(request, reply, '/console');
    } catch (error) {
      return showForm(deps, request, reply, { path, lead, fields, error });
    }
  });
}

/** In the order of the page. A refusal names the first one that is missing; the page names all of them. */
const REQUIRED = ['name', 'registration_no', 'email', 'username', 'password'] as const;

/** The labels of the fields that a refusal can name. */
function labelsOf({ company, kennitala, email, username, password }: AccountTexts) {
  return { name: company, registration_no: kennitala, email, username, password };
}

function showForm(
  { browserSessions }: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    path,
    lead,
    fields,
    error,
  }: { path: string; lead(texts: AccountTexts): string; fields: Fields; error?: unknown },
): FastifyReply {
  const lang = languageOf(request, reply);
  const texts = ACCOUNT_TEXTS[lang];
  const labels = labelsOf(texts);
  const problem = error === undefined ? null : translateFailure(error, request, texts, labels);
  if (problem) withStatus(reply, problem.failure, () => 422);
  const key = textField(fields, 'key') ?? '';
  const isEmailRequired = path === '/signup';
  const required = REQUIRED.filter((one) => one !== 'email' || isEmailRequired);
  const missing = problem?.failure.code === 'field_required' ? required.filter((one) => !fields[one]) : [];
  const all = problem ? [problem.failure, ...problem.failure.further] : [];
  const wrong = [...missing, ...all.map(wrongFieldOf)];
  const field = (name: keyof typeof labels) => ({
    name,
    value: textField(fields, name)?.slice(0, 200),
    isWrong: wrong.includes(name),
    focus: name === REQUIRED.find((one) => wrong.includes(one)),
  });
  const others = all.filter((one) => one.code !== 'field_required' || missing.length === 0);
  const message = [
    ...missing.map((name) => texts.required(labels[name])),
    ...others.map((one) => translateFailure(one, request, texts, labels).message),
  ].join(' ');
  // A password that was not refused need not be typed again; the page is never cached.
  const keptPassword = problem && !wrong.includes('password') ? textField(fields, 'password') : '';
  const body = html`
    <h1>${texts.open}</h1>
    <p class="muted">${lead(texts)}</p>
    ${message ? renderAlert(message) : ''}
    <form method="post" action="${path}" novalidate>
      ${renderHidden('form_key', browserSessions.csrfToken(request, reply, null))}${renderHidden('key', key)}
      ${renderField({ ...field('name'), label: texts.company, autocomplete: 'organization' })}
      ${renderField({ ...field('registration_no'), label: texts.kennitala, autocomplete: 'off' })}
      ${renderField({ ...field('email'), label: texts.email, hint: isEmailRequired ? texts.emailUse : texts.emailHint, type: 'email', autocomplete: 'email', required: isEmailRequired })}
      ${renderField({ ...field('username'), label: texts.username, hint: texts.usernameHint, autocomplete: 'username' })}
      ${renderField({ ...field('password'), value: keptPassword, label: texts.password, hint: texts.newPasswordHint, type: 'password', autocomplete: 'new-password' })}
      <button type="submit">${texts.openButton}</button>
    </form>
    <p class="below-form">${texts.hasAccount} <a href="/sign-in">${texts.signIn}</a></p>`;
  return sendPeoplePage(request, reply, {
    lang,
    title: texts.open,
    body,
    path: key ? `${path}?key=${urlPart(key)}` : path,
  });
}
