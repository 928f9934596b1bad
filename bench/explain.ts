import pg from 'pg';
import { readConfig } from '../src/config.ts';
import type { Caller } from '../src/kernel/context.ts';
import type { Kernel } from '../src/kernel/execute.ts';
import { getCosts, getCountCosts } from '../src/modules/costs/read.ts';
import { getInvoices } from '../src/modules/invoices/read/read.ts';
import { getDashboardData } from '../src/modules/reports/dashboard.ts';
import { invoiceSummaries } from '../src/modules/reports/summaries.ts';
import { getTasks } from '../src/modules/tasks/crud.ts';
import { openEngine } from '../src/service.ts';
import { fillBooks } from './books.ts';
import { lastMonth, lastYear, operation, ten } from './calls.ts';
import { capture } from './capture.ts';
import { supplierId } from './costs-and-tasks.ts';
import { openServer } from './stage.ts';

/** Enough rows for a second batch, which goes on where the first one ended. */
const TWO_BATCHES = { limit: '510' };

const ASKED = [
  { name: 'get-invoices', operation: operation(getInvoices), input: TWO_BATCHES },
  {
    name: 'get-invoices, accounting_status=Created',
    operation: operation(getInvoices),
    input: { ...ten(), accounting_status: 'Created' },
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
  { name: 'get-tasks, type=open', operation: operation(getTasks), input: ten() },
  { name: 'get-tasks, type=invoice', operation: operation(getTasks), input: { ...ten(), type: 'invoice' } },
  { name: 'get-tasks, type=older', operation: operation(getTasks), input: { ...ten(), type: 'older' } },
  { name: 'get-dashboard-data, a month', operation: operation(getDashboardData), input: lastMonth() },
  { name: 'invoice-summaries, a year', operation: operation(invoiceSummaries), input: lastYear() },
];

/** So often a session runs a statement before it decides whether to keep one plan for all values. */
const RUNS = 10;

interface Explained {
  title: string;
  /** Whether one plan serves all values, or each call is planned for its own. */
  isKept: boolean;
  /** Every scan and sort, with what it read. */
  steps: Step[];
  /** As the database tells it. */
  plan: string;
}

/** How PostgreSQL serves the statements of lists and reports, once a session has settled on a plan for each. */
export async function explain(invoices: number): Promise<Explained[]> {
  const server = await openServer();
  const env = server.env('first');
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const engine = await openEngine(readConfig({ ...env, KVITT_POOL: '1' }), { log });
  const client = new pg.Client({ connectionString: env.DATABASE_URL, options: '-c timezone=UTC' });
  try {
    const { caller } = await fillBooks(engine, invoices);
    await client.connect();
    const explained: Explained[] = [];
    for (const asked of ASKED) explained.push(...(await explainCall(client, engine.kernel, caller, asked)));
    return explained;
  } finally {
    await client.end();
    await engine.close();
    await server.close();
  }
}

async function explainCall(
  client: pg.Client,
  kernel: Kernel,
  caller: Caller,
  { input, ...call }: (typeof ASKED)[number],
): Promise<Explained[]> {
  const { statements, samples } = await capture(kernel, caller, call, [input]);
  const explained: Explained[] = [];
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
): Promise<Explained> {
  await client.query(`prepare asked as ${text}`);
  const sent = values.map((value) => literal(client, value)).join(', ');
  const execute = `execute asked${sent && `(${sent})`}`;
  for (let n = 0; n < RUNS; n += 1) await client.query(execute);
  const options = 'analyze, costs off, timing off, summary off';
  const { rows } = await client.query(`explain (${options}) ${execute}`);
  const [first] = (await client.query(`explain (${options}, format json) ${execute}`)).rows;
  const [kept] = (await client.query('select generic_plans > 0 as plan from pg_prepared_statements')).rows;
  await client.query('deallocate asked');
  const steps = stepsOf(first['QUERY PLAN'][0].Plan);
  return { title, isKept: kept.plan, steps, plan: rows.map((row) => row['QUERY PLAN']).join('\n') };
}

/** A Markdown table of what chooses the rows of each statement; what is looked up for each of them is left out. */
export function explainedTable(explained: readonly Explained[]): string {
  const lines = explained.map(({ title, isKept, steps }) => {
    const lookUps = steps.findIndex(({ isRepeated }) => isRepeated);
    const choosing = steps.slice(0, lookUps < 0 ? undefined : lookUps).map(({ text }) => text);
    return `| ${title} | ${choosing.join('; ')} | ${isKept ? 'one for all values' : 'for each call'} |`;
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
  /** Done for each row of another step. */
  isRepeated: boolean;
}

/** From the inside out, as they happen; steps that never ran are left out. */
function stepsOf(node: PlanNode): Step[] {
  const inner = (node.Plans ?? []).flatMap(stepsOf);
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Actual Loops': loops } = node;
  const isTold = table !== undefined || index !== undefined || type.endsWith('Sort');
  if (!isTold || loops === 0) return inner;
  const of = [index && `\`${index}\``, table].filter((one) => one !== undefined).join(' of ');
  const [count, removed] = [node['Actual Rows'], node['Rows Removed by Filter']];
  const rows = `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;
  const read = [
    loops > 1 ? `${rows} × ${loops.toLocaleString('en')}` : rows,
    ...(removed ? [`${removed.toLocaleString('en')} others read`] : []),
  ];
  return [...inner, { text: `${type}${of && ` ${of}`}: ${read.join(', ')}`, isRepeated: loops > 1 }];
}
