import { formatBankAccount, formatDate, formatDeduction, formatMoney } from '../../../domain/format.ts';
import { formatIban } from '../../../domain/iban.ts';
import { formatKennitala } from '../../../domain/kennitala.ts';
import { isZero } from '../../../domain/money.ts';
import { type PublicInvoice, publicInvoiceDocument } from '../../../modules/invoices/pay/public-invoice.ts';
import { type Html, html } from '../../http/html.ts';
import type { Page } from '../../http/page.ts';
import { payFrame, payLook } from './pay-layout.ts';
import { PAY_WORDS, type PayLang } from './pay-texts.ts';

export interface PayView {
  /** Where this page is, without a query. */
  path: string;
  lang: PayLang;
  /** Whether somebody takes payments by card. */
  canPay: boolean;
  /** The payer comes back from paying, and the news of it has not come yet. */
  returned: boolean;
  failed: boolean;
  /** The page of the order that it pays for; empty when there is none. */
  orderPath: string;
}

/** The invoice as the holder of its link sees it, by the state that it is in. */
export function payPageOf(invoice: PublicInvoice, view: PayView): Page {
  const { lang, path } = view;
  const { number, seller } = invoice.document;
  const words = PAY_WORDS[lang];
  const title = `${words.invoice} ${number} ${words.from} ${seller.name}`;
  const { logo } = invoice;
  const picture = logo
    ? html`<img class="logo" src="${logo.path}" alt="${seller.name}" width="${logo.width}" height="${logo.height}">`
    : '';
  const body = html`${picture}${bodyOf(invoice, view)}`;
  const head = html`
<meta property="og:type" content="website">
<meta property="og:site_name" content="${seller.name}">
<meta property="og:locale" content="${lang === 'is' ? 'is_IS' : 'en_GB'}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${summaryOf(invoice, lang)}">
<meta name="description" content="${summaryOf(invoice, lang)}">
<meta name="twitter:card" content="summary">`;
  return { lang, title, body: payFrame(path, lang, body), look: payLook, head, hasImages: logo !== null };
}

function bodyOf(invoice: PublicInvoice, view: PayView): Html {
  const { mark } = invoice.document;
  if (mark?.kind === 'credited') return credited(invoice, view);
  if (mark?.kind === 'paid') return paid(invoice, view);
  return invoice.is_pending || view.returned ? pending(invoice, view) : unpaid(invoice, view);
}

function numberOf({ document }: PublicInvoice): string {
  return document.number ?? '';
}

function owedText({ document: { due, currency } }: PublicInvoice, lang: PayLang): string {
  return formatMoney(due, currency, lang);
}

function summaryOf(invoice: PublicInvoice, lang: PayLang): string {
  const words = PAY_WORDS[lang];
  const { mark, dueDate } = invoice.document;
  if (mark?.kind === 'credited') return words.creditedLead(numberOf(invoice));
  if (mark?.kind === 'paid') return words.paidLead(numberOf(invoice));
  return `${owedText(invoice, lang)} · ${words.due} ${formatDate(dueDate, lang)}`;
}

function unpaid(invoice: PublicInvoice, { path, lang, canPay, failed }: PayView): Html {
  const words = PAY_WORDS[lang];
  const { buyer, issueDate, dueDate, finalDueDate, due } = invoice.document;
  const button =
    canPay && due.gt(0)
      ? html`<form method="post" action="${path}?lang=${lang}"><button class="button">${words.pay}</button></form>`
      : '';
  return html`
    <h1>${words.invoice} ${numberOf(invoice)}</h1>
    <p class="soft">${words.from} ${sellerOf(invoice)}<br>${words.to} ${buyer.name}</p>
    <p class="sum">${owedText(invoice, lang)}</p>
    <p><span class="state due">${invoice.status === 'Collection' ? words.collection : words.unpaid}</span></p>
    ${failed ? html`<p class="note bad" role="alert">${words.failed}</p>` : ''}
    <div class="actions">${button}${pdf(path, words.pdf)}</div>
    <dl>
      <dt>${words.issued}</dt><dd>${formatDate(issueDate, lang)}</dd>
      <dt>${words.due}</dt><dd>${formatDate(dueDate, lang)}</dd>
      <dt>${words.final}</dt><dd>${formatDate(finalDueDate, lang)}</dd>
    </dl>
    ${howToPay(invoice, lang)}
    <h2>${words.lines}</h2>
    ${contents(invoice, lang)}`;
}

/** The lines and what they come to, in the figures of the printed invoice; below them what was credited since. */
function contents(invoice: PublicInvoice, lang: PayLang): Html {
  const words = PAY_WORDS[lang];
  const { credited: off, currency, isOutsideVat } = invoice.document;
  const { lines, sums } = publicInvoiceDocument(invoice, lang);
  const later = isZero(off)
    ? []
    : [
        { label: words.credited, value: formatDeduction(off, currency, lang), isTotal: false },
        { label: words.left, value: owedText(invoice, lang), isTotal: true },
      ];
  return html`<table>
      <thead><tr><th scope="col">${words.line}</th><th scope="col" class="figure">${words.qty}</th><th scope="col" class="figure">${isOutsideVat ? words.amount : words.net}</th></tr></thead>
      <tbody>${lines.map(
        ({ description, qty, amount }) =>
          html`<tr><td>${description}</td><td class="figure">${qty}</td><td class="figure">${amount}</td></tr>`,
      )}</tbody>
      <tfoot>${[...sums, ...later].map(
        ({ label, value, isTotal }) =>
          html`<tr class="${isTotal ? 'total' : 'part'}"><th scope="row" colspan="2">${label}</th><td class="figure">${value}</td></tr>`,
      )}</tfoot>
    </table>`;
}

function pdf(path: string, label: string): Html {
  return html`<a class="button quiet" href="${path}/pdf" download>${label}</a>`;
}

/** By a claim in the bank where there is one: who transfers beside it would leave the claim open. */
function howToPay({ document }: PublicInvoice, lang: PayLang): Html {
  const words = PAY_WORDS[lang];
  const { payment, seller, number } = document;
  if (payment.kind === 'claim') {
    const claim =
      payment.account &&
      html`<dl><dt>${words.claimNumber}</dt><dd>${formatBankAccount(payment.account)}</dd></dl>`;
    return html`<h2>${words.howClaim}</h2><p>${words.claim}</p>${claim}`;
  }
  if (payment.kind !== 'transfer') return html`<h2>${words.how}</h2><p>${words.ask}</p>`;
  const iban = payment.iban && html`<dt>IBAN</dt><dd>${formatIban(payment.iban)}</dd>`;
  return html`<h2>${words.how}</h2>
    <dl><dt>${words.transfer}</dt><dd>${formatBankAccount(payment.account)}</dd>${iban}
    <dt>Kennitala</dt><dd>${formatKennitala(seller.registration_no)}</dd>
    <dt>${words.reference}</dt><dd>${number ?? ''}</dd></dl>`;
}

function pending(invoice: PublicInvoice, { path, lang, returned }: PayView): Html {
  const words = PAY_WORDS[lang];
  return html`
    <h1>${words.invoice} ${numberOf(invoice)}</h1>
    <p class="soft">${invoice.document.seller.name}</p>
    <p class="sum">${owedText(invoice, lang)}</p>
    <p><span class="state due">${words.pending}</span></p>
    <p class="note" role="status">${words.pendingLead}</p>
    <div class="actions"><a class="button quiet" href="${path}?lang=${lang}${returned ? html`&amp;returned=1` : ''}">${words.lookAgain}</a></div>`;
}

/** The link has done its work: it shows that nothing is owed, and gives the receipt. */
function paid(invoice: PublicInvoice, { path, lang, orderPath }: PayView): Html {
  const words = PAY_WORDS[lang];
  const [look, label] = invoice.sold === 'EVENT' ? ['', words.toTickets] : ['quiet', words.toOrder];
  const order = orderPath
    ? html`<a class="button ${look}" href="${orderPath}?lang=${lang}">${label}</a>`
    : '';
  const { mark } = invoice.document;
  const on =
    mark?.kind === 'paid' && mark.on
      ? html`<dt>${words.paidOn}</dt><dd>${formatDate(mark.on, lang)}</dd>`
      : '';
  return html`
    <h1>${words.paidLead(numberOf(invoice))}</h1>
    <p class="sum">${owedText(invoice, lang)}</p>
    <p><span class="state">${words.paid}</span></p>
    <dl>${on}<dt>${words.seller}</dt><dd>${sellerOf(invoice)}</dd></dl>
    <div class="actions">${order}${pdf(path, words.receipt)}</div>`;
}

function credited(invoice: PublicInvoice, { path, lang }: PayView): Html {
  const words = PAY_WORDS[lang];
  return html`
    <h1>${words.creditedLead(numberOf(invoice))}</h1>
    <p><span class="state">${words.creditedState}</span></p>
    <dl><dt>${words.seller}</dt><dd>${sellerOf(invoice)}</dd></dl>
    <div class="actions">${pdf(path, words.pdf)}</div>`;
}

function sellerOf({ document: { seller } }: PublicInvoice): string {
  return `${seller.name} · ${formatKennitala(seller.registration_no)}`;
}
