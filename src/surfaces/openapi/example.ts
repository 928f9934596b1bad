import { type JsonSchema, resolve } from './json-schema.ts';

type Components = Record<string, JsonSchema>;

/** An example answer, composed of the examples of its fields. Optional fields without an example are left out. */
export function exampleAnswer(components: Components, schema: JsonSchema): unknown {
  const whole = resolve(components, schema);
  if (Array.isArray(whole.type) && whole.type.includes('null')) return null;
  if (whole.examples) return whole.examples[0];
  if ('const' in whole) return whole.const;
  if (whole.enum) return whole.enum[0];
  if (whole.items) return [exampleAnswer(components, whole.items)];
  if (!whole.properties) return whole.type === 'object' ? {} : null;
  const chosen = Object.entries(whole.properties).filter(
    ([name, field]) => whole.required?.includes(name) || field.examples,
  );
  return Object.fromEntries(chosen.map(([name, field]) => [name, exampleAnswer(components, field)]));
}

/** An example request that can be sent as it is: the required fields, and those with an example. */
export function exampleRequest(components: Components, schema: JsonSchema): unknown {
  const whole = resolve(components, schema);
  if (whole.properties) return exampleFields(components, whole);
  if (whole.examples) return whole.examples[0];
  if (whole.enum) return whole.enum[0];
  return BY_FORMAT[whole.format ?? ''] ?? BY_TYPE[String(whole.type)] ?? null;
}

export function exampleFields(components: Components, schema: JsonSchema): Record<string, unknown> {
  const { properties = {}, required = [], examples } = schema;
  if (examples) return examples[0] as Record<string, unknown>;
  const chosen = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || resolve(components, field).examples,
  );
  return Object.fromEntries(chosen.map(([name, field]) => [name, exampleRequest(components, field)]));
}

export function pathExample(name: string): string {
  return PATH_EXAMPLES[name] ?? name;
}

const A_GUID = '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90';
const PATH_EXAMPLES: Record<string, string> = {
  username: 'demo',
  currency: 'EUR',
  date: '2026-03-02',
  claim_id: A_GUID,
  guid: A_GUID,
};
const BY_FORMAT: Record<string, string> = {
  uuid: A_GUID,
  date: '2026-03-02',
};
const BY_TYPE: Record<string, unknown> = { string: 'text', number: 1, integer: 1, boolean: true };
