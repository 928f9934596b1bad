import { type Config, readConfig } from '../config.ts';
import { anyAccount } from '../modules/accounts/store.ts';
import { openEngine, type Service, startService } from '../service.ts';
import { consoleLog } from './console-log.ts';
import { makeDemo, printDemo } from './demo.ts';

export async function serve(): Promise<void> {
  const config = readConfig();
  const service = await startService(config);
  untilStopped(() => service.stop());
  if (config.demo && service.engine.kernel.db.embedded) await demoOnFirstStart(service, config);
}

async function demoOnFirstStart({ engine }: Service, config: Config): Promise<void> {
  if (await anyAccount(engine.kernel.db)) return;
  printDemo(await makeDemo(engine.kernel), config.baseUrl);
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
