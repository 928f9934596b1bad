/** Eight bytes of account and sixteen of guid. */
export const PUBLIC_NAME_LENGTH = 32;

/** A record's name in a public address: it says whose it is, so that the record is looked up within its account. */
export function publicName(accountId: number, guid: string): string {
  const bytes = Buffer.alloc(24);
  bytes.writeBigUInt64BE(BigInt(accountId));
  bytes.write(guid.replaceAll('-', ''), 8, 'hex');
  return bytes.toString('base64url');
}

export function readPublicName(name: string): { accountId: number; guid: string } {
  const bytes = Buffer.from(name, 'base64url');
  const guid = bytes.toString('hex', 8).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { accountId: Number(bytes.readBigUInt64BE()), guid };
}
