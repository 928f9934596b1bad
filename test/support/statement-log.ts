import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { getCallSites } from 'node:util';
import pg from 'pg';
import { Transaction } from '../../src/kernel/database/database.ts';
import { UNCHECKED } from './select.ts';

/** A statement that the product sent to a database of the kind. */
export interface LoggedStatement {
  kind: 'embedded' | 'postgres';
  text: string;
}

/** Those that are new, and those that were written to a file. */
const fresh = { embedded: new Set<string>(), postgres: new Set<string>() };
const logged = { embedded: new Set<string>(), postgres: new Set<string>() };
/** A statement of a test proves nothing about the product. */
const scriptsOfTests = new Set<string>();

/** Records from now on every distinct statement that nodes in this process execute. */
export function recordAllStatements(): void {
  recognizeScriptsOfTests();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: any, ...args: any[]) {
    const kind = this.connection.stream instanceof Socket ? 'postgres' : 'embedded';
    for (const one of args[0].queries ?? [args[0]]) {
      const { row, text = one } = Object(one);
      // Tests have connections of their own, and rows without a description.
      const isProduct = this.connectionParameters.application_name === 'kvitt' && row !== UNCHECKED;
      if (isProduct && !logged[kind].has(text)) fresh[kind].add(text);
    }
    return (query as any).apply(this, args);
  } as typeof query;
}

/** Appends the statements that have come since the last time, one JSON text in each line. */
export function appendStatements(file: string): void {
  // A node that was killed may have left the file in the middle of a line.
  const lines = ['\n'];
  for (const kind of ['embedded', 'postgres'] as const) {
    for (const text of fresh[kind]) {
      logged[kind].add(text);
      if (!scriptsOfTests.has(text)) lines.push(`${JSON.stringify({ kind, text })}\n`);
    }
    fresh[kind].clear();
  }
  if (lines.length > 1) appendFileSync(file, lines.join(''));
}

/** Appends the statements of this process to a file as they come: a node may be killed at any moment. */
export function logStatements(file: string): void {
  recordAllStatements();
  const append = () => appendStatements(file);
  setInterval(append, 200).unref();
  process.on('exit', append);
}

/** A script has no description of rows that would tell who composed it. */
function recognizeScriptsOfTests(): void {
  const { script } = Transaction.prototype;
  Transaction.prototype.script = function (text) {
    if (isCalledByTest()) scriptsOfTests.add(text);
    return script.call(this, text);
  };
}

const CALLERS = 10;
const TESTS = join(import.meta.dirname, '..');

/** Whether the nearest caller outside of the database's own files is a file of the tests. */
function isCalledByTest(): boolean {
  const caller = getCallSites(CALLERS).find(
    ({ scriptName }) => !/kernel\/database\/|statement-log\.ts/.test(scriptName),
  );
  return caller?.scriptName.includes(TESTS) ?? false;
}
