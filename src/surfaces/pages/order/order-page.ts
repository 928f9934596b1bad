import { ticketState } from '../../../domain/sales/selling.ts';
import { subscriptionText } from '../../../domain/sales/subscription-text.ts';
import type { Lang } from '../../../domain/values/codes.ts';
import { formatBankAccount, formatDay, formatMoney } from '../../../domain/values/format.ts';
import { formatKennitala } from '../../../domain/values/kennitala.ts';
import { type Decimal, decimal, isZero } from '../../../domain/values/money.ts';
import { paidPart } from '../../../modules/product-sales/public/public-pages.ts';
import type { PublicOrder } from '../../../modules/product-sales/public/public-store.ts';
import { type Html, html } from '../../http/pages/html.ts';
import type { HtmlPage } from '../../http/pages/page.ts';
import { inLanguage } from '../../http/request/language.ts';
import { publicPage, sellStyle } from '../public-layout.ts';
import { renderEventTime } from '../sell/sell-page.ts';
import { SELL_TEXTS } from '../sell/sell-texts.ts';
import { renderTicket } from './ticket-page.ts';

/** Keeps a page of QR codes below 100 kB. */
export const TICKETS_PER_PAGE = 15;

export interface OrderView {
  path: string;
  lang: Lang;
  /** Path of the payment page; empty without one. */
  payPath: string;
  page: number;
  /** Path of the selling page. */
  salePath: string;
  /** URL of the ticket of a seat. */
  ticketUrl: (seat: number) => string;
}

/** The buyer's page of a purchase: what was bought, the next step, and the tickets. */
export function renderOrderPage(order: PublicOrder, view: OrderView): HtmlPage {
  const { lang, path } = view;
  const texts = SELL_TEXTS[lang];
  const thanks = order.type === 'DONA' ? texts.thanksGift : texts.thanks;
  const pdf = order.is_as_typed ? html` · <a href="${path}/pdf" download>PDF</a>` : '';
  const title = isCredited(order) ? texts.yourOrder : thanks;
  // Everything with the class `no-print` is hidden in print, so that only the tickets remain.
  const body = html`<div${order.type === 'EVENT' && order.status === 'Paid' ? html` class="no-print"` : ''}>
    <p class="muted">${order.seller.name}</p>
    <h1>${title}</h1>
    <p><span class="state ${isSettled(order) ? '' : 'due'}">${statusText(order, lang)}</span></p>
    <p class="note" role="status">${nextStepText(order, lang)}</p>
    ${order.is_released ? renderAction(`${view.salePath}?lang=${lang}`, texts.again) : renderPayButton(order, view)}
    <dl>
      <dt>${texts.item}</dt><dd>${order.qty > 1 ? `${order.qty} × ` : ''}${order.title}</dd>
      <dt>${texts.sum}</dt><dd>${formatMoney(decimal(order.amount), 'ISK', lang)}</dd>
      ${renderCredits(order, lang)}
      ${renderPaidPart(order, lang)}
      <dt>${texts.invoiceNo}</dt><dd>${order.invoice_number}${pdf}</dd>
    </dl>
    ${renderBankTransfer(order, lang)}</div>
    ${order.type === 'EVENT' ? renderTickets(order, view) : ''}`;
  const heading = `${texts.yourOrder} · ${order.seller.name}`;
  return publicPage({ lang, title: heading, path, body, style: sellStyle });
}

/** What was credited and paid back, and what is left of the order. */
function renderCredits(order: PublicOrder, lang: Lang): Html | '' {
  const texts = SELL_TEXTS[lang];
  const credited = decimal(order.credited_amount);
  const refunded = decimal(order.refunded_amount);
  if (isZero(credited)) return '';
  const money = (sum: Decimal) => formatMoney(sum, 'ISK', lang);
  const pieces = order.credited_qty > 0 && order.qty > 1 ? `${order.credited_qty} × ` : '';
  return html`<dt>${texts.creditedState}</dt><dd>${pieces && `${pieces}${order.title}: `}${money(credited)}</dd>
    ${isZero(refunded) ? '' : html`<dt>${texts.refunded}</dt><dd>${money(refunded)}</dd>`}
    <dt>${texts.sumLeft}</dt><dd>${money(decimal(order.amount).minus(credited))}</dd>`;
}

/** What was paid of an order that is still owed. */
function renderPaidPart(order: PublicOrder, lang: Lang): Html | '' {
  const part = paidPart(order);
  if (!part) return '';
  const texts = SELL_TEXTS[lang];
  const money = (sum: Decimal) => formatMoney(sum, order.currency, lang);
  return html`<dt>${texts.paid}</dt><dd>${money(part.paid)}</dd>
    <dt>${texts.balance}</dt><dd>${money(part.left)}</dd>`;
}

function isCredited({ credited, status }: PublicOrder): boolean {
  return credited || status === 'Cancelled';
}

function isSettled(order: PublicOrder): boolean {
  return order.status === 'Paid' || isCredited(order) || order.written_off_on !== null;
}

function statusText(order: PublicOrder, lang: Lang): string {
  const texts = SELL_TEXTS[lang];
  if (order.is_released) return texts.releasedState;
  if (isCredited(order)) return texts.creditedState;
  if (order.status === 'Paid') return isZero(decimal(order.amount)) ? texts.free : texts.paid;
  if (order.written_off_on !== null) return texts.writtenOffState;
  if (order.is_pending) return texts.pending;
  return paidPart(order) ? texts.partlyPaid : texts.unpaid;
}

/** Shows the invoice's e-mail address only if the buyer typed it; the customer's stored address stays private. */
function nextStepText(order: PublicOrder, lang: Lang): string {
  const texts = SELL_TEXTS[lang];
  if (order.is_released) return order.is_released_early ? texts.cancelledNext : texts.releasedNext;
  if (isCredited(order)) return texts.creditedNext;
  const { subscription, seller } = order;
  const monthly = subscription ? ` ${subscriptionText(subscription, seller, lang)}` : '';
  if (order.status === 'Paid') {
    return `${isZero(decimal(order.amount)) ? texts.freeNext : texts.paidNext}${monthly}`;
  }
  if (order.written_off_on !== null) return texts.writtenOffNext;
  if (order.is_pending) return texts.pendingNext;
  const lapseText = order.type === 'DONA' ? texts.giftLapses : texts.payBy;
  const lapse = order.pay_by ? ` ${lapseText(formatDay(order.pay_by, lang))}` : '';
  if (order.is_payment_link)
    return `${order.type === 'DONA' ? texts.giftNext : texts.linkNext}${monthly}${lapse}`;
  const deliveryText = {
    '2': texts.einvoiceNext,
    '3': order.invoice_email === order.email ? texts.mailNext(order.email) : texts.profileNext,
  }[order.output_select];
  return `${deliveryText ?? texts.handNext}${monthly}${lapse}`;
}

function renderPayButton(order: PublicOrder, { payPath, lang }: OrderView): Html {
  if (isSettled(order) || order.is_pending || payPath === '') return html``;
  return renderAction(`${payPath}?lang=${lang}`, SELL_TEXTS[lang].pay);
}

function renderAction(href: string, label: string): Html {
  return html`<div class="actions"><a class="button" href="${href}">${label}</a></div>`;
}

/** Bank details, for an order without a payment page. */
function renderBankTransfer(order: PublicOrder, lang: Lang): Html {
  const texts = SELL_TEXTS[lang];
  const account = formatBankAccount(order.seller.bank_account ?? '');
  if (isSettled(order) || order.is_payment_link || account === '') return html``;
  return html`<h2>${texts.transfer}</h2>
    <dl><dt>${texts.account}</dt><dd>${account}</dd>
    <dt>Kennitala</dt><dd>${formatKennitala(order.seller.registration_no)}</dd>
    <dt>${texts.reference}</dt><dd>${order.invoice_number}</dd>
    <dt>${texts.due}</dt><dd>${formatDay(order.due_date, lang)}</dd></dl>`;
}

function renderTickets(order: PublicOrder, view: OrderView): Html {
  const { lang, page, path, ticketUrl } = view;
  const texts = SELL_TEXTS[lang];
  if (isCredited(order)) return html``;
  const head = html`<div class="no-print"><h2>${texts.tickets}</h2>${renderEventTime(order, lang)}</div>`;
  if (order.status !== 'Paid') return html`${head}<p>${texts.ticketsUnpaid}</p>`;
  const first = (page - 1) * TICKETS_PER_PAGE + 1;
  const seats = Array.from({ length: order.qty }, (_, n) => n + 1).slice(
    first - 1,
    first - 1 + TICKETS_PER_PAGE,
  );
  const link = (to: number, label: string) =>
    html`<a href="${path}?lang=${lang}&amp;page=${to}">${label}</a>`;
  const pages =
    order.qty > TICKETS_PER_PAGE
      ? html`<p class="pagination no-print">${page > 1 ? link(page - 1, texts.previous) : html`<span></span>`}${first + TICKETS_PER_PAGE <= order.qty ? link(page + 1, texts.next) : ''}</p>`
      : '';
  return html`${head}<p class="no-print">${texts.ticketsHow}</p>
    ${seats.map((seat) => {
      const url = ticketUrl(seat);
      const share =
        ticketState(order, seat) === 'valid'
          ? html`<p class="no-print"><a href="${lang === order.lang ? url : inLanguage(url, lang)}">${texts.share}</a></p>`
          : '';
      return renderTicket(order, { seat, lang, url, share, heading: 'h3' });
    })}${pages}`;
}
