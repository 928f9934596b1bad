import type { FastifyRequest } from 'fastify';
import { fail } from '../../../kernel/failures/failure.ts';
import { UploadedFile } from '../../../kernel/fields/uploaded-file.ts';
import { bodyFields } from './body.ts';
import { nestFields } from './field-names.ts';
import { jsonExcess } from './json-depth.ts';

export type Fields = Record<string, unknown>;

/** Filters that take several values, separated by commas or as a list. */
const LIST_FIELDS: ReadonlySet<string> = new Set(['accounting_status']);

/** The fields of a request as they were sent, by their names on the wire. */
export interface SentFields {
  query: Fields;
  body: Fields;
}

export async function readFields(request: FastifyRequest): Promise<SentFields> {
  return { query: request.query as Fields, body: await bodyFields(request) };
}

/** Query and body merged into one set of fields; the body wins. */
export function mergeFields({ query, body }: SentFields): Fields {
  return { ...singleValues(nestFields(query)), ...singleValues(nestFields(body)) };
}

/** The fields of the query, with the lists and objects that bracketed names spell. */
export function queryFields(request: FastifyRequest): Fields {
  return singleValues(nestFields(request.query as Fields));
}

/** Keeps the last value of a field that was sent more than once, unless the field takes several. */
export function singleValues(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name !== 'data' && !LIST_FIELDS.has(name) && Array.isArray(value) ? value.at(-1) : value,
    ]),
  );
}

/** Whether a request has a body that its method does not read. */
export function hasIgnoredBody({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  // HTTP libraries send {} with a GET whose caller gave no fields.
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > '{}'.length;
}

/** Refuses fields in the body of a GET: a filter that is ignored there would answer with every record. */
export function refuseIgnoredBody(request: FastifyRequest): void {
  if (hasIgnoredBody(request))
    fail(
      'body_unreadable',
      `a ${request.method} takes its fields from the query; send them there, or use POST`,
    );
}

export function hasData({ data }: Fields): boolean {
  return data !== undefined && data !== null && data !== '';
}

/** The object in the field `data`: JSON text in a form, an object or JSON text in a JSON body. */
export function parseData(fields: Fields): Fields {
  if (!hasData(fields)) fail('field_required', 'data');
  const { data } = fields;
  const once = typeof data === 'string' ? parseJson(data) : data;
  // Automation platforms encode a text that is JSON already.
  const value = typeof data === 'string' && typeof once === 'string' ? parseJson(once) : once;
  return isRecord(value) && !(value instanceof UploadedFile) ? withLines(value) : fail('invalid_data');
}

/**
 * The record with its lines, or its documents with theirs, as a list. PHP encodes a list from which an element was removed as an object with numbers for
 * names, and platforms that build forms send the list as JSON text.
 */
export function withLines(record: Fields): Fields {
  const [items, invoices] = [listIn(record.items), listIn(record.invoices)];
  const documents = invoices?.map((one) => (isRecord(one) ? withLines(one) : one));
  return { ...record, ...(items && { items }), ...(documents && { invoices: documents }) };
}

function listIn(sent: unknown): unknown[] | null {
  const read = typeof sent === 'string' && sent.trimStart().startsWith('[') ? parseJson(sent) : sent;
  const isNumbered = isRecord(read) && Object.keys(read).every((name) => /^\d+$/.test(name));
  const list = isNumbered ? Object.values(read) : read;
  return Array.isArray(list) ? list : null;
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseJson(json: string): unknown {
  const excess = jsonExcess(json);
  if (excess) fail('field_invalid', 'data', `must not be ${excess}`);
  try {
    // Some clients send a byte order mark first.
    return JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
