import type { JsonSchema } from '../../http/wire/json-schema.ts';
import { resolve } from './json-schema.ts';

type Components = Record<string, JsonSchema>;

/** An example answer, composed of the examples of its fields. Optional fields without an example are left out. */
export function exampleAnswer(components: Components, schema: JsonSchema): unknown {
  const resolved = resolve(components, schema);
  if (Array.isArray(resolved.type) && resolved.type.includes('null')) return null;
  if (resolved.examples) return resolved.examples[0];
  if ('const' in resolved) return resolved.const;
  if (resolved.enum) return resolved.enum[0];
  if (resolved.items) return [exampleAnswer(components, resolved.items)];
  if (!resolved.properties) return resolved.type === 'object' ? {} : null;
  const entries = Object.entries(resolved.properties).filter(
    ([name, field]) => resolved.required?.includes(name) || field.examples,
  );
  return Object.fromEntries(entries.map(([name, field]) => [name, exampleAnswer(components, field)]));
}

/** An example request that can be sent as it is: the required fields, and those with an example. */
export function exampleRequest(components: Components, schema: JsonSchema, name = ''): unknown {
  const resolved = resolve(components, schema);
  if (resolved.examples) return resolved.examples[0];
  if (resolved.properties) return exampleFields(components, resolved);
  if (resolved.enum) return resolved.enum[0];
  if (resolved.items) return [exampleRequest(components, resolved.items)];
  return BY_NAME[name] ?? BY_FORMAT[resolved.format ?? ''] ?? null;
}

export function exampleFields(components: Components, schema: JsonSchema): Record<string, unknown> {
  const { properties = {}, required = [], examples } = schema;
  if (examples) return examples[0] as Record<string, unknown>;
  const entries = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || resolve(components, field).examples,
  );
  return Object.fromEntries(entries.map(([name, field]) => [name, exampleRequest(components, field, name)]));
}

export function pathExample(name: string): string {
  return PATH_EXAMPLES[name] ?? name;
}

const A_GUID = '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90';
const PATH_EXAMPLES: Record<string, string> = {
  username: 'demo',
  person: 'gudrun',
  currency: 'EUR',
  date: '2026-03-02',
  client_id: A_GUID,
  agent_id: A_GUID,
  invoice_guid: A_GUID,
  account_no: '013326012345',
  claim_id: A_GUID,
  checkout_id: A_GUID,
  guid: A_GUID,
};
const BY_FORMAT: Record<string, string> = {
  uuid: A_GUID,
  date: '2026-03-02',
  binary: '(the bytes of the file)',
};
/** Examples of fields that mean the same in every request. */
const BY_NAME: Record<string, unknown> = {
  action_id: 1204,
  limit: 10,
  page: 1,
  search: 'bakarí',
  search_text: 'tónleikar',
  kennitala: '5501234520',
  supplier_id: '5501234520',
  agent_id: A_GUID,
  month: 3,
  from_month: 1,
  to_month: 3,
};
