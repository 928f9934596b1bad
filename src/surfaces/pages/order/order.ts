import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paymentLink } from '../../../modules/invoices/pay/payment-link.ts';
import { saleUrl, ticketUrl } from '../../../modules/product-sales/public/links.ts';
import {
  findOrderByLink,
  findTicketByLink,
  type LinkedOrder,
} from '../../../modules/product-sales/public/public-pages.ts';
import { type AccessDeps, redirectTo } from '../../http/access.ts';
import { html } from '../../http/html.ts';
import { type Page, sendPage } from '../../http/page.ts';
import { payLanguage } from '../pay/pay-texts.ts';
import { sellLook } from '../sell/sell-layout.ts';
import { SELL_WORDS } from '../sell/sell-texts.ts';
import { orderPageOf, TICKETS_A_PAGE } from './order-page.ts';
import { ticketPageOf } from './ticket-page.ts';

type ByToken = FastifyRequest<{ Params: { token: string } }>;
type BySeat = FastifyRequest<{ Params: { seat: string; token: string } }>;

/** What was bought, and the tickets of it. The signed address is the permission to see it. */
export function orderPages(app: FastifyInstance, parts: AccessDeps): void {
  app.get('/order/:token', (request: ByToken, reply) => showOrder(parts, request, reply));
  app.get('/ticket/:seat/:token', (request: BySeat, reply) => showTicket(parts, request, reply));
}

async function showOrder({ kernel }: AccessDeps, request: ByToken, reply: FastifyReply) {
  const behind = await findOrderByLink(kernel, request.params.token);
  if (!behind) return missing(reply, 'orderMissing');
  const { order } = behind;
  const query = request.query as Record<string, unknown>;
  const last = Math.ceil(order.qty / TICKETS_A_PAGE);
  const asked = /^\d{1,4}$/.test(String(query.page)) ? Number(query.page) : 1;
  const pay = order.is_payment_link ? paymentLink(namer(kernel, behind), order.invoice_guid) : '';
  const page = orderPageOf(order, {
    path: `/order/${encodeURIComponent(request.params.token)}`,
    lang: payLanguage(query, order.lang),
    payPath: pay.slice(kernel.policy.baseUrl.length),
    salePath: saleUrl(namer(kernel, behind), order.sale_guid).slice(kernel.policy.baseUrl.length),
    page: Math.min(Math.max(asked, 1), last),
    ticketUrl: (seat) => ticketUrl(namer(kernel, behind), order.invoice_guid, seat),
  });
  return sendPage(reply, page);
}

/** The seller's people are led to the list at the door, where the ticket is ticked; everybody else sees the ticket. */
async function showTicket(parts: AccessDeps, request: BySeat, reply: FastifyReply) {
  const { kernel, browsers } = parts;
  const { token } = request.params;
  const seat = /^[1-9]\d{0,3}$/.test(request.params.seat) ? Number(request.params.seat) : 0;
  const behind = seat > 0 ? await findTicketByLink(kernel, seat, token) : null;
  if (!behind) return missing(reply, 'ticketMissing');
  const { order, accountId } = behind;
  const query = request.query as Record<string, unknown>;
  const session = query.view === undefined ? await browsers.session(request) : null;
  if (session?.account.id === accountId) {
    const door = new URLSearchParams({ open: order.sale_guid, ticket: `${order.invoice_number}-${seat}` });
    return redirectTo(request, reply, `/console/selling?${door}`);
  }
  const url = ticketUrl(namer(kernel, behind), order.invoice_guid, seat);
  const path = `/ticket/${seat}/${encodeURIComponent(token)}`;
  const page: Page = ticketPageOf(order, { path, seat, lang: payLanguage(query, order.lang), url });
  return sendPage(reply, page);
}

function namer({ policy, secrets }: AccessDeps['kernel'], { accountId }: LinkedOrder) {
  return { account: { id: accountId }, policy, secrets };
}

function missing(reply: FastifyReply, what: 'orderMissing' | 'ticketMissing') {
  const { is, en } = SELL_WORDS;
  const body = html`<main><h1>${is[what]}</h1><p class="soft">${is.check}</p>
    <p class="soft" lang="en">${en[what]}. ${en.check}</p></main>`;
  return sendPage(reply.code(404), { lang: 'is', title: is[what], body, look: sellLook });
}
