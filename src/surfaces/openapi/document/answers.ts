import type { Answer, Endpoint } from '../../http/answers/endpoint.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';
import { exampleAnswer } from '../schema/example.ts';
import type { Schemas } from '../schema/json-schema.ts';
import type { Media, Response } from './document.ts';
import { exampleOfFailure } from './failures.ts';

const JSON_TYPE = 'application/json';
const TEXT: JsonSchema = { type: 'string' };
const HEADERS = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

/** Schemas of a refusal by a rule, on surfaces where it comes with status 200. */
const REFUSALS: Partial<Record<Endpoint['access'], string>> = { account: 'Failure', agent: 'AgentRefusal' };

/** The answers of an endpoint by HTTP status. */
export function describeAnswers(endpoint: Endpoint, schemas: Schemas): Record<string, Response> {
  const refusal = REFUSALS[endpoint.access];
  const successes = Object.fromEntries(
    endpoint.answers.map((answer) => [answer.status, describeAnswer(answer, refusal, schemas)]),
  );
  // A refusal by a rule has status 200, even where success has another status.
  if (!refusal || endpoint.answers.some(({ status }) => status === 200)) return successes;
  const content = {
    [JSON_TYPE]: { schema: reference(refusal), example: exampleOfFailure(refusal) },
  };
  return { 200: { description: 'Refused.', headers: HEADERS, content }, ...successes };
}

function describeAnswer(
  { status, about, schema, mediaType = 'text/plain', example = 'OK' }: Answer,
  refusal: string | undefined,
  schemas: Schemas,
): Response {
  if (status >= 300 && status < 400) return { description: about, headers: LOCATION };
  if (!schema) return { description: about, content: { [mediaType]: { schema: TEXT, example } } };
  const shape = schemas.of(schema, 'output');
  const isRefusable = refusal !== undefined && status === 200;
  const content: Media = {
    schema: isRefusable ? { oneOf: [shape, reference(refusal)] } : shape,
    example: exampleAnswer(schemas.components, shape),
  };
  const description = isRefusable ? `${about} Or refused, when \`status\` is false.` : about;
  return { description, headers: HEADERS, content: { [JSON_TYPE]: content } };
}

const LOCATION = {
  Location: {
    schema: { type: 'string', format: 'uri' },
    description: 'Address that the browser is redirected to',
  },
};

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
