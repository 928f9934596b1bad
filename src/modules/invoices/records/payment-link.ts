import type { ReadContext } from '../../../kernel/operations/context.ts';
import { signedToken, verifySignedToken } from '../../../kernel/security/public-token.ts';
import type { Secrets } from '../../../kernel/security/secrets.ts';

const PURPOSE = 'pay';
/** A token of its own, so that the address of a page without payment never opens a payment. */
const VIEW_PURPOSE = 'view-invoice';

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

/** The address of the page that shows an invoice or credit note to its receiver, without payment. */
export function viewLink(
  ctx: Pick<ReadContext, 'policy' | 'secrets'> & { account: { id: number } },
  guid: string,
): string {
  const token = signedToken(ctx.secrets, VIEW_PURPOSE, { accountId: ctx.account.id, guid });
  return `${ctx.policy.baseUrl}/invoice/${token}`;
}

export function readViewToken(secrets: Secrets, token: string) {
  return verifySignedToken(secrets, VIEW_PURPOSE, token);
}
