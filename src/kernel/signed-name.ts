import type { Secrets } from './secrets.ts';

/** Eight bytes of account and sixteen of guid make 32 characters; the signature follows. */
const NAME_LENGTH = 32;

/** A record's name for a public address. Only who holds the installation's secret can make one. */
export function signedName(secrets: Secrets, purpose: string, accountId: number, guid: string): string {
  const bytes = Buffer.alloc(24);
  bytes.writeBigUInt64BE(BigInt(accountId));
  bytes.write(guid.replaceAll('-', ''), 8, 'hex');
  const name = bytes.toString('base64url');
  return `${name}${secrets.sign(purpose, name)}`;
}

/** Which record an address names, if this installation has made it for that purpose. */
export function readSignedName(
  secrets: Secrets,
  purpose: string,
  signed: string,
): { accountId: number; guid: string } | null {
  const name = signed.slice(0, NAME_LENGTH);
  if (!secrets.isSigned(purpose, name, signed.slice(NAME_LENGTH))) return null;
  const bytes = Buffer.from(name, 'base64url');
  const guid = bytes.toString('hex', 8).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { accountId: Number(bytes.readBigUInt64BE()), guid };
}
