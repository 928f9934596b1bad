import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import { joinCompany } from '../../../modules/people/companies/join-company.ts';
import { findInvitationByToken, joinAccount } from '../../../modules/people/invitations/accept-invitation.ts';
import type { Session } from '../../../modules/people/sessions/session.ts';
import { withStatus } from '../../http/answers/failures.ts';
import { type AccessDeps, redirectTo } from '../../http/callers/access.ts';
import { requestOrigin } from '../../http/callers/caller.ts';
import { textField } from '../../http/callers/credentials.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { sendPeoplePage } from '../../http/pages/people-layout.ts';
import { bodyFields } from '../../http/request/body.ts';
import { languageOf } from '../../http/request/language.ts';
import { urlPart } from '../../http/request/url-part.ts';
import { renderAlert, renderField, renderHidden, translateFailure, wrongFieldOf } from '../form-fields.ts';
import { ACCOUNT_TEXTS, type AccountTexts } from './account-texts.ts';
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
      browserSessions.checkCsrfToken(request, fields, await browserSessions.session(request));
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
  app.post('/invitation/join', async (request, reply) => {
    const fields = await bodyFields(request);
    const session = (await browserSessions.session(request)) ?? fail('session_required');
    try {
      browserSessions.checkCsrfToken(request, fields, session);
      const opened = await joinCompany(
        kernel,
        session,
        textField(fields, 'key') ?? '',
        requestOrigin(request),
      );
      browserSessions.signIn(reply, opened);
      return redirectTo(request, reply, '/console');
    } catch (error) {
      const { failure, message } = translateFailure(
        error,
        request,
        ACCOUNT_TEXTS[languageOf(request, reply)],
      );
      if (failure.code === 'link_used') throw error;
      withStatus(reply, failure, () => 422);
      return showForm(deps, request, reply, fields, { notice: renderAlert(message) });
    }
  });
}

/** What an invited person does who signs in at another company: accept with that sign-in, or sign in first. */
function renderExistingSignIn(
  texts: AccountTexts,
  session: Session | null,
  form: { formKey: string; key: string },
) {
  if (!session) {
    const next = urlPart(`/invitation?key=${urlPart(form.key)}`);
    return html`<p class="below-form">${texts.hasSignIn} <a href="/sign-in?next=${next}">${texts.signInToAccept}</a></p>`;
  }
  const { name, username } = session.person;
  return html`<form method="post" action="/invitation/join">
      ${renderHidden('form_key', form.formKey)}${renderHidden('key', form.key)}
      <button type="submit">${texts.acceptAs(name || username)}</button></form>
    <p class="muted">${texts.acceptAsLead}</p>
    <h2>${texts.orNewSignIn}</h2>`;
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
  const session = await browserSessions.session(request);
  const formKey = browserSessions.csrfToken(request, reply, session);
  const existing = renderExistingSignIn(texts, session, { formKey, key });
  const body = html`
    <h1>${title}</h1>
    <p class="muted">${inviter ? texts.invitedBy(inviter) : texts.invited}</p>
    ${notice}
    ${session ? existing : ''}
    <form method="post" action="/invitation" novalidate>
      ${renderHidden('form_key', formKey)}${renderHidden('key', key)}
      ${renderField({ name: 'name', label: texts.fullName, value: value('name', name), autocomplete: 'name', isWrong: wrong === 'name' })}
      ${renderField({ name: 'username', label: texts.username, hint: texts.usernameOfInvited, value: value('username', email), autocomplete: 'username', isWrong: wrong === 'username' })}
      ${renderField({ name: 'password', label: texts.password, hint: texts.newPasswordHint, type: 'password', autocomplete: 'new-password', isWrong: wrong === 'password' })}
      <button type="submit">${texts.acceptButton}</button>
    </form>
    ${session ? '' : existing}`;
  const path = `/invitation?key=${urlPart(key)}`;
  return sendPeoplePage(request, reply, { lang, title, body, path });
}
