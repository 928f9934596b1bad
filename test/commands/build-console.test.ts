import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextBuildStep } from '../../src/commands/build-console.ts';
import { OperatorError } from '../../src/kernel/node/operator-error.ts';

describe('nextBuildStep', () => {
  const cases = [
    { name: 'builds a fresh checkout', builtFrom: null, hasVite: true, step: 'build' },
    { name: 'builds again when sources have changed', builtFrom: 'old', hasVite: true, step: 'build' },
    { name: 'keeps a build of the same sources', builtFrom: 'new', hasVite: true, step: 'current' },
    { name: 'serves the build of a release without vite', builtFrom: 'new', hasVite: false, step: 'current' },
    { name: 'never builds without vite', builtFrom: 'old', hasVite: false, step: 'stale' },
  ];
  for (const { name, step, ...state } of cases) {
    it(name, () => assert.equal(nextBuildStep({ ...state, sources: 'new' }), step));
  }
  it('says which command to run when there is neither a build nor vite', () => {
    const missing = () => nextBuildStep({ builtFrom: null, sources: 'new', hasVite: false });
    assert.throws(
      missing,
      (error) => error instanceof OperatorError && /npm ci && npm run build/.test(error.message),
    );
  });
});
