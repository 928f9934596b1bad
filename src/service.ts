import type { FastifyInstance } from 'fastify';
import { EmbeddedBank } from './adapters/bank/embedded.ts';
import { AccessPoint } from './adapters/einvoice/access-point.ts';
import { EmbeddedHub } from './adapters/einvoice/embedded.ts';
import { SandboxMail } from './adapters/mail/sandbox.ts';
import { SmtpMail } from './adapters/mail/smtp.ts';
import type { Config } from './config.ts';
import type { HubState } from './domain/einvoice-states.ts';
import { chores, handlers, lanes } from './jobs/all.ts';
import { followClaims } from './jobs/claims.ts';
import { followEinvoice } from './jobs/deliveries.ts';
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
  bank: EmbeddedBank;
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
  const bank = new EmbeddedBank(db, newGuid);
  const mail = config.smtp ? new SmtpMail(config.smtp) : new SandboxMail(db, clock);
  const einvoice = config.einvoice ? new AccessPoint(config.einvoice) : new EmbeddedHub(db);
  const kernel: Kernel = {
    db,
    clock,
    newGuid,
    rules: { kennitala: config.kennitala, baseUrl: config.baseUrl },
    secrets: new Secrets(config.secret),
    ports: { bank, mail, einvoice },
  };
  const accounts = new AccountDirectory(db);
  await accounts.start();
  const loadAccount = (id: number) => accounts.byId(id);
  const jobs = new Jobs(kernel, { handlers, lanes, chores: chores(loadAccount), loadAccount, log });
  const close = async () => {
    await jobs.stop();
    await mail.close();
    await accounts.close();
    await db.close();
  };
  return { kernel, accounts, jobs, bank, close };
}

/** All that the reference documentation describes. */
export const endpoints: readonly Endpoint[] = [
  ...credentialEndpoints,
  ...operatorEndpoints,
  ...healthEndpoints,
];

/** The ways in, all on one server. */
export async function openServer(config: Config, engine: Engine, app: FastifyInstance): Promise<void> {
  const { kernel, accounts, jobs } = engine;
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    sendFailure(failure('path_not_found', pathOf(request)), request, reply),
  );
  if (!config.allowHttp) requireHttps(app);
  if (config.maintCode) requireMaintenanceCode(app, config.maintCode);
  health(app, kernel, jobs);
  await app.register(credentialSurface, { prefix: '/api/v1', kernel, accounts });
  if (config.operatorToken) {
    const { operatorToken: token } = config;
    const parts = { kernel, accounts, jobs, token, ...sandboxes(engine) };
    await app.register(operatorSurface, { prefix: '/operator', ...parts });
  }
  payPage(app, kernel);
  referencePages(app, endpoints, kernel.rules);
}

/** What the operator may see and play of the outside world, where a stand-in serves for it. */
function sandboxes({ kernel, accounts, bank }: Engine) {
  const { mail, einvoice: hub } = kernel.ports;
  const claims = {
    list: (accountId: number) => bank.list(accountId),
    pay: bank.pay.bind(bank),
    follow: async () => void (await followClaims(kernel, kernel.clock(), (id) => accounts.byId(id))),
  };
  const einvoices = hub instanceof EmbeddedHub && {
    list: (accountId: number) => hub.list(accountId),
    answer: async (guid: string, status: HubState, reason: string) => {
      const known = await hub.answer(guid, status, reason);
      const account = known && (await accounts.byId(known.accountId));
      if (account) await followEinvoice(kernel, account, guid);
      return known !== null;
    },
  };
  return { claims, mail: mail instanceof SandboxMail ? mail : null, einvoices: einvoices || null };
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
