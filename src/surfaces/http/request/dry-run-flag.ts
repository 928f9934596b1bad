import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';

export const DRY_RUN_HEADER = 'kvitt-dry-run';
export const DRY_RUN_FIELD = 'dry_run';
/** Every other value asks for a rehearsal: a client that misspells the flag must not issue an invoice by it. */
const REAL: ReadonlySet<unknown> = new Set(['0', 'false', 'off', 0, false]);

/** Requests whose multipart form has the flag, which is known only after the form was read. */
export const flaggedForms = new WeakSet<FastifyRequest>();

function isSet(value: unknown): boolean {
  if (value === undefined) return false;
  return Array.isArray(value) ? value.length === 0 || value.some(isSet) : !REAL.has(value);
}

export function isFlagged(fields: unknown): boolean {
  if (typeof fields !== 'object' || fields === null || Buffer.isBuffer(fields)) return false;
  const sent = fields as Record<string, unknown>;
  for (const name in sent)
    if (
      name.startsWith(DRY_RUN_FIELD) &&
      /^(\[|$)/.test(name.slice(DRY_RUN_FIELD.length)) &&
      isSet(sent[name])
    )
      return true;
  return false;
}

/** Whether the request asks for a rehearsal, by its header, its query or its body. */
export function isRehearsal(request: FastifyRequest): boolean {
  return (
    isSet(request.headers[DRY_RUN_HEADER]) ||
    isFlagged(request.query) ||
    isFlagged(request.body) ||
    flaggedForms.has(request)
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The surface of the route reads the flag itself; set by `readsDryRun`. */
    readsDryRun?: true;
  }
}

/** Says that the routes of a surface read the flag themselves. */
export function declareDryRunSupport(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, readsDryRun: true };
  });
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses the flag on every other route that writes, such as a token endpoint or the form of a page: a client that sends it
 * believes in a rehearsal. Register it before the surfaces.
 */
export function refuseOtherRehearsals(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    if (SAFE.has(request.method) || request.routeOptions.config.readsDryRun) return;
    refuseRehearsal(request, reply);
  });
}

export function refuseRehearsal(request: FastifyRequest, reply: FastifyReply): void {
  markRehearsal(request, reply);
  if (isRehearsal(request)) fail('dry_run_refused', REFUSAL_HINT);
}

const REFUSAL_HINT = 'send it without dry_run';

/** The fields of a multipart form, which only the handler reads. */
export function refuseFlaggedForm<F extends object>(request: FastifyRequest, form: F): F {
  if (request.routeOptions.config.readsDryRun || !isFlagged(form)) return form;
  flaggedForms.add(request);
  return fail('dry_run_refused', REFUSAL_HINT);
}

/** Marks every answer to a rehearsal, refusals included. */
export function markRehearsal(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return isRehearsal(request) ? reply.header(DRY_RUN_HEADER, '1') : reply;
}
