import type { FastifyReply, FastifyRequest } from 'fastify';
import { SCOPES, type Scope } from '../../../kernel/access/scopes.ts';
import { Failure } from '../../../kernel/failures/failure.ts';
import { failureOf, ruleStatus, withStatus } from '../../http/answers/failures.ts';
import { bearerToken } from '../../http/callers/credentials.ts';

/** The token lacks a scope; the client may ask the person for it, together with those that it has. */
export class InsufficientScope extends Failure {
  readonly held: readonly Scope[];

  constructor({ code, message, details }: Failure, held: readonly Scope[]) {
    super(code, message, details);
    this.held = held;
  }
}

const PARSE_ERROR = -32_700;
const REFUSED = -32_000;

/** Sends a refusal that concerns HTTP: the body is a JSON-RPC error that carries the stable code as well. */
export function sendHttpRefusal(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): FastifyReply {
  const failure = failureOf(error, request);
  const { code, message } = failure;
  withStatus(reply, failure, ruleStatus);
  if (failure.kind === 'unauthenticated' || failure instanceof InsufficientScope)
    reply.header('www-authenticate', challenge(failure, request, baseUrl));
  const rpcCode = code === 'body_unreadable' ? PARSE_ERROR : REFUSED;
  return reply.send({
    jsonrpc: '2.0',
    id: null,
    error: { code: rpcCode, message, data: { error_code: code } },
    error_code: code,
    message,
  });
}

/** WWW-Authenticate by RFC 6750 and 9728. It names the scopes to ask for, those that the token has included. */
function challenge(failure: Failure, request: FastifyRequest, baseUrl: string): string {
  const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`;
  if (failure instanceof InsufficientScope) {
    const { details, held } = failure;
    const scope = SCOPES.filter((one) => details.includes(one) || held.includes(one)).join(' ');
    return `Bearer error="insufficient_scope", scope="${scope}", ${metadata}, error_description="${failure.message}"`;
  }
  const scope = `scope="${SCOPES.join(' ')}"`;
  const problem =
    bearerToken(request) === undefined ? '' : `error="invalid_token", error_description="${failure.code}", `;
  return `Bearer ${problem}${scope}, ${metadata}`;
}
