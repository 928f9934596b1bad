import type { Layer } from './write-call.ts';

/** After a replay or a failure too: the call that committed the same change may not have invalidated anything yet. */
export const invalidateCaches: Layer = (next) => async (call) => {
  const { kernel, op, caller } = call;
  try {
    return await next(call);
  } finally {
    if (!caller.isDryRun)
      for (const cache of op.invalidates ?? []) await kernel.caches[cache].invalidate(caller.account.id);
  }
};
