import type { Caller } from '../../../kernel/caller.ts';
import { runTransaction } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { defineTransaction } from '../../../kernel/operation.ts';
import { digest } from '../../../kernel/security/secrets.ts';
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
