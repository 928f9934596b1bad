/**
 * Prepares what the processes of a complete run share. This process, which has the flags of a test worker, loads the whole
 * product and writes its compiled form when it exits. So does a node with the flags of those that tests start, after a few
 * requests; one that a test kills never writes it. V8 reads the compiled form only under the flags that it was made with.
 */
import { join } from 'node:path';
import { createAccount, invoice } from '../client.ts';
import { makeTemplates, migratedDatabase } from '../databases.ts';
import { startNode } from '../node-process.ts';
import { bundleNode } from './node-bundle.ts';

const bundle = process.env.KVITT_TEST_BUNDLE;
await Promise.all([
  makeTemplates(),
  bundle && bundleNode(join(import.meta.dirname, 'node-entry.ts'), bundle),
]);
const database = await migratedDatabase('embedded');
const node = await startNode(database.env);
const seller = await createAccount(node.url);
await seller.ok('create-invoice', { data: invoice() });
await seller.ok('get-invoices');
await node.stop();
await database.drop();
