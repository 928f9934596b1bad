import cluster from 'node:cluster';
import { type Config, readConfig } from '../config.ts';
import { toError } from '../domain/values/errors.ts';
import { hasAccounts } from '../modules/accounts/account-store.ts';
import { makeSetupKey } from '../modules/people/setup/set-up.ts';
import { openEngine, type Service, startService } from '../service.ts';
import { BUILD_MESSAGES, buildConsole } from './build-console.ts';
import { consoleLog } from './console-log.ts';
import { createDemo, printDemo } from './demo.ts';
import { SERVING, superviseProcesses } from './processes.ts';

export async function serve(): Promise<void> {
  const config = readConfig();
  if (config.processes === 1 || cluster.isWorker) return serveHere(config);
  await prepareConsole();
  return superviseProcesses(config.processes);
}

async function serveHere(config: Config): Promise<void> {
  // The API starts before the console is built; until then the console answers 503. One of several processes finds it built.
  let isBuilding = true;
  const building = (cluster.isWorker ? Promise.resolve() : prepareConsole()).finally(() => {
    isBuilding = false;
  });
  const service = await startService(config, { isConsoleBuilding: () => isBuilding });
  process.send?.(SERVING);
  let isStopping = false;
  let firstSteps = Promise.resolve();
  stopOnSignal(async () => {
    isStopping = true;
    // A demo company that is only half made would never be completed: it is an account.
    await Promise.allSettled([firstSteps]);
    await service.stop();
  });
  await building;
  if (isStopping || !isFirstProcess() || (await hasAccounts(service.engine.kernel.db))) return;
  firstSteps = firstStart(service, config);
  await firstSteps;
}

/** Of several processes the first one greets. */
function isFirstProcess(): boolean {
  return !cluster.worker || cluster.worker.id === 1;
}

async function prepareConsole(): Promise<void> {
  try {
    if ((await buildConsole()) === 'stale') consoleLog.warn({}, BUILD_MESSAGES.stale);
  } catch (error) {
    consoleLog.warn({}, toError(error).message);
  }
}

/** An embedded database gets a demo company; a server prints a link to create the first account. */
async function firstStart({ engine: { kernel } }: Service, config: Config): Promise<void> {
  if (kernel.db.embedded && config.demo) return printDemo(await createDemo(kernel), config.baseUrl);
  const key = await makeSetupKey(kernel);
  console.log(`
  There is no account yet. Open the first one here, within a day:

    ${config.baseUrl}/setup?key=${key}
`);
}

export async function worker(): Promise<void> {
  const engine = await openEngine(readConfig(), { log: consoleLog });
  engine.jobs.start();
  stopOnSignal(() => engine.close());
}

const SHUTDOWN_TIMEOUT_MS = 30_000;

/** Within this time another signal is the same one: Ctrl-C reaches the node and npm, and npm passes it on to the node. */
const SAME_SIGNAL_MS = 2000;

/** Graceful shutdown on SIGTERM or SIGINT: no new work, finish running work, exit. A later second signal exits at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | null = null;
  const shutDown = async () => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', shutDown);
  process.on('SIGINT', shutDown);
  // The process that started this one is gone, and nobody else would stop it.
  if (cluster.isWorker) process.on('disconnect', shutDown);
}
