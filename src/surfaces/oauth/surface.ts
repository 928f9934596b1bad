import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimitExceeded } from '../../kernel/failures/failure.ts';
import { OAuthError } from '../../modules/agents/schema.ts';
import { failureOf, withStatus } from '../http/answers/failures.ts';
import { type AccessDeps, wantsPage } from '../http/callers/access.ts';
import { html } from '../http/pages/html.ts';
import { sendPeoplePage } from '../http/pages/people-layout.ts';
import { declareDryRunSupport, markRehearsal } from '../http/request/dry-run-flag.ts';
import { languageOf } from '../http/request/language.ts';
import { allowCrossOrigin } from '../http/server/cors.ts';
import { serveMethods } from '../http/server/methods.ts';
import { decideAuthorize, startAuthorize } from './authorize.ts';
import { resourceMetadata, serverMetadata } from './metadata.ts';
import { OAUTH_TEXTS } from './oauth-texts.ts';
import { refuseRegistration, register, registerPublic } from './register.ts';
import { revoke, token, withoutCache } from './token.ts';

type Handler = (deps: AccessDeps, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface Route {
  path: string;
  methods: Record<string, Handler>;
}

/** The protected resources beside the service as a whole. */
const RESOURCES = ['/api/v1/agent', '/mcp'];

/** The same endpoints below the paths of the agent API, and below `/oauth` exactly as the RFCs define them. */
const BASE_PATHS = ['/agent', '/strax/agent', '/oauth'];

/** Endpoints that browsers use with their session cookie; never cross-origin. */
const BROWSER_ROUTES: Route[] = [
  ...BASE_PATHS.map((base) => ({
    path: `${base}/authorize`,
    methods: { GET: startAuthorize, POST: decideAuthorize },
  })),
];

/** Browsers use it with their session cookie too. A registration can be rehearsed. */
const REGISTER_ROUTES: Route[] = ['/agent/register', '/strax/agent/register'].map((path) => ({
  path,
  methods: { POST: register },
}));

/** Endpoints that programs use, including pages of other origins (CORS). */
const CROSS_ORIGIN_ROUTES: Route[] = [
  ...BASE_PATHS.flatMap((base) => [
    { path: `${base}/token`, methods: { POST: token } },
    { path: `${base}/revoke`, methods: { POST: revoke } },
  ]),
  { path: '/oauth/register', methods: { POST: registerPublic } },
];

/** The OAuth 2.1 authorization server: client registration, consent and tokens. */
export async function oauthSurface(app: FastifyInstance, deps: AccessDeps): Promise<void> {
  app.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply));
  serve(app, deps, BROWSER_ROUTES);
  await app.register(async (registration) => {
    declareDryRunSupport(registration);
    serve(registration, deps, REGISTER_ROUTES);
  });
  await app.register(async (open) => {
    allowCrossOrigin(open);
    serve(open, deps, CROSS_ORIGIN_ROUTES);
    metadata(open, deps);
  });
}

function serve(app: FastifyInstance, deps: AccessDeps, routes: readonly Route[]): void {
  for (const { path, methods } of routes) {
    const handlers = Object.entries(methods).map(([method, handler]) => [
      method,
      (request: FastifyRequest, reply: FastifyReply) => handler(deps, request, reply),
    ]);
    serveMethods(app, path, Object.fromEntries(handlers));
  }
}

/** Discovery documents. OPTIONS answers the CORS preflight of browsers. */
function metadata(app: FastifyInstance, { kernel: { policy } }: AccessDeps): void {
  app.options('/.well-known/*', async (_request, reply) => reply.header('allow', 'GET').code(204).send());
  app.get('/.well-known/oauth-authorization-server', async () => serverMetadata(policy.baseUrl));
  app.get('/.well-known/oauth-protected-resource', async () => resourceMetadata(policy.baseUrl, ''));
  for (const path of RESOURCES)
    app.get(`/.well-known/oauth-protected-resource${path}`, async () =>
      resourceMetadata(policy.baseUrl, path),
    );
}

/** Sends an error response by RFC 6749, section 5.2, or a page to a browser. */
function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  markRehearsal(request, reply);
  if (error instanceof OAuthError) {
    const isClient = error.code === 'invalid_client';
    if (isClient) reply.header('www-authenticate', 'Basic realm="Kvitt"');
    const body = { error: error.code, error_description: error.message, message: error.message };
    return withoutCache(reply.code(isClient ? 401 : 400)).send(body);
  }
  const failure = failureOf(error, request);
  const { message } = failure;
  if (failure.kind !== 'method' && request.routeOptions.url?.endsWith('/agent/register'))
    return refuseRegistration(failure, reply);
  withStatus(reply, failure, () => 400);
  if (wantsPage(request)) {
    const lang = languageOf(request, reply);
    const { failed: title, busy } = OAUTH_TEXTS[lang];
    const text = failure.kind === 'busy' ? html`${busy}` : html`<span lang="en">${message}</span>`;
    const body = html`<h1>${title}</h1><p class="note error">${text}</p>`;
    return sendPeoplePage(request, reply, { lang, title, body });
  }
  // RFC 6749 defines no error for a wrong method, so the agent API's paths answer as that API does.
  if (failure.kind === 'method' && !request.url.startsWith('/oauth/'))
    return withoutCache(reply).send({ error: true, message, code: reply.statusCode });
  const code =
    failure instanceof RateLimitExceeded
      ? 'temporarily_unavailable'
      : failure.kind === 'bad_request'
        ? 'invalid_request'
        : failure.code;
  return withoutCache(reply).send({ error: code, error_description: message, message });
}
