// Loaded into nodes that tests start as processes of their own, and therefore into their threads, too.
import { isMainThread } from 'node:worker_threads';

const file = process.env.KVITT_TEST_STATEMENTS;
if (file && isMainThread) (await import('./statement-log.ts')).logStatements(file);
