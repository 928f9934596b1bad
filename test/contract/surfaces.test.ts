import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cacheCalls, nameComparisons, operationNames } from '../support/surface-rules.ts';
import { readTree } from '../support/tree.ts';

describe('surfaces', () => {
  const surfaces = readTree('src/surfaces/**/*.ts');
  const modules = readTree('src/modules/**/*.ts');

  it('do not compare operation names', () => {
    const names = operationNames(modules);
    assert.ok(names.has('revoke-agent') && names.size > 100, `${names.size} operations were found`);
    assert.deepEqual(nameComparisons(surfaces, names), []);
  });
  it('do not invalidate caches: operations declare what they invalidate', () => {
    assert.deepEqual(cacheCalls(surfaces), []);
    const jobs = readTree('src/jobs/**/*.ts');
    assert.deepEqual(cacheCalls(new Map([...modules, ...jobs])), []);
  });
});

describe('the surface rules', () => {
  const tree = (source: string) => new Map([['src/surfaces/a.ts', source]]);
  const names = new Set(['revoke-agent']);

  it('find a comparison with an operation name', () => {
    for (const source of [
      `if (name === 'revoke-agent') a();`,
      `return 'revoke-agent' !== name;`,
      `switch (name) { case 'revoke-agent': return; }`,
      `['revoke-agent', 'b'].includes(name)`,
    ])
      assert.equal(nameComparisons(tree(source), names).length, 1, source);
    for (const source of [
      `const routes = { 'revoke-agent': revokeAgent };`,
      `// name === 'revoke-agent'`,
      `name === 'other'`,
      `post('revoke-agent', revokeAgent)`,
    ])
      assert.deepEqual(nameComparisons(tree(source), names), [], source);
  });
  it('find a call that invalidates a cache', () => {
    for (const source of ['await accounts.invalidate(id)', 'parts.accounts\n  .evict(id)'])
      assert.equal(cacheCalls(tree(source)).length, 1, source);
    for (const source of ['async invalidate(id: number) {}', '// accounts.invalidate(id)'])
      assert.deepEqual(cacheCalls(tree(source)), [], source);
  });
});
