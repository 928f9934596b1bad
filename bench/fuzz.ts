import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Fuzzer } from '../test/support/fuzz/fuzz.ts';
import type { OpenApiDocument } from '../test/support/fuzz/targets.ts';
import { startNode } from '../test/support/node-process.ts';
import { startPostgres } from '../test/support/postgres-server.ts';

const USAGE = `npm run fuzz -- [options]
  --requests N      1000000 by default
  --seed N          the requests of a seed are the same in every run; printed
  --first N         the number of the first request, to repeat a part of a run
  --concurrency N   requests in flight; 16 by default
  --minutes N       ends earlier
  --database KIND   postgres, embedded, or both (default), which share the requests`;

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    first: { type: 'string', default: '0' },
    concurrency: { type: 'string', default: '16' },
    minutes: { type: 'string' },
    database: { type: 'string', default: 'both' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const numbers = [
  options.requests,
  options.seed,
  options.first,
  options.concurrency,
  options.minutes ?? '1',
].map(Number);
if (
  options.help ||
  numbers.some((one) => !(one >= 0)) ||
  !/^(postgres|embedded|both)$/.test(options.database)
) {
  console.log(USAGE);
  process.exit(options.help ? 0 : 2);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const kinds = options.database === 'both' ? (['postgres', 'embedded'] as const) : [options.database];
console.log(`seed ${options.seed}`);
for (const kind of kinds) await fuzz(kind);

async function fuzz(kind: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'kvitt-fuzz-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const postgres = kind === 'postgres' ? await startPostgres({ fsync: false }) : undefined;
  const routes = join(dir, 'routes.json');
  const database = postgres ? { DATABASE_URL: postgres.url(), KVITT_SECRET: 'a secret of the fuzzer' } : {};
  const node = await startNode(
    { ...database, KVITT_DATA_DIR: join(dir, 'data'), KVITT_TEST_ROUTES: routes, KVITT_SIGNUP: 'on' },
    { imports: [import.meta.resolve('../test/support/fuzz/record-routes.ts')], isOptimized: true },
  );
  try {
    const document = (await (await fetch(`${node.url}/openapi.json`)).json()) as OpenApiDocument;
    const fuzzer = new Fuzzer(node, routes, document, {
      seed: Number(options.seed),
      first: Number(options.first),
      requests: Math.ceil(Number(options.requests) / kinds.length),
      concurrency: Number(options.concurrency),
      worldSize: 2500,
      ...(options.minutes && { limitMs: (Number(options.minutes) * 60_000) / kinds.length }),
      progress: (line) => console.log([line, ...logOf(node.output, line)].join('\n')),
    });
    const { problems, untouched, ...result } = await fuzzer.run();
    console.log(JSON.stringify({ ...result, untouched }, null, 1));
    console.log(
      `${kind}: ${result.sent} requests, ${problems.length} problems, ${untouched.length} of ${result.targets} targets without a success, seed ${options.seed}`,
    );
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await node.stop();
    await postgres?.stop();
  }
}

/** What the node has logged of a request that went wrong. */
function logOf(output: string, line: string): string[] {
  const [, id] = /request id ([0-9a-f-]{36})/.exec(line) ?? [];
  return id ? output.split('\n').filter((one) => one.includes(id)) : [];
}
