import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isShortOfMemory } from '../../src/kernel/database/wasm-memory.ts';

const GB = 1024 ** 3;

describe('memory of the embedded database', () => {
  test('is short on a small machine, and in a small container on a large one', () => {
    assert.equal(isShortOfMemory(0, GB), true);
    assert.equal(isShortOfMemory(GB, 64 * GB), true);
    assert.equal(isShortOfMemory(0, 8 * GB), false);
    assert.equal(isShortOfMemory(4 * GB, 64 * GB), false);
    // Without a limit, cgroups of the first version report more than the machine has.
    assert.equal(isShortOfMemory(2 ** 63, 8 * GB), false);
  });
});
