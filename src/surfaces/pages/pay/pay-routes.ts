import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OWED_STATUSES } from '../../../domain/invoices/invoice-status.ts';
import { toPlainDate } from '../../../domain/values/dates.ts';
import { runTransaction } from '../../../kernel/execute.ts';
import { Failure } from '../../../kernel/failures/failure.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { PaymentsUnavailable } from '../../../kernel/ports/ports.ts';
import { findInvoiceByLink, type PublicInvoice } from '../../../modules/invoices/public/public-invoice.ts';
import { readPaymentToken } from '../../../modules/invoices/records/payment-link.ts';
import { startCheckout } from '../../../modules/payments/links/checkouts.ts';
import { isPayable, usableCheckout } from '../../../modules/payments/links/payable.ts';
import { findPayableInvoice } from '../../../modules/payments/links/read.ts';
import { orderUrl } from '../../../modules/product-sales/public/links.ts';
import { redirectTo } from '../../http/callers/access.ts';
import { visitorCaller } from '../../http/callers/caller.ts';
import { sendPage } from '../../http/pages/page.ts';
import { documentLanguage, inChosenLanguage } from '../../http/request/language.ts';
import { urlPart } from '../../http/request/url-part.ts';
import { sendLinkNotFound } from '../link-not-found.ts';
import type { ByToken, LinkDeps } from '../linked-pages.ts';
import { sendInvoicePdf } from '../send-invoice-pdf.ts';
import { renderPayPage } from './pay-page.ts';
import { PAY_TEXTS } from './pay-texts.ts';

/**
 * The public page of an invoice with a payment link. The signed token in the address is the only authorization, for
 * viewing and for paying, so CSRF needs no further protection: another site would have to know the token.
 */
export function payRoutes(app: FastifyInstance, deps: LinkDeps): void {
  app.get('/pay/:token', (request: ByToken, reply) => show(deps, request, reply));
  app.post('/pay/:token', (request: ByToken, reply) => pay(deps, request, reply));
  app.get('/pay/:token/pdf', (request: ByToken, reply) => download(deps, request, reply));
}

async function show(deps: LinkDeps, request: ByToken, reply: FastifyReply, failed = false) {
  const { kernel } = deps;
  const access = await resolveLink(deps, request);
  const returned = (request.query as Record<string, unknown>).returned === '1';
  const invoice = await awaitPaymentUpdate(kernel, request.params.token, returned ? READS_AFTER_RETURN : 1);
  if (!access || !invoice) return sendNotFound(request, reply);
  const { payments } = kernel.ports;
  const page = renderPayPage(invoice, {
    path: payPath(request),
    lang: documentLanguage(request.query, invoice.document.lang),
    canPay: payments !== null && !access.caller.account.disabled,
    returned,
    failed,
    today: toPlainDate(kernel.clock()),
    orderPath: invoice.sold ? orderPathOf(kernel, request.params.token) : '',
  });
  return sendPage(reply, { ...page, formTargets: payments?.formTargets ?? [] });
}

/** The order page of an invoice that was bought on a selling page. */
function orderPathOf({ policy, secrets }: Kernel, token: string): string {
  const invoice = readPaymentToken(secrets, token);
  if (!invoice) return '';
  const url = orderUrl({ account: { id: invoice.accountId }, policy, secrets }, invoice.guid);
  return url.slice(policy.baseUrl.length);
}

const READS_AFTER_RETURN = 4;
const READ_INTERVAL_MS = 600;

/** Polls for a moment, because a payer often returns before the provider's webhook arrives. */
async function awaitPaymentUpdate(
  kernel: Kernel,
  token: string,
  looks: number,
): Promise<PublicInvoice | null> {
  const invoice = await findInvoiceByLink(kernel, token);
  if (!invoice || !OWED_STATUSES.includes(invoice.status) || invoice.is_pending || looks <= 1) return invoice;
  await pause(READ_INTERVAL_MS);
  return awaitPaymentUpdate(kernel, token, looks - 1);
}

/** Starts a checkout, or redirects to the one that is still open, so that repeated clicks cannot pay twice. */
async function pay(deps: LinkDeps, request: ByToken, reply: FastifyReply) {
  const { kernel } = deps;
  const access = await resolveLink(deps, request);
  if (!access) return sendNotFound(request, reply);
  const { caller, input } = access;
  if (caller.account.disabled)
    return redirectTo(request, reply, inChosenLanguage(payPath(request), request.query));
  const { payments } = kernel.ports;
  const look = () => findPayableInvoice(kernel, caller, input.invoice_guid);
  let invoice = await look();
  if (!invoice) return sendNotFound(request, reply);
  let checkout = usableCheckout(invoice, payments);
  if (!checkout && payments && isPayable(invoice)) {
    try {
      const { output } = await runTransaction(kernel, startCheckout, caller, input);
      return redirectTo(request, reply, toOwnPath(kernel, output.url, request));
    } catch (error) {
      if (error instanceof PaymentsUnavailable) {
        request.log.warn({ reason: error.message }, 'checkout could not be created');
        return show(deps, request, reply.code(503).header('retry-after', '30'), true);
      }
      // A concurrent click started a checkout first, or the invoice was settled in the meantime.
      if (!(error instanceof Failure && error.kind === 'conflict')) throw error;
      invoice = (await look()) ?? invoice;
      checkout = usableCheckout(invoice, payments);
    }
  }
  if (!checkout || !isPayable(invoice) || checkout.status === 'pending')
    return redirectTo(request, reply, inChosenLanguage(payPath(request), request.query));
  return redirectTo(request, reply, toOwnPath(kernel, checkout.url, request));
}

async function download(deps: LinkDeps, request: ByToken, reply: FastifyReply) {
  const { kernel } = deps;
  const access = await resolveLink(deps, request);
  if (!access) return sendNotFound(request, reply);
  const { caller, input } = access;
  if (!(await findPayableInvoice(kernel, caller, input.invoice_guid))) return sendNotFound(request, reply);
  return sendInvoicePdf(reply, kernel, caller.account, input.invoice_guid);
}

interface LinkAccess {
  caller: Caller;
  input: { invoice_guid: string };
}

async function resolveLink({ kernel, accounts }: LinkDeps, request: ByToken): Promise<LinkAccess | null> {
  const token = readPaymentToken(kernel.secrets, request.params.token);
  const account = token && (await accounts.byId(token.accountId));
  if (!account) return null;
  const caller = visitorCaller(request, account);
  return { caller, input: { invoice_guid: token.guid } };
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendLinkNotFound(request, reply, { is: PAY_TEXTS.is.missing, en: PAY_TEXTS.en.missing });
}

function payPath(request: ByToken): string {
  return `/pay/${urlPart(request.params.token)}`;
}

/**
 * Shortens own URLs to their path: form-action 'self' allows only the host name that the browser uses. An own page is
 * opened in the language that the payer has chosen.
 */
function toOwnPath({ policy }: Kernel, url: string, request: ByToken): string {
  if (!url.startsWith(`${policy.baseUrl}/`)) return url;
  return inChosenLanguage(url.slice(policy.baseUrl.length), request.query);
}
