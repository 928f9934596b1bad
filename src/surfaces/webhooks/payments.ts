import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runTransaction } from '../../kernel/execute.ts';
import { Failure, fail } from '../../kernel/failures/failure.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import type { PaymentUpdate } from '../../kernel/ports/ports.ts';
import type { AccountCache } from '../../modules/accounts/account-cache.ts';
import { moveCheckout } from '../../modules/payments/links/move-checkout.ts';
import { receivePayment } from '../../modules/payments/links/receive-payment.ts';
import { visitorCaller } from '../http/callers/caller.ts';

export interface WebhookDeps {
  kernel: Kernel;
  accounts: AccountCache;
}

const MAX_BYTES = 512 * 1024;

/**
 * Receives checkout events of the payment provider. The body stays unparsed, because the signature covers its bytes.
 * Duplicates and events about unknown invoices get 200 too; otherwise the provider would retry them.
 */
export async function paymentWebhook(app: FastifyInstance, deps: WebhookDeps): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  app.post('/webhooks/payments', async (request, reply) => {
    const { payments } = deps.kernel.ports;
    if (!payments) fail('path_not_found', '/webhooks/payments');
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const news = payments.parseWebhook(body, request.headers) ?? fail('webhook_refused');
    const outcome = await apply(deps, request, news);
    if (news.kind === 'paid' && outcome === 'unknown')
      request.log.error({ checkout: news.checkoutId }, 'a payment for an invoice that is not here');
    return reply.send({ received: true, outcome });
  });
}

type Outcome = 'applied' | 'known' | 'unknown' | 'ignored';

async function apply(
  { kernel, accounts }: WebhookDeps,
  request: FastifyRequest,
  news: PaymentUpdate,
): Promise<Outcome> {
  if (news.kind === 'other') return 'ignored';
  const account = await accounts.byId(news.invoice.accountId);
  if (!account) return 'unknown';
  const caller = visitorCaller(request, account);
  const about = { invoice_guid: news.invoice.guid, checkout_id: news.checkoutId };
  try {
    if (news.kind === 'paid') {
      const { amount, currency, paidAt: paid_at } = news;
      await runTransaction(kernel, receivePayment, caller, { ...about, amount, currency, paid_at });
    } else await runTransaction(kernel, moveCheckout, caller, { ...about, to: news.kind });
    return 'applied';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === 'conflict') return 'known';
    if (error.kind === 'not_found') return 'unknown';
    throw error;
  }
}
