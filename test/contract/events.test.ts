import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EVENT_NOUNS, EVENT_TYPES, type EventType, nounOf } from '../../src/kernel/events/catalogue.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { readTree } from '../support/tree.ts';

/** Types that no operation declares. */
const UNDECLARED: readonly EventType[] = [
  ...EVENT_TYPES.filter((type) => nounOf(type) === 'proposal'),
  ...(['agent.limits_changed', 'agent.frozen', 'agent.unfrozen'] as const),
];

async function writeOperations(): Promise<Extract<Operation, { kind: 'write' }>[]> {
  const files = [...readTree('src/modules/**/*.ts')].filter(([, source]) => source.includes('defineWrite('));
  const modules = await Promise.all(files.map(([file]) => import(`../../${file}`)));
  return modules.flatMap((exports) =>
    Object.values(exports).filter((one) => (one as { kind?: string })?.kind === 'write'),
  ) as Extract<Operation, { kind: 'write' }>[];
}

describe('the catalogue of events', () => {
  test('is covered by the operations', async () => {
    const operations = await writeOperations();
    assert.ok(operations.length > 80);
    const declared = new Set(operations.flatMap(({ events }) => events));
    const missing = EVENT_TYPES.filter((type) => !declared.has(type) && !UNDECLARED.includes(type));
    assert.deepEqual(missing, []);
  });
  test('has every noun, and a reader for each', () => {
    assert.deepEqual([...new Set(EVENT_TYPES.map(nounOf))].sort(), [...EVENT_NOUNS].sort());
  });
});
