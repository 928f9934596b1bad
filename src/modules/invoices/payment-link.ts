import type { ReadContext } from '../../kernel/context.ts';
import { PUBLIC_NAME_LENGTH, publicName, readPublicName } from '../../kernel/public-name.ts';
import type { Secrets } from '../../kernel/secrets.ts';

const PURPOSE = 'pay';

/** The public page of an invoice. Only who holds the installation's secret can make such an address. */
export function paymentLink(ctx: Pick<ReadContext, 'account' | 'rules' | 'secrets'>, guid: string): string {
  const name = publicName(ctx.account.id, guid);
  return `${ctx.rules.baseUrl}/pay/${name}${ctx.secrets.sign(PURPOSE, name)}`;
}

/** Which invoice an address names, if this installation has made it. */
export function readPaymentToken(
  secrets: Secrets,
  token: string,
): { accountId: number; guid: string } | null {
  const name = token.slice(0, PUBLIC_NAME_LENGTH);
  return secrets.isSigned(PURPOSE, name, token.slice(PUBLIC_NAME_LENGTH)) ? readPublicName(name) : null;
}
