import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildInvoiceDocument } from '../../src/rendering/build-invoice-document.ts';
import {
  printInvoice,
  printReceipt,
  printReminder,
  printSalesDocument,
  printStatement,
} from '../../src/rendering/pdf/printer.ts';
import { renderPdf } from '../../src/rendering/pdf/render.ts';
import { renderUbl } from '../../src/rendering/ubl/invoice-ubl.ts';
import { attachmentsOf, textOf } from './reading.ts';
import { BUYER, documentRecord, lineRecord, SELLER } from './records.ts';
import { treeOf } from './tree.ts';

const ACCOUNT = 1;
const mailed = { ...BUYER, output_select: '3' };

describe('PDF worker thread', () => {
  test('gives the same result as direct rendering, for many concurrent jobs', async () => {
    const numbers = Array.from({ length: 12 }, (_, index) => String(index + 1));
    const records = numbers.map((number) => documentRecord({ number, buyer: mailed }));
    const printed = await Promise.all(records.map((record) => printInvoice(ACCOUNT, record)));
    for (const [index, { pdf, fileName }] of printed.entries()) {
      const record = records[index] ?? documentRecord();
      assert.equal(fileName, `reikningur-${record.number}.pdf`);
      const document = buildInvoiceDocument(record);
      assert.ok(pdf.equals(await renderPdf(document, renderUbl(document))));
    }
  });

  test('attaches the data of every issued invoice, as an e-invoice where the network would take it', async () => {
    const record = documentRecord();
    const files = await attachmentsOf((await printInvoice(ACCOUNT, record)).pdf);
    assert.equal(files.get('1043.xml'), renderUbl(buildInvoiceDocument(record)));
    const unreachable = documentRecord({ buyer: { ...BUYER, zip: '' } });
    const attached =
      (await attachmentsOf((await printInvoice(ACCOUNT, unreachable)).pdf)).get('1043.xml') ?? '';
    const tree = treeOf(attached);
    assert.deepEqual(
      [tree.at('CustomizationID'), tree.at('ProfileID')],
      ['urn:cen.eu:en16931:2017', undefined],
    );
    const draft = await printInvoice(ACCOUNT, documentRecord({ number: null, status: 'Draft' }));
    assert.equal((await attachmentsOf(draft.pdf)).size, 0);
  });

  test('does not block the event loop during a long job', async () => {
    const lines = Array.from({ length: 500 }, (_, index) => lineRecord({ item_number: `V-${index}` }));
    await printInvoice(ACCOUNT, documentRecord());
    const long = printInvoice(ACCOUNT, documentRecord({ lines }));
    let turns = 0;
    for (let done = false; !done; turns++) {
      done = await Promise.race([
        long.then(() => true),
        new Promise<false>((next) => setTimeout(next, 5, false)),
      ]);
    }
    assert.ok(turns > 5, `only ${turns} turns`);
    assert.ok((await long).pdf.length > 50_000);
  });

  test('rejects a job that fails and continues with the next', async () => {
    const good = printInvoice(ACCOUNT, documentRecord());
    await assert.rejects(printInvoice(ACCOUNT, documentRecord({ exchange_rate: 'much' })));
    assert.ok((await good).pdf.length > 0);
    assert.ok((await printInvoice(ACCOUNT, documentRecord())).pdf.length > 0);
  });

  test('prints a reminder with the remainder and the days overdue', async () => {
    const record = documentRecord({ credited_amount: '9432.00', payment_fee: '0' });
    const { pdf, fileName } = await printReminder(ACCOUNT, record, { overdueDays: 21, paymentLink: '' });
    assert.equal(fileName, 'aminning-1043.pdf');
    const text = await textOf(pdf);
    for (const said of [
      /^Áminning\nReikningur nr\. 1043\n21 dagur liðinn/,
      /Gjalddagi þessa reiknings er liðinn/,
      /Til greiðslu\n30\.000 kr\./,
      /Samtals með VSK 39\.432 kr\.\nÞegar kreditfært −9\.432\nEftirstöðvar 30\.000 kr\./,
      /Millifærist á reikning 0162-26-012345/,
    ])
      assert.match(text, said);
    assert.equal((await attachmentsOf(pdf)).size, 0);
  });

  test('prints a receipt whose rows add up to the payment, in both languages', async () => {
    const receipt = {
      guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90',
      lang: 'is' as const,
      seller: SELLER,
      payer: BUYER,
      direction: 'in' as const,
      source: 'manual' as const,
      paid_on: '2026-03-16',
      method: 9,
      reference: 'RF18 5390',
      amount: '50000.00',
      currency: 'ISK',
      shares: [
        {
          kind: 'invoice' as const,
          number: '17',
          amount: '39432',
          currency: 'ISK',
          paid: '39432',
          left: '0',
        },
        { kind: 'invoice' as const, number: '18', amount: '50', currency: 'EUR', paid: '7350', left: '25.5' },
      ],
      components: { interest: '218', charge: '950', fee: '50' },
      reversed_on: null,
      printed_on: '2026-03-20',
    };
    const { pdf, fileName } = await printReceipt(ACCOUNT, receipt);
    assert.equal(fileName, 'kvittun-2026-03-16.pdf');
    const text = await textOf(pdf);
    for (const said of [
      /^Kvittun\n?Norðurljós verkstofa ehf\./,
      /Greiðandi\nBakarí Guðrúnar ehf\./,
      /Greiðsludagur\s+16\.3\.2026\s+Greiðslumáti\s+millifærsla\s+Tilvísun\s+RF18 5390\s+Greitt\s+50\.000 kr\./,
      /Reikningur 17 39\.432 0 kr\.\nReikningur 18 \(50,00 EUR\) 7\.350 25,50 EUR\n/,
      /Dráttarvextir 218\nVanskilagjald 950\nGreiðslugjald 50\nInneign 2\.000\nSamtals 50\.000/,
      /Inneign að fjárhæð 2\.000 kr\. myndaðist/,
      /Eftirstöðvar eru eins og þær standa 20\.3\.2026/,
    ])
      assert.match(text, said);
    const reversed = {
      ...receipt,
      lang: 'en' as const,
      reversed_on: '2026-03-19',
      reference: 'x'.repeat(60),
    };
    const english = await textOf((await printReceipt(ACCOUNT, reversed)).pdf);
    assert.match(english, /^Receipt\n?REVERSED 2026-03-19/);
    assert.match(english, /Invoice 18 \(EUR 50\.00\) 7,350 EUR 25\.50/);
    assert.match(english, /Reference\nx{60}/);
  });

  test('prints quotes, and statements whose balances add up', async () => {
    const quote = await printSalesDocument(ACCOUNT, documentRecord({ number: '3' }), {
      form: 'quote',
      validUntil: '2026-04-01',
    });
    assert.match(await textOf(quote.pdf), /Gildir til og með\s+1\.4\.2026/);
    const buyer = { ...BUYER, lang: 'en' as const };
    const order = await printSalesDocument(ACCOUNT, documentRecord({ number: '4', buyer }), {
      form: 'order',
    });
    assert.match(await textOf(order.pdf), /\nCustomer\nBakarí Guðrúnar ehf\./);
    assert.equal(quote.fileName, 'tilbod-3.pdf');
    const movement = { due_date: null, number: '7' };
    const statement = await printStatement(ACCOUNT, {
      seller: SELLER,
      buyer: BUYER,
      currency: 'ISK',
      from: '2026-01-01',
      to: '2026-03-31',
      opening: '1000.00',
      movements: [
        { ...movement, date: '2026-01-05', kind: 'invoice', due_date: '2026-01-20', amount: '39432.40' },
        { ...movement, date: '2026-02-05', kind: 'payment', amount: '-39432.40' },
        { ...movement, date: '2026-03-05', kind: 'credit', number: '8', amount: '-1240' },
      ],
    });
    assert.equal(statement.fileName, 'yfirlit-2026-01-01-2026-03-31.pdf');
    const text = await textOf(statement.pdf);
    for (const said of [
      'Hreyfingayfirlit',
      'Inneign\n240 kr.',
      '1.1.2026 Staða í upphafi 1.000',
      '5.1.2026 Reikningur 7 20.1.2026 39.432 40.432',
      '5.2.2026 Greiðsla 7 39.432 1.000',
      '5.3.2026 Kreditreikningur 8 1.240 −240',
      '31.3.2026 Staða í lok tímabils −240',
    ])
      assert.ok(text.includes(said), `${said} is not in\n${text}`);
  });
});
