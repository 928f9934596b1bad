import { paymentDeadline, type SaleState, saleState } from '../../../domain/sales/selling.ts';
import type { Lang } from '../../../domain/values/codes.ts';
import { formatClock, formatDay, formatMoney, formatWeekday } from '../../../domain/values/format.ts';
import { formatKennitala } from '../../../domain/values/kennitala.ts';
import { decimal } from '../../../domain/values/money.ts';
import { type Account, hasSubscription } from '../../../kernel/access/account.ts';
import type { PublicSale } from '../../../modules/product-sales/public/public-pages.ts';
import type { SaleRow } from '../../../modules/product-sales/store.ts';
import { type Html, html } from '../../http/pages/html.ts';
import type { HtmlPage } from '../../http/pages/page.ts';
import { renderHidden } from '../form-fields.ts';
import { publicPage, sellStyle } from '../public-layout.ts';
import { type FormValues, offerDigest } from './sell-form.ts';
import { renderErrorSummary, renderFormFields } from './sell-form-page.ts';
import { SELL_TEXTS } from './sell-texts.ts';

export interface SellView {
  /** Path of this page without its query. `baseUrl` and `path` make the public URL. */
  path: string;
  baseUrl: string;
  lang: Lang;
  today: string;
  /** Idempotency key of the form, so that a repeated submission buys once. */
  formId: string;
  values: FormValues;
  messages: ReadonlyMap<string, string>;
  notice: string | null;
}

/** The public page of a sale, with the order form while the sale is open. */
export function renderSellPage(publicSale: PublicSale, view: SellView): HtmlPage {
  const { account, sale } = publicSale;
  const { lang, path } = view;
  const texts = SELL_TEXTS[lang];
  const state = saleState(sale, view.today);
  // Whoever was typing keeps what was typed: unpaid orders may put some back on sale.
  const hasJustSoldOut = state === 'sold_out' && view.notice !== null;
  const body = html`${renderImage(sale, path)}
    <p class="muted">${account.name}</p>
    <h1>${sale.name}</h1>
    ${renderEventTime(sale, lang)}
    ${sale.description === '' ? '' : html`<p class="description">${sale.description}</p>`}
    ${state === 'closed' || state === 'over' ? '' : renderPrice(sale, lang)}
    ${state === 'open' || hasJustSoldOut ? renderForm(publicSale, view) : renderClosedNotice(state, lang)}
    ${renderSeller(account, lang)}`;
  const hasErrors = view.messages.size > 0 || view.notice !== null;
  return publicPage({
    lang,
    title: `${hasErrors ? `${texts.errorTitle}: ` : ''}${sale.name} · ${account.name}`,
    path,
    body,
    style: sellStyle,
    head: renderHead(publicSale, view, state),
    hasImages: sale.image !== null,
    isFindable: state === 'open' || state === 'sold_out',
  });
}

function renderHead(
  { account, sale }: PublicSale,
  { lang, path, baseUrl }: SellView,
  state: SaleState,
): Html {
  const about = summaryText(sale, lang, state);
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

const MAX_SUMMARY_LENGTH = 200;

function summaryText(sale: SaleRow, lang: Lang, state: SaleState): string {
  const texts = SELL_TEXTS[lang];
  const first = state === 'open' ? priceText(sale, lang) : texts[state].replace(/\.$/, '');
  const when = [eventTimeText(sale, lang), sale.event_place].filter(Boolean).join(', ');
  const text = [first, when, sale.description.replace(/\s+/g, ' ')].filter(Boolean).join(' · ');
  return text.length > MAX_SUMMARY_LENGTH ? `${text.slice(0, MAX_SUMMARY_LENGTH - 1).toWellFormed()}…` : text;
}

function priceText({ amount, type }: SaleRow, lang: Lang): string {
  const texts = SELL_TEXTS[lang];
  if (type === 'DONA') return texts.suggested;
  const price = decimal(amount);
  if (price.eq(0)) return texts.free;
  return `${formatMoney(price, 'ISK', lang)}${type === 'SUB' ? ` ${texts.monthly}` : ''}`;
}

function renderPrice(sale: SaleRow, lang: Lang): Html {
  const texts = SELL_TEXTS[lang];
  if (sale.type === 'DONA') return html`<p class="price"><small>${texts.suggested}</small></p>`;
  const price = decimal(sale.amount);
  const more = [sale.type === 'SUB' && texts.monthly, price.gt(0) && sale.tax !== 'Z' && texts.vat];
  const left =
    sale.inventory_control && sale.inventory_count > 0
      ? html`<p class="muted">${texts.left(sale.inventory_count)}</p>`
      : '';
  const figure = price.eq(0) ? texts.free : formatMoney(price, 'ISK', lang);
  return html`<p class="price">${figure} <small>${more.filter(Boolean).join(' ')}</small></p>${left}`;
}

function eventTimeText(
  { event_date, event_minute }: Pick<SaleRow, 'event_date' | 'event_minute'>,
  lang: Lang,
): string {
  const day = event_date ? formatWeekday(event_date, lang) : '';
  const time = event_minute === null ? '' : `${SELL_TEXTS[lang].at} ${formatClock(event_minute)}`;
  return [day, time].filter(Boolean).join(' ');
}

/** Time and place of an event, as far as they are known. */
export function renderEventTime(
  event: Pick<SaleRow, 'event_date' | 'event_minute' | 'event_place'>,
  lang: Lang,
): Html {
  const facts = [eventTimeText(event, lang), event.event_place].filter(Boolean);
  return facts.length > 0 ? html`<p class="event-time">${facts.join(' · ')}</p>` : html``;
}

function renderImage(sale: SaleRow, path: string): Html {
  return sale.image ? html`<img class="picture" src="${path}/image/${sale.image}" alt="">` : html``;
}

function renderClosedNotice(state: Exclude<SaleState, 'open'>, lang: Lang): Html {
  const texts = SELL_TEXTS[lang];
  return html`<div class="note warning" role="status"><p class="closed">${texts[state]}</p><p>${texts.askSeller}</p></div>`;
}

function renderForm({ account, sale }: PublicSale, view: SellView): Html {
  const { lang, path, formId, notice } = view;
  const texts = SELL_TEXTS[lang];
  const fields = { sale, lang, values: view.values, messages: view.messages };
  const isFree = sale.type !== 'DONA' && decimal(sale.amount).eq(0);
  const paysNext = !isFree && hasSubscription(account, 'payment_link');
  const next = isFree ? '' : paysNext ? texts.payNext : texts.billed;
  // A donor is not asked to pay by a day: what is not paid ends by itself.
  const last = isFree || sale.type === 'DONA' ? null : paymentDeadline(sale, view.today);
  const lapse = last ? html`<p class="note">${texts.payBy(formatDay(last, lang))}</p>` : '';
  const monthly = sale.type === 'SUB' ? html`<p class="note">${texts.subscription}</p>` : '';
  return html`${renderErrorSummary(fields, notice)}
    <form method="post" action="${path}?lang=${lang}" novalidate>
    ${renderHidden('once', formId)}${renderHidden('seen', offerDigest(sale))}
    ${renderFormFields(fields)}
    ${monthly}${lapse}
    <button class="button buy">${(paysNext ? texts.buy : texts.order)[sale.type]}</button>
    <p class="below-form">${next} ${texts.privacy(account.name)}</p></form>`;
}

/** Identifies the seller, as consumer law requires. */
function renderSeller(account: Account, lang: Lang): Html {
  const texts = SELL_TEXTS[lang];
  const { name, registrationNo, vatNo, address, zip, city, email } = account;
  const addressLine = [address, [zip, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const facts = [
    `${texts.seller}: ${name}`,
    html`<span class="nowrap">kt. ${formatKennitala(registrationNo)}</span>`,
    vatNo && `${texts.vatNo} ${vatNo}`,
    addressLine,
    email && html`<a href="mailto:${email}">${email}</a>`,
  ].filter(Boolean);
  return html`<p class="seller">${facts.map((fact, at) => html`${at > 0 ? ' · ' : ''}${fact}`)}</p>`;
}
