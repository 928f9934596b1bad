import type { ReadContext } from '../../../kernel/context.ts';
import { signedToken, verifySignedToken } from '../../../kernel/security/public-token.ts';
import type { Secrets } from '../../../kernel/security/secrets.ts';

const PURPOSE = 'pay';

/** The address of an invoice's public payment page. */
export function paymentLink(
  ctx: Pick<ReadContext, 'policy' | 'secrets'> & { account: { id: number } },
  guid: string,
): string {
  return `${ctx.policy.baseUrl}/pay/${signedToken(ctx.secrets, PURPOSE, { accountId: ctx.account.id, guid })}`;
}

/** The invoice of a payment link; null where the signature is not ours. */
export function readPaymentToken(secrets: Secrets, token: string) {
  return verifySignedToken(secrets, PURPOSE, token);
}
