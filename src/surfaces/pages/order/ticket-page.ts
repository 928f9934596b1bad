import { ticketState } from '../../../domain/sales/selling.ts';
import type { Lang } from '../../../domain/values/codes.ts';
import type { PublicSale } from '../../../modules/product-sales/public/public-pages.ts';
import type { PublicOrder } from '../../../modules/product-sales/public/public-store.ts';
import { type Html, html } from '../../http/pages/html.ts';
import type { HtmlPage } from '../../http/pages/page.ts';
import { publicPage, sellStyle } from '../public-layout.ts';
import { renderQrCode } from '../qr-code.ts';
import { renderEventTime } from '../sell/sell-page.ts';
import { SELL_TEXTS } from '../sell/sell-texts.ts';

interface TicketView {
  seat: number;
  lang: Lang;
  /** Content of the QR code. */
  url: string;
  share: Html | '';
  heading: 'h1' | 'h3';
}

/** The ticket of one seat. Only a paid ticket has a QR code, so an invalid one cannot be scanned. */
export function renderTicket(order: PublicOrder, { seat, lang, url, share, heading }: TicketView): Html {
  const texts = SELL_TEXTS[lang];
  const state = ticketState(order, seat);
  const hasCode = state === 'valid' || state === 'used';
  const title = heading === 'h1' ? html`<h1>${order.title}</h1>` : html`<h3>${order.title}</h3>`;
  return html`<section class="ticket ${state === 'valid' ? '' : 'invalid'}" aria-label="${texts.ticket(seat, order.qty)}">
    <div class="ticket-header">${title}${renderEventTime(order, lang)}</div>
    <div><p class="holder">${order.name}</p><p class="muted">${texts.ticket(seat, order.qty)} · ${texts.invoiceNo} ${order.invoice_number}</p>
    ${hasCode ? renderQrCode(url, texts.code(seat)) : ''}
    <p><span class="state ${state === 'valid' ? '' : 'due'}">${texts.state[state]}</span></p>
    <p class="muted">${order.seller.name}</p>${share}</div></section>`;
}

/** A page with a single ticket. */
export function renderTicketPage(
  order: PublicOrder,
  { path, seat, lang, url }: { path: string; seat: number; lang: Lang; url: string },
): HtmlPage {
  const texts = SELL_TEXTS[lang];
  const body = html`${renderTicket(order, { seat, lang, url, share: '', heading: 'h1' })}
    <p class="below-form no-print">${texts.ticketsHow}</p>`;
  const title = `${texts.ticket(seat, order.qty)} · ${order.title}`;
  return publicPage({ lang, title, path, body, style: sellStyle });
}

/** A poster of a sale with its QR code, for printing. */
export function renderPosterPage(
  { account, sale }: PublicSale,
  { path, lang, url }: { path: string; lang: Lang; url: string },
): HtmlPage {
  const texts = SELL_TEXTS[lang];
  const body = html`<div class="poster"><p class="muted">${account.name}</p><h1>${sale.name}</h1>${renderEventTime(sale, lang)}
    ${renderQrCode(url, texts.posterCode)}
    <p>${texts.posterLead}</p><p class="address">${url}</p></div>`;
  return publicPage({ lang, title: sale.name, path, body, style: sellStyle });
}
