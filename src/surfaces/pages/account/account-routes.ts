import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatDate } from '../../../domain/values/format.ts';
import { runRead, runWrite } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { parseSent } from '../../../kernel/fields/field-failures.ts';
import { longText, object } from '../../../kernel/fields/input-fields.ts';
import { revokeAgent } from '../../../modules/agents/grants/revoke-agent.ts';
import { getAgents } from '../../../modules/agents/read.ts';
import { changePassword } from '../../../modules/people/passwords/change-password.ts';
import { confirmPassword } from '../../../modules/people/passwords/confirm-password.ts';
import { rotateApiKey } from '../../../modules/people/rotate-api-key.ts';
import { startSession } from '../../../modules/people/sessions/open-session.ts';
import type { Session } from '../../../modules/people/sessions/session.ts';
import { withStatus } from '../../http/answers/failures.ts';
import { type AccessDeps, redirectTo } from '../../http/callers/access.ts';
import { sessionCaller } from '../../http/callers/browser-sessions.ts';
import { textField } from '../../http/callers/credentials.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { sendPeoplePage } from '../../http/pages/people-layout.ts';
import { bodyFields } from '../../http/request/body.ts';
import { languageOf } from '../../http/request/language.ts';
import { renderAlert, renderField, renderHidden, translateFailure } from '../form-fields.ts';
import { ACCOUNT_TEXTS, type AccountTexts } from './account-texts.ts';

const newPassword = object({ current: longText(200)(), password: longText(200)() });

type Change = (call: {
  deps: AccessDeps;
  request: FastifyRequest;
  reply: FastifyReply;
  session: Session;
  fields: Record<string, unknown>;
  texts: AccountTexts;
}) => Promise<{ notice: Html; session?: Session }>;

/** The changes that a person can make on this page; each returns the notice to show. */
const CHANGES: Record<string, Change> = {
  '/account/password': async ({ deps, request, reply, session, fields, texts }) => {
    const { current, password } = parseSent(newPassword, fields);
    const caller = sessionCaller(session, request);
    await confirmPassword(deps.kernel, deps.rateLimiter, caller, current);
    await runWrite(deps.kernel, changePassword, caller, { password });
    // The change has ended all sessions of the person, so this browser gets a new one.
    const renewed = await startSession(deps.kernel, caller, session.person);
    deps.browserSessions.signIn(reply, renewed);
    return { notice: html`<p class="note" role="status">${texts.passwordChanged}</p>`, session: renewed };
  },
  '/account/api-key': async ({ deps, request, session, fields, texts }) => {
    const caller = sessionCaller(session, request);
    await confirmPassword(deps.kernel, deps.rateLimiter, caller, textField(fields, 'current')?.trim() ?? '');
    const { output } = await runWrite(deps.kernel, rotateApiKey, caller, {});
    return {
      notice: html`<p role="status">${texts.apiKeyMade}</p><code class="secret">${output.api_key}</code>`,
    };
  },
  '/account/revoke': async ({ deps, request, session, fields, texts }) => {
    const agent_id = textField(fields, 'agent_id') ?? fail('agent_not_found');
    await runWrite(deps.kernel, revokeAgent, sessionCaller(session, request), { agent_id });
    return { notice: html`<p class="note" role="status">${texts.revoked}</p>` };
  },
};

/** The security page of an account: password, api_key and connected agents. */
export function accountRoutes(app: FastifyInstance, deps: AccessDeps): void {
  app.get('/account', async (request, reply) => {
    const session = await deps.browserSessions.session(request);
    if (!session) return redirectTo(request, reply, '/sign-in?next=/account');
    return showAccount(deps, request, reply, session, '');
  });
  for (const [path, change] of Object.entries(CHANGES)) {
    app.post(path, async (request, reply) => {
      const session = await deps.browserSessions.session(request);
      if (!session) return redirectTo(request, reply, '/sign-in?next=/account');
      const fields = await bodyFields(request);
      const texts = ACCOUNT_TEXTS[languageOf(request, reply)];
      try {
        deps.browserSessions.checkCsrfToken(request, fields, session);
        const result = await change({ deps, request, reply, session, fields, texts });
        return await showAccount(deps, request, reply, result.session ?? session, result.notice);
      } catch (error) {
        const { failure, message } = translateFailure(error, request, texts, {
          current: texts.currentPassword,
          password: texts.newPassword,
        });
        withStatus(reply, failure, () => 422);
        return showAccount(deps, request, reply, session, renderAlert(message));
      }
    });
  }
}

async function showAccount(
  { kernel, browserSessions }: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  notice: Html | '',
): Promise<FastifyReply> {
  const lang = languageOf(request, reply);
  const texts = ACCOUNT_TEXTS[lang];
  const { account, person } = session;
  const isOwner = person.role === 'owner';
  const { data: agents } = await runRead(kernel, getAgents, sessionCaller(session, request), {});
  const key = renderHidden('form_key', browserSessions.csrfToken(request, reply, session));
  // Password managers need the username that a password belongs to.
  const current = (
    id: string,
  ) => html`<input hidden readonly name="username" value="${person.username}" autocomplete="username">
    <label for="${id}">${texts.currentPassword}</label>
    <input id="${id}" name="current" type="password" autocomplete="current-password" maxlength="200" required>`;
  const body = html`
    <h1>${texts.security}</h1>
    ${notice}
    <div class="identity"><div><strong>${account.name}</strong><span>${texts.signedIn} ${person.username}</span></div>
      <form method="post" action="/sign-out">${key}<button type="submit" class="link">${texts.signOut}</button></form></div>
    <section><h2>${texts.apps}</h2>
      ${agents.length === 0 ? html`<p class="muted">${texts.noApps}</p>` : ''}
      ${agents.map(
        ({ agent_id, name, granted_at }) =>
          html`<div class="app"><div><strong>${name}</strong><br><span class="muted">${texts.since} ${formatDate(granted_at.slice(0, 10), lang)}</span></div>
            ${isOwner ? html`<form method="post" action="/account/revoke">${key}${renderHidden('agent_id', agent_id)}<button type="submit" class="link" aria-label="${texts.revoke}: ${name}">${texts.revoke}</button></form>` : ''}</div>`,
      )}</section>
    <section><h2>${texts.password}</h2>
      <form method="post" action="/account/password" novalidate>${key}
        ${current('current-for-password')}
        ${renderField({ name: 'password', label: texts.newPassword, hint: texts.newPasswordHint, type: 'password', autocomplete: 'new-password' })}
        <button type="submit" class="quiet">${texts.changePassword}</button></form></section>
    ${
      isOwner
        ? html`<section><h2>${texts.apiKey}</h2><p class="muted">${texts.apiKeyLead}</p>
      <form method="post" action="/account/api-key" novalidate>${key}${current('current-for-key')}
        <button type="submit" class="quiet">${texts.newApiKey}</button></form></section>`
        : ''
    }`;
  return sendPeoplePage(request, reply, {
    lang,
    title: texts.security,
    body,
    path: '/account',
  });
}
