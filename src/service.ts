import type { FastifyInstance } from 'fastify';
import type { EmbeddedBank } from './adapters/bank/embedded.ts';
import { openBank } from './adapters/bank/open.ts';
import type { Config } from './config.ts';
import { chores, handlers } from './jobs/all.ts';
import { followClaims } from './jobs/follow-claims.ts';
import { Database } from './kernel/database/database.ts';
import { migrate } from './kernel/database/migrate.ts';
import type { Kernel } from './kernel/execute.ts';
import { failure } from './kernel/failure.ts';
import { newGuid } from './kernel/ids.ts';
import { Jobs } from './kernel/jobs.ts';
import type { Log } from './kernel/log.ts';
import { Secrets } from './kernel/secrets.ts';
import { AccountDirectory } from './modules/accounts/directory.ts';
import { sendFailure } from './surfaces/credential/envelope.ts';
import { endpoints as credentialEndpoints } from './surfaces/credential/reference.ts';
import { credentialSurface } from './surfaces/credential/surface.ts';
import { closing } from './surfaces/http/closing.ts';
import type { Endpoint } from './surfaces/http/endpoint.ts';
import { requireHttps, requireMaintenanceCode } from './surfaces/http/guards.ts';
import { health, endpoints as healthEndpoints } from './surfaces/http/health.ts';
import { createServer, pathOf } from './surfaces/http/server.ts';
import { referencePages } from './surfaces/openapi/surface.ts';
import { endpoints as operatorEndpoints } from './surfaces/operator/reference.ts';
import { operatorSurface } from './surfaces/operator/surface.ts';
import { payPage } from './surfaces/pages/pay.ts';

/** Everything but the ways in: the database, the outside world, and what runs on them. */
export interface Engine {
  kernel: Kernel;
  accounts: AccountDirectory;
  jobs: Jobs;
  /** Null where a real bank serves. */
  embeddedBank: EmbeddedBank | null;
  close(): Promise<void>;
}

export interface EngineOptions {
  log: Log;
  clock?: () => Date;
}

/** Opens the database, brings its schema up to date, and wires the kernel. */
export async function openEngine(
  config: Config,
  { log, clock = () => new Date() }: EngineOptions,
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
  } catch (error) {
    await db.close();
    throw error;
  }
  const { bank, embedded: embeddedBank } = openBank(config.bank, db);
  const kernel: Kernel = {
    db,
    clock,
    newGuid,
    rules: { kennitala: config.kennitala, baseUrl: config.baseUrl },
    secrets: new Secrets(config.secret),
    ports: { bank },
  };
  const accounts = new AccountDirectory(db);
  await accounts.start();
  const loadAccount = (id: number) => accounts.byId(id);
  const jobs = new Jobs(kernel, { handlers, chores: chores(loadAccount), loadAccount, log });
  const close = async () => {
    await jobs.stop();
    await accounts.close();
    await db.close();
  };
  return { kernel, accounts, jobs, embeddedBank, close };
}

/** All that the reference documentation describes. */
export const endpoints: readonly Endpoint[] = [
  ...credentialEndpoints,
  ...operatorEndpoints,
  ...healthEndpoints,
];

/** The ways in, all on one server. */
export async function openServer(config: Config, engine: Engine, app: FastifyInstance): Promise<void> {
  const { kernel, accounts, jobs, embeddedBank: bank } = engine;
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    sendFailure(failure('path_not_found', pathOf(request)), request, reply),
  );
  if (!config.allowHttp) requireHttps(app);
  if (config.maintCode) requireMaintenanceCode(app, config.maintCode);
  health(app, kernel);
  await app.register(credentialSurface, { prefix: '/api/v1', kernel, accounts });
  if (config.operatorToken) {
    const claims = bank && {
      list: (accountId: number) => bank.list(accountId),
      pay: bank.pay.bind(bank),
      cancel: bank.cancel.bind(bank),
      follow: async () => void (await followClaims(kernel, kernel.clock(), (id) => accounts.byId(id))),
    };
    await app.register(operatorSurface, {
      prefix: '/operator',
      kernel,
      accounts,
      jobs,
      token: config.operatorToken,
      claims,
    });
  }
  payPage(app, kernel);
  referencePages(app, endpoints, kernel.rules);
}

export interface Service {
  engine: Engine;
  address: string;
  log: Log;
  stop(): Promise<void>;
}

/** Starts a node: HTTP, and the jobs unless they run elsewhere. */
export async function startService(config: Config, options: { clock?: () => Date } = {}): Promise<Service> {
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
    if (config.port === 0 && config.baseUrl.endsWith(':0')) engine.kernel.rules.baseUrl = address;
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
