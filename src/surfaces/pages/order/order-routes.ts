import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paymentLink } from '../../../modules/invoices/records/payment-link.ts';
import { saleUrl, ticketUrl } from '../../../modules/product-sales/public/links.ts';
import {
  findOrderByLink,
  findTicketByLink,
  type LinkedOrder,
} from '../../../modules/product-sales/public/public-pages.ts';
import { type AccessDeps, redirectTo } from '../../http/callers/access.ts';
import { type HtmlPage, sendPage } from '../../http/pages/page.ts';
import { documentLanguage } from '../../http/request/language.ts';
import { urlPart } from '../../http/request/url-part.ts';
import { sendLinkNotFound } from '../link-not-found.ts';
import type { ByToken } from '../linked-pages.ts';
import { SELL_TEXTS } from '../sell/sell-texts.ts';
import { sendInvoicePdf } from '../send-invoice-pdf.ts';
import { renderOrderPage, TICKETS_PER_PAGE } from './order-page.ts';
import { renderTicketPage } from './ticket-page.ts';

type BySeat = FastifyRequest<{ Params: { seat: string; token: string } }>;

/** Order and ticket pages. The signed token in the address is the only authorization. */
export function orderRoutes(app: FastifyInstance, deps: AccessDeps): void {
  app.get('/order/:token', (request: ByToken, reply) => showOrder(deps, request, reply));
  app.get('/order/:token/pdf', (request: ByToken, reply) => downloadInvoice(deps, request, reply));
  app.get('/ticket/:seat/:token', (request: BySeat, reply) => showTicket(deps, request, reply));
}

async function showOrder({ kernel }: AccessDeps, request: ByToken, reply: FastifyReply) {
  const link = await findOrderByLink(kernel, request.params.token);
  if (!link) return sendNotFound(request, reply, 'orderMissing');
  const { order } = link;
  const query = request.query as Record<string, unknown>;
  const last = Math.ceil(order.qty / TICKETS_PER_PAGE);
  const requestedPage = /^\d{1,4}$/.test(String(query.page)) ? Number(query.page) : 1;
  const pay = order.is_payment_link ? paymentLink(linkSigner(kernel, link), order.invoice_guid) : '';
  const page = renderOrderPage(order, {
    path: `/order/${urlPart(request.params.token)}`,
    lang: documentLanguage(query, order.lang),
    payPath: pay.slice(kernel.policy.baseUrl.length),
    salePath: saleUrl(linkSigner(kernel, link), order.sale_guid).slice(kernel.policy.baseUrl.length),
    page: Math.min(Math.max(requestedPage, 1), last),
    ticketUrl: (seat) => ticketUrl(linkSigner(kernel, link), order.invoice_guid, seat),
  });
  return sendPage(reply, page);
}

/** The invoice of an order. The mail of an unpaid order does not carry it, and not every order has a payment page. */
async function downloadInvoice({ kernel, accounts }: AccessDeps, request: ByToken, reply: FastifyReply) {
  const link = await findOrderByLink(kernel, request.params.token);
  const account = link?.order.is_as_typed && (await accounts.byId(link.accountId));
  if (!account) return sendNotFound(request, reply, 'orderMissing');
  return sendInvoicePdf(reply, kernel, account, link.order.invoice_guid);
}

/** Redirects the seller's signed-in people to the guest list, where they check the ticket in; others see the ticket. */
async function showTicket(deps: AccessDeps, request: BySeat, reply: FastifyReply) {
  const { kernel, browserSessions } = deps;
  const { token } = request.params;
  const seat = /^[1-9]\d{0,3}$/.test(request.params.seat) ? Number(request.params.seat) : 0;
  const link = seat > 0 ? await findTicketByLink(kernel, seat, token) : null;
  if (!link) return sendNotFound(request, reply, 'ticketMissing');
  const { order, accountId } = link;
  const query = request.query as Record<string, unknown>;
  const session = query.view === undefined ? await browserSessions.session(request) : null;
  if (session?.account.id === accountId) {
    const door = new URLSearchParams({ open: order.sale_guid, ticket: `${order.invoice_number}-${seat}` });
    return redirectTo(request, reply, `/console/selling?${door}`);
  }
  const url = ticketUrl(linkSigner(kernel, link), order.invoice_guid, seat);
  const path = `/ticket/${seat}/${urlPart(token)}`;
  const page: HtmlPage = renderTicketPage(order, {
    path,
    seat,
    lang: documentLanguage(query, order.lang),
    url,
  });
  return sendPage(reply, page);
}

function linkSigner({ policy, secrets }: AccessDeps['kernel'], { accountId }: LinkedOrder) {
  return { account: { id: accountId }, policy, secrets };
}

function sendNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  title: 'orderMissing' | 'ticketMissing',
): FastifyReply {
  return sendLinkNotFound(request, reply, { is: SELL_TEXTS.is[title], en: SELL_TEXTS.en[title] });
}
