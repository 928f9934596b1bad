import { operations } from '../../../src/surfaces/console/routes.ts';
import type { JsonSchema } from '../../../src/surfaces/http/wire/json-schema.ts';
import { resolve, Schemas } from '../../../src/surfaces/openapi/schema/json-schema.ts';
import type { RecordedRoute } from './record-routes.ts';

type Surface = 'credential' | 'agent' | 'mcp' | 'oauth' | 'operator' | 'console' | 'page';

/** A call of JSON-RPC; `name` is that of a tool or prompt, and `operation` what operation_call is to run. */
export interface RpcCall {
  method: string;
  name?: string;
  operation?: string;
}

/** A path of the service, and what is known of the fields that it reads. */
export interface Target {
  surface: Surface;
  /** With parameters such as `:guid`; of JSON-RPC `/mcp` and the name of the call. */
  path: string;
  rpc?: RpcCall;
  methods: string[];
  fields: Record<string, JsonSchema>;
  required: string[];
}

const TEXT: JsonSchema = { type: 'string' };
const PAGE_FIELDS: [path: RegExp, names: string[]][] = [
  [
    /^\/sell\//,
    ['name', 'email', 'kennitala', 'phone_number', 'address', 'zip', 'message', 'qty', 'amount', 'q0'],
  ],
  [/^\/(sign-in|signup|setup)/, ['username', 'password', 'next', 'name', 'email', 'key', 'code', 'lang']],
  [/^\/(forgotten|new-password|invitation)/, ['name', 'key', 'password', 'username', 'lang']],
  [/^\/(account|second)/, ['password', 'code', 'client_id', 'form_key', 'next']],
  [/./, ['next', 'lang', 'form_key', 'method', 'decision', 'token']],
];

/** The document of /openapi.json, as far as it is read here. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, DocumentedCall>>;
  components: { schemas: Record<string, JsonSchema> };
}

interface DocumentedCall {
  parameters?: { name?: string; schema?: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  'x-methods'?: string[];
}

/** Every route that the node has registered, with the fields that the reference or the operation describes. */
export function findTargets(routes: readonly RecordedRoute[], document: OpenApiDocument): Target[] {
  const registered = new Map<string, Set<string>>();
  for (const { url, methods } of routes) {
    const known = registered.get(url) ?? new Set();
    for (const method of methods) known.add(method);
    registered.set(url, known);
  }
  return [...registered].map(([path, methods]) => {
    const surface = surfaceOf(path);
    const calls = documentedCalls(path, document);
    const documented = calls.flatMap(([method, call]) => [
      method.toUpperCase(),
      ...(call['x-methods'] ?? []),
    ]);
    const served = methods.size > 3 ? ['GET', 'POST'] : [...methods].filter((one) => one !== 'HEAD');
    const described = fieldsOf(surface === 'console' ? consoleSchemas(path) : callSchemas(calls, document));
    const isPage = surface === 'page' || path.endsWith('/authorize');
    return {
      surface,
      path,
      methods: [...new Set(documented.length > 0 ? documented : served)],
      fields: { ...(isPage && pageFields(path)), ...described.fields },
      required: described.required,
    };
  });
}

function surfaceOf(path: string): Surface {
  if (path.startsWith('/operator')) return 'operator';
  if (path.startsWith('/console/api')) return 'console';
  if (/^\/api\/v1\/(strax\/)?agents?(\/|$)/.test(path)) return 'agent';
  if (/^\/(strax\/)?(agent|oauth)\/|^\/\.well-known/.test(path)) return 'oauth';
  return path.startsWith('/api/v1') ? 'credential' : 'page';
}

function documentedCalls(path: string, { paths }: OpenApiDocument): [string, DocumentedCall][] {
  const template = path.replace('/strax', '').replaceAll(/:(\w+)/g, '{$1}');
  return Object.entries(paths[template] ?? {});
}

function fieldsOf(schemas: JsonSchema[]): Pick<Target, 'fields' | 'required'> {
  return {
    fields: Object.assign({}, ...schemas.map(propertiesOf)),
    required: schemas.flatMap(({ required = [], oneOf }) => [...required, ...(oneOf?.[0]?.required ?? [])]),
  };
}

function callSchemas(calls: [string, DocumentedCall][], document: OpenApiDocument): JsonSchema[] {
  return calls.flatMap(([, { parameters = [], requestBody }]) => [
    // Parameters that many calls share are references; they are the credentials and headers.
    ...parameters.flatMap(({ name, schema }) =>
      name && schema ? [{ properties: { [name]: inline(schema, document) } }] : [],
    ),
    ...Object.values(requestBody?.content ?? {}).map(({ schema }) => inline(schema, document)),
  ]);
}

function consoleSchemas(path: string): JsonSchema[] {
  const operation = operations[path.split('/').at(-1) as keyof typeof operations];
  return operation ? [schemaOf(operation.input)] : [];
}

function schemaOf(input: unknown): JsonSchema {
  const schemas = new Schemas();
  const schema = schemas.of(input as Parameters<typeof schemas.of>[0], 'input');
  return inline(schema, { paths: {}, components: { schemas: schemas.components } });
}

/** The fields of the input of an operation. */
export function describeInput(input: unknown): Pick<Target, 'fields' | 'required'> {
  return fieldsOf([schemaOf(input)]);
}

function pageFields(path: string): Record<string, JsonSchema> {
  const names = PAGE_FIELDS.filter(([pattern]) => pattern.test(path)).flatMap(([, list]) => list);
  return Object.fromEntries(names.map((name) => [name, TEXT]));
}

/** The fields of all forms of a record. */
function propertiesOf({ properties, oneOf = [], anyOf = [] }: JsonSchema): Record<string, JsonSchema> {
  return Object.assign({}, properties, ...[...oneOf, ...anyOf].map(propertiesOf));
}

/** Replaces references by the schemas that they refer to; a schema that contains itself ends after some levels. */
function inline(schema: JsonSchema, document: OpenApiDocument, depth = 0): JsonSchema {
  if (depth > 8) return {};
  const { properties, items, oneOf, anyOf, contentSchema, ...rest } = resolve(
    document.components.schemas,
    schema,
  );
  const within = (inner: JsonSchema) => inline(inner, document, depth + 1);
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, within(one)])),
    }),
    ...(items && { items: within(items) }),
    ...(oneOf && { oneOf: oneOf.map(within) }),
    ...(anyOf && { anyOf: anyOf.map(within) }),
    ...(contentSchema && { contentSchema: within(contentSchema) }),
  };
}
