import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toPlainDate } from '../../domain/values/dates.ts';
import { runTransaction } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { type PaymentReport, PaymentsUnavailable, type PaymentUpdate } from '../../kernel/ports/ports.ts';
import type { AccountCache } from '../../modules/accounts/account-cache.ts';
import { moveCheckout } from '../../modules/payments/links/checkouts.ts';
import { receivePayment } from '../../modules/payments/links/receive-payment.ts';
import { reportPayment } from '../../modules/payments/links/report-payment.ts';
import { settleFees } from '../../modules/payments/links/settle-fees.ts';
import { visitorCaller } from '../http/callers/caller.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

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
    if (outcome === 'unknown') {
      const about = news.kind === 'report' ? news.reportId : 'checkoutId' in news && news.checkoutId;
      if (news.kind === 'paid' || news.kind === 'report')
        request.log.error({ about, kind: news.kind }, 'a payment for an invoice that is not here');
    }
    return reply.send({ received: true, outcome });
  });
}

async function apply(
  { kernel, accounts }: WebhookDeps,
  request: FastifyRequest,
  news: PaymentUpdate,
): Promise<Outcome> {
  if (news.kind === 'other') return 'ignored';
  if (news.kind === 'report') return applyReport({ kernel, accounts }, request, news);
  if (news.kind === 'charged' || news.kind === 'paid_out')
    return applyFees({ kernel, accounts }, request, news);
  const account = await accounts.byId(news.invoice.accountId);
  if (!account) return 'unknown';
  const caller = visitorCaller(request, account);
  const about = { invoice_guid: news.invoice.guid, checkout_id: news.checkoutId };
  return outcomeOf(async () => {
    if (news.kind === 'paid') {
      const { amount, currency, paidAt: paid_at, reference } = news;
      const acquirer_fee = reference === '' ? null : await findFee(kernel, request, reference);
      const money = { amount, currency, paid_at, reference, acquirer_fee };
      await runTransaction(kernel, receivePayment, caller, { ...about, ...money });
    } else await runTransaction(kernel, moveCheckout, caller, { ...about, to: news.kind });
  });
}

/**
 * A refund or dispute names the payment and no invoice, so the provider is asked for the checkout. Its payment may not have
 * been reported yet, and is then booked first. Where the provider does not answer, it sends the event again.
 */
async function applyReport(
  deps: WebhookDeps,
  request: FastifyRequest,
  { reportId, what, reference, amount, currency, at, reason }: PaymentReport,
): Promise<Outcome> {
  const checkout = await deps.kernel.ports.payments?.findCheckout(reference, at);
  const account = checkout && (await deps.accounts.byId(checkout.invoice.accountId));
  if (!checkout || !account) return 'unknown';
  await apply(deps, request, { kind: 'paid', ...checkout });
  const about = { invoice_guid: checkout.invoice.guid, checkout_id: checkout.checkoutId };
  const report = { report_id: reportId, kind: what, amount, currency, on: toPlainDate(at), reason };
  const caller = visitorCaller(request, account);
  return outcomeOf(() => runTransaction(deps.kernel, reportPayment, caller, { ...about, ...report }));
}

/** The payment is booked whether or not the provider tells its fee now: it reports it later, at the latest with the payout. */
async function findFee(
  { ports }: Kernel,
  request: FastifyRequest,
  reference: string,
): Promise<string | null> {
  try {
    return (await ports.payments?.findFee(reference)) ?? null;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    request.log.warn({ reference, reason: error.message }, 'the fee of a payment is not known yet');
    return null;
  }
}

/** One payout may have payments of several accounts: the provider pays for the installation. */
async function applyFees(
  { kernel, accounts }: WebhookDeps,
  request: FastifyRequest,
  news: Extract<PaymentUpdate, { kind: 'charged' | 'paid_out' }>,
): Promise<Outcome> {
  const { payments } = kernel.ports;
  const isPayout = news.kind === 'paid_out';
  const told = isPayout
    ? await payments?.listPayout(news.payoutId)
    : [{ ...news, fee: (await payments?.findFee(news.reference)) ?? null }];
  let outcome: Outcome = 'unknown';
  for (const [accountId, rows] of Map.groupBy(told ?? [], ({ invoice }) => invoice.accountId)) {
    const account = await accounts.byId(accountId);
    if (!account) continue;
    const fees = {
      payout: isPayout ? news.payoutId : '',
      payments: rows.map(({ reference, fee }) => ({ reference, fee })),
    };
    const caller = visitorCaller(request, account);
    const settled = await outcomeOf(() => runTransaction(kernel, settleFees, caller, fees));
    if (outcome !== 'applied') outcome = settled;
  }
  return outcome;
}
