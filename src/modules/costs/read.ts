import { z } from 'zod';
import { COST_STATUSES } from '../../domain/costs/cost-states.ts';
import { deductibleShare } from '../../domain/costs/deductible-vat.ts';
import { paymentOfCost } from '../../domain/costs/payable.ts';
import { normalizeKennitala } from '../../domain/values/kennitala.ts';
import { toWire } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { boundaryDate, choice, flag, guid, integer, object, text } from '../../kernel/fields/input-fields.ts';
import { countOutput, out } from '../../kernel/fields/output-fields.ts';
import { parseStatusFilter } from '../../kernel/fields/status-filter.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import {
  batches,
  MAX_ROWS,
  mapBatches,
  type Page,
  type PageEnd,
  pageFields,
} from '../../kernel/operations/paging.ts';
import { CODES, type Cost, cost } from './schema.ts';
import {
  type CostFilter,
  type CostRow,
  countCosts,
  findCost,
  findCostGuidById,
  type ListedCost,
  listCosts,
  SORTS,
  type Sort,
} from './store.ts';

const DEFAULT_LIMIT = 10;

const filters = {
  // Not parsed by the schema: parseStatusFilter refuses every wrong value with its own failure code.
  accounting_status: z
    .unknown()
    .meta({ type: 'array', items: { type: 'string', enum: [...COST_STATUSES] } })
    .optional()
    .describe('Accounting status; several separated by commas'),
  type: choice(CODES).optional('Code of the expense account'),
  supplier_id: text(20).optional('Kennitala of the supplier'),
  date_filter: choice(['date', 'created_date']).optional(
    'The date that from_date and to_date filter: date, the issue date (when left out), or created_date',
  ),
  payable: flag.optional('1: only approved costs that are not paid in full, the earliest due date first'),
  due_to: boundaryDate.optional('Only those that are due by this day; by their own day where none is stated'),
  from_date: boundaryDate.optional('First day'),
  to_date: boundaryDate.optional('Last day, to its end'),
};

export const getCosts = defineList({
  name: 'get-costs',
  summary: 'Lists costs with their attachments, newest issue date first unless sorted otherwise.',
  description:
    'Bookkeeping asks for `accounting_status=Created`, imports the costs with attachment and XML, and reports the result with update-cost. `limit` and `page` split the list into pages.',
  access: { scope: 'cost' },
  input: object({
    ...filters,
    sort: choice(SORTS).optional(
      'By issue date, creation or due date; date_desc when left out, and due_asc of payable ones',
    ),
    ...pageFields,
    limit: integer(1, MAX_ROWS)
      .optional()
      .meta({ description: `How many at most; ${DEFAULT_LIMIT} when left out`, examples: [10] }),
  }),
  output: cost,
  refusals: ['invalid_accounting_status'],
  run: (ctx, input) => mapBatches(listPage(ctx, input, { light: false }), toCost),
});

/** Without attachments and XML, which are read with the single cost. */
export const getCostsBrief = defineList({
  ...getCosts,
  summary: 'Lists costs without their attachments, newest issue date first unless sorted otherwise.',
  description:
    '`limit` and `page` split the list into pages, and `from_date` asks for recent costs only. The call for one cost returns its attachment.',
  output: cost.omit({ file: true, xml: true }).meta({ id: 'CostInList' }),
  run: (ctx, input) =>
    mapBatches(listPage(ctx, input, { light: true }), (row) => {
      const { file: _file, xml: _xml, ...rest } = toCost(row);
      return rest;
    }),
});

export const getCountCosts = defineRead({
  name: 'get-count-costs',
  summary: 'Counts costs, with the filters of the list.',
  description:
    'Returns the number of costs in the list, for example to plan pages. It takes the same filters as the list.',
  access: { scope: 'cost' },
  input: object(filters),
  output: countOutput,
  refusals: ['invalid_accounting_status'],
  run: ({ db, account }, input) => countCosts(db, account.id, toFilter(input)),
});

export const getCost = defineRead({
  name: 'get-cost',
  summary: 'Reads one cost with its attachment.',
  description: 'The answer carries the receipt and, once the cost is approved, its UBL in base64.',
  access: { scope: 'cost' },
  input: object({ guid: guid('The cost') }),
  output: cost,
  refusals: ['cost_not_found'],
  async run({ db, account }, input) {
    const row = await findCost(db, account.id, input.guid);
    return row ? toCost(row) : fail('cost_not_found');
  },
});

async function* listPage(
  { db, account }: ReadContext,
  input: ListInput,
  { light }: { light: boolean },
): AsyncGenerator<ListedCost[], PageEnd> {
  const filter = toFilter(input);
  const { sort = filter.isPayable ? 'due_asc' : 'date_desc', limit = DEFAULT_LIMIT, page = 1 } = input;
  const rows = batches<ListedCost>(
    { limit, page },
    (range) => listCosts(db, account.id, filter, sort, { ...range, light }),
    (batch) => !batch.at(-1)?.more,
  );
  let hasMore = false;
  for await (const batch of rows) {
    hasMore = batch.at(-1)?.more ?? false;
    yield batch;
  }
  return { hasMore, limit, page };
}

export const findCostGuid = defineRead({
  name: 'get-cost',
  summary: 'Finds the guid of a cost by its internal number.',
  access: { scope: 'cost' },
  input: object({ id: integer(1, Number.MAX_SAFE_INTEGER)('The number') }),
  output: out.guid('The cost'),
  refusals: ['cost_not_found'],
  run: async ({ db, account }, { id }) =>
    (await findCostGuidById(db, account.id, id)) ?? fail('cost_not_found'),
});

interface ListInput extends FilterInput, Page {
  sort?: Sort | undefined;
}

interface FilterInput {
  accounting_status?: unknown;
  type?: string | undefined;
  supplier_id?: string | undefined;
  date_filter?: CostFilter['by'] | undefined;
  payable?: boolean | undefined;
  due_to?: string | undefined;
  from_date?: string | undefined;
  to_date?: string | undefined;
}

function toFilter(input: FilterInput): CostFilter {
  const supplierId = normalizeKennitala(input.supplier_id ?? '');
  if (!/^(\d{10})?$/.test(supplierId))
    fail('field_invalid', 'supplier_id', 'must be a kennitala of 10 digits');
  return {
    accounting: parseStatusFilter(input.accounting_status ?? '', COST_STATUSES),
    code: input.type,
    supplierId,
    by: input.date_filter ?? 'date',
    from: input.from_date,
    to: input.to_date,
    isPayable: input.payable ?? false,
    dueTo: input.due_to,
  };
}

function toWireRate({ currency, exchange_rate }: CostRow): number | null {
  if (currency === 'ISK') return 1;
  return exchange_rate === null ? null : toWire(exchange_rate);
}

function toCost(row: CostRow): Cost {
  const { share, reason } = deductibleShare(row.cost_code, row.vat_deductible);
  const { paid, remaining } = paymentOfCost(row);
  return {
    guid: row.guid,
    description: row.description,
    supplier_country: row.supplier_country,
    supplier_id: row.supplier_id,
    supplier_name: row.supplier_name,
    amount: toWire(row.amount ?? '0'),
    paid_amount: toWire(paid),
    remaining: toWire(remaining),
    payee_account: row.payee_account,
    payee_iban: row.payee_iban,
    exported_at: row.exported_at,
    first_approved_at: row.first_approved_at,
    first_approved_by: row.first_approver,
    exported_amount: row.exported_amount === null ? null : toWire(row.exported_amount),
    currency: row.currency,
    exchange_rate: toWireRate(row),
    vat_AA: toWire(row.vat_aa),
    vat_S: toWire(row.vat_s),
    vat_charged_by: row.vat_charged_by,
    vat_deductible: share,
    vat_deductible_reason: reason,
    cost_code: row.cost_code,
    how_paid: row.how_paid ?? 0,
    file: row.file,
    file_name: row.file_name ?? '',
    file_extension: row.file_extension ?? '',
    issue_date: row.issue_date ?? row.listed_on,
    due_date: row.due_date,
    issue_date_known: row.issue_date !== null,
    created_date: row.created_at.slice(0, 10),
    xml: row.xml === null ? null : Buffer.from(row.xml).toString('base64'),
    accounting_status: row.accounting_status,
    accounting_message: row.accounting_message,
    updated_timestamp: row.updated_at,
    project_name: row.project_name,
    credit_note: row.credit_note,
    invoice_number: row.invoice_number,
    possible_duplicate: row.possible_duplicate,
    show_api: row.show_api,
    ...(row.is_imported && { is_imported: true }),
  };
}
