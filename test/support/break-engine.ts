// Loaded into a node: the thread of the embedded database ends when a certain file appears.
import { existsSync, rmSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const sign = process.env.KVITT_TEST_BREAK_ENGINE;
if (!sign) throw new Error('KVITT_TEST_BREAK_ENGINE is not set');
if (!isMainThread) {
  setInterval(() => {
    if (!existsSync(sign)) return;
    rmSync(sign);
    process.exit(1); // In a thread this ends only the thread.
  }, 5).unref();
}
