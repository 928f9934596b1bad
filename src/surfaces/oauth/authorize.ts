import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback, withParameters } from '../../domain/redirect-uris.ts';
import { subscribes } from '../../kernel/account.ts';
import { Failure } from '../../kernel/failures/failure.ts';
import {
  type AuthorizeRequest,
  clientAt,
  consent,
  isRemembered,
  offeredScopes,
  type ParsedAuthorizeRequest,
  parseAuthorizeRequest,
} from '../../modules/agents/authorize.ts';
import { serves } from '../../modules/agents/grants.ts';
import { OAuthRefusal, WRONG_CLIENT } from '../../modules/agents/schema.ts';
import type { ClientRow } from '../../modules/agents/store.ts';
import type { Session } from '../../modules/people/sign-in.ts';
import { type AccessDeps, formActionSources, redirectTo, wantsPage } from '../http/access.ts';
import { sessionCaller } from '../http/browser.ts';
import { textField } from '../http/credentials.ts';
import { html } from '../http/html.ts';
import { languageOf } from '../http/language.ts';
import { sendPeoplePage } from '../http/people-layout.ts';
import { bodyFields, pathOf } from '../http/server.ts';
import { consentPage } from './consent-page.ts';
import { OAUTH_TEXTS } from './oauth-texts.ts';

const FIELDS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'scopes',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
] as const;

/** A request that a program may be answered: its client and its address belong together. */
interface Call {
  deps: AccessDeps;
  request: FastifyRequest;
  reply: FastifyReply;
  /** As sent, to be sent again. */
  fields: Record<string, string>;
  wanted: AuthorizeRequest;
  client: ClientRow;
}

/** GET: what a program sends a person to. */
export function startAuthorize(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return authorized(deps, request, reply, request.query as Record<string, unknown>, decideOrAsk);
}

/** POST: what the person answers. */
export async function decideAuthorize(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = await bodyFields(request);
  return authorized(deps, request, reply, sent, async (call, session, asked) => {
    try {
      deps.browsers.checkForm(request, sent, session);
    } catch (error) {
      if (error instanceof Failure && wantsPage(request)) return refuse(call, 'stale');
      throw error;
    }
    if (textField(sent, 'decision') !== 'allow') return sendBack(call, SAID_NO);
    return giveCode(call, session, asked, true);
  });
}

const SAID_NO = { error: 'access_denied', error_description: 'The user said no' };

type Next = (call: Call, session: Session, asked: ParsedAuthorizeRequest) => Promise<FastifyReply>;

async function authorized(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: Record<string, unknown>,
  next: Next,
): Promise<FastifyReply> {
  const fields: Record<string, string> = {};
  for (const name of FIELDS) {
    const value = textField(sent, name);
    if (value !== undefined) fields[name] = value;
  }
  const { client_id = '', redirect_uri = '', scopes, ...rest } = fields;
  const wanted: AuthorizeRequest = { client_id, redirect_uri, ...rest, scope: rest.scope ?? scopes };
  let client: ClientRow;
  try {
    client = await clientAt(deps.kernel.db, wanted);
  } catch (error) {
    if (error instanceof OAuthRefusal) return refuseHere(request, reply);
    throw error;
  }
  const call: Call = { deps, request, reply, fields, wanted, client };
  try {
    if (FIELDS.some((name) => Array.isArray(sent[name]))) {
      throw new OAuthRefusal('invalid_request', 'a parameter was sent more than once');
    }
    const { baseUrl } = deps.kernel.policy;
    const asked = parseAuthorizeRequest(client, wanted, {
      baseUrl,
      needsType: pathOf(request).startsWith('/oauth/'),
    });
    return await signedIn(call, asked, next);
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    return refuseAsked(call, { error: error.code, error_description: error.message });
  }
}

/**
 * Tells the program what is wrong with its request. Anyone can register an address, so that a link to us which leads
 * a person straight on to it would lend our name to a forger: whoever looks at it signs in first, and goes on to the
 * address of a program that registered itself only by a link that names it.
 */
async function refuseAsked(call: Call, answer: Record<string, string>): Promise<FastifyReply> {
  const { deps, request, reply, client, wanted } = call;
  if (wantsPage(request) && !isLoopback(wanted.redirect_uri)) {
    const session = await deps.browsers.session(request);
    if (!session) return signInFirst(call);
    if (!serves(client, session.account)) return refuseHere(request, reply);
    if (client.account_id === 0) return refuseByLink(call, answer);
  }
  return sendBack(call, answer);
}

async function signedIn(call: Call, asked: ParsedAuthorizeRequest, next: Next): Promise<FastifyReply> {
  const { deps, request, reply, client } = call;
  const session = await deps.browsers.session(request);
  if (!session) return signInFirst(call);
  if (!serves(client, session.account)) return refuseHere(request, reply);
  if (!subscribes(session.account, 'webservice')) return refuse(call, 'noPlan');
  if (session.person.role !== 'owner') return refuse(call, 'noOwner');
  return next(call, session, asked);
}

function signInFirst(call: Call): FastifyReply {
  return redirectTo(call.request, call.reply, withParameters('/sign-in', { next: pathAgain(call) }));
}

async function decideOrAsk(
  call: Call,
  session: Session,
  asked: ParsedAuthorizeRequest,
): Promise<FastifyReply> {
  const { deps, request, reply, client, wanted, fields } = call;
  const { account } = session;
  const { scopes, missing } = offeredScopes(account, asked);
  if (await isRemembered(deps.kernel.db, account, wanted, scopes))
    return giveCode(call, session, asked, false);
  refuseNothing(scopes);
  const { scopes: _same, ...again } = fields;
  const page = consentPage({
    lang: languageOf(request, reply),
    client,
    account,
    username: session.person.username,
    fields: again,
    scopes,
    missing,
    formKey: deps.browsers.formKey(request, reply, session),
    action: pathOf(request),
    path: pathAgain(call),
  });
  return sendPeoplePage(request, reply, { ...page, formTargets: formActionSources(wanted.redirect_uri) });
}

async function giveCode(
  call: Call,
  session: Session,
  asked: ParsedAuthorizeRequest,
  now: boolean,
): Promise<FastifyReply> {
  const { deps, request, wanted, client } = call;
  const { scopes } = offeredScopes(session.account, asked);
  refuseNothing(scopes);
  const caller = { ...sessionCaller(session, request), agentId: client.client_id };
  const { client_id: clientId, redirect_uri: redirectUri } = wanted;
  const code = await consent(deps.kernel, caller, {
    clientId,
    redirectUri,
    scopes,
    challenge: asked.challenge,
    now,
  });
  if (now) await deps.accounts.forget(session.account.id);
  return sendBack(call, { code });
}

function refuseNothing(scopes: readonly unknown[]): void {
  if (scopes.length === 0) {
    throw new OAuthRefusal('invalid_scope', "nothing of this is part of the account's plan");
  }
}

/** To the program, by way of the browser. `iss` tells it which server it hears (RFC 9207). */
function sendBack(call: Call, answer: Record<string, string>): FastifyReply {
  return redirectTo(call.request, call.reply, addressBack(call, answer));
}

function addressBack({ deps, wanted }: Call, answer: Record<string, string>): string {
  const parameters = { ...answer, state: wanted.state, iss: deps.kernel.policy.baseUrl };
  return withParameters(wanted.redirect_uri, parameters);
}

function pathAgain({ request, fields }: Call): string {
  return `${pathOf(request)}?${new URLSearchParams(fields)}`;
}

/** The address is not known to be the program's, so nobody is sent there. */
function refuseHere(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!wantsPage(request)) {
    const body = { error: 'invalid_client', error_description: WRONG_CLIENT, message: WRONG_CLIENT };
    return reply.code(400).header('cache-control', 'no-store').send(body);
  }
  const lang = languageOf(request, reply);
  const texts = OAUTH_TEXTS[lang];
  const body = html`<h1>${texts.wrong}</h1><p>${texts.wrongWhy}</p><p class="soft">${texts.wrongDo}</p>
    <p class="note bad">Invalid client or redirect URI</p>`;
  return sendPeoplePage(request, reply, { lang, title: texts.wrong, body, status: 400 });
}

/** What is wrong, and a way to the program for who wants to go there. */
function refuseByLink(call: Call, answer: Record<string, string>): FastifyReply {
  const { request, reply, wanted } = call;
  const lang = languageOf(request, reply);
  const texts = OAUTH_TEXTS[lang];
  const body = html`<h1>${texts.wrong}</h1><p>${texts.askedWrong}</p><p class="soft">${texts.wrongDo}</p>
    <p class="note bad" lang="en">${answer.error_description}</p>
    <p class="after"><a href="${addressBack(call, answer)}" rel="noreferrer">${texts.goBack} ${new URL(wanted.redirect_uri).host}</a></p>`;
  return sendPeoplePage(request, reply, { lang, title: texts.wrong, body, status: 400 });
}

/** Who is signed in cannot allow it so. */
function refuse(call: Call, why: 'noPlan' | 'noOwner' | 'stale'): FastifyReply {
  const { request, reply } = call;
  const lang = languageOf(request, reply);
  const { [why]: title, [`${why}Why` as const]: explained, home, again } = OAUTH_TEXTS[lang];
  const path = pathAgain(call);
  const on = why === 'stale' ? html`<a href="${path}">${again}</a>` : html`<a href="/console">${home}</a>`;
  const body = html`<h1>${title}</h1><p>${explained}</p><p>${on}</p>`;
  return sendPeoplePage(request, reply, { lang, title, body, path, status: 403 });
}
