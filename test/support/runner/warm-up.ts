/**
 * Prepares what the processes of a complete run share. This process loads the whole product and writes its compiled
 * form when it exits; a node that a test kills never writes it.
 */
import { join } from 'node:path';
import { makeTemplates } from '../databases.ts';
import { bundleNode } from './node-bundle.ts';

const bundle = process.env.KVITT_TEST_BUNDLE;
await Promise.all([
  makeTemplates(),
  bundle && bundleNode(join(import.meta.dirname, 'node-entry.ts'), bundle),
]);
