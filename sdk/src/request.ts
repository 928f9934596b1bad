import type { AgentCall, DirectCall, Fields, OperationDescription, WriteOptions } from './operation.ts';

/** A request before credentials are added. */
export interface WireRequest {
  method: string;
  /** Below /api/v1. */
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body?: string | FormData;
}

/** Encodes a call of the credential API: reads by GET, writes by POST. */
export function accountRequest(
  name: string,
  { kind }: OperationDescription,
  fields: Fields,
  options: WriteOptions,
): WireRequest {
  const path = `/${name}`;
  if (kind !== 'write') return { method: 'GET', path, query: toQuery(fields), headers: {} };
  return { method: 'POST', path, query: [], ...writeParts(fields, options) };
}

/** Encodes the same call for the agent API. */
export function agentRequest(
  description: OperationDescription,
  { method, path, names }: AgentCall,
  fields: Fields,
  options: WriteOptions,
): WireRequest {
  const sent = names ? renameFields(fields, names) : fields;
  return directRequest(description, { method, path: `/agent${path}` }, sent, options);
}

/** Encodes a call of a resource, whose address names records. */
export function directRequest(
  { kind }: OperationDescription,
  call: DirectCall,
  fields: Fields,
  options: WriteOptions,
): WireRequest {
  const sent = { ...fields };
  const path = call.path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = sent[name];
    delete sent[name];
    return encodeURIComponent(String(value ?? ''));
  });
  const { method } = call;
  if (kind !== 'write') return { method, path, query: toQuery(sent), headers: {} };
  const { headers, body } = writeParts(sent, options);
  if (method === 'DELETE') {
    const { 'content-type': _type, ...others } = headers;
    return { method, path, query: toQuery(sent), headers: others };
  }
  return { method, path, query: [], headers, ...(body !== undefined && { body }) };
}

function writeParts(
  fields: Fields,
  { dryRun, idempotencyKey }: WriteOptions,
): Pick<WireRequest, 'headers' | 'body'> {
  const headers: Record<string, string> = {
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(dryRun && { 'kvitt-dry-run': '1' }),
  };
  if (Object.values(fields).some(isUpload)) return { headers, body: toForm(fields) };
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(fields) };
}

function renameFields(fields: Fields, names: Readonly<Record<string, string>>): Fields {
  const { data } = fields;
  if (!isRecord(data)) return fields;
  return { ...fields, data: renameKeys(data, names) };
}

export function renameKeys(record: Fields, names: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [names[name] ?? name, value]));
}

function toQuery(fields: Fields): [string, string][] {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : toText(value)]);
}

function toForm(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    if (value instanceof Uint8Array) form.append(name, new Blob([value as Uint8Array<ArrayBuffer>]), name);
    else if (value instanceof Blob) form.append(name, value);
    else form.append(name, toText(value));
  }
  return form;
}

function toText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isUpload(value: unknown): boolean {
  return value instanceof Blob || value instanceof Uint8Array;
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isUpload(value);
}
