import type { ReadContext } from '../../kernel/context.ts';
import { readSignedName, signedName } from '../../kernel/public-name.ts';
import type { Secrets } from '../../kernel/secrets.ts';

const PURPOSE = 'pay';

/** The public page of an invoice. */
export function paymentLink(
  ctx: Pick<ReadContext, 'rules' | 'secrets'> & { account: { id: number } },
  guid: string,
): string {
  return `${ctx.rules.baseUrl}/pay/${signedName(ctx.secrets, PURPOSE, { accountId: ctx.account.id, guid })}`;
}

/** Which invoice an address names, if this installation has made it. */
export function readPaymentToken(secrets: Secrets, token: string) {
  return readSignedName(secrets, PURPOSE, token);
}
