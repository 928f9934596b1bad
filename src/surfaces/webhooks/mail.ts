import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account } from '../../kernel/access/account.ts';
import { runTransaction } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { digest } from '../../kernel/node/digest.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import type { MailBounce, ReceiptMail } from '../../kernel/ports/documents.ts';
import { sameBytes } from '../../kernel/security/secrets.ts';
import type { AccountCache } from '../../modules/accounts/account-cache.ts';
import { receiveReceiptMail } from '../../modules/costs/mail-in/receive-receipt-mail.ts';
import { parseDeliveryToken } from '../../modules/deliveries/delivery-token.ts';
import { recordBounce } from '../../modules/deliveries/record-bounce.ts';
import { findAnsweredLink, receiveReply } from '../../modules/questions/receive-reply.ts';
import { visitorCaller } from '../http/callers/caller.ts';
import { bearerSecret } from '../http/callers/credentials.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

export interface MailWebhookDeps {
  kernel: Kernel;
  accounts: AccountCache;
  secret: string;
}

/** Only the beginning of a message is kept, because a bounce can contain the original mail with its attachments. */
const MAX_STORED_BYTES = 512 * 1024;
/** A mail with receipts is read as a whole. */
const MAX_RECEIPT_MAIL_BYTES = 32 * 1024 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Receives raw mail to the bounce address and to the addresses for receipts and answers from a mail gateway. Messages that are neither,
 * and duplicates, get 200 too; otherwise the gateway would retry them.
 */
export async function mailWebhook(app: FastifyInstance, deps: MailWebhookDeps): Promise<void> {
  const expected = digest(deps.secret);
  const isReceiptMail = receiptMailTest(deps.kernel.policy.receiptsAddress);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: FastifyRequest, payload: AsyncIterable<Buffer>) =>
    readPrefix(payload, isReceiptMail),
  );
  app.addHook('onRequest', async (request) => {
    if (!sameBytes(digest(bearerSecret(request)), expected)) fail('webhook_refused');
  });
  app.post('/webhooks/mail', async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (isReceiptMail(body)) {
      const mail = await deps.kernel.ports.documents.parseReceiptMail(body);
      const outcome = mail ? await receiveMail(deps, request, mail) : 'ignored';
      return reply.send({ received: true, outcome });
    }
    const news = await deps.kernel.ports.documents.parseBounce(body);
    const outcome = news ? await apply(deps, request, news) : 'ignored';
    return reply.send({ received: true, outcome });
  });
}

type MailTest = (message: Buffer) => boolean;

const HEADER_RANGE = 64 * 1024;

/** Whether the headers of a mail name an address for receipts; the mail itself is parsed in another process. */
function receiptMailTest(base: string | null): MailTest {
  if (base === null) return () => false;
  const start = `${base.slice(0, base.lastIndexOf('@'))}+`.toLowerCase();
  return (message) => {
    const text = message.subarray(0, HEADER_RANGE).toString('latin1').toLowerCase();
    const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
    return text.slice(0, end).includes(start);
  };
}

/** A mail with receipts, or a reply to a question. */
function receiveMail({ kernel, accounts }: MailWebhookDeps, request: FastifyRequest, mail: ReceiptMail) {
  const incoming = {
    mail,
    callerOf: (account: Account) => visitorCaller(request, account),
    findAccount: (id: number) => accounts.byId(id),
  };
  const link = findAnsweredLink(kernel, mail);
  return link ? receiveReply(kernel, { ...incoming, link }) : receiveReceiptMail(kernel, incoming);
}

/** Reads the body to its end, so that the sender gets an answer, and returns as much of it as is used. */
async function readPrefix(payload: AsyncIterable<Buffer>, isWhole: MailTest): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let [size, seen] = [0, 0];
  let limit = MAX_STORED_BYTES;
  for await (const chunk of payload) {
    seen += chunk.length;
    if (seen > MAX_BYTES) fail('too_large', '64 MB');
    if (size >= MAX_STORED_BYTES && limit === MAX_STORED_BYTES && isWhole(Buffer.concat(chunks)))
      limit = MAX_RECEIPT_MAIL_BYTES;
    if (size >= limit) continue;
    chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

async function apply(
  { kernel, accounts }: MailWebhookDeps,
  request: FastifyRequest,
  { delivery, outcome: event, reason }: MailBounce,
): Promise<Outcome> {
  const link = parseDeliveryToken(delivery);
  const account = link && (await accounts.byId(link.invoice.accountId));
  if (!account) return 'unknown';
  const caller = visitorCaller(request, account);
  const { series, invoice } = link;
  const bounce = { invoice_guid: invoice.guid, series, event, reason };
  return outcomeOf(() => runTransaction(kernel, recordBounce, caller, bounce));
}
