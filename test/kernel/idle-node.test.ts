import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lanes } from '../../src/jobs/all.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { onBothDatabases } from '../support/service.ts';
import { query } from '../support/tables.ts';
import { until } from '../support/until.ts';

/** One session counts the statements that it has run. */
const ENV = { KVITT_JOBS: 'on', KVITT_POOL: '1' };

onBothDatabases(
  'a node that has nothing to do',
  (kvitt) => {
    const count = async (pattern: string): Promise<number> => {
      const [row] = await query<{ calls: number }>(
        kvitt,
        sql`select coalesce(sum(custom_plans + generic_plans), 0)::integer as calls from pg_prepared_statements
          where statement ~ ${pattern}`,
      );
      return row?.calls ?? 0;
    };
    const countFetches = () => count('^with recursive (waiting|keys) ');
    const countLeases = () => count('^insert into cron_tasks');
    /** Each second a node looks once for cron tasks. */
    const waitForSeconds = async (seconds: number): Promise<void> => {
      const before = await countLeases();
      await until('the seconds are over', async () => (await countLeases()) >= before + seconds);
    };

    test('looks for the jobs of all lanes by one statement', async () => {
      await until('each lane has looked for itself once', async () => (await countFetches()) >= lanes.length);
      const before = await countFetches();
      await waitForSeconds(3);
      assert.equal(await countFetches(), before);
    });

    test('does not lock the rows of cron tasks that are not due, which would be written to disk', async () => {
      const readRows = () =>
        query(
          kvitt,
          sql`select name, xmin::text as written, xmax::text as locked from cron_tasks order by name`,
        );
      // The clock stands still, so that no task becomes due.
      const now = kvitt.now();
      kvitt.now = () => now;
      const rows = await until('all tasks have a date', async () => {
        const rows = await readRows();
        await waitForSeconds(2);
        return JSON.stringify(rows) === JSON.stringify(await readRows()) && rows;
      });
      assert.ok(rows.length > 10);
    });
  },
  ENV,
);
