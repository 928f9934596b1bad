import type { FastifyInstance } from 'fastify';
import { formatKennitala } from '../../domain/kennitala.ts';
import { decimal } from '../../domain/money.ts';
import { formatBankAccount, formatDate, formatMoney, formatQuantity } from '../../domain/written.ts';
import type { Kernel } from '../../kernel/execute.ts';
import { invoiceBehindLink } from '../../modules/invoices/public.ts';
import type { PublicInvoice } from '../../modules/invoices/public-store.ts';
import { html } from '../http/html.ts';
import { sendPage } from '../http/page.ts';

type Lang = 'is' | 'en';

const WORDS = {
  is: {
    invoice: 'Reikningur',
    from: 'frá',
    to: 'til',
    issued: 'Útgefinn',
    due: 'Gjalddagi',
    final: 'Eindagi',
    fee: 'Greiðslugjald',
    status: { Sent: 'Ógreiddur', Collection: 'Í innheimtu', Paid: 'Greiddur', Cancelled: 'Kreditfærður' },
    how: 'Svona er greitt',
    transfer: 'Millifærðu á reikning',
    reference: 'Tilvísun',
    ask: 'Hafðu samband við seljanda til að greiða.',
    line: 'Lýsing',
    qty: 'Magn',
    net: 'Án VSK',
    missing: 'Reikningurinn finnst ekki',
    check: 'Athugaðu hvort slóðin er rétt, eða hafðu samband við seljanda.',
  },
  en: {
    invoice: 'Invoice',
    from: 'from',
    to: 'to',
    issued: 'Issued',
    due: 'Due date',
    final: 'Final due date',
    fee: 'Payment fee',
    status: { Sent: 'Unpaid', Collection: 'In collection', Paid: 'Paid', Cancelled: 'Credited' },
    how: 'How to pay',
    transfer: 'Transfer to bank account',
    reference: 'Reference',
    ask: 'Contact the seller to pay.',
    line: 'Description',
    qty: 'Qty',
    net: 'Excl. VAT',
    missing: 'There is no such invoice',
    check: 'Check that the address is complete, or contact the seller.',
  },
} as const;

/** The public page of an invoice with a payment link. */
export function payPage(app: FastifyInstance, kernel: Kernel): void {
  app.get<{ Params: { token: string } }>('/pay/:token', async (request, reply) => {
    const invoice = await invoiceBehindLink(kernel, request.params.token);
    if (invoice) return sendPage(reply, invoicePage(invoice));
    const words = WORDS.is;
    const body = html`<h1>${words.missing}</h1><p class="soft">${words.check}</p>
      <p class="soft" lang="en">${WORDS.en.missing}. ${WORDS.en.check}</p>`;
    return sendPage(reply.code(404), { lang: 'is', title: words.missing, body });
  });
}

function invoicePage(invoice: PublicInvoice) {
  const lang: Lang = invoice.buyer.lang === 'en' ? 'en' : 'is';
  const words = WORDS[lang];
  const { seller, buyer, currency } = invoice;
  const unpaid = invoice.status === 'Sent' || invoice.status === 'Collection';
  const total = decimal(invoice.amount).plus(decimal(invoice.payment_fee));
  const status = words.status[invoice.status as keyof typeof words.status];
  const title = `${words.invoice} ${invoice.number} ${words.from} ${seller.name}`;
  const fee = decimal(invoice.payment_fee).gt(decimal('0'))
    ? html`<dt>${words.fee}</dt><dd>${formatMoney(decimal(invoice.payment_fee), currency, lang)}</dd>`
    : '';
  const body = html`
    <h1>${words.invoice} ${invoice.number}</h1>
    <p class="soft">${seller.name} · ${formatKennitala(seller.registration_no)} ${words.to} ${buyer.name}</p>
    <p class="sum">${formatMoney(total, currency, lang)}</p>
    <p><span class="state">${status}</span></p>
    <dl>
      <dt>${words.issued}</dt><dd>${formatDate(invoice.issue_date, lang)}</dd>
      <dt>${words.due}</dt><dd>${formatDate(invoice.due_date, lang)}</dd>
      <dt>${words.final}</dt><dd>${formatDate(invoice.settlement_date, lang)}</dd>
      ${fee}
    </dl>
    ${unpaid ? howToPay(invoice, lang) : ''}
    <h2>${words.invoice}</h2>
    <table>
      <thead><tr><th scope="col">${words.line}</th><th scope="col" class="figure">${words.qty}</th><th scope="col" class="figure">${words.net}</th></tr></thead>
      <tbody>${invoice.lines.map(
        (line) =>
          html`<tr><td>${line.description}</td><td class="figure">${formatQuantity(decimal(line.qty), lang)}</td><td class="figure">${formatMoney(decimal(line.net), currency, lang)}</td></tr>`,
      )}</tbody>
    </table>`;
  return { lang, title, body };
}

function howToPay({ seller, number }: PublicInvoice, lang: Lang) {
  const words = WORDS[lang];
  const account = formatBankAccount(seller.bank_account);
  if (account === '') return html`<h2>${words.how}</h2><p>${words.ask}</p>`;
  return html`<h2>${words.how}</h2>
    <dl><dt>${words.transfer}</dt><dd>${account}</dd>
    <dt>Kennitala</dt><dd>${formatKennitala(seller.registration_no)}</dd>
    <dt>${words.reference}</dt><dd>${number}</dd></dl>`;
}
