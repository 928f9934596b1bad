import type { ReadContext } from '../../kernel/context.ts';
import type { Secrets } from '../../kernel/secrets.ts';
import { readSignedName, signedName } from '../../kernel/signed-name.ts';

const PURPOSE = 'pay';

/** The public page of an invoice. */
export function paymentLink(ctx: Pick<ReadContext, 'account' | 'rules' | 'secrets'>, guid: string): string {
  return `${ctx.rules.baseUrl}/pay/${signedName(ctx.secrets, PURPOSE, ctx.account.id, guid)}`;
}

/** Which invoice an address names, if this installation has made it. */
export function readPaymentToken(secrets: Secrets, token: string) {
  return readSignedName(secrets, PURPOSE, token);
}
