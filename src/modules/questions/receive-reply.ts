import type { Account } from '../../kernel/access/account.ts';
import { runTransaction } from '../../kernel/execute.ts';
import { Failure } from '../../kernel/failures/failure.ts';
import { digest } from '../../kernel/node/digest.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import { IdempotencyKey } from '../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import type { ReceiptMail } from '../../kernel/ports/documents.ts';
import { addressTokens } from '../costs/mail-in/address.ts';
import { receiveAnswer } from './answer-question.ts';
import { type AnswerLink, readAnswerToken } from './answer-token.ts';
import { findAskedPerson } from './mail-store.ts';
import { MAX_ANSWER } from './schema.ts';

/** `empty`: nothing was written above the question. `unknown`: the person may not answer any more. `limit`: it has enough answers. */
type ReplyOutcome = 'taken' | 'empty' | 'limit' | 'unknown';

interface Incoming {
  mail: ReceiptMail;
  link: AnswerLink;
  callerOf(account: Account): Caller;
  findAccount(id: number): Promise<Account | null>;
}

/** What a mail answers; null where it was sent to no address for answers. */
export function findAnsweredLink({ secrets, policy }: Kernel, mail: ReceiptMail): AnswerLink | null {
  const base = policy.receiptsAddress;
  const tokens = base === null ? [] : addressTokens(mail.recipients, base);
  return tokens.map((token) => readAnswerToken(secrets, token)).find((link) => link !== null) ?? null;
}

/**
 * Takes a reply as the answer of the person who was asked. The sender of a mail can be forged, so the token of the address
 * is what counts; the answer says where the mail came from if that is not the address of the person.
 */
export async function receiveReply(
  kernel: Kernel,
  { mail, link, callerOf, findAccount }: Incoming,
): Promise<ReplyOutcome> {
  const account = await findAccount(link.accountId);
  const asked = account && !account.disabled ? await findAskedPerson(kernel.db, link) : null;
  if (!account || !asked) return 'unknown';
  const answer = withFiles(mail);
  if (answer === '') return 'empty';
  const sender = mail.from.toLowerCase() === asked.email.toLowerCase() ? '' : mail.from.slice(0, 200);
  const idempotencyKey = new IdempotencyKey(`reply-${digest(mail.messageId).toString('hex')}`);
  const caller = { ...callerOf(account), idempotencyKey };
  const given = { question: asked.guid, answer, via: 'mail', person: link.personId, sender } as const;
  try {
    await runTransaction(kernel, receiveAnswer, caller, given);
    return 'taken';
  } catch (error) {
    if (error instanceof Failure && error.code === 'field_invalid') return 'limit';
    throw error;
  }
}

/** The text of a reply. Its files are named, because only the address for receipts takes files. */
function withFiles({ text, files }: ReceiptMail): string {
  const names = files.map(({ name }) => name).join(', ');
  const answer = names === '' ? text : `${text}\n[${names}]`;
  return answer.trim().slice(0, MAX_ANSWER).toWellFormed();
}
