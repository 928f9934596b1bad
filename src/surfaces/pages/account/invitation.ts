import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import { findInvitationByToken, joinAccount } from '../../../modules/people/invitation.ts';
import { type AccessDeps, redirectTo } from '../../http/access.ts';
import { single } from '../../http/basic.ts';
import { withStatus } from '../../http/failures.ts';
import { type Html, html } from '../../http/html.ts';
import { languageOf } from '../../http/language.ts';
import { sendPeoplePage } from '../../http/people-page.ts';
import { bodyFields } from '../../http/server.ts';
import { alert, field, hidden, told } from '../form-parts.ts';
import { WORDS } from './texts.ts';

/** Where the link of an invitation leads: somebody chooses how to sign in, and is in. */
export function invitationPages(app: FastifyInstance, parts: AccessDeps): void {
  const { kernel, browsers } = parts;

  app.get('/invitation', async (request, reply) =>
    showForm(parts, request, reply, request.query as Record<string, unknown>, ''),
  );
  app.post('/invitation', async (request, reply) => {
    const fields = await bodyFields(request);
    const lang = languageOf(request, reply);
    const words = WORDS[lang];
    try {
      browsers.checkForm(request, fields, null);
      const sent = { ...fields, key: single(fields, 'key') ?? '', lang };
      const session = await joinAccount(kernel, sent, { ip: request.ip, requestId: request.id });
      browsers.signIn(reply, session);
      return redirectTo(request, reply, '/console');
    } catch (error) {
      const labels = { name: words.fullName, username: words.username, password: words.password };
      const { failure, message } = told(error, request, words, labels);
      if (failure.code === 'link_used') throw error;
      withStatus(reply, failure, () => 422);
      return showForm(parts, request, reply, fields, alert(message));
    }
  });
}

async function showForm(
  { kernel, browsers }: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Record<string, unknown>,
  notice: Html | '',
): Promise<FastifyReply> {
  const key = single(fields, 'key') ?? '';
  const invitation = (await findInvitationByToken(kernel, key)) ?? fail('link_used');
  const { invitation_email: email, invitation_name: name, inviter } = invitation;
  const lang = languageOf(request, reply);
  const words = WORDS[lang];
  const value = (of: string, otherwise: string) => single(fields, of)?.slice(0, 200) ?? otherwise;
  const title = words.invitation(invitation.name);
  const body = html`
    <h1>${title}</h1>
    <p class="soft">${inviter ? words.invitedBy(inviter) : words.invited}</p>
    ${notice}
    <form method="post" action="/invitation">
      ${hidden('form_key', browsers.formKey(request, reply, null))}${hidden('key', key)}
      ${field({ name: 'name', label: words.fullName, value: value('name', name), autocomplete: 'name' })}
      ${field({ name: 'username', label: words.username, hint: words.usernameOfInvited, value: value('username', email), autocomplete: 'username' })}
      ${field({ name: 'password', label: words.password, hint: words.newPasswordHint, type: 'password', autocomplete: 'new-password' })}
      <button type="submit">${words.acceptButton}</button>
    </form>`;
  const path = `/invitation?key=${encodeURIComponent(key)}`;
  return sendPeoplePage(request, reply, { lang, title, body, path, status: reply.statusCode });
}
