import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountTurns } from '../../src/kernel/node/account-turns.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('three calls of one account run at the same time, the others in order, and those of another account meanwhile', async () => {
  const turns = new AccountTurns();
  const begun: string[] = [];
  const start = (accountId: number, name: string) => {
    const end = Promise.withResolvers<string>();
    const run = turns.run(accountId, () => {
      begun.push(name);
      return end.promise;
    });
    return { run, end: () => end.resolve(name) };
  };
  const busy = ['a', 'b', 'c', 'd', 'e'].map((name) => start(1, name));
  const other = start(2, 'other');
  await settle();
  assert.deepEqual(begun, ['a', 'b', 'c', 'other']);
  busy[1]?.end();
  await settle();
  assert.deepEqual(begun, ['a', 'b', 'c', 'other', 'd']);
  for (const { end } of [...busy, other]) end();
  assert.deepEqual(await Promise.all(busy.map(({ run }) => run)), ['a', 'b', 'c', 'd', 'e']);
  assert.equal(await other.run, 'other');
});

test('a call that fails lets the next one begin', async () => {
  const turns = new AccountTurns();
  const failing = Array.from({ length: 3 }, () => turns.run(1, () => Promise.reject(new Error('refused'))));
  const next = turns.run(1, async () => 'next');
  for (const one of failing) await assert.rejects(one, /refused/);
  assert.equal(await next, 'next');
});
