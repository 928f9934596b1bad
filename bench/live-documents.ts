import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lang } from '../src/domain/values/codes.ts';
import {
  currencyPlaces,
  type Decimal,
  decimal,
  isZero,
  roundTo,
  sum,
  ZERO,
} from '../src/domain/values/money.ts';
import { parsePublicToken } from '../src/kernel/security/public-token.ts';
import { Secrets } from '../src/kernel/security/secrets.ts';
import { viewLink } from '../src/modules/invoices/records/payment-link.ts';
import type { PrintableInvoice } from '../src/rendering/printable-invoice.ts';
import { assertEqual, assertPdfAddsUp, parseFigure } from '../test/rendering/printed-sums.ts';
import { treeOf } from '../test/rendering/tree.ts';
import type { Client } from '../test/support/client.ts';

interface LiveInvoice {
  number: string;
  amount: number;
  items: { qty: number; unit_price: number; discount: number; discount_type: boolean }[];
}

/** The documents of one company at a running node, as they are seen in every channel. */
export class LiveDocuments {
  readonly #seller: Client;
  readonly #secrets: Secrets;
  readonly #isOutsideVat: boolean;
  readonly #folder: string | null;
  readonly #customers = new Map<string, string>();
  #accountId = 0;

  constructor(seller: Client, secret: string, isOutsideVat: boolean, folder: string | null) {
    this.#seller = seller;
    this.#secrets = new Secrets(secret);
    this.#isOutsideVat = isOutsideVat;
    this.#folder = folder;
    if (folder) mkdirSync(folder, { recursive: true });
  }

  /** Issues the invoice and returns its guid. */
  async issue(record: PrintableInvoice, way: 'claim' | 'link' | 'paid' | 'transfer'): Promise<string> {
    const isClaim = way === 'claim' && record.currency === 'ISK';
    const body = {
      type: 'invoice',
      amount: record.amount,
      currency: record.currency,
      exchange_rate: record.currency === 'ISK' ? undefined : '141.55',
      settlement_date: '2099-12-31',
      customer: { guid: await this.#customer(record) },
      items: record.lines.map(toItem),
      is_discount: record.is_discount,
      discount_type: record.discount_is_percent,
      discount_value: record.is_discount ? record.discount_value : undefined,
      description: record.description,
      is_claim: isClaim,
      is_payment_link: way === 'link',
      mark_paid: way === 'paid',
    };
    return this.#seller.ok('create-invoice', { data: body });
  }

  async credit(guid: string, how: string, note: PrintableInvoice): Promise<string> {
    const first = note.lines[0];
    const body = {
      type: 'credit',
      amount: note.amount,
      settlement_date: '2099-12-31',
      ref_invoice_guid: guid,
      credit_partial: how === 'amount',
      items: how === 'line' ? [{ item_number: first?.item_number, qty: first?.qty }] : undefined,
    };
    return this.#seller.ok('create-invoice', { data: body });
  }

  /** Compares PDF, API, page and e-invoice of a document, and answers the printed amount. */
  async assertAgrees(guid: string, record: PrintableInvoice): Promise<Decimal> {
    const lang = record.buyer.lang as Lang;
    const invoice: LiveInvoice = await this.#seller.ok('get-invoice', { guid });
    const pdf = await this.#file('get-invoice-pdf', guid);
    const isOutsideVat = this.#isOutsideVat;
    const paper = await assertPdfAddsUp(pdf, { lang, isOutsideVat, lineCount: invoice.items.length });
    for (const [index, { qty, unit_price, discount, discount_type }] of invoice.items.entries()) {
      const base = decimal(String(qty)).times(String(unit_price));
      const off = discount_type ? base.times(String(discount)).div(100) : decimal(String(discount));
      assertEqual(paper.lines[index] ?? ZERO, roundTo(base.minus(off), 2), 'quantity times price');
    }
    const places = currencyPlaces(record.currency);
    assertEqual(paper.amount, roundTo(decimal(String(invoice.amount)), places), 'API');
    assert.equal(
      decimal(String(invoice.amount)).toFixed(2),
      decimal(record.amount).toFixed(2),
      'sent amount',
    );
    await this.#comparePage(guid, lang, paper);
    const xml = await this.#file('get-invoice-xml', guid);
    compareEinvoice(treeOf(xml.toString()), paper.amount);
    if (this.#folder) {
      writeFileSync(join(this.#folder, `${invoice.number}.pdf`), pdf);
      writeFileSync(join(this.#folder, `${invoice.number}.xml`), xml);
    }
    return paper.amount;
  }

  async #file(operation: string, guid: string): Promise<Buffer> {
    return Buffer.from((await this.#seller.ok(operation, { guid })).file, 'base64');
  }

  /** The page that every receiver can open has the printed lines and sums; that of a paid invoice only the amount. */
  async #comparePage(guid: string, lang: Lang, paper: { amount: Decimal; lines: Decimal[] }): Promise<void> {
    const policy = { baseUrl: this.#seller.url } as Parameters<typeof viewLink>[0]['policy'];
    const account = { id: await this.#readAccountId() };
    const link = viewLink({ policy, secrets: this.#secrets, account }, guid);
    const answer = await fetch(`${link}?lang=${lang}`);
    const page = await answer.text();
    assert.equal(answer.status, 200, page.slice(0, 300));
    const amount = /<p class="amount">([^<]*)</.exec(page)?.[1] ?? '';
    assertEqual(parseFigure(amount, lang), paper.amount, 'amount of the page');
    if (!page.includes('<table>')) return;
    const [body = '', foot = ''] = page.split('<tfoot>');
    const figures = [
      ...body.matchAll(/<td class="figure">[^<]*<\/td><td class="figure">([^<]*)<\/td><\/tr>/g),
    ];
    const lines = figures.map(([, figure = '']) => parseFigure(figure, lang));
    assert.deepEqual(lines.map(String), paper.lines.map(String), 'lines of the page');
    const total = /<tr class="total">[\s\S]*?<td class="figure">([^<]*)</.exec(foot)?.[1] ?? '';
    assertEqual(parseFigure(total, lang), paper.amount, 'total of the page');
  }

  /** The id of the account is in the token of each payment link. */
  async #readAccountId(): Promise<number> {
    if (this.#accountId > 0) return this.#accountId;
    const data = {
      ...{
        type: 'invoice',
        amount: 124,
        currency: 'ISK',
        settlement_date: '2099-12-31',
        is_payment_link: true,
      },
      customer: { name: 'Fyrsti', output_select: '4' },
      items: [
        {
          description: 'Vara',
          qty: 1,
          unit_price: this.#isOutsideVat ? 124 : 100,
          tax: this.#isOutsideVat ? 'Z' : 'S',
        },
      ],
    };
    const { payment_link } = (await this.#seller.call('create-invoice', { data })) as {
      payment_link?: string;
    };
    const token = payment_link?.split('/pay/')[1]?.slice(0, 32) ?? '';
    this.#accountId = parsePublicToken(token)?.accountId ?? 0;
    assert.ok(this.#accountId > 0, `no account in ${payment_link}`);
    return this.#accountId;
  }

  async #customer({ buyer, tax_exempt }: PrintableInvoice): Promise<string> {
    const key = `${buyer.lang} ${tax_exempt} ${buyer.vat} ${buyer.registration_no}`;
    const known = this.#customers.get(key);
    if (known) return known;
    const { lang, vat, registration_no } = buyer;
    const data = {
      ...{ name: `Kaupandi ${this.#customers.size}`, output_select: '4', lang, tax_exempt },
      ...{ address: 'Skólavörðustígur 8', zip: '101', city: 'Reykjavík' },
      ...(vat && { vat }),
      ...(registration_no && { registration_no }),
    };
    const guid = await this.#seller.ok('create-customer', { data });
    this.#customers.set(key, guid);
    return guid;
  }
}

function toItem(line: PrintableInvoice['lines'][number]) {
  const { item_number, description, qty, uom, unit_price, tax } = line;
  const discount = isZero(decimal(line.discount))
    ? {}
    : { discount: line.discount, discount_type: line.discount_is_percent };
  return { item_number, description, qty, uom, unit_price, tax, ...discount };
}

function compareEinvoice(tree: ReturnType<typeof treeOf>, amount: Decimal): void {
  const sums = tree.one('LegalMonetaryTotal');
  const figure = (name: string) => decimal(sums.at(name) ?? '0');
  assertEqual(figure('PayableAmount').plus(figure('PrepaidAmount')), amount, 'XML');
  const lines = [...tree.all('InvoiceLine'), ...tree.all('CreditNoteLine')];
  assertEqual(
    sum(lines.map((line) => decimal(line.at('LineExtensionAmount') ?? '0'))),
    figure('LineExtensionAmount'),
    'lines of the XML',
  );
}
