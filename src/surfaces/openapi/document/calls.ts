import type { Endpoint, Method } from '../../http/answers/endpoint.ts';
import { exampleFields } from '../schema/example.ts';
import type { Schemas } from '../schema/json-schema.ts';
import { describeAnswers } from './answers.ts';
import { curlCommand } from './curl.ts';
import type { DescribedCall } from './document.ts';
import { extensionsOf } from './extensions.ts';
import { partition, queryParameters } from './parameters.ts';
import { hasBody, hasFile, requestBody, withoutFiles } from './request-body.ts';
import { securityOf } from './security.ts';

/** Values that all calls of a document share. */
export interface SharedParts {
  baseUrl: string;
  schemas: Schemas;
  failures: Record<Endpoint['access'], Record<string, { $ref: string }>>;
}

/** The OpenAPI operations of an endpoint. A read is one operation, by GET, so that generated clients have it once. */
export function describeCalls(endpoint: Endpoint, shared: SharedParts): Record<string, DescribedCall> {
  const { methods } = endpoint;
  const documented = methods.includes('GET') ? (['GET'] as const) : methods;
  return Object.fromEntries(
    documented.map((method) => [method.toLowerCase(), describeCall(endpoint, method, shared)]),
  );
}

function describeCall(endpoint: Endpoint, method: Method, shared: SharedParts): DescribedCall {
  const { access, refusals = [], methods } = endpoint;
  const { baseUrl, schemas } = shared;
  const { inPath, others: fields } = partition(endpoint, schemas);
  // The agent API takes nothing but JSON by PUT, so no file either.
  const others = access === 'agent' && method === 'PUT' ? withoutFiles(fields) : fields;
  const isBodyMethod = method !== 'GET' && method !== 'DELETE';
  const parameters = [
    ...inPath,
    ...(isBodyMethod ? [] : queryParameters(others, schemas)),
    ...(endpoint.repeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(endpoint.rehearsable ? [{ $ref: '#/components/parameters/DryRun' }] : []),
  ];
  const name = endpoint.path
    .replace(/^\/(api\/v1\/)?/, '')
    .replaceAll(/[{}]/g, '')
    .replaceAll('/', '-');
  const body = isBodyMethod && hasBody(endpoint, others) && requestBody(endpoint, others, schemas);
  const sample = exampleFields(schemas.components, others);
  const { schema: answer } = endpoint.answers.find(({ status }) => status < 300) ?? {};
  return {
    operationId: method === methods[0] && access === 'account' ? name : `${method.toLowerCase()}-${name}`,
    tags: [endpoint.section],
    summary: endpoint.summary,
    description: [endpoint.description, ...wireNotes(endpoint, hasFile(others))].filter(Boolean).join(' '),
    security: securityOf(endpoint, isBodyMethod),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...describeAnswers(endpoint, schemas), ...shared.failures[access] },
    ...(methods.length > 1 && { 'x-methods': [...methods] }),
    ...(refusals.length > 0 && { 'x-error-codes': [...refusals] }),
    ...extensionsOf(endpoint, others, answer ? schemas.resolve(schemas.of(answer, 'output')) : {}),
    'x-codeSamples': [
      { lang: 'Shell', label: 'curl', source: curlCommand(baseUrl, endpoint, method, sample) },
    ],
  };
}

/** What the machine-readable part leaves out. */
function wireNotes({ access, methods, input }: Endpoint, takesFile: boolean): string[] {
  const mayOmitFile = takesFile && !input?.shape.file?.safeParse(undefined).error;
  return [
    ...(methods.length > 1 ? ['POST with the same fields in the body works as well.'] : []),
    ...(mayOmitFile && access === 'account' ? ['Without a file, any form or JSON works as well.'] : []),
    ...(mayOmitFile && access === 'agent' ? ['Without a file, JSON works as well.'] : []),
  ];
}
