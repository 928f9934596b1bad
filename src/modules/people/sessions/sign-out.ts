import { runTransaction } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { deleteSession } from './session-store.ts';

/** Ends a session. */
const closeSession = defineTransaction({
  name: 'sign-out',
  isAllowedWhenClosed: true,
  events: [],
  async run(ctx, { key }: { key: string }) {
    const deletion = deleteSession(ctx.account.id, digest(key));
    return (await ctx.finishIf({ target: ctx.account.guid, ...deletion })) ?? fail('account_not_found');
  },
});

export async function endSession(kernel: Kernel, caller: Caller, key: string): Promise<void> {
  await runTransaction(kernel, closeSession, caller, { key });
}
