import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Kernel, runWrite } from '../../kernel/execute.ts';
import { Failure, fail } from '../../kernel/failures/failure.ts';
import type { MailBounce } from '../../kernel/ports/documents.ts';
import { digest, sameBytes } from '../../kernel/security/secrets.ts';
import type { AccountDirectory } from '../../modules/accounts/directory.ts';
import { parseDeliveryToken } from '../../modules/invoices/deliver/delivery-token.ts';
import { recordBounce } from '../../modules/invoices/deliver/record-bounce.ts';
import { requestCaller } from '../http/caller.ts';

export interface MailWebhookDeps {
  kernel: Kernel;
  accounts: AccountDirectory;
  secret: string;
}

/** Only the beginning of a message is kept, because a bounce can contain the original mail with its attachments. */
const MAX_STORED_BYTES = 512 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Receives raw mail to the bounce address from a mail gateway. Messages that are no bounce of our mail, and
 * duplicates, get 200 too; otherwise the gateway would retry them.
 */
export async function mailWebhook(app: FastifyInstance, deps: MailWebhookDeps): Promise<void> {
  const expected = digest(deps.secret);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: FastifyRequest, payload: AsyncIterable<Buffer>) =>
    readPrefix(payload),
  );
  app.addHook('onRequest', async (request) => {
    const bearer = /^Bearer\s+(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!sameBytes(digest(bearer), expected)) fail('webhook_refused');
  });
  app.post('/webhooks/mail', async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const news = await deps.kernel.ports.documents.parseBounce(body);
    const outcome = news ? await apply(deps, request, news) : 'ignored';
    return reply.send({ received: true, outcome });
  });
}

/** Reads the body to its end, so that the sender gets an answer, and returns the first MAX_STORED_BYTES. */
async function readPrefix(payload: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let [size, seen] = [0, 0];
  for await (const chunk of payload) {
    seen += chunk.length;
    if (seen > MAX_BYTES) fail('too_large', '64 MB');
    if (size >= MAX_STORED_BYTES) continue;
    chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, MAX_STORED_BYTES);
}

type Outcome = 'applied' | 'known' | 'unknown';

async function apply(
  { kernel, accounts }: MailWebhookDeps,
  request: FastifyRequest,
  { delivery, outcome: event, reason }: MailBounce,
): Promise<Outcome> {
  const link = parseDeliveryToken(delivery);
  const account = link && (await accounts.byId(link.invoice.accountId));
  if (!account) return 'unknown';
  const caller = requestCaller(request, account, 'page');
  const { series, invoice } = link;
  try {
    await runWrite(kernel, recordBounce, caller, { invoice_guid: invoice.guid, series, event, reason });
    return 'applied';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === 'conflict') return 'known';
    if (error.kind === 'not_found') return 'unknown';
    throw error;
  }
}
