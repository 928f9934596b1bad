import type { Endpoint, Method } from '../http/endpoint.ts';
import { curlCommand } from './curl.ts';
import type { DescribedCall, Media, Parameter, Response } from './document.ts';
import { exampleAnswer, exampleFields, exampleRequest, pathExample } from './example.ts';
import type { JsonSchema, Schemas } from './json-schema.ts';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const JSON_TYPE = 'application/json';

/** Values that all calls of a document share. */
export interface SharedParts {
  baseUrl: string;
  schemas: Schemas;
  failures: Record<Endpoint['access'], Record<string, { $ref: string }>>;
}

/** The OpenAPI operations of an endpoint, one for each method. */
export function describeCalls(endpoint: Endpoint, shared: SharedParts): Record<string, DescribedCall> {
  return Object.fromEntries(
    endpoint.methods.map((method) => [method.toLowerCase(), describeCall(endpoint, method, shared)]),
  );
}

function describeCall(endpoint: Endpoint, method: Method, shared: SharedParts): DescribedCall {
  const { access, refusals = [], methods } = endpoint;
  const { inPath, others } = partition(endpoint, shared.schemas);
  const withBody = method !== 'GET' && method !== 'DELETE';
  const parameters = [
    ...inPath,
    ...(withBody ? [] : queryParameters(others, shared.schemas)),
    ...(endpoint.repeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  const name = endpoint.path
    .replace(/^\/(api\/v1\/)?/, '')
    .replaceAll(/[{}]/g, '')
    .replaceAll('/', '-');
  return {
    operationId: method === methods[0] && access === 'account' ? name : `${method.toLowerCase()}-${name}`,
    tags: [endpoint.section],
    summary: endpoint.summary,
    security: securityOf(endpoint, withBody),
    ...(parameters.length > 0 && { parameters }),
    ...(withBody && hasBody(endpoint, others) && { requestBody: requestBody(endpoint, others, shared) }),
    responses: { ...describeAnswers(endpoint, shared), ...shared.failures[access] },
    ...(refusals.length > 0 && { 'x-error-codes': [...refusals] }),
    'x-codeSamples': [
      {
        lang: 'Shell',
        label: 'curl',
        source: curlCommand(shared.baseUrl, endpoint, method, sampleFields(others, shared)),
      },
    ],
  };
}

function sampleFields(fields: JsonSchema, { schemas }: SharedParts): Record<string, unknown> {
  return exampleFields(schemas.components, fields);
}

/** Splits the input into path parameters and an object of the other fields. */
function partition({ path, input }: Endpoint, schemas: Schemas): { inPath: Parameter[]; others: JsonSchema } {
  const schema = input ? schemas.resolve(schemas.of(input, 'input')) : {};
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const inPath = names.map((name): Parameter => {
    const { description, ...own } = schema.properties?.[name] ?? { type: 'string' };
    const about = description && { description };
    return { name, in: 'path', required: true, ...about, schema: own, example: pathExample(name) };
  });
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

function omitKeys(names: readonly string[], example: object): object {
  return Object.fromEntries(Object.entries(example).filter(([name]) => !names.includes(name)));
}

function queryParameters({ properties = {}, required = [] }: JsonSchema, schemas: Schemas): Parameter[] {
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    ...(description && { description }),
    schema,
    ...((required.includes(name) || examples) && {
      example: exampleRequest(schemas.components, { ...schema, ...(examples && { examples }) }),
    }),
  }));
}

function hasBody({ access }: Endpoint, { properties = {} }: JsonSchema): boolean {
  return access === 'account' || Object.keys(properties).length > 0;
}

const CREDENTIALS: Record<string, JsonSchema> = {
  username: { type: 'string', description: 'Username of the account, unless sent otherwise' },
  api_key: { type: 'string', description: 'Its api_key, unless sent otherwise' },
};

/** Forms carry objects as JSON text. A file needs multipart/form-data. */
function requestBody({ access }: Endpoint, fields: JsonSchema, { schemas }: SharedParts) {
  const required = (fields.required ?? []).length > 0;
  const example = exampleFields(schemas.components, fields);
  const files = Object.entries(fields.properties ?? {}).flatMap(([name, { format }]) =>
    format === 'binary' ? [name] : [],
  );
  const needsFile = files.some((name) => fields.required?.includes(name));
  if (access !== 'account') {
    if (needsFile) return { required, content: { [MULTIPART]: { schema: fields } } as Record<string, Media> };
    const content: Record<string, Media> = { [JSON_TYPE]: omitProperties(files, media(fields, example)) };
    if (files.length > 0) content[MULTIPART] = media(fields, example);
    return { required, content };
  }
  const all = { ...fields, properties: { ...fields.properties, ...CREDENTIALS } };
  const form = { ...all, properties: mapValues(all.properties, (field) => toTextField(field, schemas)) };
  const asForm = media(
    form,
    mapValues(example, (value) => (typeof value === 'object' ? JSON.stringify(value) : value)),
  );
  if (needsFile) return { required, content: { [MULTIPART]: { schema: form } } as Record<string, Media> };
  const content: Record<string, Media> = {
    [FORM]: omitProperties(files, asForm),
    [MULTIPART]: asForm,
    [JSON_TYPE]: omitProperties(files, media(all, example)),
  };
  return { required, content };
}

function omitProperties(names: readonly string[], { schema, ...rest }: Media): Media {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name));
  return { schema: { ...schema, properties: Object.fromEntries(properties) }, ...rest };
}

function media(schema: JsonSchema, example: Record<string, unknown>): Media {
  return Object.keys(example).length > 0 ? { schema, example } : { schema };
}

function toTextField(field: JsonSchema, schemas: Schemas): JsonSchema {
  if (schemas.resolve(field).type !== 'object') return field;
  return {
    type: 'string',
    description: 'The record as JSON',
    contentMediaType: JSON_TYPE,
    contentSchema: field,
  };
}

function describeAnswers(endpoint: Endpoint, { schemas }: SharedParts): Record<string, Response> {
  // A refusal by a rule has status 200, even where success has another status.
  const refusal = REFUSALS[endpoint.access];
  const isElsewhere = refusal && endpoint.answers.every(({ status }) => status !== 200);
  const successes = Object.fromEntries(
    endpoint.answers.map(({ status, about, schema }) => {
      if (!schema) return [status, { description: about, content: { 'text/plain': { schema: TEXT } } }];
      const shape = schemas.of(schema, 'output');
      const refusable = refusal && status === 200;
      const content: Media = {
        schema: refusable ? { oneOf: [shape, refusal] } : shape,
        example: exampleAnswer(schemas.components, shape),
      };
      const description = refusable ? `${about} Or refused, when \`status\` is false.` : about;
      const headers = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
      return [status, { description, headers, content: { [JSON_TYPE]: content } }];
    }),
  );
  return isElsewhere ? { 200: describeRefusal(refusal), ...successes } : successes;
}

const REFUSALS: Partial<Record<Endpoint['access'], JsonSchema>> = {
  account: { $ref: '#/components/schemas/Failure' },
  agent: { $ref: '#/components/schemas/AgentRefusal' },
};

const describeRefusal = (schema: JsonSchema): Response => ({
  description: 'Refused.',
  headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
  content: { [JSON_TYPE]: { schema } },
});

const TEXT: JsonSchema = { type: 'string' };

/** OpenAPI has no security scheme for credentials in the body; `{}` marks that the others are optional then. */
function securityOf({ access, scope, own }: Endpoint, withBody: boolean): Record<string, string[]>[] {
  if (access === 'anyone') return [];
  if (access === 'agent') return [{ agentToken: scope ? [scope] : [] }, { basic: [] }];
  if (access === 'manager') return [...(own ? [{ agentToken: [] }] : []), { basic: [] }];
  if (access === 'operator') return [{ operatorToken: [] }];
  const inQuery = { username: [], apiKey: [] };
  return withBody ? [{ basic: [] }, inQuery, {}] : [{ basic: [] }, inQuery];
}

function mapValues<A, B>(record: Record<string, A>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
