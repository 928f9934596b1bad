import { z } from 'zod';
import type { Operation } from '../../src/kernel/operations/operation.ts';
import { getAccess } from '../../src/modules/agents/get-access.ts';
import { changeAgent } from '../../src/modules/agents/grants/change-agent.ts';
import { grantAgent } from '../../src/modules/agents/grants/grant-agent.ts';
import { revokeAgent } from '../../src/modules/agents/grants/revoke-agent.ts';
import { getAgents, getAudit } from '../../src/modules/agents/read.ts';
import { withdrawProposal } from '../../src/modules/stored-calls/proposals/end-proposal.ts';
import { endpoints as agentEndpoints } from '../../src/surfaces/agent/reference.ts';
import { type AgentRoute, routes as agentRoutes } from '../../src/surfaces/agent/routes.ts';
import { endpoints } from '../../src/surfaces/credential/reference.ts';
import type { Route } from '../../src/surfaces/credential/route.ts';
import { routes } from '../../src/surfaces/credential/routes.ts';
import * as wire from '../../src/surfaces/credential/wire.ts';
import type { JsonSchema } from '../../src/surfaces/http/wire/json-schema.ts';
import { describeApi } from '../../src/surfaces/openapi/document/describe.ts';
import type { DescribedCall } from '../../src/surfaces/openapi/document/document.ts';
import { resolve } from '../../src/surfaces/openapi/schema/json-schema.ts';
import type { AgentCall, DirectCall, OperationDescription } from '../src/operation.ts';
import { FORMER_NAMES, groupName, methodName } from './naming.ts';

/** An operation with what the OpenAPI document says of it. */
export interface DescribedOperation {
  name: string;
  description: OperationDescription;
  call: DescribedCall;
  /** Fields of the request without credentials. */
  fields: JsonSchema;
  /** Fields of the answer. */
  answer: JsonSchema;
}

const { paths, components } = describeApi('https://kvitt.example', [...endpoints, ...agentEndpoints]);
export const schemas: Record<string, JsonSchema> = components.schemas;

/** A guid with a record beside it, or in `data`. */
const CHANGES = [wire.guidAndData, wire.guidAndRequiredData, wire.guidAndOptionalData];

/** Operations that have another name on the agent API. */
const AGENT_NAMES: Readonly<Record<string, string>> = { hello: 'get-status', 'log-task': 'log-work' };
/** Fields that have another name there, in the request and in the answer. */
const AGENT_FIELDS: Readonly<Record<string, Pick<AgentCall, 'names' | 'answerNames'>>> = {
  'create-customer': { names: { registration_no: 'kennitala' } },
  hello: { answerNames: { company_name: 'name' } },
};
/** Short names of the fields that bound a period. */
const PERIODS = [
  { from: 'from_date', to: 'to_date' },
  { from: 'start_date', to: 'end_date' },
];

/** Operations that the credential API does not have: what only a program does, and the management of programs. */
const OTHERS: readonly { section: string; operation: Operation; direct?: DirectCall }[] = [
  { section: 'Proposals', operation: withdrawProposal },
  { section: 'Agents', operation: getAccess },
  { section: 'Agents', operation: getAgents, direct: { method: 'GET', path: '/agents' } },
  { section: 'Agents', operation: grantAgent, direct: { method: 'POST', path: '/agents' } },
  { section: 'Agents', operation: changeAgent, direct: { method: 'PUT', path: '/agents/:agent_id' } },
  { section: 'Agents', operation: revokeAgent, direct: { method: 'DELETE', path: '/agents/:agent_id' } },
  { section: 'Agents', operation: getAudit, direct: { method: 'GET', path: '/agent/audit' } },
];

/** Every operation of the credential API, and the others that programs and their owners call. */
export const operations: readonly DescribedOperation[] = [
  ...routes.map(describeOperation),
  ...OTHERS.map(describeOther),
];

function describeOther({ section, operation, direct }: (typeof OTHERS)[number]): DescribedOperation {
  const { name } = operation;
  const agent = direct ? undefined : agentCall(operation);
  const { method, path } = direct ?? { method: agent?.method, path: `/agent${agent?.path}` };
  const call = paths[`/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method?.toLowerCase() ?? ''];
  if (!call) throw new Error(`${name} is not in the OpenAPI document`);
  const kind = operation.kind === 'write' ? 'write' : 'read';
  const fields = fieldsOf(call);
  return {
    name,
    call,
    fields,
    answer: answerOf(call),
    description: {
      group: groupName(section),
      method: methodName(name, section, kind),
      kind,
      input: 'fields',
      ...(fields.properties?.guid && { takesGuid: true }),
      ...(direct && { direct }),
      ...(agent && { agent, isForTokens: true }),
    },
  };
}

function describeOperation(route: Route): DescribedOperation {
  const { path: name, section, operation } = route;
  const call = Object.values(paths[`/api/v1/${name}`] ?? {})[0];
  if (!call) throw new Error(`${name} is not in the OpenAPI document`);
  const answer = answerOf(call);
  const fieldNames = Object.keys(operation.input instanceof z.ZodObject ? operation.input.shape : {});
  const paging = call['x-paging']?.style;
  const kind = kindOf(operation, answer, paging);
  const aliases = PERIODS.find(({ from, to }) => fieldNames.includes(from) && fieldNames.includes(to));
  const agent = agentCall(operation);
  const formerMethod = FORMER_NAMES[name];
  return {
    name,
    call,
    answer,
    fields: fieldsOf(call),
    description: {
      group: groupName(section),
      method: methodName(name, section, kind),
      ...(formerMethod && { formerMethod }),
      kind,
      input: inputStyle(route),
      ...(fieldNames.includes('guid') && { takesGuid: true }),
      ...(paging && { paging }),
      ...(aliases && { aliases }),
      ...(agent && { agent }),
    },
  };
}

function kindOf({ kind }: Operation, answer: JsonSchema, paging?: string): OperationDescription['kind'] {
  if (paging) return 'list';
  const { properties = {} } = resolve(schemas, answer.properties?.result ?? {});
  const isFile = Object.keys(properties).sort().join() === 'file,file_name,guid';
  return kind === 'read' && isFile ? 'file' : kind;
}

function inputStyle({ input }: Route): OperationDescription['input'] {
  if (input === wire.data) return 'data';
  return CHANGES.some((one) => one === input) ? 'change' : 'fields';
}

function agentCall({ name }: Operation): AgentCall | undefined {
  const wanted = AGENT_NAMES[name] ?? name;
  const route: AgentRoute | undefined = agentRoutes.find(({ operation }) => operation.name === wanted);
  if (!route) return undefined;
  const { method, path, findById } = route;
  return { method, path, ...(findById && { takesId: true }), ...AGENT_FIELDS[name] };
}

/** The success schema of the answer, without the refusal that may come with the same status. */
function answerOf({ responses }: DescribedCall): JsonSchema {
  const done = responses['201'] ?? responses['200'];
  const schema = done && 'content' in done ? (done.content?.['application/json']?.schema ?? {}) : {};
  return resolve(schemas, schema.oneOf?.[0] ?? schema);
}

function fieldsOf({ parameters = [], requestBody }: DescribedCall): JsonSchema {
  const { content = {} } = requestBody ?? {};
  const body = (content['application/json'] ?? content['multipart/form-data'])?.schema;
  const { username: _username, api_key: _apiKey, ...sent } = body?.properties ?? {};
  const own = parameters.flatMap((one) => ('name' in one && one.in !== 'header' ? [one] : []));
  const named = own.map(({ name, description, schema }): [string, JsonSchema] => [
    name,
    { ...schema, ...(description && { description }) },
  ]);
  const required = own.filter((one) => one.required).map(({ name }) => name);
  if (body && own.length === 0) return { ...body, properties: sent };
  return {
    ...(body ?? { type: 'object' }),
    properties: { ...Object.fromEntries(named), ...sent },
    required: [...required, ...(body?.required ?? [])],
  };
}
