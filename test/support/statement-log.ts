import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { getCallSites } from 'node:util';
import pg from 'pg';
import { Database, Transaction } from '../../src/kernel/database/database.ts';
import { compile, Sql } from '../../src/kernel/database/sql.ts';

/** A statement that the product sent to a database of the kind. */
export interface LoggedStatement {
  kind: 'embedded' | 'postgres';
  text: string;
}

const seen = { embedded: new Set<string>(), postgres: new Set<string>() };
const logged = new Set<string>();
/** Who composed a text: a statement of a test proves nothing about the product. */
const fromProduct = new Set<string>();
const fromTests = new Set<string>();

/** Records from now on every distinct statement that nodes in this process execute. */
export function recordAllStatements(): void {
  recordComposers();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: any, ...args: any[]) {
    const kind = this.connection.stream instanceof Socket ? 'postgres' : 'embedded';
    // Tests have connections of their own.
    const isProduct = this.connectionParameters.application_name === 'kvitt';
    if (isProduct) seen[kind].add(typeof args[0] === 'string' ? args[0] : args[0].text);
    return (query as any).apply(this, args);
  } as typeof query;
}

/** The statements that have come since it was last called, one JSON text in each line. */
export function takeStatements(): string {
  const lines: string[] = [];
  for (const kind of ['embedded', 'postgres'] as const)
    for (const text of seen[kind]) {
      if (fromTests.has(text) && !fromProduct.has(text)) continue;
      const line = `${JSON.stringify({ kind, text })}\n`;
      if (!logged.has(line)) lines.push(line);
      logged.add(line);
    }
  return lines.join('');
}

/** Appends the statements of this process to a file as they come: a node may be killed at any moment. */
export function logStatements(file: string): void {
  recordAllStatements();
  setInterval(() => appendFileSync(file, takeStatements()), 200).unref();
  process.on('exit', () => appendFileSync(file, takeStatements()));
}

function recordComposers(): void {
  for (const [prototype, method] of [
    [Database.prototype, 'query'],
    [Transaction.prototype, 'query'],
    [Transaction.prototype, 'finish'],
    [Transaction.prototype, 'script'],
  ] as [any, string][]) {
    const original = prototype[method];
    // `query` may have the description of its rows before the statement, `finish` after it.
    prototype[method] = function (...args: unknown[]) {
      const statement = args.find((arg) => arg instanceof Sql || typeof arg === 'string') as Sql | string;
      const text = typeof statement === 'string' ? statement : compile(statement).text;
      if (!fromProduct.has(text)) (isCalledByTest() ? fromTests : fromProduct).add(text);
      return original.apply(this, args);
    };
  }
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
