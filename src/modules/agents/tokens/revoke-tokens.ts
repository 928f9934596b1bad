import type { Columns } from '../../../kernel/database/row.ts';
import { runTransaction } from '../../../kernel/execute.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { STOP_EVENTS } from '../../../kernel/operations/program-gate.ts';
import { revokeAuthorization } from '../authorize/authorization-store.ts';
import { revokeGrant } from '../grants/grant-store.ts';
import { ConcurrentUse } from './concurrent-use.ts';

/** What is revoked: all tokens of one authorization, or the whole grant. `action` is its name in the audit log. */
type Revocation = { action: string } & ({ authorizationId: number } | { clientId: string });

/** Takes back what a program was given. */
function defineRevocation(action: string) {
  return defineTransaction({
    name: action,
    isAllowedWhenClosed: true,
    events: ['agent.revoked', ...STOP_EVENTS],
    invalidates: ['account'],
    async run(ctx, revocation: Revocation) {
      if ('clientId' in revocation) {
        const { clientId } = revocation;
        ctx.emit('agent.revoked', { guid: clientId, agent_id: clientId });
        await ctx.setups.stop(ctx, clientId, { why: 'revoked', closesDocuments: false });
      }
      const statement = revokeStatement(ctx.account.id, revocation, ctx.now);
      const revoked = await ctx.finishIf<Columns>({ target: ctx.caller.agentId ?? null, ...statement });
      if (!revoked) throw new ConcurrentUse();
      return revoked;
    },
  });
}

function revokeStatement(accountId: number, revocation: Revocation, now: Date) {
  if ('authorizationId' in revocation) return revokeAuthorization(accountId, revocation.authorizationId, now);
  return revokeGrant(accountId, revocation.clientId, now);
}

/** Resolves when no node accepts the tokens any more. */
export async function revokeTokens(kernel: Kernel, caller: Caller, revocation: Revocation): Promise<void> {
  try {
    await runTransaction(kernel, defineRevocation(revocation.action), caller, revocation);
  } catch (error) {
    if (!(error instanceof ConcurrentUse)) throw error;
  }
}
