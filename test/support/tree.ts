import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** The text of each file, by its path from the project's root. */
export type Tree = Map<string, string>;

export function readTree(...patterns: string[]): Tree {
  const paths = globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**'] }).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/** The environment of commands that tests run. */
export const COMMAND_ENV = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
