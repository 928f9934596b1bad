import { createHash } from 'node:crypto';
import { type Secrets, sameBytes } from '../../kernel/security/secrets.ts';

/** Who was asked what. */
export interface AnswerLink {
  accountId: number;
  questionId: number;
  personId: number;
}

const PURPOSE = 'answer to a question';
/** 80 bits: as many as the secret of an address for receipts has. */
const SIGNATURE_LENGTH = 20;

/**
 * What lets a person answer by a link or by a reply, without signing in. It is in lower case, because some mail servers
 * change the case of an address, and no token of an address for receipts has a hyphen.
 */
export function answerToken(secrets: Secrets, { accountId, questionId, personId }: AnswerLink): string {
  const link = [accountId, questionId, personId].map((id) => id.toString(36)).join('-');
  return `q-${link}-${signatureOf(secrets, link)}`;
}

/** Null for a text that is not such a token. */
export function readAnswerToken(secrets: Secrets, token: string): AnswerLink | null {
  const [, link = '', signature = ''] =
    /^q-([a-z0-9]{1,10}-[a-z0-9]{1,10}-[a-z0-9]{1,10})-([0-9a-f]{20})$/.exec(token) ?? [];
  if (link === '' || !sameBytes(Buffer.from(signatureOf(secrets, link)), Buffer.from(signature))) return null;
  const [accountId = 0, questionId = 0, personId = 0] = link.split('-').map((id) => Number.parseInt(id, 36));
  return { accountId, questionId, personId };
}

function signatureOf(secrets: Secrets, link: string): string {
  return createHash('sha256').update(secrets.sign(PURPOSE, link)).digest('hex').slice(0, SIGNATURE_LENGTH);
}
