import { z } from 'zod';
import type { ReadContext } from './context.ts';
import type { ListOperation, ReadOperation } from './operation.ts';
import { mapBatches } from './paging.ts';

/**
 * Adds fields for the console to the answer of a read, such as the status of a record and the actions that it allows, so
 * that no screen computes them again. The APIs do not promise these fields.
 */
export function extendReadForConsole<In, Out extends object, More extends object>(
  operation: ReadOperation<In, Out>,
  more: z.ZodType<More>,
  add: (out: Out, ctx: ReadContext) => NoInfer<More>,
): ReadOperation<In, Out & More> {
  return {
    ...operation,
    output: z.intersection(operation.output, more),
    async run(ctx, input) {
      const out = await operation.run(ctx, input);
      return { ...out, ...add(out, ctx) };
    },
  };
}

/** The same for every row of a list. */
export function extendListForConsole<In, Row extends object, More extends object>(
  operation: ListOperation<In, Row>,
  more: z.ZodType<More>,
  add: (row: Row, ctx: ReadContext) => NoInfer<More>,
): ListOperation<In, Row & More> {
  return {
    ...operation,
    output: z.intersection(operation.output, more),
    run: (ctx, input) => mapBatches(operation.run(ctx, input), (row) => ({ ...row, ...add(row, ctx) })),
  };
}
