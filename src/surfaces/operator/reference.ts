import { z } from 'zod';
import type { Endpoint } from '../http/answers/endpoint.ts';
import { routes } from './routes.ts';

/** The operator API for the reference documentation, derived from the route table. */
export const endpoints: readonly Endpoint[] = routes.map(
  ({
    method,
    path,
    action,
    about: { summary, description, input, output, refusals = [] },
    status = 200,
  }) => ({
    methods: [method],
    path: `/operator${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    section: 'Operator',
    summary,
    description,
    access: 'operator',
    ...(input instanceof z.ZodObject && { input }),
    repeatable: method !== 'GET' && action === undefined,
    answers: [{ status, about: 'Done.', schema: output }],
    refusals,
  }),
);
