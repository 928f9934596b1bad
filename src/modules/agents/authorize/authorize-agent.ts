import { defaultLimits } from '../../../domain/access/program-limits.ts';
import type { Scope } from '../../../kernel/access/scopes.ts';
import { runTransaction } from '../../../kernel/execute.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { newKey } from '../../../kernel/security/secrets.ts';
import { requireActiveOwner } from '../../people/members/rules.ts';
import { selectGrant, upsertGrant } from '../grants/grant-store.ts';
import { type LimitsInput, OAuthError } from '../schema.ts';
import { insertAuthorization } from './authorization-store.ts';

interface Consent {
  clientId: string;
  redirectUri: string;
  scopes: Scope[];
  challenge: string | null;
  resource: string | null;
  /** Whether the person has consented now; else an earlier grant must be in force. */
  hasConsentedNow: boolean;
  isSelfRegistered: boolean;
  /** What the person chose; undefined: the default of a new grant, or what an earlier one has. */
  limits?: LimitsInput | undefined;
}

/** Gives a program a code for what the account allows it. */
const issueCode = defineTransaction({
  name: 'authorize-agent',
  events: ['agent.connected'],
  auditsAgent: ({ clientId }) => clientId,
  async run(
    ctx,
    { clientId, redirectUri, scopes, challenge, resource, hasConsentedNow, ...consent }: Consent,
  ) {
    const code = `kvco_${newKey()}`;
    const accountId = ctx.account.id;
    await requireActiveOwner(ctx);
    const personId = ctx.caller.person?.id ?? null;
    const grant = hasConsentedNow
      ? upsertGrant(
          {
            accountId,
            clientId,
            scopes,
            grantedBy: personId,
            limits: defaultLimits(consent),
            changes: { limits: consent.limits },
          },
          'add',
          ctx.now,
        )
      : selectGrant(accountId, clientId);
    const authorization = {
      account_id: accountId,
      client_id: clientId,
      scopes,
      redirect_uri: redirectUri,
      person_id: personId,
      code_digest: digest(code),
      code_challenge: challenge,
      resource,
      code_expires_at: new Date(ctx.now.getTime() + ctx.policy.lifetimes.code * 1000),
    };
    if (hasConsentedNow) ctx.emit('agent.connected', { guid: clientId, agent_id: clientId });
    const insert = insertAuthorization(authorization, grant, ctx.now);
    const issued = await ctx.finishIf({ target: clientId, ...insert, secret: { code } });
    if (!issued) throw new OAuthError('access_denied', 'The access of this agent was revoked meanwhile');
    return { code: issued.code };
  },
});

/** A consent that is given now may widen the grant, which nodes cache with the account. */
const grantAndIssueCode = defineTransaction({ ...issueCode, invalidates: ['account'] });

/** Returns the authorization code. */
export async function authorizeAgent(kernel: Kernel, caller: Caller, consent: Consent): Promise<string> {
  const operation = consent.hasConsentedNow ? grantAndIssueCode : issueCode;
  return (await runTransaction(kernel, operation, caller, consent)).output.code;
}
