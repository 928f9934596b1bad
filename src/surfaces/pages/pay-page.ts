import { formatKennitala } from '../../domain/kennitala.ts';
import { type Decimal, decimal, isZero } from '../../domain/money.ts';
import { amountDue } from '../../domain/payments.ts';
import { formatBankAccount, formatDate, formatMoney, formatQuantity } from '../../domain/written.ts';
import type { PublicInvoice } from '../../modules/invoices/public.ts';
import { type Html, html } from '../http/html.ts';
import type { Page } from '../http/page.ts';
import { payFrame, payLook } from './pay-look.ts';
import { PAY_WORDS, type PayLang } from './pay-words.ts';

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
  const words = PAY_WORDS[lang];
  const title = `${words.invoice} ${invoice.number} ${words.from} ${invoice.seller.name}`;
  const { logo } = invoice;
  const picture = logo
    ? html`<img class="logo" src="${logo.path}" alt="${invoice.seller.name}" width="${logo.width}" height="${logo.height}">`
    : '';
  const body = html`${picture}${bodyOf(invoice, view)}`;
  const head = html`
<meta property="og:type" content="website">
<meta property="og:site_name" content="${invoice.seller.name}">
<meta property="og:locale" content="${lang === 'is' ? 'is_IS' : 'en_GB'}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${summaryOf(invoice, lang)}">
<meta name="description" content="${summaryOf(invoice, lang)}">
<meta name="twitter:card" content="summary">`;
  return { lang, title, body: payFrame(path, lang, body), look: payLook, head, hasImages: logo !== null };
}

function bodyOf(invoice: PublicInvoice, view: PayView): Html {
  if (invoice.credited || invoice.status === 'Cancelled') return credited(invoice, view);
  if (invoice.status === 'Paid') return paid(invoice, view);
  return invoice.is_pending || view.returned ? pending(invoice, view) : unpaid(invoice, view);
}

function totalOf({ amount, credited_amount, payment_fee, currency }: PublicInvoice): Decimal {
  const remaining = decimal(amount).minus(decimal(credited_amount)).toFixed();
  return amountDue({ remaining, paymentFee: payment_fee, currency });
}

function summaryOf(invoice: PublicInvoice, lang: PayLang): string {
  const words = PAY_WORDS[lang];
  if (invoice.credited || invoice.status === 'Cancelled') return words.creditedLead(invoice.number);
  if (invoice.status === 'Paid') return words.paidLead(invoice.number);
  const total = formatMoney(totalOf(invoice), invoice.currency, lang);
  return `${total} · ${words.due} ${formatDate(invoice.due_date, lang)}`;
}

function unpaid(invoice: PublicInvoice, { path, lang, canPay, failed }: PayView): Html {
  const words = PAY_WORDS[lang];
  const { buyer, currency } = invoice;
  const total = totalOf(invoice);
  const money = (amount: string) => formatMoney(decimal(amount), currency, lang);
  const row = (label: string, amount: string, sign = '') =>
    isZero(decimal(amount)) ? '' : html`<dt>${label}</dt><dd>${sign}${money(amount)}</dd>`;
  const button =
    canPay && total.gt(0)
      ? html`<form method="post" action="${path}?lang=${lang}"><button class="button">${words.pay}</button></form>`
      : '';
  return html`
    <h1>${words.invoice} ${invoice.number}</h1>
    <p class="soft">${words.from} ${sellerOf(invoice)}<br>${words.to} ${buyer.name}</p>
    <p class="sum">${formatMoney(total, currency, lang)}</p>
    <p><span class="state due">${invoice.status === 'Collection' ? words.collection : words.unpaid}</span></p>
    ${failed ? html`<p class="note bad" role="alert">${words.failed}</p>` : ''}
    <div class="actions">${button}${pdf(path, words.pdf)}</div>
    <dl>
      <dt>${words.issued}</dt><dd>${formatDate(invoice.issue_date, lang)}</dd>
      <dt>${words.due}</dt><dd>${formatDate(invoice.due_date, lang)}</dd>
      <dt>${words.final}</dt><dd>${formatDate(invoice.settlement_date, lang)}</dd>
      ${row(words.credited, invoice.credited_amount, '−')}${row(words.fee, invoice.payment_fee)}
    </dl>
    ${transfer(invoice, lang)}
    <h2>${words.lines}</h2>
    <table>
      <thead><tr><th scope="col">${words.line}</th><th scope="col" class="figure">${words.qty}</th><th scope="col" class="figure">${words.net}</th></tr></thead>
      <tbody>${invoice.lines.map(
        (line) =>
          html`<tr><td>${line.description}</td><td class="figure">${formatQuantity(decimal(line.qty), lang)}</td><td class="figure">${money(line.net)}</td></tr>`,
      )}</tbody>
    </table>`;
}

function pdf(path: string, label: string): Html {
  return html`<a class="button quiet" href="${path}/pdf" download>${label}</a>`;
}

function transfer({ seller, number }: PublicInvoice, lang: PayLang): Html {
  const words = PAY_WORDS[lang];
  const account = formatBankAccount(seller.bank_account);
  if (account === '') return html`<h2>${words.how}</h2><p>${words.ask}</p>`;
  return html`<h2>${words.how}</h2>
    <dl><dt>${words.transfer}</dt><dd>${account}</dd>
    <dt>Kennitala</dt><dd>${formatKennitala(seller.registration_no)}</dd>
    <dt>${words.reference}</dt><dd>${number}</dd></dl>`;
}

function pending(invoice: PublicInvoice, { path, lang, returned }: PayView): Html {
  const words = PAY_WORDS[lang];
  return html`
    <h1>${words.invoice} ${invoice.number}</h1>
    <p class="soft">${invoice.seller.name}</p>
    <p class="sum">${formatMoney(totalOf(invoice), invoice.currency, lang)}</p>
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
  const on = invoice.paid_on
    ? html`<dt>${words.paidOn}</dt><dd>${formatDate(invoice.paid_on, lang)}</dd>`
    : '';
  return html`
    <h1>${words.paidLead(invoice.number)}</h1>
    <p class="sum">${formatMoney(totalOf(invoice), invoice.currency, lang)}</p>
    <p><span class="state">${words.paid}</span></p>
    <dl>${on}<dt>${words.seller}</dt><dd>${sellerOf(invoice)}</dd></dl>
    <div class="actions">${order}${pdf(path, words.receipt)}</div>`;
}

function credited(invoice: PublicInvoice, { path, lang }: PayView): Html {
  const words = PAY_WORDS[lang];
  return html`
    <h1>${words.creditedLead(invoice.number)}</h1>
    <p><span class="state">${words.creditedState}</span></p>
    <dl><dt>${words.seller}</dt><dd>${sellerOf(invoice)}</dd></dl>
    <div class="actions">${pdf(path, words.pdf)}</div>`;
}

function sellerOf({ seller }: PublicInvoice): string {
  return `${seller.name} · ${formatKennitala(seller.registration_no)}`;
}
