import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Database } from '../../src/kernel/database/database.ts';
import { endOfBatch, interleave, JobFetcher } from '../../src/kernel/jobs/job-fetcher.ts';
import type { FetchedJob } from '../../src/kernel/jobs/job-store.ts';

let ids = 0;
const row = (account_id: number, run_at = '2026-01-01', kind = 'send-mail'): FetchedJob =>
  ({ account_id, id: ++ids, kind, payload: {}, attempts: 1, run_at }) as FetchedJob;

describe('fetched jobs', () => {
  test('are fetched by accounts in turn, and within an account by age', () => {
    const rows = [row(1, '3'), row(1, '1'), row(1, '2'), row(2, '4'), row(3, '0'), row(2, '5')];
    assert.deepEqual(
      interleave(rows).map(({ account_id, run_at }) => `${account_id} ${run_at}`),
      ['3 0', '1 1', '2 4', '1 2', '2 5', '1 3'],
    );
  });

  const ends: [name: string, rows: FetchedJob[], batch: number, end: number][] = [
    ['nothing was fetched', [], 2, 0],
    ['fewer accounts than the batch are the whole pass', [row(1), row(1)], 2, 0],
    ['a full batch continues after its last account', [row(1), row(5)], 2, 5],
    [
      'the kind that has come least far decides',
      [row(1), row(5), row(2, '', 'send-claim'), row(3, '', 'send-claim')],
      2,
      3,
    ],
    ['a kind that has come to its end does not count', [row(1), row(5), row(2, '', 'send-claim')], 2, 5],
  ];
  for (const [name, rows, batch, end] of ends)
    test(`next batch: ${name}`, () => assert.equal(endOfBatch(rows, batch), end));

  test('a batch of jobs starts after the previous one, and at the beginning once at the end of a pass', async () => {
    const answers = [[row(1), row(5)], [], [row(2)], []];
    const after: unknown[] = [];
    const db = {
      query: async (_row: unknown, { args }: { args: unknown[] }) => {
        after.push(args[0]);
        return answers.shift() ?? [];
      },
    } as unknown as Database;
    const fetcher = new JobFetcher(db, {
      kinds: ['send-mail'],
      batch: 2,
      maxAttempts: 12,
      leaseSeconds: 60,
    });
    const now = new Date();
    assert.equal((await fetcher.fetch(now)).length, 2);
    assert.equal((await fetcher.fetch(now)).length, 1, 'from the start, as nothing came after 5');
    assert.equal((await fetcher.fetch(now)).length, 0);
    assert.deepEqual(after, [0, 5, 0, 0]);
  });
});
