import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, describe, test } from 'node:test';
import type { FileResult } from '../support/runner/file-result.ts';
import { longestFirst, SECONDS, shardOf } from '../support/runner/schedule.ts';
import { differences, type StatementLog } from '../support/runner/statement-coverage.ts';
import { runFiles } from '../support/runner/worker-pool.ts';
import { leftOpen } from '../support/shared.ts';
import { readTree } from '../support/tree.ts';

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

describe('the comparison of statements between databases', () => {
  const log = (
    ...statements: [file: string, kind: 'embedded' | 'postgres', text: string][]
  ): StatementLog => {
    const found: StatementLog = new Map();
    for (const [file, kind, text] of statements)
      found.set(file, [...(found.get(file) ?? []), { kind, text }]);
    return found;
  };

  test('passes when both databases executed the same statements, in whichever file', () => {
    const same = log(
      ['a', 'postgres', 'select 1'],
      ['b', 'postgres', 'select 1'],
      ['b', 'embedded', 'select 1'],
    );
    assert.deepEqual(differences(same, []), []);
  });
  test('names the file, the database and the statement that only one of them executed', () => {
    const one = log(['a', 'postgres', 'select 1'], ['b', 'embedded', 'select 2']);
    assert.deepEqual(differences(one, []), [
      'b executed on embedded a statement that no file executed on postgres: select 2',
      'a executed on postgres a statement that no file executed on embedded: select 1',
    ]);
  });
  test('ignores parameter numbers and the step that stores an Idempotency-Key', () => {
    const step = `, remembered as (
      insert into idempotency_keys (key) select $3 from answer, audited)`;
    const write = (number: number, more = '') =>
      `with answer as (update a set b = $${number})${more} select answer.*`;
    const same = log(['a', 'postgres', write(1)], ['b', 'embedded', write(2)]);
    assert.deepEqual(differences(same, []), []);
    const oneSided = log(['a', 'postgres', write(1, step)], ['b', 'embedded', write(2)]);
    assert.equal(differences(oneSided, []).length, 1, 'the step itself must run on both');
    oneSided.get('b')?.push({ kind: 'embedded', text: `with answer as (delete from a)${step}` });
    assert.deepEqual(
      differences(oneSided, []).map((text) => /: (.*)$/.exec(text)?.[1]),
      ['with answer as (delete from a)'],
    );
  });
  test('accepts exceptions for one database, and fails an exception that no statement needs', () => {
    const one = log(['a', 'postgres', 'listen x']);
    const listens = { is: /^listen/, kind: 'postgres', why: '' } as const;
    assert.deepEqual(differences(one, [listens]), []);
    assert.equal(differences(one, [{ ...listens, kind: 'embedded' }]).length, 2);
    assert.deepEqual(differences(log(), [listens]), ['no statement needs the exception /^listen/']);
  });
});
