import type { ReadContext } from '../../../kernel/context.ts';
import { signedToken, verifySignedToken } from '../../../kernel/security/public-token.ts';
import type { Secrets } from '../../../kernel/security/secrets.ts';

const PURPOSE = 'pay';

/** The public page of an invoice. */
export function paymentLink(
  ctx: Pick<ReadContext, 'policy' | 'secrets'> & { account: { id: number } },
  guid: string,
): string {
  return `${ctx.policy.baseUrl}/pay/${signedToken(ctx.secrets, PURPOSE, { accountId: ctx.account.id, guid })}`;
}

/** Which invoice an address names, if this installation has made it. */
export function readPaymentToken(secrets: Secrets, token: string) {
  return verifySignedToken(secrets, PURPOSE, token);
}
