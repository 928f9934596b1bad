import { statusTab } from '../../../domain/invoices/invoice-status.ts';
import { payableAmount } from '../../../domain/invoices/payments.ts';
import { subscriptionText } from '../../../domain/sales/subscription-text.ts';
import type { Lang } from '../../../domain/values/codes.ts';
import { formatBankAccount, formatDate, formatMoney } from '../../../domain/values/format.ts';
import { formatIban } from '../../../domain/values/iban.ts';
import { formatKennitala } from '../../../domain/values/kennitala.ts';
import { isZero } from '../../../domain/values/money.ts';
import {
  type PublicInvoice,
  publicInvoiceDocument,
} from '../../../modules/invoices/public/public-invoice.ts';
import { type Html, html } from '../../http/pages/html.ts';
import type { HtmlPage } from '../../http/pages/page.ts';
import { renderContents, renderReferences } from '../printed-contents.ts';
import { publicPage } from '../public-layout.ts';
import { PAY_TEXTS } from './pay-texts.ts';

export interface PayView {
  /** Path of this page without its query. */
  path: string;
  lang: Lang;
  /** Whether a payment provider is configured. */
  canPay: boolean;
  /** Whether the payer has returned from the checkout, before its webhook arrived. */
  returned: boolean;
  failed: boolean;
  /** Today's date. */
  today: string;
  /** Path of the order page; empty without an order. */
  orderPath: string;
}

/** The public page of an invoice, by its payment status. */
export function renderPayPage(invoice: PublicInvoice, view: PayView): HtmlPage {
  const { lang, path } = view;
  const { number, seller } = invoice.document;
  const texts = PAY_TEXTS[lang];
  const kindText = invoice.document.kind === 'credit' ? texts.credit : texts.invoice;
  const title = `${kindText} ${number} ${texts.by} ${seller.name}`;
  const { logo } = invoice;
  const picture = logo
    ? html`<img class="logo" src="${logo.path}" alt="${seller.name}" width="${logo.width}" height="${logo.height}">`
    : '';
  const body = html`${picture}${renderBody(invoice, view)}`;
  const head = html`
<meta property="og:type" content="website">
<meta property="og:site_name" content="${seller.name}">
<meta property="og:locale" content="${lang === 'is' ? 'is_IS' : 'en_GB'}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${summaryText(invoice, lang)}">
<meta name="description" content="${summaryText(invoice, lang)}">
<meta name="twitter:card" content="summary">`;
  return publicPage({ lang, title, path, body, head, hasImages: logo !== null });
}

function renderBody(invoice: PublicInvoice, view: PayView): Html {
  const { mark, kind } = invoice.document;
  if (kind === 'credit') return renderCreditNote(invoice, view);
  if (mark?.kind === 'credited' || mark?.kind === 'written_off') return renderGivenUp(invoice, view);
  if (mark?.kind === 'paid') return renderPaid(invoice, view);
  return invoice.is_pending || view.returned ? renderPending(invoice, view) : renderUnpaid(invoice, view);
}

function invoiceNumber({ document }: PublicInvoice): string {
  return document.number ?? '';
}

function amountDueText({ document: { due, currency } }: PublicInvoice, lang: Lang): string {
  return formatMoney(due, currency, lang);
}

function amountText({ document: { amount, currency } }: PublicInvoice, lang: Lang): string {
  return formatMoney(payableAmount(amount, currency), currency, lang);
}

function summaryText(invoice: PublicInvoice, lang: Lang): string {
  const texts = PAY_TEXTS[lang];
  const { mark, dueDate, kind } = invoice.document;
  if (kind === 'credit') return amountText(invoice, lang);
  if (mark?.kind === 'credited') return texts.creditedLead(invoiceNumber(invoice));
  if (mark?.kind === 'written_off') return texts.writtenOffLead(invoiceNumber(invoice));
  if (mark?.kind === 'paid') return texts.paidLead(invoiceNumber(invoice));
  if (invoice.sold === 'DONA') return amountDueText(invoice, lang);
  return `${amountDueText(invoice, lang)} · ${texts.due} ${formatDate(dueDate, lang)}`;
}

function statusText(
  { status, written_off_on, document: { kind, dueDate, paid } }: PublicInvoice,
  { lang, today }: PayView,
): string {
  const { collection, overdue, partlyPaid, unpaid } = PAY_TEXTS[lang];
  const tab = statusTab({ status, kind, due_date: dueDate, written_off_on }, today);
  if (tab === 'collection') return collection;
  if (tab === 'overdue') return overdue;
  return isZero(paid) ? unpaid : partlyPaid;
}

function renderUnpaid(invoice: PublicInvoice, view: PayView): Html {
  const { path, lang, canPay, failed } = view;
  const texts = PAY_TEXTS[lang];
  const { buyer, issueDate, dueDate, finalDueDate, due, isOutsideVat } = invoice.document;
  const printed = publicInvoiceDocument(invoice, lang);
  const isGift = invoice.sold === 'DONA';
  const dueDates = html`<dt>${texts.due}</dt><dd>${formatDate(dueDate, lang)}</dd>
      <dt>${texts.final}</dt><dd>${formatDate(finalDueDate, lang)}</dd>`;
  const button =
    canPay && due.gt(0)
      ? html`<form method="post" action="${path}?lang=${lang}"><button class="button">${texts.pay}</button></form>`
      : '';
  return html`
    <h1>${isGift ? texts.gift : `${texts.invoice} ${invoiceNumber(invoice)}`}</h1>
    <p class="muted">${texts.from} ${renderSeller(invoice)}<br>${texts.to} ${buyer.name}</p>
    <p class="amount">${amountDueText(invoice, lang)}</p>
    <p><span class="state due">${isGift ? texts.giftWaits : statusText(invoice, view)}</span></p>
    ${isGift ? html`<p class="note">${texts.giftLapses(formatDate(dueDate, lang))}</p>` : ''}
    ${renderSubscription(invoice, lang)}
    ${failed ? html`<p class="note error" role="alert">${texts.failed}</p>` : ''}
    <div class="actions">${button}${renderPdfLink(path, texts.pdf)}</div>
    <dl>
      <dt>${texts.issued}</dt><dd>${formatDate(issueDate, lang)}</dd>
      ${isGift ? html`<dt>${texts.invoice}</dt><dd>${invoiceNumber(invoice)}</dd>` : dueDates}
      ${renderReferences(printed.settled)}
      ${renderReferences(printed.references)}
    </dl>
    ${renderPaymentMethod(invoice, lang)}
    ${renderContents(printed, isOutsideVat, lang)}`;
}

function renderSubscription({ subscription, document }: PublicInvoice, lang: Lang): Html | '' {
  return subscription
    ? html`<p class="note">${subscriptionText(subscription, document.seller, lang)}</p>`
    : '';
}

function renderPdfLink(path: string, label: string): Html {
  return html`<a class="button quiet" href="${path}/pdf" download>${label}</a>`;
}

/** An invoice with a claim shows no bank account, because a transfer would leave the claim open. */
function renderPaymentMethod(invoice: PublicInvoice, lang: Lang): Html {
  const texts = PAY_TEXTS[lang];
  const { document } = invoice;
  const { payment, seller, number } = document;
  if (payment.kind === 'claim') {
    const claim =
      payment.account &&
      html`<dl><dt>${texts.claimNumber}</dt><dd>${formatBankAccount(payment.account)}</dd></dl>`;
    return html`<h2>${texts.howClaim}</h2><p>${texts.claim}</p>${claim}`;
  }
  if (payment.kind !== 'transfer') return html`<h2>${texts.how}</h2><p>${texts.ask}</p>`;
  const iban = payment.iban && html`<dt>IBAN</dt><dd>${formatIban(payment.iban)}</dd>`;
  const bank = payment.bank
    ? html`<dt>BIC</dt><dd>${payment.bank.bic}</dd><dt>${texts.bank}</dt><dd>${payment.bank.name}</dd>`
    : '';
  const { transferFigure } = publicInvoiceDocument(invoice, lang);
  const sum = transferFigure
    ? html`<dt>${texts.transferAmount}</dt><dd>${formatMoney(transferFigure, document.currency, lang)}</dd>`
    : '';
  return html`<h2>${texts.how}</h2>
    <dl>${sum}<dt>${texts.transfer}</dt><dd>${formatBankAccount(payment.account)}</dd>${iban}${bank}
    <dt>Kennitala</dt><dd>${formatKennitala(seller.registration_no)}</dd>
    <dt>${texts.reference}</dt><dd>${number ?? ''}</dd></dl>`;
}

function renderPending(invoice: PublicInvoice, { path, lang, returned }: PayView): Html {
  const texts = PAY_TEXTS[lang];
  return html`
    <h1>${texts.invoice} ${invoiceNumber(invoice)}</h1>
    <p class="muted">${invoice.document.seller.name}</p>
    <p class="amount">${amountDueText(invoice, lang)}</p>
    <p><span class="state due">${texts.pending}</span></p>
    <p class="note" role="status">${texts.pendingLead}</p>
    <div class="actions"><a class="button quiet" href="${path}?lang=${lang}${returned ? html`&amp;returned=1` : ''}">${texts.lookAgain}</a></div>`;
}

/** Confirms the payment and offers the receipt. */
function renderPaid(invoice: PublicInvoice, { path, lang, orderPath }: PayView): Html {
  const texts = PAY_TEXTS[lang];
  const [look, label] = invoice.sold === 'EVENT' ? ['', texts.toTickets] : ['quiet', texts.toOrder];
  const order = orderPath
    ? html`<a class="button ${look}" href="${orderPath}?lang=${lang}">${label}</a>`
    : '';
  const { mark } = invoice.document;
  const on =
    mark?.kind === 'paid' && mark.on
      ? html`<dt>${texts.paidOn}</dt><dd>${formatDate(mark.on, lang)}</dd>`
      : '';
  return html`
    <h1>${texts.paidLead(invoiceNumber(invoice))}</h1>
    <p class="amount">${amountText(invoice, lang)}</p>
    <p><span class="state">${texts.paid}</span></p>
    ${renderSubscription(invoice, lang)}
    <dl>${on}<dt>${texts.seller}</dt><dd>${renderSeller(invoice)}</dd></dl>
    <div class="actions">${order}${renderPdfLink(path, texts.receipt)}</div>`;
}

/** It was credited in full, or its remainder was given up as lost: nothing is to pay, and nothing was paid by that. */
function renderGivenUp(invoice: PublicInvoice, { path, lang }: PayView): Html {
  const texts = PAY_TEXTS[lang];
  const isCredited = invoice.document.mark?.kind === 'credited';
  const lead = isCredited ? texts.creditedLead : texts.writtenOffLead;
  return html`
    <h1>${lead(invoiceNumber(invoice))}</h1>
    <p><span class="state">${isCredited ? texts.creditedState : texts.writtenOffState}</span></p>
    <dl><dt>${texts.seller}</dt><dd>${renderSeller(invoice)}</dd></dl>
    <div class="actions">${renderPdfLink(path, texts.pdf)}</div>`;
}

/** A credit note is only shown: nothing is paid with it. */
function renderCreditNote(invoice: PublicInvoice, { path, lang }: PayView): Html {
  const texts = PAY_TEXTS[lang];
  const { buyer, issueDate, isOutsideVat } = invoice.document;
  const printed = publicInvoiceDocument(invoice, lang);
  return html`
    <h1>${texts.credit} ${invoiceNumber(invoice)}</h1>
    <p class="muted">${texts.from} ${renderSeller(invoice)}<br>${texts.to} ${buyer.name}</p>
    <p class="amount">${amountText(invoice, lang)}</p>
    <div class="actions">${renderPdfLink(path, texts.pdf)}</div>
    <dl>
      <dt>${texts.issued}</dt><dd>${formatDate(issueDate, lang)}</dd>
      ${renderReferences(printed.references)}
    </dl>
    ${renderContents(printed, isOutsideVat, lang)}`;
}

function renderSeller({ document: { seller } }: PublicInvoice): Html {
  return html`${seller.name} · <span class="nowrap">${formatKennitala(seller.registration_no)}</span>`;
}
