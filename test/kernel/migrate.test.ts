import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isOnline, knownMigrations, statementsOf } from '../../src/kernel/database/migrate.ts';

test('a migration without a transaction is recognised by its first line', () => {
  assert.equal(isOnline('-- no-transaction\ncreate index concurrently a on b (c);\n'), true);
  for (const text of ['create table a ();\n', '-- why\n-- no-transaction\n', '-- no-transaction: never\n'])
    assert.equal(isOnline(text), false, text);
});

test('a migration without a transaction runs its statements one by one, without their comments', () => {
  const text = '-- no-transaction\n-- Why.\ndrop index a;\ncreate index a on b (c)\n  where d;\n';
  assert.deepEqual(statementsOf(text), ['drop index a', 'create index a on b (c)\n  where d']);
});

const REPEATABLE =
  /^drop index concurrently if exists |^alter table \w+(?:\s+add column if not exists [^\n]+)+$|^alter table \w+ validate constraint \w+$/;

test('an interrupted migration can run again: it drops each index before it builds it', () => {
  for (const { name } of knownMigrations()) {
    const text = readFileSync(new URL(`../../src/kernel/migrations/${name}`, import.meta.url), 'utf8');
    if (!isOnline(text)) continue;
    const statements = statementsOf(text);
    for (const [at, statement] of statements.entries()) {
      const index = /^create (?:unique )?index concurrently (\w+)/.exec(statement)?.[1];
      if (index) assert.equal(statements[at - 1], `drop index concurrently if exists ${index}`);
      else assert.match(statement, REPEATABLE, name);
    }
  }
});
