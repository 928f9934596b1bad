import type { FastifyRequest } from 'fastify';

/** Health checks of an orchestrator inside its own network. They contain no account data. */
export const OPEN_PATHS = /^\/(health(\/.*)?|metrics)$/;

/** The path of the address, without its query. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
