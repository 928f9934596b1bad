import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../../kernel/failures/failure.ts';
import { failureOf, isRuleRefusal, ruleStatus, statusOf, withStatus } from '../http/answers/failures.ts';
import { bearerToken } from '../http/callers/credentials.ts';
import { markRehearsal } from '../http/request/dry-run-flag.ts';

/** The contract defines the body of these statuses without error_code. */
const STATUSES_WITHOUT_CODE: ReadonlySet<number> = new Set([401, 403, 405]);

/** Refusals that came later, by which a program knows that asking for a token or a scope does not help. */
const CODED_ANYWAY: ReadonlySet<string> = new Set(['agent_frozen', 'read_only', 'closed_to_agents']);

/** Sends `{error, message, code}`, the body of failures that have an HTTP status. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): FastifyReply {
  const failure = failureOf(error, request);
  withStatus(reply, failure, ruleStatus);
  markRehearsal(request, reply);
  if (failure.kind === 'unauthenticated' || failure.code === 'scope_required')
    reply.header('www-authenticate', challenge(failure, bearerToken(request) !== undefined, baseUrl));
  const { statusCode: code } = reply;
  const isCoded = !STATUSES_WITHOUT_CODE.has(code) || CODED_ANYWAY.has(failure.code);
  const codeField = isCoded ? { error_code: failure.code } : {};
  return reply.send({ error: true, message: failure.message, code, ...codeField });
}

/** WWW-Authenticate by RFC 6750, with the address of the resource metadata (RFC 9728). */
function challenge({ code, details }: Failure, sentToken: boolean, baseUrl: string): string {
  const tokenError =
    code === 'scope_required'
      ? `error="insufficient_scope", scope="${details[0]}", `
      : `error="invalid_token", error_description="${code}", `;
  const about = sentToken ? tokenError : '';
  return `Bearer ${about}resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`;
}

/** The envelope of a refusal by a rule, which is answered with status false. */
export function refusalBody({ message, code }: Failure, actionId: number, result: unknown): object {
  return { status: false, success: false, message, result, error_code: code, action_id: actionId };
}

/** The HTTP status of a failure that is answered in the envelope; null for failures that sendError answers. */
export function envelopeStatus({ kind, code }: Failure): number | null {
  if (isRuleRefusal(kind)) return 200;
  return code === 'invalid_accounting_status' ? statusOf(kind, () => 200) : null;
}
