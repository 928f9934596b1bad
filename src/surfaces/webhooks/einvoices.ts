import type { FastifyInstance } from 'fastify';
import { fail } from '../../kernel/failures/failure.ts';
import { digest } from '../../kernel/node/digest.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import type { RateLimiter } from '../../kernel/security/rate-limits.ts';
import { sameBytes } from '../../kernel/security/secrets.ts';
import type { AccountCache } from '../../modules/accounts/account-cache.ts';
import { receiveEinvoice } from '../../modules/costs/receive-einvoice.ts';
import { failureOf, ruleStatus, withStatus } from '../http/answers/failures.ts';
import { visitorCaller } from '../http/callers/caller.ts';
import { bearerSecret } from '../http/callers/credentials.ts';
import { idempotencyKey } from '../http/request/idempotency.ts';

export interface EinvoiceWebhookDeps {
  kernel: Kernel;
  accounts: AccountCache;
  rateLimiter: RateLimiter;
  /** The key that the access point and this installation share. */
  key: string;
}

/** More than a file may have, so that one that is too large is refused as such. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Receives e-invoices of the network from the access point: the UBL document as the body, in its envelope or without. */
export async function einvoiceWebhook(app: FastifyInstance, deps: EinvoiceWebhookDeps): Promise<void> {
  const { kernel, accounts, rateLimiter } = deps;
  const expected = digest(deps.key);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  // The access point reports a document that was refused to its sender by the status, and repeats others.
  app.setErrorHandler((error, request, reply) => {
    const refusal = failureOf(error, request);
    const { code: error_code, message } = refusal;
    return withStatus(reply, refusal, ruleStatus).send({ received: false, error_code, message });
  });
  app.addHook('onRequest', async (request) => {
    if (sameBytes(digest(bearerSecret(request)), expected)) return;
    await rateLimiter.record([{ subject: 'einvoice key', address: request.ip, max: 100, seconds: 300 }]);
    fail('webhook_refused');
  });
  app.post('/webhooks/einvoice', async (request, reply) => {
    const received = await receiveEinvoice(kernel, {
      bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      id: idempotencyKey(request),
      callerOf: (account) => visitorCaller(request, account),
      findAccount: (kennitala) => accounts.byKennitala(kennitala),
    });
    return reply.code(201).send({ received: true, outcome: 'taken', ...received });
  });
}
