import { z } from 'zod';
import type { ReadContext } from './context.ts';
import type { ListOperation, ReadOperation } from './operation.ts';
import { mapBatches } from './paging.ts';

/**
 * The same verb with more in its answer than programs are promised, for the screens of people: where a thing stands
 * and what can be done with it, so that no screen works that out again.
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
