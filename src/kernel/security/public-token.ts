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
export function parsePublicToken(token: string): RecordRef | null {
  if (!/^[\w-]{32}$/.test(token)) return null;
  const record = decodeRecordRef(token);
  return Number.isSafeInteger(record.accountId) ? record : null;
}

function decodeRecordRef(token: string): RecordRef {
  const bytes = Buffer.from(token, 'base64url');
  const guid = bytes.toString('hex', 8).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { accountId: Number(bytes.readBigUInt64BE()), guid };
}

/** A token that is signed with the installation's secret, valid for one purpose. */
export function signedToken(secrets: Secrets, purpose: string, record: RecordRef): string {
  const token = publicToken(record);
  return `${token}${secrets.sign(purpose, token)}`;
}

/** The record of a signed token; null where the signature or the purpose does not match. */
export function verifySignedToken(secrets: Secrets, purpose: string, signed: string): RecordRef | null {
  const token = signed.slice(0, LENGTH);
  return secrets.isSigned(purpose, token, signed.slice(LENGTH)) ? decodeRecordRef(token) : null;
}
