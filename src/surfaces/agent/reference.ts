import { z } from 'zod';
import { scopesFor } from '../../kernel/access/access.ts';
import type { Forms } from '../../kernel/fields/forms.ts';
import { guid } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { changeAgent } from '../../modules/agents/grants/change-agent.ts';
import { grantAgent } from '../../modules/agents/grants/grant-agent.ts';
import { revokeAgent } from '../../modules/agents/grants/revoke-agent.ts';
import { getAgents, getAudit } from '../../modules/agents/read.ts';
import { auditPage, grantedAgent } from '../../modules/agents/schema.ts';
import { waitingProposal } from '../../modules/stored-calls/proposals/schema.ts';
import type { Endpoint } from '../http/answers/endpoint.ts';
import { commonRefusals, objectSchema } from '../http/answers/operation-schema.ts';
import { type AgentRoute, routes } from './routes.ts';

const actionId = out.integer('The row of this call in the audit log', 1);

/** A write that exceeds a limit of the program. */
const WAITING = {
  status: 202,
  about: 'The write waits for a person; nothing was done yet.',
  schema: z.object({
    status: z.literal(false).describe('false: not done'),
    success: z.literal(false).describe('The same as status'),
    code: z.literal('approval_required').describe('Why'),
    error_code: z.literal('approval_required').describe('The same as code'),
    message: out.own('For people', 'This has to be approved by a person before it is done (max_amount)'),
    result: z.null(),
    proposal: waitingProposal.describe('What waits'),
    action_id: actionId,
  }),
};

/** The resources for the reference documentation, derived from the route table. */
const resources: readonly Endpoint[] = routes.map((route) => {
  const { method, path, operation, compact } = route;
  const input = inputOf(route);
  const refusals = [...(operation.refusals ?? []), ...(compact?.refusals ?? [])];
  return {
    methods: [method],
    path: `/api/v1/agent${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    section: 'Agents',
    summary: operation.summary,
    description: operation.description,
    access: 'agent',
    scopes: scopesFor(operation.access),
    input,
    repeatable: operation.kind === 'write',
    rehearsable: operation.kind === 'write',
    answers: [
      {
        status: route.status,
        about: 'Done.',
        schema: envelope((route.list ?? route.output).describe(operation.output)),
      },
      ...(operation.kind === 'write' && !operation.access.isOwnAccess ? [WAITING] : []),
    ],
    refusals: [...new Set([...commonRefusals(input, operation), ...refusals])],
  };
});

const managed = { section: 'Agents', access: 'manager' } as const;
const agentId = { agent_id: out.own('The program', '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90') };
const okAnswer = (schema: z.ZodType) => [{ status: 200, about: 'Done.', schema }];

/** Granting and revoking agents, and reading their audit log. */
const management: readonly Endpoint[] = [
  {
    ...managed,
    methods: ['GET'],
    path: '/api/v1/agents',
    summary: getAgents.summary,
    description: getAgents.description,
    answers: okAnswer(getAgents.output),
  },
  {
    ...managed,
    methods: ['POST'],
    path: '/api/v1/agents',
    summary: grantAgent.summary,
    description: grantAgent.description,
    rehearsable: true,
    input: objectSchema(grantAgent),
    answers: okAnswer(
      z.object({
        status: z.literal(true).describe('true: done'),
        message: out.own('For people', 'Access granted'),
        ...grantedAgent.shape,
      }),
    ),
    refusals: ['field_required', 'field_invalid', ...(grantAgent.refusals ?? [])],
  },
  {
    ...managed,
    methods: ['PUT'],
    path: '/api/v1/agents/{agent_id}',
    summary: changeAgent.summary,
    description: changeAgent.description,
    rehearsable: true,
    input: objectSchema(changeAgent),
    answers: okAnswer(
      z.object({
        status: z.literal(true).describe('true: done'),
        message: out.own('For people', 'Access changed'),
        ...grantedAgent.shape,
      }),
    ),
    refusals: ['account_key_required', 'field_required', 'field_invalid', ...(changeAgent.refusals ?? [])],
  },
  {
    ...managed,
    own: true,
    methods: ['DELETE'],
    path: '/api/v1/agents/{agent_id}',
    summary: revokeAgent.summary,
    description: revokeAgent.description,
    rehearsable: true,
    input: z.object({ agent_id: z.string().describe('The program') }),
    answers: okAnswer(z.object({ message: out.own('For people', 'Access revoked'), ...agentId })),
    refusals: ['account_key_required', ...(revokeAgent.refusals ?? [])],
  },
  {
    ...managed,
    own: true,
    methods: ['GET'],
    path: '/api/v1/agent/audit',
    summary: getAudit.summary,
    description: getAudit.description,
    input: objectSchema(getAudit).omit({ own: true }),
    answers: okAnswer(auditPage.extend({ action_id: actionId })),
    refusals: ['field_invalid'],
  },
];

export const endpoints: readonly Endpoint[] = [...resources, ...management];

function inputOf({ operation, input, compact, findById }: AgentRoute): z.ZodObject {
  const fields = input.describe(objectSchema(operation));
  if (compact) return mergeCompactForm(fields, objectSchema(compact));
  const { guid: guidField } = fields.shape;
  if (!findById || !guidField) return fields;
  return fields.extend({ guid: guid(`${(guidField as z.ZodType).description}, or its number`) });
}

/** Both bodies: `data`, or the fields of the compact form. */
function mergeCompactForm(fields: z.ZodObject, compact: z.ZodObject): z.ZodObject {
  const { data } = fields.shape as { data: z.ZodObject };
  const { id, examples } = data.meta() ?? {};
  const names = Object.keys(compact.shape);
  const forms: Forms = {
    forms: [
      { id: `Agent${id}`, description: 'The whole record, in `data`.', required: ['data'], without: names },
      {
        id: String(compact.meta()?.id),
        description: 'A customer and items of the catalogue; everything else follows their profiles.',
        required: names.filter((name) => !(compact.shape[name] instanceof z.ZodOptional)),
        without: ['data'],
      },
    ],
  };
  return z
    .object({ data, ...compact.shape })
    .meta({ ...forms, examples: (examples as unknown[] | undefined)?.map((one) => ({ data: one })) });
}

function envelope(own: z.ZodRawShape): z.ZodObject {
  return z.object({
    status: z.literal(true).describe('true: done'),
    success: z.literal(true).describe('The same as status'),
    message: out.own('For people', 'OK'),
    ...own,
    action_id: actionId,
  });
}
