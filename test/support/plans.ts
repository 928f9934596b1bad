import pg from 'pg';

/** A statement that the product sent, with its values. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** A node of a plan, after it was executed. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'CTE Name'?: string;
  'Plan Width': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** The selects and writes that the product sends while the work runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: any, ...args: any[]) {
    for (const one of args[0].queries ?? [args[0]])
      if (typeof one === 'object') sent.push({ text: one.text, values: one.values ?? [] });
    return (query as any).apply(this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent.filter(({ text }) => /^\s*(select|with)\b/i.test(text));
}

/**
 * All nodes of the plan that the statement is executed by. What it writes is rolled back. Where a test makes plans look
 * expensive, the server would compile each of them, which takes longer than everything else.
 */
export async function explainNodes(client: pg.Client, { text, values }: Statement): Promise<PlanNode[]> {
  await client.query('begin; set local jit = off');
  try {
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('rollback');
  }
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** The rows that a node reads each time that it is executed: the lines of one record are looked up once for each record. */
export function rowsRead(node: PlanNode): number {
  return (
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  );
}

/** The end of the name of a partition. */
const OF_PARTITION = /_(first|default|\d{4}(_\d\d)?)$/;

/** The rows that each table and each common table expression gave in all executions, by its name. Those of partitions are of their table. */
export function rowsReadInAll(nodes: readonly PlanNode[]): Record<string, number> {
  const read: Record<string, number> = {};
  for (const node of nodes) {
    const name = node['Relation Name']?.replace(OF_PARTITION, '') ?? node['CTE Name'];
    if (name) read[name] = (read[name] ?? 0) + rowsRead(node) * node['Actual Loops'];
  }
  return read;
}
