import { bookedVatRates } from '../invoices/vat.ts';
import { isPaidUp } from '../payments/settlement.ts';
import { isCalendarDate } from '../values/dates.ts';
import { type Decimal, decimal, fixed2, round2, ZERO } from '../values/money.ts';

/** What is fetched from another account of this API, in this order: documents come after those whom they name. */
export const IMPORT_PARTS = [
  ...(['account', 'customers', 'items', 'invoices', 'credits', 'orders', 'drafts', 'quotes'] as const),
  ...(['recurring', 'tasks', 'closed_tasks', 'costs'] as const),
] as const;
export type ImportPart = (typeof IMPORT_PARTS)[number];

export interface SourceList {
  path: string;
  /** Left out where the service has no count of it. */
  countPath?: string;
  /** How many records are asked for at once. Costs bring their files along. */
  limit: number;
  /** Sent with each call. Where a list can be sorted, the oldest come first, so that new records move no others. */
  query?: Readonly<Record<string, string>>;
}

/** The lists of each part; the first part is a single call. */
export const SOURCE_LISTS: Readonly<Record<Exclude<ImportPart, 'account'>, SourceList>> = {
  customers: { path: 'get-customers', countPath: 'get-count-customers', limit: 200 },
  items: { path: 'get-items', countPath: 'get-count-items', limit: 200 },
  invoices: {
    path: 'get-invoices',
    countPath: 'get-count-invoices',
    limit: 100,
    query: { sort: 'created_asc' },
  },
  credits: { path: 'get-payments', countPath: 'get-count-payments', limit: 200 },
  orders: { path: 'get-order-invoices', limit: 100 },
  drafts: { path: 'get-draft-invoices', limit: 100 },
  quotes: { path: 'get-quotes', limit: 100 },
  recurring: { path: 'get-recurring-invoices', limit: 100 },
  tasks: { path: 'get-tasks', countPath: 'get-count-tasks', limit: 20, query: { type: 'open' } },
  closed_tasks: { path: 'get-tasks', countPath: 'get-count-tasks', limit: 20, query: { type: 'older' } },
  costs: { path: 'get-costs', countPath: 'get-count-costs', limit: 5, query: { sort: 'created_asc' } },
};

/** A task stays the same record when it is closed. */
export function storedAs(part: ImportPart): ImportPart {
  return part === 'closed_tasks' ? 'tasks' : part;
}

/** A record as another service answers it: nothing is known of its fields. */
export interface SourceRecord {
  guid: string;
  fields: Readonly<Record<string, unknown>>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The records of an answer, each once. Those without a guid cannot be told apart; they are counted. */
export function readSourceRecords(rows: readonly unknown[]): { records: SourceRecord[]; nameless: number } {
  const records = new Map<string, SourceRecord>();
  let nameless = 0;
  for (const row of rows) {
    const fields = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>;
    const guid = typeof fields.guid === 'string' ? fields.guid.toLowerCase() : '';
    if (UUID.test(guid)) records.set(guid, { guid, fields });
    else nameless += 1;
  }
  return { records: [...records.values()], nameless };
}

/** The base of the API at an address that a person typed, with or without its path; null where it is no address. */
export function apiBase(address: string): string | null {
  const url = URL.parse(address.trim());
  if (!url) return null;
  const path = url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
  return `${url.origin}${path}/api/v1`;
}

/** Those of the fields that have a value, as the texts of a request. */
export function textFields({ fields }: SourceRecord, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = fields[name];
      if (typeof value === 'boolean') return [[name, value ? '1' : '0']];
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
    }),
  );
}

export function numberIn({ fields }: SourceRecord, name: string): Decimal | undefined {
  const value = fields[name];
  const isNumber = typeof value === 'number' ? Number.isFinite(value) : /^-?\d+(\.\d+)?$/.test(String(value));
  return isNumber ? decimal(String(value)) : undefined;
}

/** Whether it is issued, and a credit note. */
export function isCreditNote({ fields }: SourceRecord): boolean {
  return fields.type === 'credit';
}

/**
 * An invoice or credit note as a row of a list of invoices; null for a draft. A service that does not say what is left is owed
 * the whole amount of what is not paid.
 */
export function toInvoiceRow(record: SourceRecord): Record<string, string> | null {
  const { fields } = record;
  if (fields.status === 'Draft') return null;
  const { issue_date: issuedOn, currency } = textFields(record, ['issue_date', 'currency']);
  const { amount, left } = amountsOf(record);
  const names = ['issue_date', 'due_date', 'settlement_date', 'currency', 'description'];
  const rate = currency === 'ISK' ? {} : textFields(record, ['exchange_rate']);
  const isClaimed = fields.claim_status === 'sent' && !isPaidUp(left, currency ?? 'ISK');
  return {
    invoice_number: String(fields.number ?? ''),
    ...textFields(record, names),
    ...settledOn(record),
    amount: fixed2(amount),
    remaining: fixed2(left),
    ...rate,
    ...vatFields(record, issuedOn),
    ...(isClaimed ? textFields(record, ['claim_id']) : {}),
  };
}

/** What is left of a credit note as a row with a negative amount, which is credit; null where nothing is. */
export function toCreditNoteRow(record: SourceRecord): Record<string, string> | null {
  const { amount, left } = amountsOf(record);
  const fields = textFields(record, ['issue_date', 'paid_on', 'currency', 'description']);
  if (isPaidUp(left, fields.currency ?? 'ISK')) return null;
  const rate = fields.currency === 'ISK' ? {} : textFields(record, ['exchange_rate']);
  return {
    invoice_number: String(record.fields.number ?? ''),
    ...fields,
    amount: fixed2(amount.neg()),
    remaining: fixed2(left.neg()),
    ...rate,
  };
}

/** The amount, and what is left of it to pay or to pay back. */
function amountsOf(record: SourceRecord): { amount: Decimal; left: Decimal } {
  const { status } = record.fields;
  const amount = numberIn(record, 'amount')?.abs() ?? ZERO;
  const isUnpaid = status === 'Sent' || status === 'Collection';
  return { amount, left: isUnpaid ? (numberIn(record, 'remaining') ?? amount) : ZERO };
}

/** How much of an invoice was settled there, by payments, credit notes or a write-off, and when. */
export function settledOf(record: SourceRecord): { amount: Decimal; on: string | undefined } {
  const { amount, left } = amountsOf(record);
  return { amount: amount.minus(left), on: settledOn(record).paid_on };
}

function settledOn(record: SourceRecord): { paid_on?: string } {
  const { paid_on, written_off_on } = textFields(record, ['paid_on', 'written_off_on']);
  const day = paid_on ?? written_off_on;
  return day ? { paid_on: day } : {};
}

/** The invoice that a credit note credits, as the other account names it; empty where it names none. */
export function creditedGuid({ fields }: SourceRecord): string {
  const guid = typeof fields.refer_guid === 'string' ? fields.refer_guid.toLowerCase() : '';
  return UUID.test(guid) ? guid : '';
}

/** The VAT of each rate as an amount, or as it follows from the net amounts. */
function vatFields(record: SourceRecord, issuedOn = ''): Record<string, string> {
  if (!isCalendarDate(issuedOn)) return {};
  const rates = bookedVatRates(issuedOn);
  const vatOf = (own: string, net: string, rate: Decimal) =>
    numberIn(record, own) ?? numberIn(record, net)?.times(rate);
  const found = {
    vat_24: vatOf('vat_24', 'total_24vat', rates.S),
    vat_11: vatOf('vat_11', 'total_11vat', rates.AA),
  };
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, vat]) => (vat?.gt(ZERO) ? [[name, fixed2(vat)]] : [])),
  );
}

/** The customer that a document names: the profile, and what finds it where that is not here. */
export function customerOf({ fields }: SourceRecord): SourceRecord {
  const { customer } = fields;
  const named = (typeof customer === 'object' && customer !== null ? customer : {}) as Record<
    string,
    unknown
  >;
  const guid = typeof named.guid === 'string' ? named.guid.toLowerCase() : '';
  return { guid: UUID.test(guid) ? guid : '', fields: named };
}

/** What is left of a payment that nothing is settled by: the credit of its customer; null where nothing is. */
export function toCreditRow(record: SourceRecord): Record<string, string> | null {
  const { fields } = record;
  const left = numberIn(record, 'unallocated') ?? ZERO;
  if (fields.direction !== 'in' || fields.state !== 'booked' || left.lte(ZERO)) return null;
  return { ...textFields(record, ['currency', 'paid_on', 'reference', 'note']), amount: fixed2(left) };
}

const OF_COSTS = ['supplier_name', 'supplier_id', 'invoice_number', 'due_date', 'currency', 'payee_account'];
const MORE_OF_COSTS = ['payee_iban', 'description', 'project_name', 'credit_note', 'supplier_country'];
const ASIDE_OF_COSTS = ['vat_charged_by', 'vat_deductible', 'accounting_message'];
/** Zero of these is a value. */
const MAY_BE_ZERO = ['credit_note', 'vat_deductible'];

/** A cost as a row of a file. Zero and an empty text say that nothing is known. */
export function toCostRow(record: SourceRecord): Record<string, string> {
  const { fields } = record;
  const renamed = {
    date: fields.issue_date_known === false ? '' : fields.issue_date,
    amount: fields.amount,
    vat_11: fields.vat_AA,
    vat_24: fields.vat_S,
    type: fields.cost_code,
    how_paid: fields.how_paid,
    exchange_rate: fields.currency === 'ISK' ? '' : fields.exchange_rate,
  };
  const row = {
    ...textFields(record, [...OF_COSTS, ...MORE_OF_COSTS, ...ASIDE_OF_COSTS]),
    ...textFields({ guid: '', fields: renamed }, Object.keys(renamed)),
  };
  return Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) => value !== '' && (value !== '0' || MAY_BE_ZERO.includes(name)),
    ),
  );
}

const WAITING = ['New', 'Error'];
const APPROVED = ['Created', 'Posted', 'Skipped'];

/** Whether somebody is to approve a cost, also once more because bookkeeping has refused it; undefined where nothing says so. */
export function isWaitingCost({ fields }: SourceRecord): boolean | undefined {
  const status = String(fields.accounting_status);
  return WAITING.includes(status) ? true : APPROVED.includes(status) ? false : undefined;
}

/** What was paid of an approved cost: all of it where the service does not say, and where bookkeeping has skipped it. */
export function paidOfCost(record: SourceRecord): Decimal {
  const amount = round2(numberIn(record, 'amount')?.abs() ?? ZERO);
  const { accounting_status: status, is_imported } = record.fields;
  const left = status === 'Skipped' && is_imported !== true ? ZERO : numberIn(record, 'remaining');
  const paid = amount.minus(round2(left?.abs() ?? ZERO));
  return paid.gt(ZERO) ? paid : ZERO;
}

const DAY_AND_TIME = /^\d{4}-\d\d-\d\d[T ]/;

/** When a file of transfers for the bank has had a cost there, and how much of it, so that no second one has it here. */
export function exportOfCost(record: SourceRecord): {
  exported_at: Date | null;
  exported_amount: string | null;
} {
  const sent = String(record.fields.exported_at);
  const at = new Date(sent);
  const [exported, amount] = [numberIn(record, 'exported_amount'), numberIn(record, 'amount')?.abs()];
  const isKnown = DAY_AND_TIME.test(sent) && !Number.isNaN(at.getTime());
  if (!isKnown || !exported || !amount || exported.lte(ZERO) || exported.gt(amount))
    return { exported_at: null, exported_amount: null };
  return { exported_at: at, exported_amount: fixed2(exported) };
}
