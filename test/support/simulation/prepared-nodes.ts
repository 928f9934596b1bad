import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createAccount, invoice } from '../client.ts';
import { migratedDatabase } from '../databases.ts';
import { killedNodeSeconds, startNode } from '../node-process.ts';
import { bundleNode } from '../runner/node-bundle.ts';

/**
 * Prepares what the nodes of a long run share, as warm-up.ts does for the tests: a bundle, its compiled form, and the
 * template of the embedded database. A node that is killed is started again in a third of the processor time. Answers what
 * removes it all.
 */
export async function prepareNodes(): Promise<() => void> {
  const directory = resolve(mkdtempSync(join('node_modules', '.kvitt-simulation-')));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  process.once('exit', remove);
  process.env.KVITT_TEST_BUNDLE = join(directory, 'bundle');
  process.env.KVITT_TEST_TEMPLATE_DIR = join(directory, 'template');
  process.env.NODE_COMPILE_CACHE = join(directory, 'compiled');
  await bundleNode(join(import.meta.dirname, '../runner/node-entry.ts'), process.env.KVITT_TEST_BUNDLE);
  const database = await migratedDatabase('embedded');
  const node = await startNode(database.env, { isOptimized: true });
  const seller = await createAccount(node.url);
  const guid = await seller.ok('create-invoice', { data: invoice() });
  await seller.ok('get-invoices');
  // The thread that prints is compiled as well, of which each killed node had two.
  await seller.ok('get-invoice-pdf', { guid });
  await node.stop();
  await database.drop();
  return remove;
}

/** Seconds of processor time of this process, of nodes that were killed, and of all other processes that it has started and that have ended. */
export function measureChildren(): { own: number; nodes: number; others: number } {
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .slice(11, 15)
    .map((ticks) => Number(ticks) / 100);
  const nodes = killedNodeSeconds();
  return { own: user + system, nodes, others: childUser + childSystem - nodes };
}
