import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { companyKennitala } from '../domain/generators.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { runJobs } from '../support/jobs.ts';
import { TestService } from '../support/service.ts';
import { brokenRules } from '../support/ubl-rules/all.ts';
import { linesIn } from '../support/ubl-rules/rule.ts';
import { textOf } from './reading.ts';
import { treeOf } from './tree.ts';

const KENNITALA = companyKennitala(905);
const customer = {
  name: 'Þöll & Æðarrækt ehf.',
  output_select: 2,
  email: 'a@b.is',
  trading_partner_id: KENNITALA,
  registration_no: KENNITALA,
  address: 'Ægisíða 12',
  zip: '107',
  city: 'Reykjavík',
};

const lines = [
  line({ qty: 3, unit_price: 1999.95 }),
  line({ item_number: 'B', qty: 2.125, uom: 'KGS', unit_price: 333.3333, tax: 'AA' }),
  line({ item_number: 'C', qty: 7, unit_price: 12.5, tax: 'Z', discount: 10, discount_type: 1 }),
  line({ item_number: 'D', qty: 1, unit_price: -250, discount: 5.55 }),
];

/** The API's number in the notation of the PDF and of the XML. */
function written(
  amount: number,
  currency: string,
  places = currency === 'ISK' ? 0 : 2,
): { pdf: string; xml: string } {
  const pdf = new Intl.NumberFormat('de-DE', {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  return { pdf: pdf.format(amount).replace('-', '−'), xml: amount.toFixed(2) };
}

describe('API, PDF and XML', () => {
  const kvitt = new TestService();
  let seller: Client;
  before(async () => {
    await kvitt.start('postgres');
    seller = await kvitt.account({ vat_no: '123456' });
  });
  after(() => kvitt.stop());

  const make = async (fields: Record<string, unknown>): Promise<string> => {
    const data = invoice({ customer, items: lines, currency: 'EUR', exchange_rate: 150, ...fields });
    const { error_code, message } = await seller.expectRefusal('create-invoice', {
      data: { ...data, amount: -1 },
    });
    assert.equal(error_code, 'amount_mismatch');
    const [, amount] = /send (\S+) instead/.exec(message) ?? [];
    return seller.ok('create-invoice', { data: { ...data, amount } });
  };

  async function assertAgree(guid: string): Promise<void> {
    const shown = await seller.ok('get-invoice', { guid });
    const text = await textOf(Buffer.from((await seller.ok('get-invoice-pdf', { guid })).file, 'base64'));
    const xml = Buffer.from((await seller.ok('get-invoice-xml', { guid })).file, 'base64').toString();
    const tree = treeOf(xml);
    assert.deepEqual(brokenRules(tree), []);
    const amount = written(shown.amount, shown.currency);
    const unit = shown.currency === 'ISK' ? 'kr.' : shown.currency;
    assert.ok(text.includes(`Samtals með VSK ${amount.pdf} ${unit}`), text);
    const sums = tree.one('LegalMonetaryTotal');
    assert.equal(
      sums.at(shown.status === 'Paid' && shown.type === 'invoice' ? 'PrepaidAmount' : 'PayableAmount'),
      amount.xml,
    );
    for (const [field, key] of [
      ['total_24vat', '24'],
      ['total_11vat', '11'],
      ['total_0vat', '0'],
    ] as const) {
      const [share] = tree.all('TaxTotal/TaxSubtotal').filter((one) => one.at('TaxCategory/Percent') === key);
      const stated = Number(share?.at('TaxableAmount') ?? 0);
      // The e-invoice adds up rounded lines, the books exact ones.
      assert.ok(Math.abs(stated - shown[field]) < 0.015, `${stated} for ${field} ${shown[field]}`);
      if (!share) continue;
      const net = written(stated, shown.currency);
      const vat = written(Number(share.at('TaxAmount')), shown.currency);
      assert.ok(
        text.includes(`${key}% ${net.pdf} ${vat.pdf}`),
        `${key}% ${net.pdf} ${vat.pdf} is not in\n${text}`,
      );
    }
    const electronic = linesIn(tree);
    assert.equal(electronic.length, shown.items.length);
    for (const [index, one] of electronic.entries()) {
      const net = written(Number(one.at('LineExtensionAmount')), shown.currency);
      assert.ok(text.includes(net.pdf), `${net.pdf} is not in\n${text}`);
      assert.equal(Number(one.at('Price/PriceAmount')), Math.abs(shown.items[index].unit_price));
    }
  }

  test('agree to the cent on an invoice with all rates and line discounts', async () => {
    await assertAgree(await make({}));
  });
  test('agree on an invoice discount, in percent and as an amount', async () => {
    await assertAgree(await make({ is_discount: true, discount_type: 1, discount_value: 12.345 }));
    await assertAgree(await make({ is_discount: true, discount_value: 77.77 }));
  });
  test('agree in krónur, with a claim and its fee', async () => {
    const items = [
      line({ qty: 3, unit_price: 12500 }),
      line({ item_number: 'B', unit_price: 900, tax: 'AA' }),
    ];
    await assertAgree(await make({ currency: 'ISK', items, is_claim: true, payment_fee: 190 }));
  });
  test('agree on a paid invoice', async () => {
    await assertAgree(await make({ mark_paid: true, method_payment: 2 }));
    const guid = await make({});
    await seller.ok('do-paid-invoice', { guid });
    await assertAgree(guid);
  });
  test('agree on partial and final credit notes', async () => {
    const guid = await make({ is_discount: true, discount_type: 1, discount_value: 7.5 });
    const credit = async (more: object) => {
      const data = { type: 'credit', settlement_date: '2099-12-31', ref_invoice_guid: guid, ...more };
      const { message } = await seller.expectRefusal('create-invoice', { data: { ...data, amount: -1 } });
      const [, amount] = /send (\S+) instead/.exec(message) ?? [];
      return seller.ok('create-invoice', { data: { ...data, amount } });
    };
    await assertAgree(
      await credit({
        items: [
          { item_number: 'SKU-1', qty: 1 },
          { item_number: 'B', qty: 1.001 },
        ],
      }),
    );
    await assertAgree(await credit({}));
    await assertAgree(guid);
  });
  test('agree with payment page and mail on lines, discount, VAT, fee and balance', async () => {
    const email = 'greidandi@thoell.example';
    const guid = await make({
      currency: 'ISK',
      customer: { name: customer.name, email, output_select: 3 },
      items: [
        line({ qty: 3, unit_price: 1999.95 }),
        line({ item_number: 'B', unit_price: 333.3333, tax: 'AA' }),
      ],
      is_discount: true,
      discount_type: 1,
      discount_value: 5,
      payment_fee: 190,
      is_payment_link: true,
    });
    const { payment_link: link } = await seller.ok('get-invoice', { guid });
    const pdf = await textOf(Buffer.from((await seller.ok('get-invoice-pdf', { guid })).file, 'base64'));
    const read = async () => (await (await fetch(link)).text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    const page = await read();
    const rows =
      /Samtals línur .*?Samtals sé greitt á netinu \S+ kr\./s.exec(pdf)?.[0].replace(/\s+/g, ' ') ?? pdf;
    const written = rows.match(/\p{Lu}[\p{L} ]+(\d+% )?−?[\d.,]+/gu) ?? [];
    assert.equal(written.length, 9, rows);
    for (const row of written) {
      assert.ok(page.includes(row), `${row} is not in\n${page}`);
    }
    for (const label of [
      'Samtals línur',
      'Afsláttur 5%',
      'Samtals án VSK',
      'VSK 24%',
      'VSK 11%',
      'Aurajöfnun',
      'Greiðslugjald',
    ])
      assert.ok(rows.includes(label) && page.includes(label), label);
    for (const [, amount = ''] of pdf.matchAll(/ stk\. \S+ \d+% (\S+)/g))
      assert.ok(page.includes(` ${amount} `));
    const { message } = await seller.expectRefusal('create-invoice', {
      data: {
        type: 'credit',
        settlement_date: '2099-12-31',
        amount: -1,
        ref_invoice_guid: guid,
        items: [{ item_number: 'SKU-1', qty: 1 }],
      },
    });
    const [, amount] = /send (\S+) instead/.exec(message) ?? [];
    await seller.ok('create-invoice', {
      data: {
        type: 'credit',
        settlement_date: '2099-12-31',
        amount,
        ref_invoice_guid: guid,
        items: [{ item_number: 'SKU-1', qty: 1 }],
      },
    });
    const left = /Samtals sé greitt á netinu ([\d.]+ kr\.)/.exec(await read())?.[1];
    assert.ok(left && !pdf.includes(left));
    const reprinted = Buffer.from((await seller.ok('get-invoice-pdf', { guid })).file, 'base64');
    const paper = await textOf(reprinted);
    assert.match(paper, /Þegar kreditfært −[\d.]+\nEftirstöðvar [\d.]+ kr\.\nGreiðslugjald/);
    assert.ok(paper.includes(`Samtals sé greitt á netinu ${left}`), paper);
    const original = await seller.ok('get-invoice-pdf', { guid, original: 1 });
    assert.equal(await textOf(Buffer.from(original.file, 'base64')), pdf);
    await runJobs(kvitt);
    const { body: mails } = await kvitt.operator('GET', `/sandbox/mail?to=${email}`);
    const mail = mails.find(({ text }: { text: string }) => text.includes(`Til greiðslu: ${left}`));
    assert.ok(mail, 'the mail asks for what is left');
  });
  test('agree for a tax-exempt customer', async () => {
    const exempt = { ...customer, registration_no: companyKennitala(906), tax_exempt: true };
    await assertAgree(await make({ customer: exempt }));
  });
});
