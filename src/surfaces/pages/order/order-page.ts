import { formatBankAccount, formatDay, formatMoney } from '../../../domain/format.ts';
import { formatKennitala } from '../../../domain/kennitala.ts';
import { decimal, isZero } from '../../../domain/money.ts';
import { ticketState } from '../../../domain/selling.ts';
import type { PublicOrder } from '../../../modules/product-sales/public/public-store.ts';
import { type Html, html } from '../../http/html.ts';
import type { Page } from '../../http/page.ts';
import type { PayLang } from '../pay/pay-texts.ts';
import { sellFrame, sellLook } from '../sell/sell-layout.ts';
import { whenOf } from '../sell/sell-page.ts';
import { SELL_WORDS } from '../sell/sell-texts.ts';
import { ticketOf } from './ticket-page.ts';

/** As many codes as one page holds within 100 kB. */
export const TICKETS_A_PAGE = 15;

export interface OrderView {
  path: string;
  lang: PayLang;
  /** Where it can be paid; empty where it cannot. */
  payPath: string;
  page: number;
  /** Where the same is sold. */
  salePath: string;
  /** Where the ticket of a seat is. */
  ticketUrl: (seat: number) => string;
}

/** A purchase as who has made it sees it: what was bought, what happens next, and the tickets. */
export function orderPageOf(order: PublicOrder, view: OrderView): Page {
  const { lang, path } = view;
  const words = SELL_WORDS[lang];
  const thanks = order.type === 'DONA' ? words.thanksGift : words.thanks;
  const title = isCredited(order) ? words.yourOrder : thanks;
  // Of tickets only those are printed.
  const body = html`<div${order.type === 'EVENT' && order.status === 'Paid' ? html` class="screen"` : ''}>
    <p class="soft">${order.seller.name}</p>
    <h1>${title}</h1>
    <p><span class="state ${isSettled(order) ? '' : 'due'}">${stateOf(order, lang)}</span></p>
    <p class="note" role="status">${nextOf(order, lang)}</p>
    ${order.is_released ? action(`${view.salePath}?lang=${lang}`, words.again) : payButton(order, view)}
    <dl>
      <dt>${words.item}</dt><dd>${order.qty > 1 ? `${order.qty} × ` : ''}${order.title}</dd>
      <dt>${words.sum}</dt><dd>${formatMoney(decimal(order.amount), 'ISK', lang)}</dd>
      <dt>${words.invoiceNo}</dt><dd>${order.invoice_number}</dd>
    </dl>
    ${transfer(order, lang)}</div>
    ${order.type === 'EVENT' ? tickets(order, view) : ''}`;
  return {
    lang,
    title: `${words.yourOrder} · ${order.seller.name}`,
    body: sellFrame(path, lang, body),
    look: sellLook,
  };
}

function isCredited({ credited, status }: PublicOrder): boolean {
  return credited || status === 'Cancelled';
}

function isSettled(order: PublicOrder): boolean {
  return order.status === 'Paid' || isCredited(order);
}

function stateOf(order: PublicOrder, lang: PayLang): string {
  const words = SELL_WORDS[lang];
  if (order.is_released) return words.releasedState;
  if (isCredited(order)) return words.creditedState;
  if (order.status === 'Paid') return isZero(decimal(order.amount)) ? words.free : words.paid;
  return order.is_pending ? words.pending : words.unpaid;
}

/** The customer's own address is shown only where it is the one that the buyer has typed. */
function nextOf(order: PublicOrder, lang: PayLang): string {
  const words = SELL_WORDS[lang];
  if (order.is_released) return words.releasedNext;
  if (isCredited(order)) return words.creditedNext;
  const monthly = order.type === 'SUB' ? ` ${words.monthlyNext}` : '';
  if (order.status === 'Paid') {
    return `${isZero(decimal(order.amount)) ? words.freeNext : words.paidNext}${monthly}`;
  }
  if (order.is_pending) return words.pendingNext;
  const lapse = order.pay_by ? ` ${words.payBy(formatDay(order.pay_by, lang))}` : '';
  if (order.is_payment_link) return `${words.linkNext}${monthly}${lapse}`;
  const sent = {
    '2': words.einvoiceNext,
    '3': order.invoice_email === order.email ? words.mailNext(order.email) : words.profileNext,
  }[order.output_select];
  return `${sent ?? words.handNext}${monthly}${lapse}`;
}

function payButton(order: PublicOrder, { payPath, lang }: OrderView): Html {
  if (isSettled(order) || order.is_pending || payPath === '') return html``;
  return action(`${payPath}?lang=${lang}`, SELL_WORDS[lang].pay);
}

function action(href: string, label: string): Html {
  return html`<div class="actions"><a class="button" href="${href}">${label}</a></div>`;
}

/** Where there is no page to pay at, this is how. */
function transfer(order: PublicOrder, lang: PayLang): Html {
  const words = SELL_WORDS[lang];
  const account = formatBankAccount(order.seller.bank_account ?? '');
  if (isSettled(order) || order.is_payment_link || account === '') return html``;
  return html`<h2>${words.transfer}</h2>
    <dl><dt>${words.account}</dt><dd>${account}</dd>
    <dt>Kennitala</dt><dd>${formatKennitala(order.seller.registration_no)}</dd>
    <dt>${words.reference}</dt><dd>${order.invoice_number}</dd>
    <dt>${words.due}</dt><dd>${formatDay(order.due_date, lang)}</dd></dl>`;
}

function tickets(order: PublicOrder, view: OrderView): Html {
  const { lang, page, path, ticketUrl } = view;
  const words = SELL_WORDS[lang];
  if (isCredited(order)) return html``;
  const head = html`<div class="screen"><h2>${words.tickets}</h2>${whenOf(order, lang)}</div>`;
  if (order.status !== 'Paid') return html`${head}<p>${words.ticketsUnpaid}</p>`;
  const first = (page - 1) * TICKETS_A_PAGE + 1;
  const seats = Array.from({ length: order.qty }, (_, n) => n + 1).slice(
    first - 1,
    first - 1 + TICKETS_A_PAGE,
  );
  const link = (to: number, label: string) =>
    html`<a href="${path}?lang=${lang}&amp;page=${to}">${label}</a>`;
  const pages =
    order.qty > TICKETS_A_PAGE
      ? html`<p class="pages screen">${page > 1 ? link(page - 1, words.previous) : html`<span></span>`}${first + TICKETS_A_PAGE <= order.qty ? link(page + 1, words.next) : ''}</p>`
      : '';
  return html`${head}<p class="screen">${words.ticketsHow}</p>
    ${seats.map((seat) => {
      const url = ticketUrl(seat);
      const share =
        ticketState(order, seat) === 'valid'
          ? html`<p class="screen"><a href="${url}">${words.share}</a></p>`
          : '';
      return ticketOf(order, { seat, lang, url, share, heading: 'h3' });
    })}${pages}`;
}
