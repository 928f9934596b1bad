import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Database } from '../../../src/kernel/database/database.ts';
import { rowMakerOf } from '../../../src/kernel/database/row-maker.ts';
import { sql } from '../../../src/kernel/database/sql.ts';
import { databases, freshDatabase } from '../../support/databases.ts';
import { select } from '../../support/select.ts';

const COLUMNS = [
  { name: 'id', dataTypeID: 20 },
  { name: '"quoted" \\ name', dataTypeID: 25 },
  { name: 'data', dataTypeID: 3802 },
];

describe('rows of prepared statements', () => {
  test('have the value of each column by its parser, and null where there is none', () => {
    const make = rowMakerOf(COLUMNS);
    assert.deepEqual(make(['7', 'a', '{"b":1}']), { id: 7, '"quoted" \\ name': 'a', data: { b: 1 } });
    assert.deepEqual(make([null, null, null]), { id: null, '"quoted" \\ name': null, data: null });
  });

  test('are made by one function for each list of names and types', () => {
    const make = rowMakerOf(COLUMNS);
    assert.equal(rowMakerOf(COLUMNS), make);
    assert.notEqual(rowMakerOf([{ name: 'id', dataTypeID: 25 }]), make);
  });

  for (const kind of databases())
    test(`are those of the driver, of two columns with one name the last one (${kind})`, async () => {
      const database = await freshDatabase(kind);
      const { DATABASE_URL: url, KVITT_DATA_DIR: dataDir = '' } = database.env;
      const db = new Database({ url, dataDir, pool: 1, onError: () => {} });
      await db.start();
      try {
        const statement = sql`select 1::bigint as a, 2.50::numeric as b, null::text as c, '{"x":[1]}'::jsonb as d, true as e,
          date '2026-02-01' as f, timestamptz '2026-02-01 10:00:00.5Z' as g, array['x','y'] as h, 3 as a from generate_series(1, 2)`;
        const row = { a: 3, b: '2.50', c: null, d: { x: [1] }, e: true, f: '2026-02-01' };
        const expected = { ...row, g: '2026-02-01 10:00:00', h: ['x', 'y'] };
        // The first run describes the columns, and the second one knows them.
        for (let run = 0; run < 2; run++) assert.deepEqual(await select(db, statement), [expected, expected]);
      } finally {
        await db.close();
        await database.drop();
      }
    });
});
