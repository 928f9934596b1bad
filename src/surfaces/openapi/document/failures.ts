import { failureCodes } from '../../../kernel/failures/failure.ts';
import { isRuleRefusal, ruleStatus, statusOf } from '../../http/answers/failures.ts';
import type { JsonSchema } from '../../http/wire/json-schema.ts';
import type { ErrorCode, Response } from './document.ts';

const TITLES: Record<number, string> = {
  400: 'The request could not be read, or asks for an accounting status that there is not.',
  401: 'The credentials are missing or wrong.',
  403: 'The account may not do this.',
  404: 'There is no such record.',
  405: 'The endpoint does not answer this method; `Allow` names those that it does.',
  409: 'It does not fit what there is.',
  413: 'The request is too large.',
  422: 'A field is missing or wrong.',
  429: 'Too many requests; try again after `Retry-After` seconds.',
  500: 'Something went wrong on our side. The message carries the request id.',
  503: 'Down for maintenance, or the database is away; try again after `Retry-After` seconds.',
};

function errorCodes(): ErrorCode[] {
  return failureCodes().map(({ code, kind, message }) => ({
    code,
    status: statusOf(kind, () => 200),
    message,
  }));
}

export const failureSchemas: Record<string, JsonSchema> = {
  ErrorCode: {
    type: 'string',
    description: 'Code of the refusal, for programs. Codes are added, but never change their meaning.',
    enum: failureCodes().map(({ code }) => code),
    'x-error-codes': errorCodes(),
  },
  Failure: {
    type: 'object',
    description: 'A refusal on the account API.',
    properties: {
      status: { type: 'boolean', const: false, description: 'false: refused' },
      message: { type: 'string', description: 'What is wrong, and what to send instead' },
      result: { type: 'null' },
      error_code: { $ref: '#/components/schemas/ErrorCode' },
    },
    required: ['status', 'message', 'result', 'error_code'],
  },
  AgentRefusal: {
    type: 'object',
    description: 'A refusal of an agent by a rule of the books.',
    properties: {
      status: { type: 'boolean', const: false, description: 'false: refused' },
      success: { type: 'boolean', const: false, description: 'The same as status' },
      message: { type: 'string', description: 'What is wrong, and what to send instead' },
      result: { enum: [null, ''], description: 'Nothing; an empty text where a cost cannot be moved' },
      error_code: { $ref: '#/components/schemas/ErrorCode' },
      action_id: { type: 'integer', description: 'The row of this call in the audit log' },
    },
    required: ['status', 'success', 'message', 'result', 'error_code', 'action_id'],
  },
  AgentFailure: {
    type: 'object',
    description: 'A refusal of an agent by a rule of HTTP.',
    properties: {
      error: { type: 'boolean', const: true, description: 'true: refused' },
      message: { type: 'string', description: 'What is wrong, and what to send instead' },
      code: { type: 'integer', description: 'The HTTP status' },
      error_code: { $ref: '#/components/schemas/ErrorCode' },
      action_id: { type: 'integer', description: 'The row of this call in the audit log, if it has one' },
    },
    required: ['error', 'message', 'code'],
  },
  OperatorFailure: {
    type: 'object',
    description: 'A refusal on the operator API.',
    properties: {
      error: { $ref: '#/components/schemas/ErrorCode' },
      message: { type: 'string', description: 'What is wrong, and what to send instead' },
    },
    required: ['error', 'message'],
  },
};

export type FailureSurface = 'account' | 'agent' | 'manager' | 'operator';

const FAILURE_SCHEMAS = {
  account: 'Failure',
  agent: 'AgentFailure',
  manager: 'AgentFailure',
  operator: 'OperatorFailure',
};

/** An example of a refusal with this status, from the catalogue of failures. */
export function exampleOfFailure(schema: string, status = 200): unknown {
  const known = failureCodes().filter(({ kind }) => statusOf(kind, ruleStatus) === status);
  const { code, message } = known.find((one) => !one.message.includes('…')) ?? known[0] ?? NOT_FOUND;
  const refused = { status: false, message, result: null, error_code: code };
  if (schema === 'Failure') return refused;
  if (schema === 'AgentRefusal') return { ...refused, success: false, action_id: 1 };
  if (schema === 'OperatorFailure') return { error: code, message };
  return { error: true, message, code: status, error_code: code };
}

const NOT_FOUND = { code: 'customer_not_found', message: 'No customer found' };
/** Surfaces that answer a refusal by a rule with 404, 409 or 422 instead of 200. */
const SURFACES_WITH_RULE_STATUS: FailureSurface[] = ['manager', 'operator'];

/** The failure responses of every call of a surface, as components and as references to them. */
export function failureResponses(face: FailureSurface): {
  components: Record<string, Response>;
  references: Record<string, { $ref: string }>;
} {
  const statuses = SURFACES_WITH_RULE_STATUS.includes(face)
    ? [404, 409, 422, ...httpStatuses()]
    : httpStatuses();
  const components: Record<string, Response> = {};
  const references: Record<string, { $ref: string }> = {};
  for (const status of new Set(statuses)) {
    const name = `${face}-${status}`;
    components[name] = {
      description: TITLES[status] ?? 'Refused.',
      headers: headersOf(status),
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${FAILURE_SCHEMAS[face]}` },
          example: exampleOfFailure(FAILURE_SCHEMAS[face], status),
        },
      },
    };
    references[status] = { $ref: `#/components/responses/${name}` };
  }
  return { components, references };
}

function httpStatuses(): number[] {
  return (
    failureCodes()
      // The calls that may wait for a person describe that answer themselves.
      .filter(({ kind }) => !isRuleRefusal(kind) && kind !== 'no_route' && kind !== 'waiting')
      .map(({ kind }) => statusOf(kind, () => 200))
      .sort((a, b) => a - b)
  );
}

function headersOf(status: number): Record<string, object> {
  return {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...((status === 503 || status === 429) && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    ...(status === 405 && {
      Allow: { schema: { type: 'string' }, description: 'The methods that it answers' },
    }),
  };
}
