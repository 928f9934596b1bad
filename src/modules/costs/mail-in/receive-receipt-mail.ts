import { toOneLine } from '../../../domain/strings/one-line.ts';
import type { Account } from '../../../kernel/access/account.ts';
import { runTransaction } from '../../../kernel/execute.ts';
import { Failure, TooManyRequests } from '../../../kernel/failures/failure.ts';
import { UploadedFile } from '../../../kernel/fields/uploaded-file.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import { IdempotencyKey } from '../../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import type { ReceiptMail } from '../../../kernel/ports/documents.ts';
import { findReceiptRecipient, isAllowedSender } from './address.ts';
import { findMailbox } from './mail-in-store.ts';
import type { MailOutcome } from './outcomes.ts';
import { receiveCost } from './receive-cost.ts';
import { recordReceiptMail } from './record-receipt-mail.ts';

/**
 * How many mails of a company are taken within an hour, so that a leaked address cannot fill its books. Mails of strangers
 * are counted apart: however many they send, those of the company's own people are taken.
 */
const MAX_MAILS_PER_HOUR = 100;
const RETRY_SECONDS = 900;
const HOUR_MS = 3600_000;
const MAX_SHOWN_LENGTH = 200;

/** `known`: it came before. `limit`: too many of strangers came within the hour. `unknown`: the address is not valid. */
type ReceiptMailOutcome = MailOutcome | 'known' | 'limit' | 'unknown';

interface Incoming {
  mail: ReceiptMail;
  callerOf(account: Account): Caller;
  findAccount(id: number): Promise<Account | null>;
}

/**
 * Makes a cost of each file of a mail. The sender of a mail can be forged, so the secret of the address is what protects
 * it; the list of senders keeps out what strangers send to an address that has become known.
 */
export async function receiveReceiptMail(
  kernel: Kernel,
  { mail, callerOf, findAccount }: Incoming,
): Promise<ReceiptMailOutcome> {
  const base = kernel.policy.receiptsAddress;
  const recipient = base === null ? null : findReceiptRecipient(mail.recipients, base);
  const account = recipient && (await findAccount(recipient.accountId));
  if (!recipient || !account || account.disabled) return 'unknown';
  const id = digest(mail.messageId);
  const mailbox = await findMailbox(kernel.db, account.id, {
    token: recipient.token,
    digest: id,
    since: new Date(kernel.clock().getTime() - HOUR_MS),
  });
  if (!mailbox) return 'unknown';
  const isAllowed = isAllowedSender(mail.from, mailbox.senders);
  if (mailbox.known === 'taken' || (mailbox.known === 'refused' && !isAllowed)) return 'known';
  if (!isAllowed && mailbox.recent_refused >= MAX_MAILS_PER_HOUR) return 'limit';
  // The gateway keeps the mail and tries again, so that no receipt is lost.
  if (isAllowed && mailbox.recent >= MAX_MAILS_PER_HOUR) throw new TooManyRequests(RETRY_SECONDS);
  const caller = callerOf(account);
  const costs = isAllowed ? await createCosts(kernel, caller, mail, id) : 0;
  const outcome = isAllowed ? outcomeOf(mail.files.length, costs) : 'refused';
  const entry = {
    message_digest: id,
    sender: shorten(mail.from) || '?',
    subject: shorten(mail.subject) || '–',
    outcome,
    costs,
  };
  try {
    await runTransaction(kernel, recordReceiptMail, caller, entry);
  } catch (error) {
    if (error instanceof Failure && error.code === 'idempotency_key_reused') return 'known';
    throw error;
  }
  return outcome;
}

function outcomeOf(files: number, costs: number): MailOutcome {
  if (costs === 0) return 'empty';
  return costs === files ? 'taken' : 'partly';
}

/** A file that is no receipt does not keep back the others. The keys make a repeated delivery harmless. */
async function createCosts(kernel: Kernel, caller: Caller, mail: ReceiptMail, id: Buffer): Promise<number> {
  let costs = 0;
  for (const [index, { name, bytes }] of mail.files.entries()) {
    const file = new UploadedFile(name, Buffer.from(bytes));
    const idempotencyKey = new IdempotencyKey(`mail-${id.toString('hex')}-${index}`);
    try {
      const receipt = { file, description: shorten(mail.subject) };
      await runTransaction(kernel, receiveCost, { ...caller, idempotencyKey }, receipt);
      costs += 1;
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'file_refused')) throw error;
    }
  }
  return costs;
}

function shorten(text: string): string {
  return toOneLine(text.slice(0, MAX_SHOWN_LENGTH).toWellFormed());
}
