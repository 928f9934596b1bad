import type { Endpoint } from '../../http/answers/endpoint.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';
import { exampleRequest, pathExample } from '../schema/example.ts';
import type { Schemas } from '../schema/json-schema.ts';
import type { Parameter } from './document.ts';

/** Splits the input into path parameters and an object of the other fields. */
export function partition(
  { path, input }: Endpoint,
  schemas: Schemas,
): { inPath: Parameter[]; others: JsonSchema } {
  const schema = input ? schemas.resolve(schemas.of(input, 'input')) : {};
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const inPath = names.map((name): Parameter => {
    const { description = PATH_PARAMETERS[name], ...own } = schema.properties?.[name] ?? { type: 'string' };
    const about = description && { description };
    return {
      name,
      in: 'path',
      required: true,
      ...about,
      schema: withoutText(own),
      example: pathExample(name),
    };
  });
  if (schema.oneOf) return { inPath, others: schema };
  const rest = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name));
  const required = (schema.required ?? []).filter((name) => !names.includes(name));
  return {
    inPath,
    others: {
      type: 'object',
      properties: Object.fromEntries(rest),
      ...(required.length > 0 && { required }),
      ...(schema.examples && { examples: schema.examples.map((one) => omitKeys(names, one as object)) }),
    },
  };
}

const PATH_PARAMETERS: Record<string, string> = {
  username: 'Username of the account',
  person: 'Username of the person',
  guid: 'The record',
  account_no: 'The bank account: its twelve digits, or its IBAN where it has none',
  claim_id: 'The claim',
  checkout_id: 'The checkout at the card provider',
  client_id: 'The program',
  invoice_guid: 'The invoice',
};

function omitKeys(names: readonly string[], example: object): object {
  return Object.fromEntries(Object.entries(example).filter(([name]) => !names.includes(name)));
}

export function queryParameters(
  { properties = {}, required = [] }: JsonSchema,
  schemas: Schemas,
): Parameter[] {
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    ...(description && { description }),
    // Several values are separated by commas.
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema: withoutText(schema),
    example: exampleRequest(schemas.components, { ...schema, ...(examples && { examples }) }, name),
  }));
}

/** A query has nothing but text, so a number there is described as a number alone. */
function withoutText(schema: JsonSchema): JsonSchema {
  const [first, second] = [schema.type].flat();
  if (second !== 'string' || (first !== 'number' && first !== 'integer')) return schema;
  const { pattern: _pattern, enum: values, ...rest } = schema;
  return {
    ...rest,
    type: first,
    ...(values && { enum: values.filter((value) => typeof value === 'number') }),
  };
}
