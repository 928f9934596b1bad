import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatDate } from '../../../domain/format.ts';
import { runRead, runWrite } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { object, text, toFailure } from '../../../kernel/fields/input-fields.ts';
import { rotateApiKey } from '../../../modules/accounts/manage.ts';
import { getAgents, revokeAgent } from '../../../modules/agents/grants.ts';
import { changePassword, confirmPassword } from '../../../modules/people/password.ts';
import { type Session, startSession } from '../../../modules/people/sign-in.ts';
import { type AccessDeps, redirectTo } from '../../http/access.ts';
import { single } from '../../http/basic.ts';
import { callerOf } from '../../http/browser.ts';
import { withStatus } from '../../http/failures.ts';
import { type Html, html } from '../../http/html.ts';
import { languageOf } from '../../http/language.ts';
import { sendPeoplePage } from '../../http/people-page.ts';
import { bodyFields } from '../../http/server.ts';
import { alert, field, hidden, told } from '../form-parts.ts';
import { WORDS, type Words } from './texts.ts';

const newPassword = object({ current: text(200)(), password: text(200)() });

type Change = (call: {
  parts: AccessDeps;
  request: FastifyRequest;
  reply: FastifyReply;
  session: Session;
  fields: Record<string, unknown>;
  words: Words;
}) => Promise<{ notice: Html; session?: Session }>;

/** What a person can change here; each answers what to say of it. */
const CHANGES: Record<string, Change> = {
  '/account/password': async ({ parts, request, reply, session, fields, words }) => {
    const sent = newPassword.safeParse(fields);
    if (!sent.success) throw toFailure(sent.error);
    const caller = callerOf(session, request);
    await confirmPassword(parts.kernel, parts.attempts, caller, sent.data.current);
    await runWrite(parts.kernel, changePassword, caller, { password: sent.data.password });
    // The change has ended all sessions of the person; this browser gets a new one.
    const renewed = await startSession(parts.kernel, caller, session.person);
    parts.browsers.signIn(reply, renewed);
    return { notice: html`<p class="note" role="status">${words.passwordChanged}</p>`, session: renewed };
  },
  '/account/api-key': async ({ parts, request, session, fields, words }) => {
    const caller = callerOf(session, request);
    await confirmPassword(parts.kernel, parts.attempts, caller, single(fields, 'current')?.trim() ?? '');
    const { output } = await runWrite(parts.kernel, rotateApiKey, caller, {});
    return {
      notice: html`<p role="status">${words.apiKeyMade}</p><code class="key">${output.api_key}</code>`,
    };
  },
  '/account/revoke': async ({ parts, request, session, fields, words }) => {
    const agent_id = single(fields, 'agent_id') ?? fail('agent_not_found');
    await runWrite(parts.kernel, revokeAgent, callerOf(session, request), { agent_id });
    return { notice: html`<p class="note" role="status">${words.revoked}</p>` };
  },
};

/** The account's security: password, api_key, and the programs that may act for it. */
export function accountPages(app: FastifyInstance, parts: AccessDeps): void {
  app.get('/account', async (request, reply) => {
    const session = await parts.browsers.session(request);
    if (!session) return redirectTo(request, reply, '/sign-in?next=/account');
    return showAccount(parts, request, reply, session, '');
  });
  for (const [path, change] of Object.entries(CHANGES)) {
    app.post(path, async (request, reply) => {
      const session = await parts.browsers.session(request);
      if (!session) return redirectTo(request, reply, '/sign-in?next=/account');
      const fields = await bodyFields(request);
      const words = WORDS[languageOf(request, reply)];
      try {
        parts.browsers.checkForm(request, fields, session);
        const done = await change({ parts, request, reply, session, fields, words });
        return await showAccount(parts, request, reply, done.session ?? session, done.notice);
      } catch (error) {
        const { failure, message } = told(error, request, words);
        withStatus(reply, failure, () => 422);
        return showAccount(parts, request, reply, session, alert(message));
      }
    });
  }
}

async function showAccount(
  { kernel, browsers }: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
  notice: Html | '',
): Promise<FastifyReply> {
  const lang = languageOf(request, reply);
  const words = WORDS[lang];
  const { account, person } = session;
  const isOwner = person.role === 'owner';
  const { data: agents } = await runRead(kernel, getAgents, callerOf(session, request), {});
  const key = hidden('form_key', browsers.formKey(request, reply, session));
  // Password managers look for the name that a password belongs to.
  const current = (
    id: string,
  ) => html`<input hidden readonly name="username" value="${person.username}" autocomplete="username">
    <label for="${id}">${words.currentPassword}</label>
    <input id="${id}" name="current" type="password" autocomplete="current-password" maxlength="200" required>`;
  const body = html`
    <h1>${words.security}</h1>
    ${notice}
    <div class="who"><div><strong>${account.name}</strong><span>${words.signedIn} ${person.username}</span></div>
      <form method="post" action="/sign-out">${key}<button type="submit" class="link">${words.signOut}</button></form></div>
    <section><h2>${words.apps}</h2>
      ${agents.length === 0 ? html`<p class="soft">${words.noApps}</p>` : ''}
      ${agents.map(
        ({ agent_id, name, granted_at }) =>
          html`<div class="app"><div><strong>${name}</strong><br><span class="soft">${words.since} ${formatDate(granted_at.slice(0, 10), lang)}</span></div>
            ${isOwner ? html`<form method="post" action="/account/revoke">${key}${hidden('agent_id', agent_id)}<button type="submit" class="link" aria-label="${words.revoke}: ${name}">${words.revoke}</button></form>` : ''}</div>`,
      )}</section>
    <section><h2>${words.password}</h2>
      <form method="post" action="/account/password">${key}
        ${current('current-for-password')}
        ${field({ name: 'password', label: words.newPassword, hint: words.newPasswordHint, type: 'password', autocomplete: 'new-password' })}
        <button type="submit" class="quiet">${words.changePassword}</button></form></section>
    ${
      isOwner
        ? html`<section><h2>${words.apiKey}</h2><p class="soft">${words.apiKeyLead}</p>
      <form method="post" action="/account/api-key">${key}${current('current-for-key')}
        <button type="submit" class="quiet">${words.newApiKey}</button></form></section>`
        : ''
    }`;
  return sendPeoplePage(request, reply, {
    lang,
    title: words.security,
    body,
    path: '/account',
    status: reply.statusCode,
  });
}
