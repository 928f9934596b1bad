import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, describe, test } from 'node:test';
import { type DatabaseKind, databases } from '../support/databases.ts';
import { SHORT_LIFE_FLAGS } from '../support/node-process.ts';
import { affectedTests } from '../support/runner/affected-tests.ts';
import type { FileResult } from '../support/runner/file-result.ts';
import { longestFirst, SECONDS, shardOf } from '../support/runner/schedule.ts';
import {
  readStatements,
  type StatementLog,
  unprovenStatements,
  unsharedStatements,
} from '../support/runner/statement-coverage.ts';
import { type Planner, withPlanner } from '../support/runner/statement-proof.ts';
import { runFiles } from '../support/runner/worker-pool.ts';
import { leftOpen } from '../support/shared.ts';
import { readTree } from '../support/tree.ts';
import { until } from '../support/until.ts';

describe('the test runner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kvitt-runner-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (names: string[], limitMs = 120_000): Promise<Record<string, FileResult>> => {
    const results: Record<string, FileResult> = {};
    const tasks = names.map((name, n) => ({
      file: relative(process.cwd(), join(import.meta.dirname, `../support/runner/fixtures/${name}.ts`)),
      databases: 'both' as const,
      statements: join(folder, `${n}`),
    }));
    const show = (result: FileResult) => {
      results[names[tasks.findIndex(({ file }) => file === result.file)] ?? ''] = result;
    };
    await runFiles(tasks, { limitMs, size: 1, show });
    return results;
  };
  const failures = (result: FileResult | undefined) =>
    result?.failures.map(({ name, error }) => [name, error]);

  test('gives workers and nodes a compile cache that was filled under their own flags', () => {
    const print = "require('node:module').getCompileCacheDir()";
    const ofNode = execFileSync(process.execPath, [...SHORT_LIFE_FLAGS, '-p', print], { encoding: 'utf8' });
    for (const cache of [getCompileCacheDir() ?? '', ofNode.trim()]) {
      assert.ok(cache.startsWith(process.env.NODE_COMPILE_CACHE ?? 'none'));
      // Node creates the directory even for flags that nothing was compiled under. Only a complete run fills it beforehand.
      if (process.env.KVITT_TEST_BUNDLE)
        assert.ok(readdirSync(cache).length > 20, 'next to nothing was compiled under these flags');
    }
  });

  test('leaves no server and no files in memory when it is killed', async () => {
    const fixture = join(import.meta.dirname, '../support/runner/fixtures/server-in-memory.ts');
    const killed = fork(fixture, { execArgv: [] });
    const [{ dir, pid }] = (await once(killed, 'message')) as [{ dir?: string; pid: number }];
    killed.kill('SIGKILL');
    if (dir) await until('its files are gone', () => !existsSync(dir), 60_000);
    // A server whose files were removed before it was stopped would notice that within a minute.
    await until('its server has ended', () => !existsSync(`/proc/${pid}`), 10_000);
  });

  test('reports each test by name, and continues after a file that ended its process', async () => {
    const results = await run(['crashes', 'passes', 'throws-late', 'fails', 'empty']);
    assert.deepEqual(results.crashes?.passed, ['passes']);
    assert.deepEqual(failures(results.crashes), [
      ['the file as a whole', 'its process ended with exit code 3 in: ends the process'],
    ]);
    assert.deepEqual(
      [results.passes?.passed, results.passes?.leftOut, results.passes?.failures],
      [['a suite › passes'], ['a suite › is skipped'], []],
    );
    assert.match(String(failures(results['throws-late'])), /nobody waits for this/);
    assert.deepEqual(results.fails?.passed, ['a suite › passes']);
    assert.deepEqual(
      results.fails?.failures.map(({ name }) => name),
      ['a suite › fails'],
    );
    assert.match(String(failures(results.fails)), /1 !== 2/);
    assert.deepEqual(failures(results.empty), [['the file as a whole', 'it holds no test']]);
  });

  test('stops a file that hangs, and names the running test', async () => {
    assert.deepEqual(failures((await run(['hangs'], 8_000)).hangs), [
      ['the file as a whole', 'stopped after 8 s, with this still open: never ends'],
    ]);
  });

  test('detects servers that a file has left open', async () => {
    assert.equal(await leftOpen(), '');
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    assert.equal(await leftOpen(0), '1 servers');
    server.close();
    assert.equal(await leftOpen(), '');
  });
});

describe('the order of test files', () => {
  const known = Object.keys(SECONDS).sort((a, b) => (SECONDS[a] ?? 0) - (SECONDS[b] ?? 0));
  const [long = '', longest = ''] = [known[0], known.at(-1)];

  test('starts with the longest files', () => {
    assert.deepEqual(longestFirst(['b', long, 'a', longest]), [longest, long, 'a', 'b']);
  });
  test('lists only files that exist', () => {
    const files = readTree('test/**/*.test.ts');
    assert.deepEqual(
      Object.keys(SECONDS).filter((file) => !files.has(file)),
      [],
    );
  });
  test('puts each file into one shard, and balances the shards', () => {
    const files = [...Object.keys(SECONDS), 'a', 'b', 'c'];
    const shards = [1, 2, 3].map((index) => shardOf(files, index, 3));
    assert.deepEqual(shards.flat().sort(), files.sort());
    const seconds = shards.map((shard) => shard.reduce((sum, file) => sum + (SECONDS[file] ?? 1), 0));
    const longest = Math.max(...Object.values(SECONDS));
    assert.ok(Math.max(...seconds) - Math.min(...seconds) <= longest, seconds.join());
  });
});

describe('the proof of the statements', () => {
  const log: StatementLog = new Map([
    ['a', [statement('postgres', 'select 1'), statement('postgres', 'select 2')]],
    ['b', [statement('postgres', 'select 1'), statement('embedded', 'select 1')]],
    ['c', [statement('embedded', 'select 3')]],
  ]);
  const accept: Planner = async () => null;
  const refuse: Planner = async () => 'no such column';

  test('statements that were sent to one database only are proven on the other', () => {
    assert.deepEqual(unsharedStatements(log), [
      { file: 'c', ...statement('embedded', 'select 3') },
      { file: 'a', ...statement('postgres', 'select 2') },
    ]);
  });
  test('are read from a file that a killed node left in the middle of a line', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'kvitt-statements-')), 'statements');
    const lines = [statement('postgres', 'select 1'), statement('embedded', 'select 2')];
    const [first, second] = lines.map((line) => JSON.stringify(line));
    writeFileSync(file, `\n${first}\n{"kind":"postgres","text":"sel\n${second}\n`);
    assert.deepEqual(readStatements(file), lines);
    rmSync(dirname(file), { recursive: true });
  });
  test('names the file, the database and the statement that the other database refuses', async () => {
    const unshared = unsharedStatements(log);
    assert.deepEqual(await unprovenStatements(unshared, { embedded: accept, postgres: accept }, []), []);
    assert.deepEqual(await unprovenStatements(unshared, { embedded: refuse, postgres: accept }, []), [
      'a sent a statement to postgres that embedded refuses: no such column: select 2',
    ]);
  });
  test('knows exceptions, each for one database, and fails one that nothing needs', async () => {
    const unshared = unsharedStatements(log);
    const exception = { is: /^select 2/, kind: 'postgres', why: '' } as const;
    const planners = { embedded: refuse, postgres: accept };
    assert.deepEqual(await unprovenStatements(unshared, planners, [exception]), []);
    assert.equal(
      (await unprovenStatements(unshared, planners, [{ ...exception, kind: 'embedded' }])).length,
      2,
    );
    assert.deepEqual(await unprovenStatements([], planners, [exception]), [
      'no statement needs the exception /^select 2/',
    ]);
  });
  for (const kind of databases())
    test(`plans a statement without executing it, and finds what does not exist (${kind})`, () =>
      withPlanner(kind, async (plan) => {
        assert.equal(await plan('select name from customers where account_id = $1 and guid = $2'), null);
        assert.equal(await plan('delete from schema_migrations where version >= $1'), null);
        assert.equal(await plan('select version from schema_migrations limit 1 offset 1'), null);
        assert.match(String(await plan('select nmae from customers')), /column "nmae" does not exist/);
        assert.match(
          String(await plan('select no_such_function($1::text)')),
          /no_such_function\(text\) does not/,
        );
      }));

  function statement(kind: DatabaseKind, text: string) {
    return { kind, text };
  }
});

describe('the tests of a change', () => {
  const tree = new Map([
    ['src/domain/invoices/totals.ts', ''],
    [
      'src/modules/tasks/log-task.ts',
      `import '../../domain/invoices/totals.ts'; defineWrite({ name: 'log-task' })`,
    ],
    ['src/surfaces/credential/routes.ts', `import '../../modules/tasks/log-task.ts';`],
    ['src/service.ts', `import './surfaces/credential/routes.ts';`],
    ['test/support/service.ts', `import '../../src/service.ts';`],
    ['test/domain/totals.test.ts', `import '../../src/domain/invoices/totals.ts';`],
    ['test/surfaces/hours.test.ts', `import '../support/service.ts'; ok('log-task');`],
    ['test/surfaces/task-images.test.ts', `import '../support/service.ts';`],
    ['test/surfaces/items.test.ts', `import '../support/service.ts'; ok('create-item');`],
  ]);
  const affected = (changed: string, seconds = 100) => affectedTests(tree, [changed], seconds);

  test('import what was changed, or name an operation that needs it, and no others', () => {
    assert.deepEqual(affected('src/domain/invoices/totals.ts').files, [
      'test/domain/totals.test.ts',
      'test/surfaces/hours.test.ts',
    ]);
  });
  test('a change runs the tests of its subject', () => {
    assert.deepEqual(affected('src/modules/tasks/log-task.ts').files, [
      'test/surfaces/hours.test.ts',
      'test/surfaces/task-images.test.ts',
    ]);
  });
  test('a change of a support file runs all tests that use it, and a change of a test runs that test', () => {
    assert.equal(affected('test/support/service.ts').files.length, 3);
    assert.deepEqual(affected('test/surfaces/items.test.ts').files, ['test/surfaces/items.test.ts']);
  });
  test('stay within the time limit, the nearest first', () => {
    const { files, leftOut } = affected('src/domain/invoices/totals.ts', 1);
    assert.deepEqual([files, leftOut], [['test/domain/totals.test.ts'], ['test/surfaces/hours.test.ts']]);
  });
});
