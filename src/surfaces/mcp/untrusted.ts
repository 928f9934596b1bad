import {
  BUYER_FIELDS,
  COMPANY_FIELDS,
  COST_FIELDS,
  CUSTOMER_FIELDS,
  CUSTOMER_NAMES,
  QUOTING_FIELDS,
  RECEIVER_FIELDS,
} from './untrusted-fields.ts';

type Fields = Record<string, unknown>;

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The guids of all records in an answer that could be customers. */
export function guidsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) guidsIn(one, found);
  else if (isRecord(value))
    for (const [name, one] of Object.entries(value)) {
      if (typeof one !== 'string') guidsIn(one, found);
      else if (/^(guid|key|customer_guid)$/.test(name) && GUID.test(one)) found.add(one);
    }
  return found;
}

/**
 * Marks text that came from outside as `{"untrusted": true, "text": …}`. `outside`: the customers whose fields were typed
 * by a buyer.
 */
export function markUntrusted(value: unknown, outside: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => markUntrusted(one, outside));
  if (!isRecord(value)) return value;
  const untrusted = new Set(untrustedFields(value, outside));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      untrusted.has(name) ? wrapTexts(one) : markUntrusted(one, outside),
    ]),
  );
}

/** The fields of one record that hold text from outside. The shape of a record tells what it is. */
function untrustedFields(record: Fields, outside: ReadonlySet<string>): string[] {
  const isOutside = (name: string) => outside.has(String(record[name]));
  const isCost = 'supplier_name' in record || 'supplier' in record;
  const isCompany = ['requested_at', 'has_key', 'count_of_bookkeepers'].some((name) => name in record);
  // Without the guid of the customer nobody knows whether its name was typed by a buyer.
  const isUnknown = typeof record.customer === 'string' && !('customer_guid' in record);
  return [
    ...QUOTING_FIELDS,
    ...(isCost ? COST_FIELDS : []),
    ...('attendee' in record ? BUYER_FIELDS : []),
    ...(isCompany ? COMPANY_FIELDS : []),
    ...('addresses' in record ? RECEIVER_FIELDS : []),
    ...(isOutside('guid') ? CUSTOMER_FIELDS : []),
    ...(isOutside('customer_guid') || isOutside('key') || isUnknown ? CUSTOMER_NAMES : []),
  ];
}

function wrapTexts(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? value : { untrusted: true, text: value };
  if (Array.isArray(value)) return value.map(wrapTexts);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, wrapTexts(one)]));
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
