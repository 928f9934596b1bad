import type { Scope } from '../../../kernel/access/scopes.ts';
import { runTransaction } from '../../../kernel/execute.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { newKey } from '../../../kernel/security/secrets.ts';
import { ConcurrentUse } from './concurrent-use.ts';
import { exchangeCode, type NewTokens, rotateRefreshToken } from './token-store.ts';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  scopes: readonly Scope[];
}

/** The code or the refresh token that is exchanged for new tokens. */
type Source = { authorizationId: number } | { refreshToken: Buffer };

/** Gives a program tokens for a code or for its newest refresh token. */
const issueTokensOperation = defineTransaction({
  name: 'issue-tokens',
  events: [],
  async run(ctx, { tokens, source }: { tokens: NewTokens; source: Source }) {
    const statement =
      'refreshToken' in source
        ? rotateRefreshToken(tokens, source.refreshToken, ctx.now)
        : exchangeCode(tokens, source.authorizationId, ctx.now);
    const issued = await ctx.finishIf({ target: ctx.caller.agentId ?? null, ...statement });
    if (!issued) throw new ConcurrentUse();
    return issued;
  },
});

/** Null when a concurrent call has used the code or the refresh token first. */
export async function issueTokens(
  kernel: Kernel,
  caller: Caller,
  { scopes, resource }: { scopes: readonly Scope[]; resource: string | null },
  source: Source,
): Promise<Tokens | null> {
  const now = kernel.clock().getTime();
  const { access, refresh } = kernel.policy.lifetimes;
  const accessToken = `kvat_${newKey()}`;
  const refreshToken = `kvrt_${newKey()}`;
  const tokens: NewTokens = {
    accountId: caller.account.id,
    access: { digest: digest(accessToken), scopes, resource, expiresAt: new Date(now + access * 1000) },
    refresh: { digest: digest(refreshToken), expiresAt: new Date(now + refresh * 1000) },
  };
  try {
    await runTransaction(kernel, issueTokensOperation, caller, { tokens, source });
    return { accessToken, refreshToken, expiresIn: access, scopes };
  } catch (error) {
    if (error instanceof ConcurrentUse) return null;
    throw error;
  }
}
