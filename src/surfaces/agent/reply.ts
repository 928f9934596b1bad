import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../../kernel/failures/failure.ts';
import { bearerToken } from '../http/credentials.ts';
import { failureOf, isRuleRefusal, ruleStatus, statusOf, withStatus } from '../http/failures.ts';

/** Of these the contract shows the whole body, and their codes say no more than the status does. */
const STATUSES_WITHOUT_CODE: ReadonlySet<number> = new Set([401, 403, 405]);

/** `{error, message, code}`, for what is a matter of HTTP. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): FastifyReply {
  const failure = failureOf(error, request);
  withStatus(reply, failure, ruleStatus);
  if (failure.kind === 'unauthenticated' || failure.code === 'scope_required')
    reply.header('www-authenticate', challenge(failure, bearerToken(request) !== undefined, baseUrl));
  const { statusCode: code } = reply;
  const named = STATUSES_WITHOUT_CODE.has(code) ? {} : { error_code: failure.code };
  return reply.send({ error: true, message: failure.message, code, ...named });
}

/** RFC 6750 and RFC 9728: what went wrong with a token, if one was sent, and where tokens are to be had. */
function challenge({ code, details }: Failure, sentToken: boolean, baseUrl: string): string {
  const wrong =
    code === 'scope_required'
      ? `error="insufficient_scope", scope="${details[0]}", `
      : `error="invalid_token", error_description="${code}", `;
  const about = sentToken ? wrong : '';
  return `Bearer ${about}resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`;
}

/** A rule's refusal: an ordinary answer with status false. */
export function refusalBody({ message, code }: Failure, actionId: number, result: unknown): object {
  return { status: false, success: false, message, result, error_code: code, action_id: actionId };
}

/** The HTTP status of a call that was understood so far that its answer is an envelope; null where it is not. */
export function envelopeStatus({ kind, code }: Failure): number | null {
  if (isRuleRefusal(kind)) return 200;
  return code === 'invalid_accounting_status' ? statusOf(kind, () => 200) : null;
}
