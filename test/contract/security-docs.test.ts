import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, readTree } from '../support/tree.ts';

/** `` `kernel/a.test.ts`: words of a name; words of another `` */
const REFERENCE =
  /`((?:adapters|commands|contract|domain|faults|kernel|rendering|surfaces)\/[\w./-]+)`(?::([^|`]*))?/g;

test('the security documentation names tests that exist', () => {
  const page = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').replace(/\n +/g, ' ');
  const references = [...page.matchAll(REFERENCE)];
  assert.ok(references.length > 40);
  const missing = references.flatMap(([, file = '', names = '']) => {
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
  assert.deepEqual(missing, []);
});
