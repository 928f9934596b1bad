import type { Secrets } from './secrets.ts';

/** Eight bytes of account and sixteen of guid. */
const LENGTH = 32;

export interface RecordRef {
  accountId: number;
  guid: string;
}

/** A token for a record in a public URL. It contains the account, so that the record is looked up within it. */
export function publicToken({ accountId, guid }: RecordRef): string {
  const bytes = Buffer.alloc(24);
  bytes.writeBigUInt64BE(BigInt(accountId));
  bytes.write(guid.replaceAll('-', ''), 8, 'hex');
  return bytes.toString('base64url');
}

/** Null for a text that is not such a token. */
export function parsePublicToken(name: string): RecordRef | null {
  if (!/^[\w-]{32}$/.test(name)) return null;
  const named = decodeRecordRef(name);
  return Number.isSafeInteger(named.accountId) ? named : null;
}

function decodeRecordRef(name: string): RecordRef {
  const bytes = Buffer.from(name, 'base64url');
  const guid = bytes.toString('hex', 8).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { accountId: Number(bytes.readBigUInt64BE()), guid };
}

/** A token that is signed with the installation's secret, valid for one purpose. */
export function signedToken(secrets: Secrets, purpose: string, record: RecordRef): string {
  const name = publicToken(record);
  return `${name}${secrets.sign(purpose, name)}`;
}

/** The record of a signed token; null where the signature or the purpose does not match. */
export function verifySignedToken(secrets: Secrets, purpose: string, signed: string): RecordRef | null {
  const name = signed.slice(0, LENGTH);
  return secrets.isSigned(purpose, name, signed.slice(LENGTH)) ? decodeRecordRef(name) : null;
}
