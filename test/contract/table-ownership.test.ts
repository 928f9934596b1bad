import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXPORTED, exportedColumns, LEFT_OUT } from '../../src/modules/exports/exported-tables-store.ts';
import { describedTables } from '../support/described-tables.ts';
import { EXCEPTIONS, OWNERS, tableBreaches, tableUses, usesIn } from '../support/table-rules.ts';
import { readTree } from '../support/tree.ts';

const tables = (await describedTables()).map(({ table }) => table.name);

describe('tables', () => {
  it('each belong to one module', () => {
    assert.deepEqual(Object.values(OWNERS).flat().sort(), tables.sort());
  });
  it('are written only by their owner, and read only by it and later modules', () => {
    assert.deepEqual(tableBreaches(tableUses(readTree('src/**/*.ts'), tables)), []);
  });
});

describe('an export of an account', () => {
  it('has every table, or says why not', () => {
    const exported = EXPORTED.map(({ table }) => table.name);
    assert.deepEqual([...exported, ...Object.keys(LEFT_OUT)].sort(), tables.sort());
  });
  it('has no column that may hold a secret', () => {
    const allowed = [
      ...['costs.file_digest', 'receipt_mails.message_digest', 'bank_lines.line_key'],
      ...['bank_memory.memory_key', 'payments.source_key', 'journal_accounts.key', 'provider_reports.key'],
    ];
    const found = EXPORTED.flatMap((one) =>
      exportedColumns(one).map((column) => `${one.table.name}.${column}`),
    );
    const suspicious = found.filter((column) => /digest|hash|secret|token|password|sealed|key$/.test(column));
    assert.deepEqual(suspicious.sort(), allowed.sort());
  });
});

describe('the table rules', () => {
  /** The breaches of one file, without the complaints about unused exceptions. */
  const findBreaches = (file: string, text: string) =>
    tableBreaches(tableUses(new Map([[file, `sql\`${text}\``]]), tables)).filter((one) =>
      one.startsWith('src/'),
    );
  const cases: [file: string, text: string, breach: string | null][] = [
    ['src/modules/reports/store.ts', 'select 1 from invoices i', null],
    ['src/modules/items/store.ts', 'select 1 from invoices i', 'reads invoices'],
    ['src/modules/items/store.ts', 'select 1 from customers', 'reads customers'],
    ['src/modules/reports/store.ts', 'update invoices set a = 1', 'writes invoices'],
    ['src/modules/reports/store.ts', 'with a as (insert into costs (b) values (1)) select 1', 'writes costs'],
    [
      'src/modules/costs/store.ts',
      'select 1 from costs c, accounts a, recurring_schedules',
      'reads recurring_schedules',
    ],
    ['src/jobs/a.ts', 'select 1 from product_sales', null],
    ['src/jobs/a.ts', 'delete from invoices where a', 'writes invoices'],
    ['src/adapters/a.ts', 'select 1 from invoices', 'reads invoices'],
    ['src/kernel/a.ts', 'select 1 from invoices', 'reads invoices'],
    ['src/modules/costs/store.ts', 'select costs from jsonb_populate_record(null::invoices, a)', null],
  ];
  for (const [file, text, breach] of cases)
    it(`${breach ? 'find' : 'allow'}: ${file} ${text}`, () => {
      const found = findBreaches(file, text);
      assert.equal(found.length, breach ? 1 : 0, found.join());
      if (breach) assert.ok(found[0]?.startsWith(`${file} ${breach},`), found[0]);
    });
  it('find unused exceptions', () => {
    const unused = tableBreaches([]);
    assert.equal(unused.length, EXCEPTIONS.flatMap((one) => one.tables).length);
  });
  it('distinguish reads from writes', () => {
    const names = ['a', 'b'];
    assert.deepEqual(usesIn('delete from a using b', names), [
      { verb: 'writes', table: 'a' },
      { verb: 'reads', table: 'b' },
    ]);
    assert.deepEqual(usesIn('select 1 from c for update of a', names), []);
  });
});
