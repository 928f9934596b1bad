import { existsSync, readFileSync } from 'node:fs';
import type { DatabaseKind } from '../databases.ts';
import type { LoggedStatement } from '../statement-log.ts';
import type { Planner } from './statement-proof.ts';

/**
 * Commands that no database can plan. Only migrations, backup, restore and upkeep send them, and their tests run on
 * both databases.
 */
const UTILITY =
  /^(alter|analyze|begin|checkpoint|close|commit|create|declare|do|drop|fetch|listen|lock|reset|rollback|set|vacuum) ?/;

/** Statements that the other database cannot plan, and why it need not. */
const EXCEPTIONS: { is: RegExp; kind: DatabaseKind; why: string }[] = [
  {
    is: /^select coalesce\(max\(coalesce\((octet_length|pg_column_size)\(.* as bytes from \w+$/,
    kind: 'postgres',
    why: 'composed by a backup from the catalogue of an older schema',
  },
  {
    is: /^select setval\(.* from documents having/,
    kind: 'postgres',
    why: 'composed by a restore from the catalogue of an older schema',
  },
];

/** The statements of each test file, by the path of the file. */
export type StatementLog = Map<string, LoggedStatement[]>;

/** A statement that only one of the databases was sent, and the first file that it came from. */
export interface Unshared extends LoggedStatement {
  file: string;
}

export function readStatements(path: string): LoggedStatement[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line) => parseStatement(line) ?? []);
}

/** Null for an empty line, and for the part of a line that a node left when it was killed. */
function parseStatement(line: string): LoggedStatement | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The statements that files sent to one of the databases, and no file to the other. */
export function unsharedStatements(log: StatementLog): Unshared[] {
  const found = { embedded: new Map<string, Unshared>(), postgres: new Map<string, Unshared>() };
  for (const [file, statements] of log)
    for (const { kind, text } of statements)
      if (!found[kind].has(text)) found[kind].set(text, { file, kind, text });
  const without = (kind: DatabaseKind, other: DatabaseKind) =>
    [...found[kind].values()].filter(({ text }) => !found[other].has(text));
  return [...without('embedded', 'postgres'), ...without('postgres', 'embedded')];
}

/**
 * What proves that a database cannot run a statement that the other one was sent; empty when it can run them all.
 * `planners` has a planner for each database.
 */
export async function unprovenStatements(
  unshared: readonly Unshared[],
  planners: Record<DatabaseKind, Planner>,
  exceptions = EXCEPTIONS,
): Promise<string[]> {
  const found: string[] = [];
  const used = new Set<object>();
  for (const { file, kind, text } of unshared) {
    const other = kind === 'embedded' ? 'postgres' : 'embedded';
    const plain = text.replace(/\s+/g, ' ').trim();
    const problem = UTILITY.test(plain) ? null : await planners[other](text);
    if (problem === null) continue;
    const exception = exceptions.find((one) => one.kind === kind && one.is.test(plain));
    if (exception) used.add(exception);
    else
      found.push(
        `${file} sent a statement to ${kind} that ${other} refuses: ${problem}: ${plain.slice(0, 600)}`,
      );
  }
  const unused = exceptions.filter((one) => !used.has(one));
  return [...found, ...unused.map(({ is }) => `no statement needs the exception ${is}`)];
}
