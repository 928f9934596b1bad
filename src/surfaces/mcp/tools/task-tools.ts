import { toPlainDate } from '../../../domain/values/dates.ts';
import { getProductSaleAttends, getProductSales } from '../../../modules/product-sales/read.ts';
import { createTask } from '../../../modules/tasks/create-task.ts';
import { logTask } from '../../../modules/tasks/log-task.ts';
import { getTasks } from '../../../modules/tasks/read.ts';
import { outputSchema } from '../input/json-schema.ts';
import { fieldOf, pickFields, record, recordIn, sent } from '../input/tool-input.ts';
import { fromList, listTool, type RowSource } from './list-tool.ts';
import { ADDS, type Tool, writeTool } from './tool.ts';

export const taskList: Tool = listTool('task_list', {
  title: 'List tasks',
  description:
    'Lists tasks with their customer, project and the hours that are not invoiced yet (unbilled_time). Bill a task with invoice_create: a line with task_guid and qty of those hours, sold as the item of the task.',
  source: fromList(getTasks, { type: 'status' }),
  input: { status: fieldOf(getTasks.input, 'type') },
  short: [
    'guid',
    'number',
    'name',
    'status',
    'project_name',
    'customer',
    'item',
    'total_time',
    'unbilled_time',
  ],
  row: outputSchema(getTasks.output, ['guid', 'number', 'status', 'total_time', 'unbilled_time']),
});

export const taskCreate: Tool = writeTool('task_create', {
  title: 'Create task',
  description:
    'Creates a task for a customer, on which hours are logged and billed later. It needs a name, the customer (customer_guid or customer_no) and the item that the hours are sold as (item or item_no).',
  operations: [createTask],
  annotations: ADDS,
  input: {
    ...pickFields(createTask.input, {
      name: '',
      customer_guid: '',
      customer_no: 'Instead of customer_guid: number or kennitala',
      item_no: 'Number of a catalogue item',
      project_name: '',
    }),
    item: record(
      pickFields(recordIn(createTask.input, 'item'), {
        guid: '',
        description: '',
        unit_price: 'Of one hour, without VAT',
        uom: 'HUR when left out',
        tax: '',
        category: '',
      }),
      'Instead of item_no: guid of an item, or description and unit_price of a new one',
    ),
  },
  required: ['name'],
  run: (call, args, flags) => call.write(createTask, { ...args }, flags),
});

export const taskLog: Tool = writeTool('task_log', {
  title: 'Log hours',
  description:
    'Logs hours on an open task, by qty or from h to p, on a day (today when left out). The hours can be changed until they are on an invoice.',
  operations: [logTask],
  annotations: ADDS,
  input: pickFields(logTask.input, {
    guid: 'The task',
    qty: 'Hours; then h and p are not needed',
    date: '',
    h: 'From, as 9 or 9:30',
    p: 'Until',
    description: 'What was done',
    adv: 'true: the same hours on every day until end_date',
    end_date: '',
  }),
  required: ['guid'],
  run(call, args, flags) {
    const today = toPlainDate(call.deps.kernel.clock());
    return call.writeCompleted(logTask, args, async () => ({ date: today, ...args }), flags);
  },
});

const NAMES = { search_text: 'search' };
const sales = fromList(getProductSales, NAMES);
const buyers = fromList(getProductSaleAttends, NAMES);

/** The selling pages, or the buyers of one of them. */
const salesOrBuyers: RowSource = {
  operations: [...sales.operations, ...buyers.operations],
  names: NAMES,
  fetch: (call, filters, page) => (filters.guid === undefined ? sales : buyers).fetch(call, filters, page),
};

export const saleList: Tool = listTool('sale_list', {
  title: 'List product sales',
  description:
    'Lists the public pages where the company sells goods, tickets, subscriptions or donations, with price, stock and address. With the guid of an event it lists who bought tickets and whether they paid; what buyers typed is marked untrusted.',
  source: salesOrBuyers,
  input: {
    guid: sent({ type: 'string', description: 'An event, for its buyers' }),
    search: sent({ type: 'string' }),
  },
  row: { type: 'object' },
});
