import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAuthError } from '../../modules/agents/schema.ts';
import type { AccessDeps } from '../http/callers/access.ts';
import { bodyFields } from '../http/request/body.ts';
import { refuseRehearsal } from '../http/request/dry-run-flag.ts';
import { type AuthorizeEndpoint, CHECKS } from './authorize-checks.ts';
import { AuthorizeContext } from './authorize-context.ts';
import { issueCode, reportRefusal, sendConsentPage } from './authorize-replies.ts';

/** GET: a program sends a person here to consent. */
export async function startAuthorize(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // After an earlier consent this issues a code at once, so it is a write that cannot be rehearsed.
  refuseRehearsal(request, reply);
  const context = new AuthorizeContext(deps, request, reply, request.query as Record<string, unknown>);
  return runChecks(context, 'start', () => sendConsentPage(context));
}

/** POST: the person's answer to the consent form. */
export async function decideAuthorize(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const context = new AuthorizeContext(deps, request, reply, await bodyFields(request));
  return runChecks(context, 'decide', () => issueCode(context, { hasConsentedNow: true }));
}

async function runChecks(
  context: AuthorizeContext,
  endpoint: AuthorizeEndpoint,
  finish: () => FastifyReply | Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    for (const { check, endpoints } of CHECKS) {
      if (!endpoints.includes(endpoint)) continue;
      const sendReply = await check(context);
      if (sendReply) return await sendReply();
    }
    return await finish();
  } catch (error) {
    if (error instanceof OAuthError) return reportRefusal(context, error);
    throw error;
  }
}
