import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile, EMPTY, join, type Sql, StatementNames, sql } from '../../src/kernel/database/sql.ts';

const cases: [statement: Sql, text: string, values: unknown[]][] = [
  [sql`select 1`, 'select 1', []],
  [sql`a = ${1} and b = ${'x'}`, 'a = $1 and b = $2', [1, 'x']],
  [sql`a = ${1} ${sql`and b = ${2}`} or c = ${3}`, 'a = $1 and b = $2 or c = $3', [1, 2, 3]],
  [sql`select 1 ${EMPTY}`, 'select 1 ', []],
  [sql`(${join([sql`${1}`, sql`now()`, sql`${2}`], ', ')})`, '($1, now(), $2)', [1, 2]],
  [sql`(${join([], ', ')})`, '()', []],
  [sql`a = ${"'; drop table a"}`, 'a = $1', ["'; drop table a"]],
  [sql`a = ${undefined}`, 'a = $1', [undefined]],
];
for (const [statement, text, values] of cases) {
  test(`compiles ${text}`, () => {
    const { name: _name, ...compiled } = compile(statement);
    assert.deepEqual(compiled, { text, values });
  });
}

test('the same text has the same name whoever composes it, and another text another name', () => {
  const of = (value: number) => compile(sql`select ${value} ${EMPTY}`).name;
  assert.equal(of(1), of(2));
  assert.equal(compile(sql`select ${sql`${1}`} `).name, of(1));
  assert.notEqual(compile(sql`select ${1}, 2`).name, of(1));
});

test('statements beyond the limit are not prepared, and the first of them logs a warning', () => {
  const warnings: string[] = [];
  const names = new StatementNames(2, (message) => warnings.push(message));
  assert.deepEqual(
    ['a', 'b', 'c', 'd', 'a'].map((text) => names.nameOf(text)),
    ['kvitt_1', 'kvitt_2', undefined, undefined, 'kvitt_1'],
  );
  assert.deepEqual(warnings, ['More than 2 distinct statements; this one is not prepared: c']);
});
