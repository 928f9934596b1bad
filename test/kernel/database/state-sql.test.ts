import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COST_STATUSES, type CostStatus, costCase, mayCost } from '../../../src/domain/costs/cost-states.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../../src/domain/invoices/invoice-states.ts';
import { type StatusTab, statusTab } from '../../../src/domain/invoices/invoice-status.ts';
import { renditionCase } from '../../../src/domain/invoices/rendition-cases.ts';
import { quoteState } from '../../../src/domain/sales/quote-states.ts';
import { TASK_LISTS, TASK_STATUSES, type TaskListFacts } from '../../../src/domain/tasks/task-states.ts';
import { anyCaseSql, type FactsSql } from '../../../src/kernel/database/cases-sql.ts';
import {
  isUnderTabSql,
  statusColumns,
  statusTabSql,
} from '../../../src/kernel/database/invoice-status-sql.ts';
import { type Columns, col, type RowOf, row } from '../../../src/kernel/database/row.ts';
import { type Sql, sql } from '../../../src/kernel/database/sql.ts';
import {
  costStateSql,
  isOpenQuoteSql,
  mayCostSql,
  renditionKindSql,
} from '../../../src/kernel/database/state-sql.ts';
import { seededRandom } from '../../support/random-books.ts';
import { onBothDatabases } from '../../support/service.ts';

const TODAY = '2026-03-10';
const DATES = [null, '2026-03-09', TODAY, '2026-03-11'];
const ACTIONS = ['approve', 'record_outcome', 'move_to_new', 'delete'] as const;

onBothDatabases('states by SQL are those of the domain, for random rows', (kvitt) => {
  const random = seededRandom(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const flip = () => random() < 0.5;
  const draw = <T>(make: () => T): T[] => Array.from({ length: 200 }, make);

  /** The results for the rows, which are a table under the alias that the rule expects. */
  async function select<C extends Columns>(rows: object[], columns: Sql, table: Sql, results: C) {
    const { db } = kvitt.service.engine.kernel;
    const statement = sql`select ${columns} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${table}`;
    return (await db.query(row(results), statement)) as RowOf<ReturnType<typeof row<C>>>[];
  }

  test('costs', async () => {
    const rows = draw(() => ({
      accounting_status: pick<CostStatus>(COST_STATUSES),
      show_api: flip(),
      is_imported: flip(),
    }));
    const found = await select(
      rows,
      sql`${costStateSql} as state, ${mayCostSql('approve')} as approve,
        ${mayCostSql('record_outcome')} as record_outcome, ${mayCostSql('move_to_new')} as move_to_new,
        ${mayCostSql('delete')} as delete`,
      sql`c (accounting_status text, show_api boolean, is_imported boolean)`,
      {
        state: col.text(),
        approve: col.boolean(),
        record_outcome: col.boolean(),
        move_to_new: col.boolean(),
        delete: col.boolean(),
      },
    );
    const expected = rows.map(({ accounting_status, show_api, is_imported }) => {
      const state = { status: accounting_status, processing: !show_api, imported: is_imported };
      const actions = ACTIONS.map((action) => [action, mayCost(state, action)]);
      return { state: costCase(state).state, ...Object.fromEntries(actions) };
    });
    assert.deepEqual(found, expected);
  });

  test('quotes', async () => {
    const statuses = ['open', 'declined', 'invoiced'];
    const rows = draw(() => ({ status: pick(statuses), valid_until: pick(DATES) }));
    const table = sql`d (status text, valid_until date)`;
    const found = await select(rows, sql`${isOpenQuoteSql(TODAY)} as open`, table, { open: col.boolean() });
    assert.deepEqual(
      found,
      rows.map((quote) => ({ open: quoteState(quote, TODAY) === 'open' })),
    );
  });

  test('invoices: tab and PDF', async () => {
    const rows = draw(() => ({
      status: pick<InvoiceStatus>(INVOICE_STATUSES),
      kind: pick(['invoice', 'credit'] as const),
      due_date: pick(DATES.slice(1)) as string,
      credited: flip(),
      written_off_on: pick([null, null, '2026-03-01']),
      credited_amount: pick(['0', '0.01', '500']),
      paid_amount: pick(['0', '0.01', '500']),
    }));
    const columns = statusColumns(TODAY);
    const tabs: StatusTab[] = ['overdue', 'paid'];
    const found = await select(
      rows,
      sql`${statusTabSql(columns)} as tab, ${isUnderTabSql(columns, tabs)} as under, ${renditionKindSql} as rendition`,
      sql`i (status text, kind text, due_date date, written_off_on date, credited boolean, credited_amount numeric, paid_amount numeric)`,
      { tab: col.text(), under: col.boolean(), rendition: col.text().nullable() },
    );
    const expected = rows.map((invoice) => {
      const tab = statusTab(invoice, TODAY);
      return { tab, under: tabs.includes(tab), rendition: renditionCase(invoice).rendition };
    });
    assert.deepEqual(found, expected);
  });

  test('lists of tasks', async () => {
    const rows = draw(
      (): TaskListFacts => ({ status: pick(TASK_STATUSES), isRunning: flip(), hasUnbilledTime: flip() }),
    );
    const facts: FactsSql<TaskListFacts> = {
      status: sql`t.status`,
      isRunning: sql`t."isRunning"`,
      hasUnbilledTime: sql`t."hasUnbilledTime"`,
    };
    const found = await select(
      rows,
      sql`${anyCaseSql(TASK_LISTS.open, facts)} as open, ${anyCaseSql(TASK_LISTS.invoice, facts)} as invoice,
        ${anyCaseSql(TASK_LISTS.older, facts)} as older`,
      sql`t (status text, "isRunning" boolean, "hasUnbilledTime" boolean)`,
      { open: col.boolean(), invoice: col.boolean(), older: col.boolean() },
    );
    const expected = rows.map(({ status, isRunning, hasUnbilledTime }) => ({
      open: status === 'open',
      invoice: !isRunning && hasUnbilledTime,
      older: status === 'closed' || status === 'invoiced',
    }));
    assert.deepEqual(found, expected);
  });
});
