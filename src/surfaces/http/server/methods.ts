import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * Serves the methods of a path, and HEAD where it serves GET. Every other method is refused with 405, and `Allow` names
 * those that are served.
 */
export function serveMethods(
  app: FastifyInstance,
  path: string,
  handlers: Readonly<Record<string, Handler | undefined>>,
  bodyLimit?: number,
): void {
  const allowed = Object.keys(handlers).join(', ');
  const served: typeof handlers = { HEAD: handlers.GET, ...handlers };
  const handler: Handler = async (request, reply) => {
    const serve = served[request.method];
    if (serve) return serve(request, reply);
    reply.header('allow', allowed);
    return fail('method_not_allowed', allowed);
  };
  const others = app.supportedMethods.filter((method) => method !== 'HEAD');
  // Fastify would add a HEAD route of its own for GET, which reads a stream to its end.
  const limits = { ...(bodyLimit && { bodyLimit }) };
  app.route({ ...limits, method: others, url: path, handler, exposeHeadRoute: false });
  app.route({ method: 'HEAD', url: path, handler, onSend: omitStream });
}

/** Destroys a stream that GET would have sent: what is left of a long list is not read from the database for nothing. */
async function omitStream(
  _request: FastifyRequest,
  _reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (!(payload instanceof Readable)) return payload;
  payload.destroy();
  return null;
}
