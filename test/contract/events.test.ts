import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EVENT_NOUNS, EVENT_TYPES, type EventType, nounOf } from '../../src/kernel/events/catalogue.ts';
import { readTree } from '../support/tree.ts';

/** Types that any write of a program may emit: it becomes a proposal, or carries one out. */
const EMITTED_BY_KERNEL: readonly EventType[] = ['proposal.waiting', 'proposal.approved'];

async function allWrites(): Promise<{ events: readonly EventType[] }[]> {
  const files = [...readTree('src/modules/**/*.ts')].filter(([, source]) =>
    /define(Write|Transaction)\(/.test(source),
  );
  const modules = await Promise.all(files.map(([file]) => import(`../../${file}`)));
  return modules.flatMap((exports) =>
    Object.values<{ kind?: string; events: readonly EventType[] } | null>(exports).filter(
      (one) => one?.kind === 'write' || one?.kind === 'internal',
    ),
  ) as { events: readonly EventType[] }[];
}

describe('the catalogue of events', () => {
  test('is covered by the operations', async () => {
    const writes = await allWrites();
    assert.ok(writes.length > 110);
    const declared = new Set(writes.flatMap(({ events }) => events));
    const missing = EVENT_TYPES.filter((type) => !declared.has(type) && !EMITTED_BY_KERNEL.includes(type));
    assert.deepEqual(missing, []);
  });
  test('has every noun, and a reader for each', () => {
    assert.deepEqual([...new Set(EVENT_TYPES.map(nounOf))].sort(), [...EVENT_NOUNS].sort());
  });
});
