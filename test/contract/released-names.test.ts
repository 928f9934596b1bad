import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { outsideNames, parseNames, renderNames } from '../support/outside-names.ts';

type Names = ReadonlyMap<string, readonly string[]>;

const released = parseNames(readFileSync(join(import.meta.dirname, 'released-names.txt'), 'utf8'));

/** What was released and is gone, and what a released tool asks for that it did not. */
function brokenPromises(before: Names, now: Names): string[] {
  return [...before].flatMap(([name, words]) => {
    const current = now.get(name);
    if (!current) return [`${name} is gone`];
    const gone = words.filter((word) => !current.includes(word)).map((word) => `${name}: no ${word}`);
    const asked = name.startsWith('tool ') ? current.filter((word) => word.endsWith('!')) : [];
    return [
      ...gone,
      ...asked.filter((word) => !words.includes(word)).map((word) => `${name}: asks for ${word}`),
    ];
  });
}

describe('the names that programs of others use', () => {
  test('stay as they were released', () => {
    assert.ok(released.size > 100);
    assert.deepEqual(brokenPromises(released, outsideNames()), []);
  });
  test('are compared word by word', () => {
    const before = new Map([
      ['tool a', ['x:string', 'x=1', 'y:number!']],
      ['event b', ['guid']],
      ['kvitt c', []],
    ]);
    assert.deepEqual(parseNames(renderNames(before)), before);
    const now = new Map([
      ['tool a', ['x:number', 'x=1', 'x=2', 'y:number!', 'z:string!']],
      ['event b', ['guid', 'number']],
    ]);
    assert.deepEqual(brokenPromises(before, now), [
      'tool a: no x:string',
      'tool a: asks for z:string!',
      'kvitt c is gone',
    ]);
  });
});
