import pkg from '../../../../package.json' with { type: 'json' };
import type { Endpoint } from '../../http/answers/endpoint.ts';
import { Schemas } from '../schema/json-schema.ts';
import { describeCalls, type SharedParts } from './calls.ts';
import type { DescribedCall, Document } from './document.ts';
import { failureResponses, failureSchemas } from './failures.ts';
import { GUIDE, SECTIONS } from './guide.ts';
import { SECURITY_SCHEMES } from './security.ts';
import { describeWebhooks } from './webhooks.ts';

/** The request headers that calls refer to by name. */
const PARAMETERS: Document['components']['parameters'] = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes the call safe to send again for a day',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
    example: 'order-1042',
  },
  DryRun: {
    name: 'Kvitt-Dry-Run',
    in: 'header',
    description:
      'Rehearses the call: every check is made, `would` describes its effect, and nothing is stored',
    schema: { type: 'string', enum: ['1', '0'] },
    example: '0',
  },
};

/** The response headers that calls refer to by name. */
const HEADERS: Document['components']['headers'] = {
  RequestId: {
    description: 'Names the request in our logs',
    schema: { type: 'string', format: 'uuid' },
  },
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer' } },
};

/** The OpenAPI document of the endpoints, served at `baseUrl`. */
export function describeApi(baseUrl: string, endpoints: readonly Endpoint[]): Document {
  const account = failureResponses('account');
  const agent = failureResponses('agent');
  const manager = failureResponses('manager');
  const operator = failureResponses('operator');
  const schemas = new Schemas();
  const shared: SharedParts = {
    baseUrl,
    schemas,
    failures: {
      account: account.references,
      agent: agent.references,
      manager: manager.references,
      operator: operator.references,
      registrant: {},
      client: {},
      anyone: {},
    },
  };
  const paths: Record<string, Record<string, DescribedCall>> = {};
  for (const endpoint of endpoints)
    paths[endpoint.path] = { ...paths[endpoint.path], ...describeCalls(endpoint, shared) };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Kvitt',
      version: pkg.version,
      summary: pkg.description,
      description: GUIDE,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(endpoints.map(({ section }) => section))].map((name) => ({
      name,
      description: SECTIONS[name] ?? '',
    })),
    paths,
    webhooks: describeWebhooks(schemas),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: {
        ...account.components,
        ...agent.components,
        ...manager.components,
        ...operator.components,
      },
      schemas: { ...schemas.components, ...failureSchemas },
    },
  };
}
