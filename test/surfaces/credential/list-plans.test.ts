import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import type { Client } from '../../support/client.ts';
import { openBooks } from '../../support/endpoints/books.ts';
import { invoicesSql } from '../../support/many-invoices.ts';
import { copiesSql } from '../../support/many-records.ts';
import { TestService } from '../../support/service.ts';

const RECORDS = 2000;
const LIMIT = 50;
/** Far more than a page, and less than any of the tables has. */
const MAX_ROWS = RECORDS / 2;

/** The lists that grow with the business; an account has few selling pages and connections. */
const LISTS: Record<string, object[]> = {
  'get-customers': [{}],
  'get-items': [{}],
  'get-invoices': [{}, { sort: 'date_asc' }, { sort: 'created_desc' }, { accounting_status: 'Created' }],
  'get-dashboard-data': [{}],
  'get-costs': [{}, { sort: 'created_asc' }],
  'get-tasks': [{ type: 'open' }],
  'get-draft-invoices': [{}],
  'get-order-invoices': [{}],
  'get-recurring-invoices': [{}],
};

/** One account has many invoices, another one many records of every other kind. */
const OF_INVOICES = ['get-invoices', 'get-dashboard-data'];

interface Statement {
  text: string;
  values: unknown[];
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

describe('a page of a long list', () => {
  const kvitt = new TestService();
  let issuer: Client;
  let keeper: Client;
  let own: pg.Client;
  before(async () => {
    await kvitt.start('postgres');
    [issuer, keeper] = [await kvitt.account(), await kvitt.account()];
    await openBooks(keeper);
    await kvitt.service.engine.kernel.db.transaction((tx) =>
      tx.script(`${invoicesSql(issuer.username, RECORDS)}; ${copiesSql(keeper.username, RECORDS)}`),
    );
    own = new pg.Client({ connectionString: kvitt.database.env.DATABASE_URL });
    await own.connect();
  });
  after(async () => {
    await own?.end();
    await kvitt.stop();
  });

  /** The tables that a statement reads from the first row to the last. */
  const tablesReadInWhole = async ({ text, values }: Statement): Promise<string[]> => {
    const { rows } = await own.query(`explain (analyze, format json) ${text}`, values);
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
      .filter((node) => node['Relation Name'] && rowsRead(node) > MAX_ROWS)
      .map((node) => `${rowsRead(node)} rows by ${node['Node Type']} on ${node['Relation Name']}`);
  };

  for (const [endpoint, variants] of Object.entries(LISTS))
    for (const fields of variants)
      test(`of ${endpoint} ${JSON.stringify(fields)} does not read the whole table`, async () => {
        const seller = OF_INVOICES.includes(endpoint) ? issuer : keeper;
        for (const page of [1, 2]) {
          const answers: unknown[] = [];
          const statements = await statementsOf(async () => {
            answers.push(...(await seller.ok(endpoint, { ...fields, limit: LIMIT, page })));
          });
          assert.equal(answers.length, LIMIT);
          const selects = statements.filter(({ text }) => /^\s*(select|with)\b/i.test(text));
          assert.ok(selects.length > 0);
          assert.deepEqual((await Promise.all(selects.map(tablesReadInWhole))).flat(), [], `page ${page}`);
        }
      });
});

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Each time that it is executed: the lines of one record are looked up once for each record. */
function rowsRead(node: PlanNode): number {
  return node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
}

/** The statements that the product sends while the work runs. */
async function statementsOf(work: () => Promise<void>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: any, ...args: any[]) {
    const [statement] = args;
    if (typeof statement === 'object') sent.push({ text: statement.text, values: statement.values ?? [] });
    return (query as any).apply(this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
}
