import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type OpenSpan, openSpan } from '../../../kernel/node/tracing.ts';

/** Makes every request a span, of the trace that its `traceparent` header names. Paths and queries can carry secrets: the route is recorded. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const span = openSpan({
      name: `${request.method} ${route}`,
      kind: 'server',
      parent: request.headers,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'kvitt.request_id': request.id,
      },
    });
    if (!span) return done();
    spans.set(request, span);
    span.run(done);
  });
  // What comes after the body was read would not run inside of the span: the socket has called it.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.set({ 'http.response.status_code': reply.statusCode });
    span?.end(reply.statusCode >= 500 ? { code: String(reply.statusCode) } : undefined);
    done();
  });
}
