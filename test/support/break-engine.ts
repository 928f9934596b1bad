// Preloaded into a node: ends the thread of the embedded database when the trigger file appears.
import { existsSync, rmSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const triggerFile = process.env.KVITT_TEST_BREAK_ENGINE;
if (!triggerFile) throw new Error('KVITT_TEST_BREAK_ENGINE is not set');
if (!isMainThread) {
  setInterval(() => {
    if (!existsSync(triggerFile)) return;
    rmSync(triggerFile);
    process.exit(1); // In a thread this ends only the thread.
  }, 5).unref();
}
