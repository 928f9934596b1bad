import type { Layer } from './write-call.ts';

/** Wakes the calls that wait for events of the account. */
export const announceEvents: Layer = (next) => async (call) => {
  const finished = await next(call);
  const { kernel, op, caller } = call;
  // By what is declared, because triggers emit events too; an approval emits its own.
  const mayHaveEmitted = op.events.length > 0 || caller.approval !== undefined;
  if (mayHaveEmitted && finished.isKept) kernel.events.announce(caller.account.id);
  return finished;
};
