import { z } from 'zod';
import type { FailureCode } from '../../kernel/failures/failure.ts';
import type { Operation } from '../../kernel/operation.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { routes } from './routes.ts';

/** The credential API for the reference documentation, made of its route table. */
export const endpoints: readonly Endpoint[] = routes.map((route) => {
  const { operation } = route;
  const input = route.input.requestSchema(objectSchema(operation));
  const output = operation.kind === 'list' ? z.array(operation.output) : operation.output;
  return {
    methods: operation.kind === 'write' ? ['POST'] : ['GET', 'POST'],
    path: `/api/v1/${route.path}`,
    section: route.section,
    summary: operation.summary,
    access: 'account',
    input,
    repeatable: operation.kind === 'write',
    answers: [{ status: route.status, about: 'Done.', schema: route.output.responseSchema(output) }],
    refusals: [...commonRefusals(input, operation), ...(operation.refusals ?? [])],
  };
});

function objectSchema({ name, input }: Operation): z.ZodObject {
  if (input instanceof z.ZodObject) return input;
  throw new Error(`${name} takes no object`);
}

function commonRefusals(input: z.ZodObject, { kind }: Operation): FailureCode[] {
  const fields = Object.values(input.shape);
  return [
    ...(fields.some((field) => !(field instanceof z.ZodOptional)) ? (['field_required'] as const) : []),
    ...(fields.length > 0 ? (['field_invalid'] as const) : []),
    ...('data' in input.shape ? (['invalid_data'] as const) : []),
    ...(kind === 'write' ? (['idempotency_key_reused'] as const) : []),
  ];
}
