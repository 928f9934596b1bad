import { importsOf, resolveImport } from '../imports.ts';
import type { Tree } from '../tree.ts';
import { secondsOf } from './schedule.ts';

/** They compose the service of everything, so whoever imports them says nothing about what it needs. */
const ROOTS =
  /^src\/(service|reference|main|config|adapters)\.ts$|^src\/surfaces\/[\w-]+\/(routes|surface)\.ts$|^src\/jobs\/all\.ts$/;
/** Where operations, and the transactions of the service itself, have their names. */
const NAMED = /define(?:Read|List|Write|Transaction|Action)\(\{\s*name: '([\w-]+)'/g;
const IS_TEST = /\.test\.ts$/;

export interface AffectedTests {
  files: string[];
  /** Those that a change can reach as well, for which there was no time. */
  leftOut: string[];
}

/**
 * The test files that a change of `changed` can touch, the nearest first, as many as take `seconds` of processor time: the
 * tests among them, tests that import them, tests that name an operation which needs them, and tests of their name.
 */
export function affectedTests(tree: Tree, changed: readonly string[], seconds: number): AffectedTests {
  const importers = importersOf(tree);
  const found = new Map<string, number>();
  const add = (file: string, rank: number) => {
    if (IS_TEST.test(file) && rank < (found.get(file) ?? Number.POSITIVE_INFINITY)) found.set(file, rank);
  };
  for (const file of changed) {
    const reached = reachedFrom(file, importers);
    for (const [one, distance] of reached) add(one, distance);
    const near = [...reached].filter(([one]) => one.startsWith('src/'));
    const operations = near.flatMap(([one, distance]) => namesIn(tree.get(one) ?? '', distance));
    for (const [test, source] of tree)
      if (IS_TEST.test(test)) {
        if (isNamedAfter(test, file)) add(test, 1);
        if (isOfFolder(test, file)) add(test, 3);
        // A test that names the operation needs it; the fewer operations need the file, the nearer is the test.
        for (const { name, distance } of operations)
          if (source.includes(`'${name}'`)) add(test, 2 + distance + operations.length / 10);
      }
  }
  return withinTime(
    [...found].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1)).map(([file]) => file),
    seconds,
  );
}

function withinTime(sorted: readonly string[], seconds: number): AffectedTests {
  const [files, leftOut]: [string[], string[]] = [[], []];
  let left = seconds;
  for (const file of sorted) {
    const isTaken = files.length === 0 || secondsOf(file) <= left;
    (isTaken ? files : leftOut).push(file);
    if (isTaken) left -= secondsOf(file);
  }
  return { files, leftOut };
}

function namesIn(source: string, distance: number): { name: string; distance: number }[] {
  return [...source.matchAll(NAMED)].map(([, name = '']) => ({ name, distance }));
}

/** `test/surfaces/credential/task-logs.test.ts` is named after `src/modules/tasks/task-logs.ts`. */
function isNamedAfter(test: string, file: string): boolean {
  return baseName(test).replace(IS_TEST, '') === baseName(file).replace(/\.\w+$/, '');
}

/** `test/surfaces/credential/claim-events.test.ts` is about what `src/modules/invoices/claims` holds, `test/kernel` about the kernel. */
function isOfFolder(test: string, file: string): boolean {
  if (file.startsWith('test/')) return false;
  const [, ...folders] = file.split('/').slice(0, -1);
  return folders.some((folder) => {
    const noun = folder.replace(/s$/, '');
    return (
      test.startsWith(`test/${folder}/`) ||
      baseName(test)
        .split(/[-.]/)
        .some((word) => word.replace(/s$/, '') === noun)
    );
  });
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The files that import each file. */
function importersOf(tree: Tree): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, source] of tree)
    for (const { target } of importsOf(source)) {
      const path = resolveImport(file, target);
      if (path !== undefined && tree.has(path)) importers.set(path, [...(importers.get(path) ?? []), file]);
    }
  return importers;
}

/** All files that need `file`, with the number of imports between. */
function reachedFrom(file: string, importers: ReadonlyMap<string, string[]>): Map<string, number> {
  const reached = new Map([[file, 0]]);
  for (const [one, distance] of reached) {
    if (ROOTS.test(one)) continue;
    for (const importer of importers.get(one) ?? [])
      if (!reached.has(importer)) reached.set(importer, distance + 1);
  }
  return reached;
}
