import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Adapters, openAdapters, operatorSandboxes, testProvider } from './adapters.ts';
import type { Config } from './config.ts';
import { chores, handlers, lanes } from './jobs/all.ts';
import { AuditTrail } from './kernel/audit.ts';
import { Database } from './kernel/database/database.ts';
import { migrate } from './kernel/database/migrate.ts';
import type { Kernel } from './kernel/execute.ts';
import { failure } from './kernel/failures/failure.ts';
import { newGuid } from './kernel/ids.ts';
import { releaseLeases } from './kernel/jobs/backlog.ts';
import { JobRunner } from './kernel/jobs/job-runner.ts';
import type { Log } from './kernel/log.ts';
import type { PasswordCost } from './kernel/security/passwords.ts';
import { FailedAttemptLimiter } from './kernel/security/rate-limits.ts';
import { Secrets } from './kernel/security/secrets.ts';
import { AccountDirectory } from './modules/accounts/directory.ts';
import { AgentDirectory } from './modules/agents/directory.ts';
import { endpoints as agentEndpoints } from './surfaces/agent/reference.ts';
import { sendError } from './surfaces/agent/reply.ts';
import { agentSurface } from './surfaces/agent/surface.ts';
import { BuiltAssets } from './surfaces/console/assets.ts';
import { consoleSurface } from './surfaces/console/surface.ts';
import { sendFailure } from './surfaces/credential/envelope.ts';
import { endpoints as credentialEndpoints } from './surfaces/credential/reference.ts';
import { credentialSurface } from './surfaces/credential/surface.ts';
import type { AccessDeps } from './surfaces/http/access.ts';
import { Browsers } from './surfaces/http/browser.ts';
import { closing } from './surfaces/http/closing.ts';
import type { Endpoint } from './surfaces/http/endpoint.ts';
import { requireHttps, requireMaintenanceCode } from './surfaces/http/guards.ts';
import { health, endpoints as healthEndpoints } from './surfaces/http/health.ts';
import { createServer, pathOf } from './surfaces/http/server.ts';
import { endpoints as oauthEndpoints } from './surfaces/oauth/reference.ts';
import { oauthSurface } from './surfaces/oauth/surface.ts';
import { referencePages } from './surfaces/openapi/surface.ts';
import { endpoints as operatorEndpoints } from './surfaces/operator/reference.ts';
import { operatorSurface } from './surfaces/operator/surface.ts';
import { peoplePages } from './surfaces/pages/account/pages.ts';
import { logoPage } from './surfaces/pages/logo.ts';
import { payPage } from './surfaces/pages/pay/pay.ts';
import { testCheckout } from './surfaces/pages/pay/test-checkout.ts';
import { sellPages } from './surfaces/pages/sell/sell.ts';
import { taskImage } from './surfaces/pages/task-image.ts';
import { mailWebhook } from './surfaces/webhooks/mail.ts';
import { paymentWebhook } from './surfaces/webhooks/payments.ts';

/** Everything but the ways in: the database, the outside world, and what runs on them. */
export interface Engine {
  kernel: Kernel;
  accounts: AccountDirectory;
  attempts: FailedAttemptLimiter;
  jobs: JobRunner;
  outside: Adapters;
  close(): Promise<void>;
}

export interface EngineOptions extends ServiceOptions {
  log: Log;
}

/** What a program that embeds the service may set, and no environment variable can. */
export interface ServiceOptions {
  clock?: () => Date;
  passwordCost?: PasswordCost;
}

/** Opens the database, brings its schema up to date, and wires the kernel. */
export async function openEngine(
  config: Config,
  { log, clock = () => new Date(), passwordCost }: EngineOptions,
): Promise<Engine> {
  const db = new Database({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    pool: config.pool,
    onError: (error) => log.warn({ reason: error.message }, 'database connection lost'),
  });
  try {
    await db.start();
    for (const { name } of await migrate(db)) log.info({ migration: name }, 'migrated');
    if (db.embedded) await releaseLeases(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  const rules = { kennitala: config.kennitala, baseUrl: config.baseUrl, lifetimes: config.lifetimes };
  const secrets = new Secrets(config.secret, passwordCost);
  const outside = openAdapters(config, { db, clock, log, newGuid, policy: rules, secrets });
  const kernel: Kernel = { db, clock, newGuid, policy: rules, secrets, ports: outside.ports };
  const attempts = new FailedAttemptLimiter(db, clock, config.rateLimit);
  const accounts = new AccountDirectory(db, attempts);
  await accounts.start();
  const loadAccount = (id: number) => accounts.byId(id);
  const jobs = new JobRunner(kernel, { handlers, lanes, chores: chores(loadAccount), loadAccount, log });
  const close = async () => {
    outside.abort();
    await jobs.stop();
    await outside.close();
    await accounts.close();
    await db.close();
  };
  return { kernel, accounts, attempts, jobs, outside, close };
}

/** All that the reference documentation describes. */
export const endpoints: readonly Endpoint[] = [
  ...credentialEndpoints,
  ...oauthEndpoints,
  ...agentEndpoints,
  ...operatorEndpoints,
  ...healthEndpoints,
];

/** The ways in, all on one server. */
export async function openServer(config: Config, engine: Engine, app: FastifyInstance): Promise<void> {
  const { kernel, accounts, attempts, jobs, outside } = engine;
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const nothing = failure('path_not_found', pathOf(request));
    const isAgents = /^\/api\/v1\/agents?\//.test(`${pathOf(request)}/`);
    return isAgents
      ? sendError(nothing, request, reply, kernel.policy.baseUrl)
      : sendFailure(nothing, request, reply);
  });
  if (!config.allowHttp) requireHttps(app);
  if (config.maintCode) requireMaintenanceCode(app, config.maintCode);
  health(app, kernel, jobs);
  await app.register(credentialSurface, { prefix: '/api/v1', kernel, accounts });
  if (config.operatorToken) {
    const { operatorToken: token } = config;
    const parts = {
      kernel,
      accounts,
      attempts,
      jobs,
      token,
      ...operatorSandboxes(outside, kernel, accounts),
    };
    await app.register(operatorSurface, { prefix: '/operator', ...parts });
  }
  const access = accessParts(engine);
  await app.register(agentSurface, { prefix: '/api/v1', ...access });
  await app.register(oauthSurface, access);
  await app.register(peoplePages, { ...access, signup: config.signup });
  const assets = new BuiltAssets(join(import.meta.dirname, '..', 'console', 'dist'));
  await app.register(consoleSurface, { prefix: '/console', ...access, assets });
  app.get('/', (_request, reply) => reply.redirect('/console'));
  await app.register(sellPages, access);
  payPage(app, { kernel, accounts });
  await app.register(paymentWebhook, { kernel, accounts });
  if (config.mailWebhookSecret)
    await app.register(mailWebhook, { kernel, accounts, secret: config.mailWebhookSecret });
  const provider = testProvider(outside, config, kernel.policy, app);
  if (provider) testCheckout(app, provider);
  taskImage(app, kernel);
  logoPage(app, kernel);
  referencePages(app, endpoints, kernel.policy);
}

function accessParts({ kernel, accounts, attempts }: Engine): AccessDeps {
  return {
    kernel,
    accounts,
    attempts,
    agents: new AgentDirectory(kernel.db, accounts, kernel.clock),
    audit: new AuditTrail(kernel.db, kernel.clock),
    browsers: new Browsers(kernel),
  };
}

export interface Service {
  engine: Engine;
  address: string;
  log: Log;
  stop(): Promise<void>;
}

/** Starts a node: HTTP, and the jobs unless they run elsewhere. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const app = await createServer({
    newGuid,
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    tls: config.tls,
  });
  const close = closing(app);
  const engine = await openEngine(config, { log: app.log, ...options });
  try {
    await openServer(config, engine, app);
    const address = await app.listen({ host: config.host, port: config.port });
    if (config.port === 0 && config.baseUrl.endsWith(':0')) engine.kernel.policy.baseUrl = address;
    if (config.jobs) engine.jobs.start();
    const stop = async () => {
      await close();
      await engine.close();
    };
    return { engine, address, log: app.log, stop };
  } catch (error) {
    await engine.close();
    throw error;
  }
}
