import { z } from 'zod';
import type { Endpoint } from '../http/answers/endpoint.ts';
import { commonRefusals, objectSchema } from '../http/answers/operation-schema.ts';
import { routes } from './routes.ts';

/** The credential API for the reference documentation, derived from the route table. */
export const endpoints: readonly Endpoint[] = routes.map((route) => {
  const { operation } = route;
  const input = route.input.describe(objectSchema(operation));
  const answered = (route.list ?? route.output).describe(operation.output);
  return {
    methods: operation.kind === 'write' ? ['POST'] : ['GET', 'POST'],
    path: `/api/v1/${route.path}`,
    section: route.section,
    summary: operation.summary,
    description: operation.description,
    access: 'account',
    input,
    repeatable: operation.kind === 'write',
    rehearsable: operation.kind === 'write',
    answers: [{ status: route.status, about: 'Done.', schema: z.object(answered) }],
    refusals: [...commonRefusals(input, operation), ...(operation.refusals ?? [])],
  };
});
