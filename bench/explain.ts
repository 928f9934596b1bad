import pg from 'pg';
import { getCosts, getCountCosts } from '../src/modules/costs/read.ts';
import { getInvoices } from '../src/modules/invoices/read/read.ts';
import { getDashboardData } from '../src/modules/reports/figures/dashboard.ts';
import { invoiceSummaries } from '../src/modules/reports/figures/summaries.ts';
import { getTasks } from '../src/modules/tasks/read.ts';
import type { Engine } from '../src/service.ts';
import { lastMonth, lastYear, limitTen, operation } from './calls.ts';
import { capture } from './capture.ts';
import { supplierId } from './costs-and-tasks.ts';
import type { Books } from './fill-database.ts';
import { startServer } from './services.ts';
import { withFilledEngine } from './setup.ts';

/** Enough rows for a second batch, which uses keyset pagination. */
const TWO_BATCHES = { limit: '510' };

const CALLS_TO_EXPLAIN = [
  { name: 'get-invoices', operation: operation(getInvoices), input: TWO_BATCHES },
  {
    name: 'get-invoices, accounting_status=Created',
    operation: operation(getInvoices),
    input: { ...limitTen(), accounting_status: 'Created' },
  },
  { name: 'get-costs', operation: operation(getCosts), input: {} },
  {
    name: 'get-costs, accounting_status=Created',
    operation: operation(getCosts),
    input: { accounting_status: 'Created' },
  },
  {
    name: 'get-costs, accounting_status=Created,Error',
    operation: operation(getCosts),
    input: { accounting_status: 'Created,Error' },
  },
  {
    name: 'get-costs, supplier_id',
    operation: operation(getCosts),
    input: { supplier_id: supplierId(1) },
  },
  { name: 'get-count-costs', operation: operation(getCountCosts), input: {} },
  { name: 'get-tasks, type=open', operation: operation(getTasks), input: limitTen() },
  {
    name: 'get-tasks, type=invoice',
    operation: operation(getTasks),
    input: { ...limitTen(), type: 'invoice' },
  },
  { name: 'get-tasks, type=older', operation: operation(getTasks), input: { ...limitTen(), type: 'older' } },
  { name: 'get-dashboard-data, a month', operation: operation(getDashboardData), input: lastMonth() },
  { name: 'invoice-summaries, a year', operation: operation(invoiceSummaries), input: lastYear() },
];

/** After this many runs a session has decided whether to use a generic plan. */
const RUNS = 10;

interface ExplainedStatement {
  title: string;
  /** Whether a generic plan serves all values, or each call gets a custom plan. */
  isGeneric: boolean;
  /** Every scan and sort, with the rows that it read. */
  steps: Step[];
  /** Output of EXPLAIN. */
  plan: string;
}

/** Explains the statements of lists and reports, after a session has settled on a plan for each. */
export async function explain(invoices: number): Promise<ExplainedStatement[]> {
  const server = await startServer();
  const env = server.env('first');
  const client = new pg.Client({ connectionString: env.DATABASE_URL, options: '-c timezone=UTC' });
  await client.connect();
  try {
    return await withFilledEngine(env, invoices, 9, async (engine, books) => {
      const explained: ExplainedStatement[] = [];
      for (const call of CALLS_TO_EXPLAIN)
        explained.push(...(await explainCall(client, engine, books, call)));
      return explained;
    });
  } finally {
    await client.end();
    await server.close();
  }
}

async function explainCall(
  client: pg.Client,
  engine: Engine,
  books: Books,
  { input, ...call }: (typeof CALLS_TO_EXPLAIN)[number],
): Promise<ExplainedStatement[]> {
  const recorded = { ...call, variety: 1, input: () => input };
  const { statements, samples } = await capture(engine, books, recorded);
  const explained: ExplainedStatement[] = [];
  for (const [n, { text }] of statements.entries()) {
    if (statements.findIndex((one) => one.text === text) < n) continue;
    const title = n === 0 ? call.name : `${call.name}: the rows after those`;
    explained.push(await explainStatement(client, title, text, samples[0]?.values[n] ?? []));
  }
  return explained;
}

async function explainStatement(
  client: pg.Client,
  title: string,
  text: string,
  values: unknown[],
): Promise<ExplainedStatement> {
  await client.query(`prepare asked as ${text}`);
  const sent = values.map((value) => literal(client, value)).join(', ');
  const execute = `execute asked${sent && `(${sent})`}`;
  for (let n = 0; n < RUNS; n += 1) await client.query(execute);
  const options = 'analyze, costs off, timing off, summary off';
  const { rows } = await client.query(`explain (${options}) ${execute}`);
  const [first] = (await client.query(`explain (${options}, format json) ${execute}`)).rows;
  const [generic] = (await client.query('select generic_plans > 0 as plan from pg_prepared_statements')).rows;
  await client.query('deallocate asked');
  const steps = planSteps(first['QUERY PLAN'][0].Plan);
  return { title, isGeneric: generic.plan, steps, plan: rows.map((row) => row['QUERY PLAN']).join('\n') };
}

/** A Markdown table of the steps that select the rows of each statement, without lookups per row. */
export function explainedTable(explained: readonly ExplainedStatement[]): string {
  const lines = explained.map(({ title, isGeneric, steps }) => {
    const lookUps = steps.findIndex(({ isRepeated }) => isRepeated);
    const choosing = steps.slice(0, lookUps < 0 ? undefined : lookUps).map(({ text }) => text);
    return `| ${title} | ${choosing.join('; ')} | ${isGeneric ? 'one for all values' : 'for each call'} |`;
  });
  return ['| statement | its rows are chosen by | plan |', '|---|---|---|', ...lines].join('\n');
}

function literal(client: pg.Client, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return client.escapeLiteral(`{${value.join(',')}}`);
  return client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

export interface Step {
  text: string;
  /** Executed once per row of another step. */
  isRepeated: boolean;
}

/** In order of execution, innermost first; steps that never ran are omitted. */
function planSteps(node: PlanNode): Step[] {
  const inner = (node.Plans ?? []).flatMap(planSteps);
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Actual Loops': loops } = node;
  const isRelevant = table !== undefined || index !== undefined || type.endsWith('Sort');
  if (!isRelevant || loops === 0) return inner;
  const of = [index && `\`${index}\``, table].filter((one) => one !== undefined).join(' of ');
  const [count, removed] = [node['Actual Rows'], node['Rows Removed by Filter']];
  const rows = `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;
  const read = [
    loops > 1 ? `${rows} × ${loops.toLocaleString('en')}` : rows,
    ...(removed ? [`${removed.toLocaleString('en')} others read`] : []),
  ];
  return [...inner, { text: `${type}${of && ` ${of}`}: ${read.join(', ')}`, isRepeated: loops > 1 }];
}
