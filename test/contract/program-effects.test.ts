import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationKey } from '../../src/kernel/program-gate.ts';
import { programOperations } from '../../src/surfaces/agent/program-operations.ts';
import { routes } from '../../src/surfaces/credential/routes.ts';
import { PROGRAM_EFFECTS } from '../support/program-effects.ts';

// `contract/dry-run.test.ts` compares the table with what each write answers.
test('every write that a program may call has an effect, or a reason why it has none', () => {
  const throughMcp = routes.flatMap(({ operation }) =>
    operation.kind === 'write' && (operation.scope !== null || operation.isOpenToAgents)
      ? [operationKey(operation)]
      : [],
  );
  const callable = new Set([...programOperations().keys(), ...throughMcp]);
  assert.deepEqual(Object.keys(PROGRAM_EFFECTS).sort(), [...callable].sort());
});
