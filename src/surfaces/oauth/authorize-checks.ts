import type { FastifyReply } from 'fastify';
import { hasSubscription } from '../../kernel/access/account.ts';
import { Failure } from '../../kernel/failures/failure.ts';
import { OPERATOR } from '../../modules/accounts/operator.ts';
import * as rules from '../../modules/agents/authorize/rules.ts';
import { isMetadataAddress, readClientMetadata } from '../../modules/agents/clients/read-client-metadata.ts';
import { canServe } from '../../modules/agents/grants/rules.ts';
import { OAuthError } from '../../modules/agents/schema.ts';
import { wantsPage } from '../http/callers/access.ts';
import { requestCall } from '../http/callers/caller.ts';
import { textField } from '../http/callers/credentials.ts';
import { pathOf } from '../http/request/paths.ts';
import { type AuthorizeContext, PARAMETERS } from './authorize-context.ts';
import {
  issueCode,
  redirectToClient,
  redirectToSignIn,
  sendUnknownClient,
  sendUserRefusal,
} from './authorize-replies.ts';
import { chosenLimits, chosenScopes } from './consent-limits.ts';

/** Answers the request when a check ends it. A function, because a Fastify reply is thenable and must not be awaited. */
type SendReply = () => FastifyReply | Promise<FastifyReply>;
type CheckResult = SendReply | undefined;

/**
 * A check returns undefined to let the request pass, returns a reply to end it, or throws an OAuthError, which the
 * endpoint reports to the client.
 */
type Check = (context: AuthorizeContext) => CheckResult | Promise<CheckResult>;

/** `start` is the GET that a program sends a person to, `decide` the POST of the consent form. */
export type AuthorizeEndpoint = 'start' | 'decide';

const BOTH: readonly AuthorizeEndpoint[] = ['start', 'decide'];

/** Every check in the order in which they run, with the endpoints that run it. */
export const CHECKS: readonly { check: Check; endpoints: readonly AuthorizeEndpoint[] }[] = [
  { check: checkClient, endpoints: BOTH },
  { check: checkRepeatedParameters, endpoints: BOTH },
  { check: checkResponseType, endpoints: BOTH },
  { check: checkState, endpoints: BOTH },
  { check: checkResource, endpoints: BOTH },
  { check: checkScope, endpoints: BOTH },
  { check: checkPkce, endpoints: BOTH },
  { check: checkSession, endpoints: BOTH },
  { check: checkClientServesAccount, endpoints: BOTH },
  { check: checkPlan, endpoints: BOTH },
  { check: checkOwner, endpoints: BOTH },
  { check: checkCsrfToken, endpoints: ['decide'] },
  { check: checkDecision, endpoints: ['decide'] },
  { check: checkOfferedScopes, endpoints: BOTH },
  { check: checkChoices, endpoints: ['decide'] },
  { check: checkEarlierConsent, endpoints: ['start'] },
];

/** Until the client and its redirect URI are known to belong together, nothing is sent to that URI. */
async function checkClient(context: AuthorizeContext): Promise<CheckResult> {
  try {
    await readMetadata(context);
    context.client = await rules.findRegisteredClient(context.deps.kernel.db, context.requested);
    return undefined;
  } catch (error) {
    if (error instanceof OAuthError) return () => sendUnknownClient(context, error);
    throw error;
  }
}

/** A client that nobody has registered is known by the document at its address. */
async function readMetadata({ deps, request, requested: { client_id } }: AuthorizeContext): Promise<void> {
  if (isMetadataAddress(client_id))
    await readClientMetadata(
      deps.kernel,
      { by: 'visitor', via: 'agent', ...requestCall(request, OPERATOR) },
      client_id,
    );
}

function checkRepeatedParameters({ sent }: AuthorizeContext): undefined {
  if (PARAMETERS.some((name) => Array.isArray(sent[name]))) {
    throw new OAuthError('invalid_request', 'a parameter was sent more than once');
  }
}

/** RFC 6749 requires response_type; the agent API's own paths do not. */
function checkResponseType({ requested, request }: AuthorizeContext): undefined {
  rules.checkResponseType(requested, pathOf(request).startsWith('/oauth/'));
}

function checkState({ requested }: AuthorizeContext): undefined {
  rules.checkState(requested);
}

function checkResource(context: AuthorizeContext): undefined {
  context.resource = rules.requestedResource(context.requested, context.deps.kernel.policy.baseUrl);
}

function checkScope(context: AuthorizeContext): undefined {
  context.requestedScopes = rules.requestedScopes(context.requested);
}

function checkPkce(context: AuthorizeContext): undefined {
  context.challenge = rules.pkceChallenge(context.client, context.requested);
}

async function checkSession(context: AuthorizeContext): Promise<CheckResult> {
  const session = await context.deps.browserSessions.session(context.request);
  if (!session) return () => redirectToSignIn(context);
  context.session = session;
  return undefined;
}

/** The client of another account is answered like an unknown one. */
function checkClientServesAccount(context: AuthorizeContext): CheckResult {
  return canServe(context.client, context.session.account) ? undefined : () => sendUnknownClient(context);
}

function checkPlan(context: AuthorizeContext): CheckResult {
  return hasSubscription(context.session.account, 'webservice')
    ? undefined
    : () => sendUserRefusal(context, 'noPlan');
}

function checkOwner(context: AuthorizeContext): CheckResult {
  return context.session.person.role === 'owner' ? undefined : () => sendUserRefusal(context, 'noOwner');
}

/** CSRF protection: the form must come from our own consent page. */
function checkCsrfToken(context: AuthorizeContext): CheckResult {
  const { deps, request, sent, session } = context;
  try {
    deps.browserSessions.checkCsrfToken(request, sent, session);
    return undefined;
  } catch (error) {
    if (error instanceof Failure && wantsPage(request)) return () => sendUserRefusal(context, 'stale');
    throw error;
  }
}

const DENIED = { error: 'access_denied', error_description: 'The user declined' };

function checkDecision(context: AuthorizeContext): CheckResult {
  return textField(context.sent, 'decision') === 'allow'
    ? undefined
    : () => redirectToClient(context, DENIED);
}

function checkOfferedScopes(context: AuthorizeContext): undefined {
  const { scopes, missing } = rules.offeredScopes(context.session.account, context.requestedScopes);
  if (scopes.length === 0) {
    throw new OAuthError('invalid_scope', "nothing of this is part of the account's plan");
  }
  context.scopes = scopes;
  context.missingScopes = missing;
}

/** The person may leave out scopes, and says what the program may do by itself. */
function checkChoices(context: AuthorizeContext): CheckResult {
  context.scopes = chosenScopes(context.sent, context.scopes);
  context.limits = chosenLimits(context.sent);
  return context.scopes.length > 0 ? undefined : () => sendUserRefusal(context, 'nothing');
}

/** An earlier consent to all of the scopes makes asking again unnecessary. */
async function checkEarlierConsent(context: AuthorizeContext): Promise<CheckResult> {
  const { deps, session, requested, scopes } = context;
  const isGranted = await rules.isGranted(deps.kernel.db, session.account, requested, scopes);
  return isGranted ? () => issueCode(context, { hasConsentedNow: false }) : undefined;
}
