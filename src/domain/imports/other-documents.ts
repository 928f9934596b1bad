import { isZero, ZERO } from '../values/money.ts';
import { numberIn, type SourceRecord } from './other-account.ts';

/** The records here that records of the other account have become, by the guids there. */
export interface RecordsHere {
  customers: ReadonlyMap<string, string>;
  items: ReadonlyMap<string, string>;
}

/** A document of the other account as a request, with what of it does not come. */
export interface DocumentOfAccount {
  fields: Record<string, unknown>;
  message: string;
}

const OF_LINES = ['item_number', 'description', 'uom', 'tax', 'vat_kind', 'unit_price'];
const OF_CUSTOMERS = ['name', 'registration_no', 'email', 'address', 'zip', 'city'];

/**
 * An order, draft, quote or template as the request that creates it; a partly invoiced one with its remainder only.
 * Null where that is unknown: a discount in an amount belongs to the whole document.
 */
export function toDocument(
  { guid: _, fields: source }: SourceRecord,
  names: readonly string[],
  here: RecordsHere,
): DocumentOfAccount | null {
  const lines = listIn(source, 'items').map((fields): SourceRecord => ({ guid: guidIn(fields), fields }));
  const isInPart = lines.some((line) => !isZero(invoicedOf(line)));
  const hasAmountOff = (fields: SourceRecord['fields'], value: string) =>
    fields.discount_type !== true && !isZero(numberIn({ guid: '', fields }, value) ?? ZERO);
  const isUntold =
    hasAmountOff(source, 'discount_value') || lines.some(({ fields }) => hasAmountOff(fields, 'discount'));
  if (isInPart && isUntold) return null;
  const customer = recordIn(source, 'customer');
  const files = listIn(source, 'files').length;
  const same = pickValues(source, names);
  return {
    fields: {
      ...same,
      ...(isInPart ? { amount: undefined } : {}),
      customer: toCustomer(customer, here),
      files: undefined,
      items: lines.flatMap((line) => toLine(line, here) ?? []),
    },
    message: [
      ...(isInPart ? ['It has come with what is left to invoice'] : []),
      ...(files > 0 ? [`The other service does not give its files (${files})`] : []),
    ].join('; '),
  };
}

/** The profile that has come of it, else what finds or makes one. */
function toCustomer(customer: SourceRecord['fields'], { customers }: RecordsHere): Record<string, unknown> {
  const guid = customers.get(guidIn(customer));
  if (guid) return { guid };
  const email = typeof customer.email === 'string' && customer.email !== '';
  return { ...pickValues(customer, OF_CUSTOMERS), output_select: email ? '3' : '4' };
}

function toLine(line: SourceRecord, { items }: RecordsHere): Record<string, unknown> | null {
  const left = (numberIn(line, 'qty') ?? ZERO).minus(invoicedOf(line));
  if (left.lte(ZERO)) return null;
  const item = items.get(line.guid);
  const { discount, discount_type } = line.fields;
  return {
    ...pickValues(line.fields, OF_LINES),
    ...(item && { guid: item }),
    ...(discount ? { discount, discount_type } : {}),
    qty: left.toFixed(),
  };
}

const invoicedOf = (line: SourceRecord) => numberIn(line, 'invoiced_qty') ?? ZERO;

/** Those of the fields that say something. */
function pickValues(fields: SourceRecord['fields'], names: readonly string[]): Record<string, unknown> {
  const isSaid = (value: unknown) => value !== undefined && value !== null && value !== '';
  return Object.fromEntries(names.flatMap((name) => (isSaid(fields[name]) ? [[name, fields[name]]] : [])));
}

/** The records that a document names: its customer, and the items of its lines. */
export function namedIn({ fields }: SourceRecord): { customer: string; items: string[] } {
  const items = listIn(fields, 'items').map(guidIn);
  const { item } = fields;
  return {
    customer: guidIn(recordIn(fields, 'customer')),
    items: [...items, guidIn(typeof item === 'object' ? recordIn(fields, 'item') : {})].filter(
      (guid) => guid !== '',
    ),
  };
}

function recordIn(fields: SourceRecord['fields'], name: string): SourceRecord['fields'] {
  const value = fields[name];
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? (value as SourceRecord['fields']) : {};
}

export function listIn(fields: SourceRecord['fields'], name: string): SourceRecord['fields'][] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function guidIn({ guid }: SourceRecord['fields']): string {
  return typeof guid === 'string' && UUID.test(guid) ? guid.toLowerCase() : '';
}
