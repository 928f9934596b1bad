import { getAccess } from '../../../modules/agents/get-access.ts';
import { getCostSums, getProfit } from '../../../modules/reports/figures/costs.ts';
import { getSales, getVat } from '../../../modules/reports/figures/sales.ts';
import { getOverview } from '../../../modules/reports/overview/overview.ts';
import type { ToolCall } from '../call/tool-call.ts';
import { outputSchema } from '../input/json-schema.ts';
import { ownChoice, type Parsed, sent } from '../input/tool-input.ts';
import { toFields } from '../input/wrong-arguments.ts';
import { readTool, type Tool } from './tool.ts';

export const companyGet: Tool = readTool('company_get', {
  title: 'Company',
  description:
    'Reads the name, kennitala and VAT number of the company, the date of today in its books, and the scopes and limits of this connection with what remains of them today before writes wait for a person. Call it first.',
  operations: [getAccess],
  result: { type: 'object' },
  run: (call) => call.read(getAccess, {}),
});

export const overviewGet: Tool = readTool('overview_get', {
  title: 'Overview',
  description:
    'Sums up the books in ISK: what is unpaid, overdue and in collection, twelve months of sales, hours to bill, costs to approve, and records that wait for a person. Start here for questions about the state of the company; the lists have the details.',
  operations: [getOverview],
  result: outputSchema(getOverview.output),
  run: (call) => call.readMarked(getOverview, {}),
});

const SALES_GROUPS = ['month', 'customer', 'item'] as const;
/** Groups of approved costs, by the names that models know. */
const COST_GROUPS: Readonly<Record<string, string>> = { cost_account: 'code', supplier: 'supplier' };
const GROUPS = [...SALES_GROUPS, 'vat', ...Object.keys(COST_GROUPS), 'profit'];
const NAMES = { from_date: 'from', to_date: 'to' };

const day = sent({ type: 'string', format: 'date' });
const report = { from: day, to: day, by: ownChoice(GROUPS, 'month when left out') };

function readReport(
  call: ToolCall,
  { by: sentBy, ...days }: Parsed<typeof report, 'from' | 'to'>,
): Promise<object> {
  const by = sentBy ?? 'month';
  const period = toFields(days, NAMES);
  if (by === 'vat') return call.readMarked(getVat, period, NAMES);
  if (by === 'profit') return call.readMarked(getProfit, period, NAMES);
  const costs = COST_GROUPS[by];
  // Accounts have names of their own; only suppliers have names from receipts.
  const read = by === 'supplier' ? call.readMarked.bind(call) : call.read.bind(call);
  if (costs) return read(getCostSums, { ...period, by: costs }, NAMES);
  return call.readMarked(getSales, { ...period, by }, NAMES);
}

export const reportSales: Tool = readTool('report_sales', {
  title: 'Sales, VAT, cost and profit report',
  description:
    'Sums sales of a period without VAT and their VAT, in ISK, credit notes taken off: by month, customer or item. by=vat is the VAT return in periods of two months: output VAT of sales, input_vat of approved costs, and to_pay, the difference, so subtract nothing again. by=cost_account and by=supplier sum approved costs; by=profit has sales, costs and the result by month.',
  operations: [getSales, getVat, getCostSums, getProfit],
  input: report,
  required: ['from', 'to'],
  result: { type: 'object', properties: { total: { type: 'object' }, rows: { type: 'array' } } },
  run: readReport,
});
