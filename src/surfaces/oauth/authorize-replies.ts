import type { FastifyReply } from 'fastify';
import { defaultLimits } from '../../domain/access/program-limits.ts';
import { isLoopback, withParameters } from '../../domain/access/redirect-uris.ts';
import { authorizeAgent } from '../../modules/agents/authorize/authorize-agent.ts';
import { findGrant } from '../../modules/agents/grants/grant-store.ts';
import { canServe } from '../../modules/agents/grants/rules.ts';
import { type OAuthError, WRONG_CLIENT } from '../../modules/agents/schema.ts';
import { formActionSources, redirectTo, wantsPage } from '../http/callers/access.ts';
import { sessionCaller } from '../http/callers/browser-sessions.ts';
import { html } from '../http/pages/html.ts';
import { sendPeoplePage } from '../http/pages/people-layout.ts';
import { languageOf } from '../http/request/language.ts';
import { pathOf } from '../http/request/paths.ts';
import type { AuthorizeContext } from './authorize-context.ts';
import { consentPage } from './consent-page.ts';
import { OAUTH_TEXTS } from './oauth-texts.ts';

export function redirectToSignIn({ request, reply, path }: AuthorizeContext): FastifyReply {
  return redirectTo(request, reply, withParameters('/sign-in', { next: path }));
}

/** Redirects to the client with a code or an error. `iss` names this server, against mix-up attacks (RFC 9207). */
export function redirectToClient(context: AuthorizeContext, answer: Record<string, string>): FastifyReply {
  return redirectTo(context.request, context.reply, clientAddress(context, answer));
}

function clientAddress({ deps, requested }: AuthorizeContext, answer: Record<string, string>): string {
  const parameters = { ...answer, state: requested.state, iss: deps.kernel.policy.baseUrl };
  return withParameters(requested.redirect_uri, parameters);
}

/** Creates an authorization code and hands it to the client. */
export async function issueCode(
  context: AuthorizeContext,
  { hasConsentedNow }: { hasConsentedNow: boolean },
): Promise<FastifyReply> {
  const { deps, request, requested, client, session, scopes, challenge, resource } = context;
  const caller = sessionCaller(session, request);
  const { client_id: clientId, redirect_uri: redirectUri } = requested;
  const code = await authorizeAgent(deps.kernel, caller, {
    clientId,
    redirectUri,
    scopes,
    challenge,
    resource,
    hasConsentedNow,
    isSelfRegistered: client.account_id === 0,
    limits: context.limits,
  });
  return redirectToClient(context, { code });
}

export async function sendConsentPage(context: AuthorizeContext): Promise<FastifyReply> {
  const { deps, request, reply, client, session, requested, scopes, missingScopes } = context;
  const { scopes: _alias, ...fields } = context.parameters;
  const earlier = await findGrant(deps.kernel.db, session.account.id, client.client_id);
  const page = consentPage({
    limits: earlier?.limits ?? defaultLimits({ isSelfRegistered: client.account_id === 0 }),
    lang: languageOf(request, reply),
    client,
    account: session.account,
    username: session.person.username,
    fields,
    scopes,
    missing: missingScopes,
    csrfToken: deps.browserSessions.csrfToken(request, reply, session),
    action: pathOf(request),
    path: context.path,
  });
  return sendPeoplePage(request, reply, { ...page, formTargets: formActionSources(requested.redirect_uri) });
}

/**
 * Reports a refusal to the client by redirect. Anyone can register a redirect URI, so redirecting a browser there at
 * once would make this endpoint an open redirector that lends our name to a phishing page. A person has to sign in
 * first, and follows a link that names the host when the client registered itself.
 */
export async function reportRefusal(context: AuthorizeContext, refusal: OAuthError): Promise<FastifyReply> {
  const { deps, request, client, requested } = context;
  const answer = { error: refusal.code, error_description: refusal.message };
  if (wantsPage(request) && !isLoopback(requested.redirect_uri)) {
    const session = await deps.browserSessions.session(request);
    if (!session) return redirectToSignIn(context);
    if (!canServe(client, session.account)) return sendUnknownClient(context);
    if (client.account_id === 0) return sendRefusalWithLink(context, answer);
  }
  return redirectToClient(context, answer);
}

/** The redirect URI is not known to be the client's, so the refusal stays here. Only the author of a metadata document can mend it. */
export function sendUnknownClient({ request, reply }: AuthorizeContext, refusal?: OAuthError): FastifyReply {
  const message = refusal?.message ?? WRONG_CLIENT;
  if (!wantsPage(request)) {
    const body = { error: 'invalid_client', error_description: message, message };
    return reply.code(400).header('cache-control', 'no-store').send(body);
  }
  const lang = languageOf(request, reply);
  const texts = OAUTH_TEXTS[lang];
  const body = html`<h1>${texts.wrong}</h1><p>${texts.wrongWhy}</p><p class="muted">${texts.wrongDo}</p>
    <p class="note error" lang="en">${message}</p>`;
  return sendPeoplePage(request, reply.code(400), { lang, title: texts.wrong, body });
}

function sendRefusalWithLink(context: AuthorizeContext, answer: Record<string, string>): FastifyReply {
  const { request, reply, requested } = context;
  const lang = languageOf(request, reply);
  const texts = OAUTH_TEXTS[lang];
  const body = html`<h1>${texts.wrong}</h1><p>${texts.askedWrong}</p><p class="muted">${texts.wrongDo}</p>
    <p class="note error" lang="en">${answer.error_description}</p>
    <p class="below-form"><a href="${clientAddress(context, answer)}" rel="noreferrer">${texts.goBack} ${new URL(requested.redirect_uri).host}</a></p>`;
  return sendPeoplePage(request, reply.code(400), { lang, title: texts.wrong, body });
}

/** Tells the signed-in person why they cannot consent. */
export function sendUserRefusal(
  { request, reply, path }: AuthorizeContext,
  reason: 'noPlan' | 'noOwner' | 'stale' | 'nothing',
): FastifyReply {
  const lang = languageOf(request, reply);
  const { [reason]: title, [`${reason}Why` as const]: explanation, home, again } = OAUTH_TEXTS[lang];
  const link =
    reason === 'stale' || reason === 'nothing'
      ? html`<a href="${path}">${again}</a>`
      : html`<a href="/console">${home}</a>`;
  const body = html`<h1>${title}</h1><p>${explanation}</p><p>${link}</p>`;
  return sendPeoplePage(request, reply.code(403), { lang, title, body, path });
}
