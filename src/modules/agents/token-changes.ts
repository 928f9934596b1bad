import { z } from 'zod';
import type { Caller } from '../../kernel/context.ts';
import { type Kernel, runWrite } from '../../kernel/execute.ts';
import { defineWrite } from '../../kernel/operation.ts';
import type { Scope } from '../../kernel/scopes.ts';
import { digest, newKey } from '../../kernel/security/secrets.ts';
import { revokeGrant } from './store.ts';
import {
  exchangeCode,
  type NewTokens,
  revokeAccessToken,
  revokeAuthorization,
  rotateRefreshToken,
} from './token-store.ts';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  scopes: readonly Scope[];
}

/** What tokens are given for. */
type Source = { authorizationId: number } | { refreshToken: Buffer };

const issueTokens = defineWrite({
  name: 'issue-tokens',
  summary: 'Gives a program tokens for a code or for its newest refresh token.',
  scope: null,
  input: z.custom<{ tokens: NewTokens; source: Source }>(),
  output: z.object({ authorization_id: z.number() }),
  async run(ctx, { tokens, source }) {
    const statement =
      'refreshToken' in source
        ? rotateRefreshToken(tokens, source.refreshToken, ctx.now)
        : exchangeCode(tokens, source.authorizationId, ctx.now);
    const target = ctx.caller.agentId ?? null;
    const done = await ctx.finishIf<{ authorization_id: number }>({ target, ...statement });
    if (!done) throw new AnotherWasFirst();
    return done;
  },
});

class AnotherWasFirst extends Error {}

/** Null when another call has taken the code or the token first. */
export async function issue(
  kernel: Kernel,
  caller: Caller,
  scopes: readonly Scope[],
  source: Source,
): Promise<Tokens | null> {
  const now = kernel.clock().getTime();
  const { access, refresh } = kernel.policy.lifetimes;
  const accessToken = `kvat_${newKey()}`;
  const refreshToken = `kvrt_${newKey()}`;
  const tokens: NewTokens = {
    accountId: caller.account.id,
    access: { digest: digest(accessToken), scopes, expiresAt: new Date(now + access * 1000) },
    refresh: { digest: digest(refreshToken), expiresAt: new Date(now + refresh * 1000) },
  };
  try {
    await runWrite(kernel, issueTokens, caller, { tokens, source });
    return { accessToken, refreshToken, expiresIn: access, scopes };
  } catch (error) {
    if (error instanceof AnotherWasFirst) return null;
    throw error;
  }
}

/** What is taken back: a token, all that came of one consent, or the whole grant. `why` is what the audit says. */
export type Taken = { why: string } & (
  | { accessToken: Buffer }
  | { authorizationId: number }
  | { clientId: string }
);

function revocation(why: string) {
  return defineWrite({
    name: why,
    summary: 'Takes back what a program was given.',
    scope: null,
    invalidates: ['account'],
    input: z.custom<Taken>(),
    output: z.custom<object>(),
    async run(ctx, taken) {
      const accountId = ctx.account.id;
      const result =
        'accessToken' in taken
          ? revokeAccessToken(accountId, taken.accessToken, ctx.now)
          : 'authorizationId' in taken
            ? revokeAuthorization(accountId, taken.authorizationId, ctx.now)
            : revokeGrant(accountId, taken.clientId, ctx.now);
      const done = await ctx.finishIf<object>({ target: ctx.caller.agentId ?? null, result });
      if (!done) throw new AnotherWasFirst();
      return done;
    },
  });
}

/** Resolves when no node takes it any more. */
export async function revokeTokens(kernel: Kernel, caller: Caller, taken: Taken): Promise<void> {
  try {
    await runWrite(kernel, revocation(taken.why), caller, taken);
  } catch (error) {
    if (!(error instanceof AnotherWasFirst)) throw error;
  }
}
