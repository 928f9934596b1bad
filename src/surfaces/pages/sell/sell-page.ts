import { formatClock, formatDay, formatMoney, formatWeekday } from '../../../domain/format.ts';
import { formatKennitala } from '../../../domain/kennitala.ts';
import { decimal } from '../../../domain/money.ts';
import { paymentDeadline, type SaleState, saleState } from '../../../domain/selling.ts';
import { type Account, subscribes } from '../../../kernel/account.ts';
import type { PublicSale } from '../../../modules/product-sales/public.ts';
import type { SaleRow } from '../../../modules/product-sales/store.ts';
import { type Html, html } from '../../http/html.ts';
import type { Page } from '../../http/page.ts';
import { hidden } from '../form-parts.ts';
import type { PayLang } from '../pay/pay-texts.ts';
import { fieldsOf, seenOf, summaryOf, type Typed } from './sell-form.ts';
import { sellFrame, sellLook } from './sell-layout.ts';
import { SELL_WORDS } from './sell-texts.ts';

export interface SellView {
  /** Where this page is, without a query, and what stands before it in an address that others can use. */
  path: string;
  baseUrl: string;
  lang: PayLang;
  today: string;
  /** Tells this form from others, so that it is carried out once. */
  once: string;
  typed: Typed;
  messages: ReadonlyMap<string, string>;
  notice: string | null;
}

/** A sale as a stranger sees it: what it is, and the form to buy by, unless nothing is sold just now. */
export function sellPageOf(sold: PublicSale, view: SellView): Page {
  const { account, sale } = sold;
  const { lang, path } = view;
  const words = SELL_WORDS[lang];
  const state = saleState(sale, view.today);
  const body = html`${picture(sale, path)}
    <p class="soft">${account.name}</p>
    <h1>${sale.name}</h1>
    ${whenOf(sale, lang)}
    ${sale.description === '' ? '' : html`<p class="about">${sale.description}</p>`}
    ${state === 'closed' || state === 'over' ? '' : priceOf(sale, lang)}
    ${state === 'open' ? form(sold, view) : nothingSold(state, lang)}
    ${sellerOf(account, lang)}`;
  const wrong = view.messages.size > 0 || view.notice !== null;
  return {
    lang,
    title: `${wrong ? `${words.errorTitle}: ` : ''}${sale.name} · ${account.name}`,
    body: sellFrame(path, lang, body),
    look: sellLook,
    head: headOf(sold, view, state),
    hasImages: sale.image !== null,
    isFindable: state === 'open' || state === 'sold_out',
  };
}

function headOf({ account, sale }: PublicSale, { lang, path, baseUrl }: SellView, state: SaleState): Html {
  const about = summary(sale, lang, state);
  const url = `${baseUrl}${path}`;
  const image = sale.image
    ? html`
<meta property="og:image" content="${url}/image/${sale.image}">`
    : '';
  return html`
<link rel="canonical" href="${url}">
<link rel="alternate" hreflang="is" href="${url}?lang=is">
<link rel="alternate" hreflang="en" href="${url}?lang=en">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${account.name}">
<meta property="og:url" content="${url}">
<meta property="og:locale" content="${lang === 'is' ? 'is_IS' : 'en_GB'}">
<meta property="og:locale:alternate" content="${lang === 'is' ? 'en_GB' : 'is_IS'}">
<meta property="og:title" content="${sale.name}">
<meta property="og:description" content="${about}">${image}
<meta name="description" content="${about}">
<meta name="twitter:card" content="${sale.image ? 'summary_large_image' : 'summary'}">`;
}

const MOST_SUMMARY = 200;

function summary(sale: SaleRow, lang: PayLang, state: SaleState): string {
  const words = SELL_WORDS[lang];
  const first = state === 'open' ? priceText(sale, lang) : words[state].replace(/\.$/, '');
  const when = [dayOf(sale, lang), sale.event_place].filter(Boolean).join(', ');
  const text = [first, when, sale.description.replace(/\s+/g, ' ')].filter(Boolean).join(' · ');
  return text.length > MOST_SUMMARY ? `${text.slice(0, MOST_SUMMARY - 1).toWellFormed()}…` : text;
}

function priceText({ amount, type }: SaleRow, lang: PayLang): string {
  const words = SELL_WORDS[lang];
  if (type === 'DONA') return words.suggested;
  const price = decimal(amount);
  if (price.eq(0)) return words.free;
  return `${formatMoney(price, 'ISK', lang)}${type === 'SUB' ? ` ${words.monthly}` : ''}`;
}

function priceOf(sale: SaleRow, lang: PayLang): Html {
  const words = SELL_WORDS[lang];
  if (sale.type === 'DONA') return html`<p class="price"><small>${words.suggested}</small></p>`;
  const price = decimal(sale.amount);
  const more = [sale.type === 'SUB' && words.monthly, price.gt(0) && sale.tax !== 'Z' && words.vat];
  const left =
    sale.inventory_control && sale.inventory_count > 0
      ? html`<p class="soft">${words.left(sale.inventory_count)}</p>`
      : '';
  const figure = price.eq(0) ? words.free : formatMoney(price, 'ISK', lang);
  return html`<p class="price">${figure} <small>${more.filter(Boolean).join(' ')}</small></p>${left}`;
}

function dayOf(
  { event_date, event_minute }: Pick<SaleRow, 'event_date' | 'event_minute'>,
  lang: PayLang,
): string {
  const day = event_date ? formatWeekday(event_date, lang) : '';
  const time = event_minute === null ? '' : `${SELL_WORDS[lang].at} ${formatClock(event_minute)}`;
  return [day, time].filter(Boolean).join(' ');
}

/** When and where an event is, as far as that was said. */
export function whenOf(
  event: Pick<SaleRow, 'event_date' | 'event_minute' | 'event_place'>,
  lang: PayLang,
): Html {
  const parts = [dayOf(event, lang), event.event_place].filter(Boolean);
  return parts.length > 0 ? html`<p class="when">${parts.join(' · ')}</p>` : html``;
}

function picture(sale: SaleRow, path: string): Html {
  return sale.image ? html`<img class="picture" src="${path}/image/${sale.image}" alt="">` : html``;
}

function nothingSold(state: Exclude<SaleState, 'open'>, lang: PayLang): Html {
  const words = SELL_WORDS[lang];
  return html`<div class="note warn" role="status"><p class="closed">${words[state]}</p><p>${words.askSeller}</p></div>`;
}

function form({ account, sale }: PublicSale, view: SellView): Html {
  const { lang, path, once, notice } = view;
  const words = SELL_WORDS[lang];
  const fields = { sale, lang, typed: view.typed, messages: view.messages };
  const isFree = sale.type !== 'DONA' && decimal(sale.amount).eq(0);
  const paysNext = !isFree && subscribes(account, 'payment_link');
  const next = isFree ? '' : paysNext ? words.payNext : words.billed;
  const last = isFree ? null : paymentDeadline(sale, view.today);
  const lapse = last ? html`<p class="note">${words.payBy(formatDay(last, lang))}</p>` : '';
  const monthly = sale.type === 'SUB' ? html`<p class="note">${words.subscription}</p>` : '';
  return html`${summaryOf(fields, notice)}
    <form method="post" action="${path}?lang=${lang}">
    ${hidden('once', once)}${hidden('seen', seenOf(sale))}
    ${fieldsOf(fields)}
    ${monthly}${lapse}
    <button class="button buy">${(paysNext ? words.buy : words.order)[sale.type]}</button>
    <p class="after">${next} ${words.privacy(account.name)}</p></form>`;
}

/** Who sells must be known to who buys. */
export function sellerOf(account: Account, lang: PayLang): Html {
  const words = SELL_WORDS[lang];
  const { name, registrationNo, vatNo, address, zip, city, email } = account;
  const place = [address, [zip, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const facts = [
    `${words.seller}: ${name}`,
    `kt. ${formatKennitala(registrationNo)}`,
    vatNo && `${words.vatNo} ${vatNo}`,
    place,
  ];
  const mail = email ? html` · <a href="mailto:${email}">${email}</a>` : '';
  return html`<p class="seller">${facts.filter(Boolean).join(' · ')}${mail}</p>`;
}
