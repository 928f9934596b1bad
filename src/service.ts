import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { takesAllCurrencies } from './adapters/bank/open-bank.ts';
import { type Adapters, addTestPages, openAdapters, operatorSandboxes, paymentSandbox } from './adapters.ts';
import type { Config } from './config.ts';
import { splitAddresses } from './domain/service/database-address.ts';
import { cronTasks, handlers, lanes, onDead } from './jobs/all.ts';
import { requiredScope } from './kernel/access/access.ts';
import { Database } from './kernel/database/database.ts';
import { migrate } from './kernel/database/migrate.ts';
import { ReplicaReads } from './kernel/database/replica-reads.ts';
import { EventWaiters } from './kernel/events/event-waiters.ts';
import { failure } from './kernel/failures/failure.ts';
import { JobRunner } from './kernel/jobs/job-runner.ts';
import { releaseLeases } from './kernel/jobs/job-store.ts';
import { AccountTurns } from './kernel/node/account-turns.ts';
import { newGuid } from './kernel/node/ids.ts';
import type { Log } from './kernel/node/log.ts';
import { AuditTrail } from './kernel/operations/audit-log.ts';
import type { Kernel } from './kernel/operations/kernel.ts';
import type { Operation, WriteOperation } from './kernel/operations/operation.ts';
import { OperationTimes } from './kernel/operations/operation-times.ts';
import { operationKey, type ProgramOperations } from './kernel/operations/program-gate.ts';
import type { PasswordCost } from './kernel/security/passwords.ts';
import { RateLimiter } from './kernel/security/rate-limits.ts';
import { Secrets } from './kernel/security/secrets.ts';
import { AccountCache } from './modules/accounts/account-cache.ts';
import { programLimits } from './modules/agents/limits/gate.ts';
import { TokenCache } from './modules/agents/token-cache.ts';
import { issueRecurringInvoice } from './modules/recurring/issue-recurring-invoice.ts';
import { programSetups } from './modules/recurring/program-setups.ts';
import { withProposals } from './modules/stored-calls/proposals/end-proposal.ts';
import { proposalBook } from './modules/stored-calls/proposals/propose-write.ts';
import { programOperations, programReads } from './surfaces/agent/program-operations.ts';
import { sendError } from './surfaces/agent/reply.ts';
import { routes as agentRoutes } from './surfaces/agent/routes.ts';
import { agentSurface } from './surfaces/agent/surface.ts';
import { BuiltAssets } from './surfaces/console/assets.ts';
import { consoleSurface } from './surfaces/console/surface.ts';
import { undoableOperations } from './surfaces/console/undoable.ts';
import { sendFailure } from './surfaces/credential/envelope.ts';
import { exportFileRoute } from './surfaces/credential/export-file.ts';
import { routes as credentialRoutes } from './surfaces/credential/routes.ts';
import { credentialSurface } from './surfaces/credential/surface.ts';
import { type AccessDeps, wantsPage } from './surfaces/http/callers/access.ts';
import { BrowserSessions } from './surfaces/http/callers/browser-sessions.ts';
import { fontRoute } from './surfaces/http/pages/font-route.ts';
import { refuseOtherRehearsals } from './surfaces/http/request/dry-run-flag.ts';
import { pathOf } from './surfaces/http/request/paths.ts';
import { limitTraffic } from './surfaces/http/request/traffic.ts';
import { requireHttps, requireMaintenanceCode, warnOfUntrustedProxy } from './surfaces/http/server/guards.ts';
import { health } from './surfaces/http/server/health.ts';
import { LoadShedder } from './surfaces/http/server/overload.ts';
import { createServer } from './surfaces/http/server/server.ts';
import { prepareShutdown } from './surfaces/http/server/shutdown.ts';
import { traceRequests } from './surfaces/http/server/trace-requests.ts';
import type { CallableOperation } from './surfaces/mcp/call/tool-call.ts';
import { llmsRoute } from './surfaces/mcp/llms-text.ts';
import { mcpSurface } from './surfaces/mcp/surface.ts';
import { oauthSurface } from './surfaces/oauth/surface.ts';
import { referenceRoutes } from './surfaces/openapi/surface.ts';
import { operatorSurface } from './surfaces/operator/surface.ts';
import { peopleRoutes } from './surfaces/pages/account/people-routes.ts';
import { documentPages } from './surfaces/pages/document-pages.ts';
import { logoRoutes } from './surfaces/pages/logo-routes.ts';
import { sendNotFoundPage } from './surfaces/pages/not-found-page.ts';
import { sellRoutes } from './surfaces/pages/sell/sell-routes.ts';
import { taskImageRoutes } from './surfaces/pages/task-image-routes.ts';
import { einvoiceWebhook } from './surfaces/webhooks/einvoices.ts';
import { mailWebhook } from './surfaces/webhooks/mail.ts';
import { paymentWebhook } from './surfaces/webhooks/payments.ts';
import { systemTables } from './system-tables.ts';

/** A node without its HTTP surfaces: the database, the adapters, the kernel and the jobs. */
export interface Engine {
  kernel: Kernel;
  replicas: ReplicaReads | null;
  accounts: AccountCache;
  rateLimiter: RateLimiter;
  jobs: JobRunner;
  adapters: Adapters;
  close(): Promise<void>;
}

export interface EngineOptions extends ServiceOptions {
  log: Log;
}

/** What a program that embeds the service may set, and no environment variable can. */
export interface ServiceOptions {
  clock?: () => Date;
  passwordCost?: PasswordCost;
  /** Whether this process is building the console. */
  isConsoleBuilding?: () => boolean;
}

/** Opens the database and the adapters, and wires the kernel and the jobs. */
export async function openEngine(
  config: Config,
  { log, clock = () => new Date(), passwordCost }: EngineOptions,
): Promise<Engine> {
  const db = await openDatabase(config, log);
  const replicas = openReplicas(config, db);
  const { kennitala, baseUrl, lifetimes, receiptsAddress = null } = config;
  const claimsInAllCurrencies = takesAllCurrencies(config.bank);
  const policy = { kennitala, baseUrl, lifetimes, receiptsAddress, claimsInAllCurrencies };
  const secrets = new Secrets(config.secret, passwordCost);
  const adapters = await openAdapters(config, { db, clock, log, newGuid, policy, secrets });
  const rateLimiter = new RateLimiter(db, clock, config.rateLimit);
  const accounts = new AccountCache(db, rateLimiter, clock);
  const events = new EventWaiters(db);
  const programs = { ...programLimits, ...proposalBook(() => kernel) };
  const kernel: Kernel = {
    db,
    reads: replicas ?? db,
    clock,
    newGuid,
    policy,
    secrets,
    ports: adapters.ports,
    caches: { account: accounts },
    rateLimiter,
    events,
    turns: new AccountTurns(),
    times: new OperationTimes(),
    programs,
    setups: withProposals(programSetups),
    programOperations: allProgramOperations(),
    programReads: programReads(),
    undoable: undoableOperations(),
    system: systemTables(),
  };
  await accounts.start();
  await events.start();
  const loadAccount = (id: number) => accounts.byId(id);
  const jobs = new JobRunner(kernel, {
    handlers,
    lanes,
    onDead,
    cron: cronTasks(loadAccount),
    loadAccount,
    log,
  });
  const close = async () => {
    adapters.abort();
    await jobs.stop();
    await adapters.close();
    await events.close();
    await accounts.close();
    await replicas?.close();
    await db.close();
  };
  return { kernel, replicas, accounts, rateLimiter, jobs, adapters, close };
}

/** Starts the database and brings its schema up to date. */
async function openDatabase({ databaseUrl, listenUrl, dataDir, pool }: Config, log: Log): Promise<Database> {
  const db = new Database({
    url: databaseUrl,
    directUrl: listenUrl,
    dataDir,
    pool,
    onError: (error) => log.warn({ reason: error.message }, 'database connection lost'),
  });
  if (db.filesOpenToOthers > 0)
    log.warn(
      { directory: dataDir, files: db.filesOpenToOthers },
      'other users of this machine could read the data directory; its files are private now',
    );
  try {
    await db.start();
    await migrateSchema(db, log);
    if (db.embedded) await releaseLeases(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

function openReplicas({ replicaUrl, dataDir, pool }: Config, db: Database): ReplicaReads | null {
  if (!replicaUrl || db.embedded) return null;
  // What a replica says of itself is in the metrics: one that is away is only left out.
  const open = (url: string) => new Database({ url, dataDir, pool, isReplica: true, onError: () => {} });
  return new ReplicaReads(db, splitAddresses(replicaUrl).map(open));
}

async function migrateSchema(db: Database, log: Log): Promise<void> {
  const start = performance.now();
  const applied = await migrate(db);
  if (applied.length === 0) return;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  log.info({ newest: applied.at(-1)?.name }, `applied ${applied.length} migrations in ${seconds} s`);
}

/** Under these paths there are no pages. */
const PROGRAM_PATHS = /^\/(api|console\/api|operator|mcp|webhooks|\.well-known)(\/|$)/;

/** Answers paths that no surface has, and errors that no surface has answered itself. */
function answerUnserved(app: FastifyInstance, { policy }: Kernel): void {
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    // Some HTTP libraries send a browser's Accept header by default, so the paths of programs answer JSON to all.
    if (wantsPage(request) && !PROGRAM_PATHS.test(pathOf(request))) return sendNotFoundPage(request, reply);
    const notFound = failure('path_not_found', pathOf(request));
    const isAgents = /^\/api\/v1\/agents?\//.test(`${pathOf(request)}/`);
    return isAgents
      ? sendError(notFound, request, reply, policy.baseUrl)
      : sendFailure(notFound, request, reply);
  });
}

/** Registers all surfaces on one HTTP server. */
async function openServer(
  config: Config,
  engine: Engine,
  app: FastifyInstance,
  isConsoleBuilding: () => boolean,
): Promise<void> {
  const { kernel, replicas, accounts, rateLimiter, jobs, adapters } = engine;
  answerUnserved(app, kernel);
  const load = new LoadShedder(config.maxLoopDelayMs);
  load.install(app);
  if (!config.trustProxy) warnOfUntrustedProxy(app, app.log);
  if (!config.allowHttp) requireHttps(app);
  if (config.maintCode) requireMaintenanceCode(app, config.maintCode);
  traceRequests(app);
  if (config.rateLimit) limitTraffic(app, config.traffic);
  refuseOtherRehearsals(app);
  health(app, { kernel, replicas, jobs, load, metrics: { host: config.host, ...config.metrics } });
  await app.register(credentialSurface, { prefix: '/api/v1', kernel, accounts });
  if (config.operatorToken) {
    const { operatorToken: token } = config;
    const parts = {
      kernel,
      accounts,
      rateLimiter,
      jobs,
      token,
      ...operatorSandboxes(adapters, kernel, accounts),
      payments: paymentSandbox(adapters, config, app),
    };
    await app.register(operatorSurface, { prefix: '/operator', ...parts });
  }
  const access = accessDeps(engine);
  await app.register(agentSurface, { prefix: '/api/v1', ...access });
  await app.register(exportFileRoute, access);
  await app.register(oauthSurface, access);
  await app.register(mcpSurface, { ...access, operations: callableOperations() });
  await app.register(peopleRoutes, { ...access, isSignUpOpen: config.isSignUpOpen });
  const assets = new BuiltAssets(join(import.meta.dirname, '..', 'console', 'dist'));
  await app.register(consoleSurface, {
    prefix: '/console',
    ...access,
    assets,
    isBuilding: isConsoleBuilding,
  });
  app.get('/', (_request, reply) => reply.redirect('/console'));
  await app.register(sellRoutes, access);
  await app.register(documentPages, { kernel, accounts });
  await app.register(paymentWebhook, { kernel, accounts });
  if (config.mailWebhookSecret)
    await app.register(mailWebhook, { kernel, accounts, secret: config.mailWebhookSecret });
  // Where no access point is connected, the operator plays the network.
  const hubKey = config.einvoice ? config.einvoice.key : config.operatorToken;
  if (hubKey) await app.register(einvoiceWebhook, { kernel, accounts, rateLimiter, key: hubKey });
  addTestPages(adapters, config, kernel.policy, app);
  taskImageRoutes(app, kernel);
  logoRoutes(app, kernel);
  fontRoute(app);
  referenceRoutes(app, async () => (await import('./reference.ts')).endpoints, kernel.policy);
  llmsRoute(app, kernel.policy);
}

/**
 * The writes that can become proposals: those that programs may call, and what is issued from their templates. Those that
 * are not of the agent API have no answer of their own, so an approved proposal shows the row.
 */
function allProgramOperations(): ProgramOperations {
  const found = new Map(programOperations());
  for (const operation of [
    ...credentialRoutes.map((route) => route.operation),
    issueRecurringInvoice as Operation,
  ]) {
    if (operation.kind !== 'write' || requiredScope(operation.access) === null) continue;
    const key = operationKey(operation as WriteOperation<never, unknown, never>);
    const toAnswer = (row: object, action_id: number) => ({
      status: true,
      success: true,
      message: 'OK',
      result: row,
      action_id,
    });
    if (!found.has(key)) found.set(key, { operation, toAnswer });
  }
  return found;
}

/** The operations of both APIs by name. Where the agent API has a form of its own, that of the credential API counts. */
function callableOperations(): ReadonlyMap<string, CallableOperation> {
  const routes = [...agentRoutes.map((route) => ({ ...route, section: 'Agents' })), ...credentialRoutes];
  return new Map(routes.map(({ operation, section }) => [operation.name, { operation, section }]));
}

function accessDeps({ kernel, accounts, rateLimiter }: Engine): AccessDeps {
  return {
    kernel,
    accounts,
    rateLimiter,
    tokenCache: new TokenCache(kernel.db, accounts, kernel.clock),
    audit: new AuditTrail(kernel.db, kernel.clock),
    browserSessions: new BrowserSessions(kernel),
  };
}

export interface Service {
  engine: Engine;
  address: string;
  log: Log;
  stop(): Promise<void>;
}

/** Starts a node: HTTP, and jobs unless KVITT_JOBS is off. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const app = await createServer({
    newGuid,
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    isHttps: config.baseUrl.startsWith('https:'),
    tls: config.tls,
  });
  const close = prepareShutdown(app);
  const engine = await openEngine(config, { log: app.log, ...options });
  try {
    await openServer(config, engine, app, options.isConsoleBuilding ?? (() => false));
    const address = await app.listen({ host: config.host, port: config.port });
    if (config.port === 0 && config.baseUrl.endsWith(':0')) engine.kernel.policy.baseUrl = address;
    if (config.jobs) engine.jobs.start();
    const stop = async () => {
      // Calls that wait for events would hold up the shutdown for their whole time.
      engine.kernel.events.end();
      await close();
      await engine.close();
    };
    return { engine, address, log: app.log, stop };
  } catch (error) {
    await engine.close();
    throw error;
  }
}
