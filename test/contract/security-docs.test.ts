import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, readTree } from '../support/tree.ts';

/** `` `kernel/a.test.ts`: words of a name; words of another ``, or a folder of tests. Files of all folders count. */
const REFERENCE =
  /`([\w./-]+\.test\.ts|(?:adapters|browser|commands|contract|domain|faults|kernel|rendering|surfaces)\/[\w./-]+)`(?::([^|`]*))?/g;

for (const [page, count] of [
  ['docs/security.md', 60],
  ['docs/oauth.md', 45],
] as const)
  test(`${page} names tests that exist`, () => {
    const references = referencesOf(page);
    assert.ok(references.length > count, `${references.length} references`);
    assert.deepEqual(findMissing(references), []);
  });

test('docs/oauth.md names a test for each of its points', () => {
  const points = readFileSync(join(ROOT, 'docs/oauth.md'), 'utf8').match(/^\| \d+ \|.*$/gm) ?? [];
  assert.ok(points.length >= 45, `${points.length} points`);
  assert.deepEqual(
    points.filter((point) => !/\.test\.ts`: \w/.test(point)),
    [],
  );
});

type Reference = RegExpExecArray;

function referencesOf(page: string): Reference[] {
  return [...readFileSync(join(ROOT, page), 'utf8').replace(/\n +/g, ' ').matchAll(REFERENCE)];
}

function findMissing(references: Reference[]): string[] {
  return references.flatMap(([, file = '', names = '']) => {
    const path = join(ROOT, 'test', file);
    if (!existsSync(path)) return [file];
    const source = statSync(path).isDirectory()
      ? [...readTree(`test/${file}/**/*.ts`).values()].join('\n')
      : readFileSync(path, 'utf8');
    const wanted = names
      .split('\n', 1)[0]
      ?.split(';')
      .map((name) => name.trim());
    return (wanted ?? []).filter((name) => !source.includes(name)).map((name) => `${file}: ${name}`);
  });
}
