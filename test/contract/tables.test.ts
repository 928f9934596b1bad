import assert from 'node:assert/strict';
import { test } from 'node:test';
import { col, row } from '../../src/kernel/database/row.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { Table } from '../../src/kernel/database/table.ts';
import { customers } from '../../src/modules/customers/tables.ts';
import { catalogueOf, describedTables, tableProblems } from '../support/described-tables.ts';
import { onBothDatabases } from '../support/service.ts';

onBothDatabases('table descriptions', (kvitt) => {
  test('exist for each table of the database', async () => {
    const described = (await describedTables()).map(({ table }) => table.name).sort();
    assert.deepEqual(described, [...(await catalogueOf(kvitt)).keys()].sort());
  });
  test('match the columns, types, nullability and values of the catalogue', async () => {
    const catalogue = await catalogueOf(kvitt);
    const tables = await describedTables();
    assert.deepEqual(
      tables.flatMap(({ table }) => tableProblems(table, catalogue.get(table.name) ?? [])),
      [],
    );
  });
  test('fail the comparison when a column is missing, misspelt or of another type', async () => {
    const catalogue = (await catalogueOf(kvitt)).get('customers') ?? [];
    const findProblems = (columns: object) =>
      tableProblems(new Table('customers', columns as never), catalogue);
    const { name, ...withoutName } = customers.columns;
    assert.deepEqual(findProblems(customers.columns), []);
    assert.deepEqual(findProblems(withoutName), ['customers.name is not described']);
    assert.deepEqual(findProblems({ ...customers.columns, nmae: col.text() }), [
      'customers.nmae is not in the database',
    ]);
    assert.deepEqual(findProblems({ ...customers.columns, name: name.nullable() }), [
      'customers.name is not nullable',
    ]);
    assert.deepEqual(findProblems({ ...customers.columns, name: col.uuid() }), [
      'customers.name has the type 25, which is not uuid',
    ]);
    assert.deepEqual(findProblems({ ...customers.columns, id: col.bigint() }), [
      'customers.id is an identity',
    ]);
    assert.deepEqual(findProblems({ ...customers.columns, guid: col.uuid().withDefault() }), [
      'customers.guid has no default',
    ]);
  });
});

onBothDatabases('a statement with a row description', (kvitt) => {
  const profile = customers.pick('guid', 'name');
  const read = (statement: ReturnType<typeof sql>, description = row(profile.columns)) =>
    kvitt.service.engine.kernel.db.query(description, statement);

  test('passes when its columns match the description', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-customer', { data: { name: 'Jón', output_select: 4 } });
    const rows = await read(sql`select ${profile.list('c')} from customers c where c.guid = ${guid}`);
    assert.deepEqual(rows, [{ guid, name: 'Jón' }]);
  });
  test('fails, even without rows, when a column is misspelt, missing, undescribed or of another type', async () => {
    for (const [statement, problem] of [
      [sql`select guid, name as nmae from customers where false`, /column name is not returned, in the/],
      [
        sql`select guid from customers where false`,
        /column name is not returned, in the statement: select guid/,
      ],
      [sql`select guid, name, email from customers where false`, /column email is not described/],
      [
        sql`select id as guid, name from customers where false`,
        /column guid has the type 20, which is not uuid/,
      ],
      [sql`select guid, name, guid from customers where false`, /column guid comes twice/],
    ] as const) {
      await assert.rejects(read(statement), problem);
    }
  });
  test('fails on a null value where the description is not nullable', async () => {
    await assert.rejects(
      read(sql`select gen_random_uuid() as guid, null::text as name`),
      /column name is null/,
    );
  });
});
