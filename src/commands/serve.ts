import { type Config, readConfig } from '../config.ts';
import { anyAccount } from '../modules/accounts/store.ts';
import { makeSetupKey } from '../modules/people/set-up.ts';
import { openEngine, type Service, startService } from '../service.ts';
import { BUILD_MESSAGES, buildConsole } from './build-console.ts';
import { consoleLog } from './console-log.ts';
import { makeDemo, printDemo } from './demo.ts';

export async function serve(): Promise<void> {
  const config = readConfig();
  // The API does not wait for the console; until it is built, its address says so.
  const building = prepareConsole();
  const service = await startService(config);
  untilStopped(() => service.stop());
  await building;
  if (!(await anyAccount(service.engine.kernel.db))) await firstStart(service, config);
}

async function prepareConsole(): Promise<void> {
  try {
    if ((await buildConsole()) === 'stale') consoleLog.warn({}, BUILD_MESSAGES.stale);
  } catch (error) {
    consoleLog.warn({}, (error as Error).message);
  }
}

/** The embedded database gets a demo company; a server gets a link by which its first account is opened. */
async function firstStart({ engine: { kernel } }: Service, config: Config): Promise<void> {
  if (kernel.db.embedded && config.demo) return printDemo(await makeDemo(kernel), config.baseUrl);
  const key = await makeSetupKey(kernel);
  console.log(`
  There is no account yet. Open the first one here, within a day:

    ${config.baseUrl}/setup?key=${key}
`);
}

export async function worker(): Promise<void> {
  const engine = await openEngine(readConfig(), { log: consoleLog });
  engine.jobs.start();
  untilStopped(() => engine.close());
}

const PATIENCE_MS = 30_000;

/** On SIGTERM or SIGINT: take nothing new, finish what runs, and leave. A second signal leaves at once. */
function untilStopped(stop: () => Promise<void>): void {
  let stopping = false;
  const leave = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    await stop();
    process.exit(0);
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', leave);
}
