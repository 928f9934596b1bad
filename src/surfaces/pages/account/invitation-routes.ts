import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import { findInvitationByToken, joinAccount } from '../../../modules/people/invitations/accept-invitation.ts';
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

/** The page behind an invitation link: the invited person chooses username and password, and is signed in. */
export function invitationRoutes(app: FastifyInstance, deps: AccessDeps): void {
  const { kernel, browserSessions } = deps;

  app.get('/invitation', async (request, reply) =>
    showForm(deps, request, reply, request.query as Record<string, unknown>),
  );
  app.post('/invitation', async (request, reply) => {
    const fields = await bodyFields(request);
    const lang = languageOf(request, reply);
    const texts = ACCOUNT_TEXTS[lang];
    try {
      browserSessions.checkCsrfToken(request, fields, null);
      const parsed = { ...fields, key: textField(fields, 'key') ?? '', lang };
      const step = await joinAccount(kernel, parsed, requestOrigin(request));
      return continueSignIn(browserSessions, reply, step, '/console');
    } catch (error) {
      const labels = { name: texts.fullName, username: texts.username, password: texts.password };
      const { failure, message } = translateFailure(error, request, texts, labels);
      if (failure.code === 'link_used') throw error;
      withStatus(reply, failure, () => 422);
      return showForm(deps, request, reply, fields, {
        notice: renderAlert(message),
        wrong: wrongFieldOf(failure),
      });
    }
  });
}

async function showForm(
  { kernel, browserSessions }: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Record<string, unknown>,
  { notice, wrong }: { notice: Html | ''; wrong?: string | undefined } = { notice: '' },
): Promise<FastifyReply> {
  const key = textField(fields, 'key') ?? '';
  const invitation = (await findInvitationByToken(kernel, key)) ?? fail('link_used');
  const { invitation_email: email, invitation_name: name, inviter } = invitation;
  const lang = languageOf(request, reply);
  const texts = ACCOUNT_TEXTS[lang];
  const value = (of: string, otherwise: string) => textField(fields, of)?.slice(0, 200) ?? otherwise;
  const title = texts.invitation(invitation.name);
  const body = html`
    <h1>${title}</h1>
    <p class="muted">${inviter ? texts.invitedBy(inviter) : texts.invited}</p>
    ${notice}
    <form method="post" action="/invitation" novalidate>
      ${renderHidden('form_key', browserSessions.csrfToken(request, reply, null))}${renderHidden('key', key)}
      ${renderField({ name: 'name', label: texts.fullName, value: value('name', name), autocomplete: 'name', isWrong: wrong === 'name' })}
      ${renderField({ name: 'username', label: texts.username, hint: texts.usernameOfInvited, value: value('username', email), autocomplete: 'username', isWrong: wrong === 'username' })}
      ${renderField({ name: 'password', label: texts.password, hint: texts.newPasswordHint, type: 'password', autocomplete: 'new-password', isWrong: wrong === 'password' })}
      <button type="submit">${texts.acceptButton}</button>
    </form>`;
  const path = `/invitation?key=${urlPart(key)}`;
  return sendPeoplePage(request, reply, { lang, title, body, path, status: reply.statusCode });
}
