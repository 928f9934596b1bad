import type { JsonSchema } from '../../src/surfaces/http/wire/json-schema.ts';
import { refName } from '../../src/surfaces/openapi/schema/json-schema.ts';

/** Writes a JSON Schema as a TypeScript type. `onReference` is called for each component that it refers to. */
export function typeText(schema: JsonSchema, onReference: (name: string) => void): string {
  const within = (inner: JsonSchema) => typeText(inner, onReference);
  const name = refName(schema);
  if (name) {
    onReference(name);
    return name;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => literal(value)).join(' | ');
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map(within).join(' | ');
  if (schema.format === 'binary') return 'Upload';
  const types = [schema.type ?? 'unknown'].flat();
  return [...new Set(types.map((type) => plainType(type, schema, within)))].join(' | ');
}

function plainType(type: string, schema: JsonSchema, within: (inner: JsonSchema) => string): string {
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array') return arrayOf(within(schema.items ?? {}));
  if (type !== 'object') return type;
  if (schema.properties) return objectText(schema, within);
  const { additionalProperties } = schema;
  const value = typeof additionalProperties === 'object' ? within(additionalProperties) : 'unknown';
  return `Record<string, ${value}>`;
}

function arrayOf(item: string): string {
  return /^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`;
}

/** `{ name: type; … }`, with the descriptions as comments. */
export function objectText(
  { properties = {}, required = [] }: JsonSchema,
  within: (inner: JsonSchema) => string,
): string {
  const lines = Object.entries(properties).map(([name, field]) => {
    const about = field.description ? `/** ${field.description.replaceAll('*/', '* /')} */\n` : '';
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${about}${key}${required.includes(name) ? '' : '?'}: ${within(field)};\n`;
  });
  return `{\n${indent(lines.join(''))}}`;
}

export function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}
