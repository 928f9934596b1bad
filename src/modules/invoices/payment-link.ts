import type { ReadContext } from '../../kernel/context.ts';
import type { Secrets } from '../../kernel/secrets.ts';

const PURPOSE = 'pay';
/** Eight bytes of account and sixteen of invoice make 32 characters; the signature follows. */
const NAME_LENGTH = 32;

/** The public page of an invoice. Only who holds the installation's secret can make such an address. */
export function paymentLink(ctx: Pick<ReadContext, 'account' | 'rules' | 'secrets'>, guid: string): string {
  const bytes = Buffer.alloc(24);
  bytes.writeBigUInt64BE(BigInt(ctx.account.id));
  bytes.write(guid.replaceAll('-', ''), 8, 'hex');
  const name = bytes.toString('base64url');
  return `${ctx.rules.baseUrl}/pay/${name}${ctx.secrets.sign(PURPOSE, name)}`;
}

/** Which invoice an address names, if this installation has made it. */
export function readPaymentToken(
  secrets: Secrets,
  token: string,
): { accountId: number; guid: string } | null {
  const name = token.slice(0, NAME_LENGTH);
  if (!secrets.isSigned(PURPOSE, name, token.slice(NAME_LENGTH))) return null;
  const bytes = Buffer.from(name, 'base64url');
  const guid = bytes.toString('hex', 8).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { accountId: Number(bytes.readBigUInt64BE()), guid };
}
