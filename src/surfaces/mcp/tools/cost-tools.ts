import { COST_STATUSES } from '../../../domain/costs/cost-states.ts';
import { COST_CODES } from '../../../domain/values/codes.ts';
import { UploadedFile } from '../../../kernel/fields/uploaded-file.ts';
import { createCostAdv, registerCost } from '../../../modules/costs/create-cost.ts';
import { getCost, getCostsBrief } from '../../../modules/costs/read.ts';
import { type Arguments, MAX_TEXT, requiredText, textArgument, wrongArguments } from '../arguments.ts';
import { inputProperties, MAX_FILE_TEXT, outputSchema } from '../json-schema.ts';
import { fromList, listTool } from '../list-tool.ts';
import { ADDS, readTool, type Tool, writeTool } from '../tool.ts';
import { describeFields } from './document-fields.ts';

const day = { type: 'string', format: 'date' };
const NAMES = { accounting_status: 'status', from_date: 'from', to_date: 'to' };

export const costList: Tool = listTool('cost_list', {
  title: 'List costs',
  description:
    'Lists purchases and receipts by status, day of the document or supplier, newest first. status New waits for a person, Created is approved for bookkeeping; vat_S is VAT at 24 %, vat_AA at 11 %, both within amount. What a supplier wrote is marked untrusted.',
  source: fromList(getCostsBrief, NAMES),
  properties: {
    status: { type: 'string', enum: [...COST_STATUSES] },
    supplier_id: { type: 'string', description: 'Kennitala' },
    from: day,
    to: day,
  },
  toFilters: ({ status, from, to, ...same }) => ({
    ...same,
    accounting_status: status,
    from_date: from,
    to_date: to,
  }),
  short: [
    'guid',
    'supplier_name',
    'supplier_id',
    'description',
    'issue_date',
    'amount',
    'currency',
    'vat_S',
    'vat_AA',
    'cost_code',
    'accounting_status',
    'credit_note',
  ],
  row: outputSchema(getCostsBrief.output, ['guid', 'issue_date', 'amount', 'currency', 'accounting_status']),
});

export const costGet: Tool = readTool('cost_get', {
  title: 'Read cost',
  description:
    'Reads one cost: supplier, figures, VAT, expense account and status. The receipt itself is the resource that `file` names.',
  operations: [getCost],
  properties: { guid: { type: 'string' } },
  required: ['guid'],
  result: outputSchema(getCost.output, [
    'guid',
    'amount',
    'vat_AA',
    'vat_S',
    'cost_code',
    'accounting_status',
  ]),
  async run(call, args) {
    const { file, xml: _xml, ...cost } = await call.readMarked(getCost, { guid: requiredText(args, 'guid') });
    return { ...cost, file: file === null ? null : `kvitt://costs/${cost.guid}/file` };
  },
});

const accounts = Object.entries(COST_CODES).map(([code, name]) => `${code} ${name}`);
const complete = describeFields(inputProperties(createCostAdv.input), {
  date: 'Day of the receipt or invoice',
  amount: 'Total with VAT; positive on credit notes too',
  how_paid: '1 on account, 2 debit card or bank, 3 credit card, 4 by the owner in cash',
  supplier_name: '',
  supplier_id: 'Kennitala',
  description: 'What was bought',
  currency: '',
  exchange_rate: '',
  project_name: '',
  vat_11: 'Amount of VAT at 11 %',
  vat_24: 'Amount of VAT at 24 %',
  credit_note: 'The supplier gives money back',
});
const COMPLETE_ONLY = ['how_paid', 'supplier_name', 'supplier_id', 'type', 'vat_11', 'vat_24', 'credit_note'];

function receiptOf(args: Arguments): { file?: UploadedFile } {
  const content = textArgument(args, 'file_base64', MAX_FILE_TEXT)?.replaceAll(/\s/g, '');
  if (!content) return {};
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(content))
    throw wrongArguments('file_base64 must be the file in base64');
  return {
    file: new UploadedFile(textArgument(args, 'file_name') ?? 'receipt', Buffer.from(content, 'base64')),
  };
}

export const costCreate: Tool = writeTool('cost_create', {
  title: 'Create cost',
  description:
    'Records a purchase. With supplier_name, supplier_id, type (expense account), how_paid and amount it is complete, and approved at once unless the company reviews costs first; with a receipt or date and amount alone a person completes it. Never guess a kennitala or an account.',
  operations: [createCostAdv, registerCost],
  annotations: ADDS,
  properties: {
    ...complete,
    type: { type: 'string', description: `Code of the expense account: ${accounts.join('; ')}` },
    file_base64: {
      type: 'string',
      maxLength: MAX_FILE_TEXT,
      description: 'The receipt: jpg, png, gif or pdf, at most 5 MB',
    },
    file_name: { type: 'string', maxLength: MAX_TEXT },
  },
  run(call, args, flags) {
    const { file_base64: _content, file_name: _name, ...fields } = args;
    const input = { ...fields, ...receiptOf(args) };
    const isComplete = COMPLETE_ONLY.some((name) => fields[name] !== undefined);
    return isComplete ? call.write(createCostAdv, input, flags) : call.write(registerCost, input, flags);
  },
});
