import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../kernel/failures/failure.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Serves the methods of a path. Every other method is refused with 405, and `Allow` names those that are served. */
export function serveMethods(
  app: FastifyInstance,
  path: string,
  handlers: Readonly<Record<string, Handler | undefined>>,
  bodyLimit?: number,
): void {
  const allowed = Object.keys(handlers).join(', ');
  app.all(path, { ...(bodyLimit && { bodyLimit }) }, async (request, reply) => {
    const handler = handlers[request.method];
    if (handler) return handler(request, reply);
    reply.header('allow', allowed);
    return fail('method_not_allowed', allowed);
  });
}
