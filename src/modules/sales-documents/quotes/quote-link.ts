import type { ReadContext } from '../../../kernel/operations/context.ts';
import { type RecordRef, signedToken, verifySignedToken } from '../../../kernel/security/public-token.ts';
import type { Secrets } from '../../../kernel/security/secrets.ts';

const PURPOSE = 'quote';

/** The address of the public page of a quote. */
export function quoteLink(
  { policy, secrets, account }: Pick<ReadContext, 'policy' | 'secrets'> & { account: { id: number } },
  guid: string,
): string {
  return `${policy.baseUrl}/quote/${signedToken(secrets, PURPOSE, { accountId: account.id, guid })}`;
}

/**
 * The link as a caller may read it. Whoever holds it answers in the customer's name, so it is a credential: a delegated
 * program would accept with it what its scopes and limits do not let it invoice.
 */
export function readableQuoteLink(ctx: ReadContext, guid: string): string | null {
  return ctx.caller.by === 'program' ? null : quoteLink(ctx, guid);
}

/** The quote of a link; null where the signature is not ours. */
export function readQuoteToken(secrets: Secrets, token: string): RecordRef | null {
  return verifySignedToken(secrets, PURPOSE, token);
}
