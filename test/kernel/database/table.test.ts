import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { col, type Row, type RowOf, row } from '../../../src/kernel/database/row.ts';
import { compile, sql } from '../../../src/kernel/database/sql.ts';
import { table } from '../../../src/kernel/database/table.ts';
import { rowProblems } from '../../support/row-checker.ts';

const pets = table('pets', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  name: col.text(),
  kind: col.oneOf(['cat', 'dog']),
  weight: col.numeric().nullable(),
  tags: col.jsonb<string[]>(),
  note: col.text().withDefault(),
  born_at: col.timestamp(),
});
const NOW = new Date('2026-03-02T09:00:00Z');
const rex = {
  account_id: 1,
  name: 'Rex',
  kind: 'dog' as const,
  weight: null,
  tags: ['big'],
  born_at: NOW,
};

describe('a table', () => {
  test('lists the columns that are picked, with and without an alias', () => {
    const picked = pets.pick('id', 'weight');
    assert.equal(compile(sql`select ${picked.list()} from pets`).text, 'select id, weight from pets');
    assert.equal(compile(sql`select ${picked.list('p')}`).text, 'select p.id, p.weight');
    assert.equal(compile(sql`select ${picked.listForJson('p')}`).text, 'select p.id, p.weight::text');
    assert.equal(
      compile(picked.jsonObject('p')).text,
      "json_build_object('id', p.id, 'weight', p.weight::text)",
    );
  });

  test('inserts a record, each value cast to the type of its column', () => {
    const { text: statement, values } = compile(sql`${pets.insert(rex)} returning id`);
    assert.equal(
      statement,
      'insert into pets (account_id, name, kind, weight, tags, born_at) values ' +
        '($1::bigint, $2::text, $3::text, $4::numeric, $5::jsonb, $6::timestamptz) returning id',
    );
    assert.deepEqual(values, [1, 'Rex', 'dog', null, '["big"]', NOW]);
  });

  test('gives equal texts for equal columns, in whatever order the record has them', () => {
    const { name, ...others } = rex;
    assert.equal(compile(pets.insert({ ...others, name })).text, compile(pets.insert(rex)).text);
  });

  test('takes SQL in place of a value, and a clause after the insert', () => {
    const from = sql`${pets.insertSelect({ ...rex, name: sql`owner.name` })} from owner`;
    assert.match(compile(from).text, /select \$1::bigint, owner\.name, \$2::text, .* from owner$/);
  });

  test('inserts many records by one text', () => {
    const { account_id, ...one } = rex;
    const many = (count: number) => compile(pets.insertEach({ account_id }, Array(count).fill(one)));
    assert.equal(many(2).text, many(3).text);
    assert.match(many(2).text, /select \$1::bigint, record\.name, .* as record \(name text, kind text, /s);
    const uneven = () => pets.insertEach({ account_id }, [one, { ...one, note: 'x' }]);
    assert.throws(uneven, /do not have the same columns/);
  });

  test('inserts a single record of many as parameters', () => {
    const { account_id, ...one } = rex;
    const { text: statement, values } = compile(
      pets.insertEach({ account_id }, [{ ...one, place: 7 }], { place: col.integer() }),
    );
    assert.match(statement, /select \$1::bigint, record\.name, .*from \(select \$2::text as name, /s);
    assert.match(statement, /, \$\d::integer as place\) as record$/);
    assert.deepEqual([values[0], values[1], values.at(-1)], [account_id, one.name, 7]);
  });

  test('computes a column of many records by SQL that names the value of the record', () => {
    const shared = { account_id: 1, name: sql`upper(record.name)` };
    const { text: statement } = compile(pets.insertEach(shared, [rex, rex]));
    assert.match(
      statement,
      /select \$1::bigint, upper\(record\.name\), record\.kind, .* as record \(.*name text, /s,
    );
  });

  test('updates what is given and leaves what is undefined', () => {
    const { text: statement, values } = compile(
      sql`${pets.update({ name: 'Max', kind: undefined, weight: null })} where account_id = ${1}`,
    );
    assert.equal(statement, 'update pets  set name = $1::text, weight = $2::numeric where account_id = $3');
    assert.deepEqual(values, ['Max', null, 1]);
  });

  test('refuses at run time an unknown key that the compiler missed in a spread', () => {
    const stranger: typeof rex = { ...rex, colour: 'brown' } as typeof rex;
    assert.throws(() => pets.insert(stranger), /The table pets has no column colour/);
  });

  test('does not compile with a misspelt, missing or mistyped key', () => {
    const { name: _, ...nameless } = rex;
    // biome-ignore lint/correctness/noConstantCondition: the compiler is the test
    if (false) {
      // @ts-expect-error: nmae is no column
      pets.insert({ ...rex, nmae: 'Rex' });
      // @ts-expect-error: name is missing
      pets.insert(nameless);
      // @ts-expect-error: the database gives the id
      pets.insert({ ...rex, id: 7 });
      // @ts-expect-error: no pet is a bird
      pets.insert({ ...rex, kind: 'bird' });
      // @ts-expect-error: nmae is no column
      pets.update({ nmae: 'Max' });
      // @ts-expect-error: nmae is no column
      pets.pick('nmae');
    }
  });
});

describe('the check of rows', () => {
  const described = row({
    id: col.bigint(),
    owner: col.json(row({ guid: col.uuid(), balance: col.numeric() })).nullable(),
  });
  const fields = [
    { name: 'id', dataTypeID: 20 },
    { name: 'owner', dataTypeID: 114 },
  ];
  const guid = '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90';
  const problems = (values: object, description: Row = described) =>
    rowProblems(description, { fields, rows: [values as Record<string, unknown>] });

  test('passes values that are as described', () => {
    const typed: RowOf<typeof described> = { id: 1, owner: { guid, balance: '1.50' } };
    // @ts-expect-error: exact numbers are text
    const mistyped: RowOf<typeof described> = { id: 1, owner: { guid, balance: 1.5 } };
    assert.deepEqual(problems(typed), []);
    assert.equal(problems(mistyped).length, 1);
    assert.deepEqual(problems({ id: 1, owner: null }), []);
  });
  test('checks JSON: missing and unknown keys, floats, wrong values', () => {
    assert.deepEqual(problems({ id: 1, owner: { guid } }), ['column owner.balance is not returned']);
    assert.deepEqual(problems({ id: 1, owner: { guid, balance: '1', x: 1 } }), [
      'column owner.x is not described',
    ]);
    assert.deepEqual(problems({ id: 1, owner: { guid, balance: 1.5 } }), [
      'column owner.balance is no numeric: 1.5',
    ]);
    assert.deepEqual(problems({ id: 1, owner: [] }), [
      'column owner.guid is not returned',
      'column owner.balance is not returned',
    ]);
  });
  test('checks lists in JSON', () => {
    const listed = row({ id: col.bigint(), owner: col.jsonList(row({ kind: col.oneOf(['cat', 'dog']) })) });
    assert.deepEqual(problems({ id: 1, owner: [{ kind: 'cat' }] }, listed), []);
    assert.deepEqual(problems({ id: 1, owner: [{ kind: 'cat' }, { kind: 'bird' }] }, listed), [
      'column owner.kind is none of its values: "bird"',
    ]);
    assert.deepEqual(problems({ id: 1, owner: {} }, listed), ['column owner is no list of objects: {}']);
  });
});
