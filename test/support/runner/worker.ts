/**
 * A process that runs many test files one after another, so that they share what is dear to make: the loaded
 * modules, the nodes of support/shared-nodes.ts and the browser. The run sends one file at a time; its tests
 * are reported as they end, so that nothing is lost when this process dies in the middle of a file.
 */
import { createHook } from 'node:async_hooks';
import { flushCompileCache } from 'node:module';
import { run } from 'node:test';
import { closeShared, leftOpen } from '../shared.ts';
import { appendStatements, recordAllStatements } from '../statement-log.ts';
import { type FileEvent, toFileEvent } from './file-result.ts';

export type Order = { path: string; databases: string; statements: string } | 'end';
export type Report = FileEvent | { type: 'done'; cpuSeconds: number };

followNoPromises();
recordAllStatements();
process.on('message', (order: Order) => (order === 'end' ? end() : runFile(order)));

async function runFile({ path, databases, statements }: Exclude<Order, 'end'>): Promise<void> {
  process.env.KVITT_TEST_DATABASES = databases;
  process.env.KVITT_TEST_STATEMENTS = statements;
  const before = process.cpuUsage();
  let open = 0;
  // One `run()` for each file: hooks outside of a suite belong to the root, and must not meet other files.
  for await (const event of run({ files: [path], isolation: 'none' })) {
    const message = toFileEvent(event);
    if (message) send(message);
    // All top-level tests are enqueued while the file is loaded, before the first of them ends.
    if (event.type === 'test:enqueue' && event.data.nesting === 0) open++;
    if (event.type === 'test:complete' && event.data.nesting === 0 && --open === 0) setImmediate(endRun);
  }
  const left = await leftOpen();
  if (left) send({ type: 'leak', left });
  appendStatements(statements);
  const { user, system } = process.cpuUsage(before);
  send({ type: 'done', cpuSeconds: (user + system) / 1e6 });
}

/** node:test closes a run within its own process when the event loop is empty, which it never is here. */
function endRun(): void {
  process.emit('beforeExit', 0);
}

/**
 * node:test follows every promise from its creation to its collection, to name the test whose promise was rejected after
 * its end. That takes a tenth of the processor time of a worker; without it such an error fails the file as a whole.
 * Versions of Node before 24.12 cannot leave promises out.
 */
function followNoPromises(): void {
  const hook = createHook({}) as unknown as Record<symbol, boolean>;
  const option = Object.getOwnPropertySymbols(hook).find((one) => one.description === 'kNoPromiseHook');
  if (!option) return;
  const prototype = Object.getPrototypeOf(hook);
  const { enable } = prototype;
  prototype.enable = function (this: typeof hook) {
    this[option] = true;
    return enable.call(this);
  };
}

/**
 * The next run of the same few files finds their compiled form. In a complete run, where warm-up.ts has compiled what the workers
 * share, writing that of all test files would take seconds.
 */
async function end(): Promise<void> {
  await closeShared();
  if (!process.env.KVITT_TEST_BUNDLE) flushCompileCache();
  process.kill(process.pid, 'SIGKILL');
}

function send(report: Report): void {
  process.send?.(report);
}
