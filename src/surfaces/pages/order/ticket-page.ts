import { ticketState } from '../../../domain/selling.ts';
import type { PublicSale } from '../../../modules/product-sales/public/public-pages.ts';
import type { PublicOrder } from '../../../modules/product-sales/public/public-store.ts';
import { type Html, html } from '../../http/html.ts';
import type { Page } from '../../http/page.ts';
import type { PayLang } from '../pay/pay-texts.ts';
import { qrOf } from '../qr.ts';
import { sellFrame, sellLook } from '../sell/sell-layout.ts';
import { whenOf } from '../sell/sell-page.ts';
import { SELL_WORDS } from '../sell/sell-texts.ts';

interface TicketView {
  seat: number;
  lang: PayLang;
  /** What the code says. */
  url: string;
  share: Html | '';
  heading: 'h1' | 'h3';
}

/** One seat. What admits nobody has no code that could be held against a camera. */
export function ticketOf(order: PublicOrder, { seat, lang, url, share, heading }: TicketView): Html {
  const words = SELL_WORDS[lang];
  const state = ticketState(order, seat);
  const hasCode = state === 'valid' || state === 'used';
  const title = heading === 'h1' ? html`<h1>${order.title}</h1>` : html`<h3>${order.title}</h3>`;
  return html`<section class="ticket ${state === 'valid' ? '' : 'off'}" aria-label="${words.ticket(seat, order.qty)}">
    <div class="stub">${title}${whenOf(order, lang)}</div>
    <div><p class="holder">${order.name}</p><p class="soft">${words.ticket(seat, order.qty)} · ${words.invoiceNo} ${order.invoice_number}</p>
    ${hasCode ? qrOf(url, words.code(seat)) : ''}
    <p><span class="state ${state === 'valid' ? '' : 'due'}">${words.state[state]}</span></p>
    <p class="soft">${order.seller.name}</p>${share}</div></section>`;
}

/** A ticket alone, as its holder and strangers see it. */
export function ticketPageOf(
  order: PublicOrder,
  { path, seat, lang, url }: { path: string; seat: number; lang: PayLang; url: string },
): Page {
  const words = SELL_WORDS[lang];
  const body = html`${ticketOf(order, { seat, lang, url, share: '', heading: 'h1' })}
    <p class="after screen">${words.ticketsHow}</p>`;
  return {
    lang,
    title: `${words.ticket(seat, order.qty)} · ${order.title}`,
    body: sellFrame(path, lang, body),
    look: sellLook,
  };
}

/** To be printed and put up where people pass. */
export function posterPageOf(
  { account, sale }: PublicSale,
  { path, lang, url }: { path: string; lang: PayLang; url: string },
): Page {
  const words = SELL_WORDS[lang];
  const body = html`<div class="poster"><p class="soft">${account.name}</p><h1>${sale.name}</h1>${whenOf(sale, lang)}
    ${qrOf(url, words.posterCode)}
    <p>${words.posterLead}</p><p class="address">${url}</p></div>`;
  return { lang, title: sale.name, body: sellFrame(path, lang, body), look: sellLook };
}
