import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { PDFArray, PDFBool, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import { buildInvoiceDocument } from '../../src/rendering/build-invoice-document.ts';
import { fileName, renderPdf } from '../../src/rendering/pdf/render.ts';
import type { PrintableInvoice } from '../../src/rendering/printable-invoice.ts';
import { printedFigures } from '../../src/rendering/printed-figures.ts';
import { renderUbl } from '../../src/rendering/ubl/invoice-ubl.ts';
import { print, sample } from './print.ts';
import { randomRecord } from './random.ts';
import { attachmentsOf, textOf } from './reading.ts';
import { BUYER, documentRecord, lineRecord, SELLER } from './records.ts';
import { treeOf } from './tree.ts';

const printed = async (name: string) => textOf(await print(sample(name)));

/** Formatted by Intl instead of our own code. */
function figure(
  amount: string | number,
  record: Pick<PrintableInvoice, 'currency' | 'buyer'>,
  places = record.currency === 'ISK' ? 0 : 2,
): string {
  const locale = record.buyer.lang === 'en' ? 'en-US' : 'de-DE';
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places } as const;
  return new Intl.NumberFormat(locale, { ...digits, roundingMode: 'halfExpand' })
    .format(`${amount}` as `${number}`)
    .replace(/^-/, '−')
    .replace(/^−(?=[0.,]+$)/, '');
}

describe('invoice PDF', () => {
  test('is tagged and has title, language, author and date', async () => {
    for (const [name, lang, title] of [
      ['one line', 'is', 'Reikningur 1043 – Norðurljós verkstofa ehf.'],
      ['english', 'en', 'Invoice 1043 – Norðurljós verkstofa ehf.'],
    ] as const) {
      const pdf = await PDFDocument.load(await print(sample(name)), { updateMetadata: false });
      const { catalog } = pdf;
      assert.equal(catalog.lookup(PDFName.of('Lang'), PDFString).asString(), lang);
      const marks = catalog.lookup(PDFName.of('MarkInfo'), PDFDict);
      assert.equal(marks.lookup(PDFName.of('Marked'), PDFBool).asBoolean(), true);
      assert.ok(catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict));
      assert.deepEqual([pdf.getTitle(), pdf.getProducer()], [title, 'Kvitt']);
      assert.equal(pdf.getCreationDate()?.toISOString(), '2026-03-02T00:00:00.000Z');
    }
  });

  test('contains all mandatory texts in Icelandic', async () => {
    const text = await printed('rates, discounts and fee');
    for (const said of [
      'Reikningur',
      'Nr. 1043',
      'Norðurljós verkstofa ehf.',
      'Kt. 550123-4560 · VSK-númer 145678',
      'Bakarí Guðrúnar ehf.',
      'Kt. 471121-0720',
      'Útgáfudagur',
      '2.3.2026',
      'Gjalddagi',
      '16.3.2026',
      'Eindagi',
      '23.3.2026',
      'Afhendingardagur 27.2.2026',
      'Bókunarnúmer BK-20391',
      'Tilvísun kaupanda Deild 440, Guðrún',
      'Pöntun 58',
      'Innkaupapöntun PO-7731',
      'Samningur S-2026-4',
      'Bókhaldslykill 4410',
      '84,5 km',
      'Afsláttur 5% −2.375,23',
      'VSK 24% 6.847,87',
      'VSK 11% 1.564,37',
      'Aurajöfnun 0,49',
      'Samtals með VSK 53.542 kr.',
      'Greiðslugjald 190',
      'Samtals með gjaldi 53.732 kr.',
      'Krafa nr. 0162-66-001043',
      'Unnið samkvæmt samningi frá janúar.',
      'Dráttarvextir reiknast frá gjalddaga sé ekki greitt á eindaga.',
      'Reikningur þessi á uppruna sinn í rafrænu bókhaldskerfi samkvæmt reglugerð nr. 505/2013.',
    ]) {
      assert.ok(text.includes(said), `${said} is not in\n${text}`);
    }
  });

  test('contains all texts in English for an English-speaking customer', async () => {
    const text = await printed('english');
    for (const said of [
      'Invoice',
      'No. 1043',
      'Due date',
      'Final due date',
      '2026-03-23',
      'ID no. 550123-4560 · VAT no. IS145678',
      'Iceland',
      'EUR 188,909,725.40',
      'VAT 24% 36,563,172.66',
      '123,456.7891',
      'Exchange rate: 1 EUR = 147.35 ISK',
      'regulation no. 505/2013',
      'Page 1 of 1',
    ]) {
      assert.ok(text.includes(said), `${said} is not in\n${text}`);
    }
  });

  test('states the amount due with the fee in its header until it is settled', async () => {
    const record = sample('rates, discounts and fee');
    assert.match(await textOf(await print(record)), /Til greiðslu\s+53\.732 kr\./);
    const paid = await textOf(await print({ ...record, status: 'Paid', paid_on: '2026-03-09' }));
    assert.doesNotMatch(paid, /53\.732|Til greiðslu/);
  });

  test('does not mention VAT for a seller outside VAT', async () => {
    const seller = { ...SELLER, vat_no: '' };
    const text = await textOf(await print(documentRecord({ seller, lines: [lineRecord({ tax: 'Z' })] })));
    assert.doesNotMatch(text, /VSK|Hlutfall|0%/);
    assert.match(text, /Samtals 31\.800 kr\./);
    assert.match(await textOf(await print(documentRecord({ seller }))), /VSK 24% 7\.632/);
  });

  test('prints one row for code Z, and why it has no VAT where lines state that', async () => {
    const kinds = ['zero_rated', 'outside'] as const;
    const lines = kinds.map((vat_kind) => lineRecord({ tax: 'Z', vat_kind }));
    const text = await textOf(await print(documentRecord({ lines })));
    assert.match(text, /samkvæmt 2\. gr\. laga nr\. 50\/1988/);
    assert.match(text, /0%\s+63\.600\s+0\s+63\.600/);
    assert.doesNotMatch(
      await textOf(await print(documentRecord({ lines: [lineRecord({ tax: 'Z' })] }))),
      /50\/1988/,
    );
  });

  test('identifies a foreign buyer by VAT number and prints the IBAN for payments from abroad', async () => {
    const buyer = { ...BUYER, registration_no: '', vat: 'FI 1234567-1', lang: 'en' };
    const text = await textOf(await print(documentRecord({ buyer, trading_partner_id: '' })));
    assert.match(text, /VAT no\. FI12345671/);
    assert.match(text, /IBAN IS42 0162 2601 2345 5501 2345 60 · BIC NBIIISRE · Landsbankinn/);
    assert.match(text, /Reference 1043/);
    assert.doesNotMatch(await printed('one line'), /IBAN|BIC|Ísland$/m);
  });

  test('asks on a reminder for the remainder after credit notes, by transfer and online', async () => {
    const record = documentRecord({ payment_fee: '195', is_payment_link: true, credited_amount: '9432' });
    const text = await textOf(await renderPdf(buildInvoiceDocument(record, { form: 'reminder' })));
    assert.match(text, /Tilvísun 1043 · 30\.000 kr\./);
    assert.match(text, /Greiðslugjald 195 kr\. bætist við greiðslu með greiðsluhlekk: 30\.195 kr\./);
  });

  test('offers the payment page as a link and as a QR code, with the sums of both ways', async () => {
    const record = documentRecord({ payment_fee: '195', is_payment_link: true });
    const link = `https://kvitt.example/pay/${'0123456789abcdefghijklmnopqrstuvwxyz'.repeat(2)}`;
    const document = buildInvoiceDocument(record, { paymentLink: link });
    const bytes = await renderPdf(document);
    const text = await textOf(bytes);
    assert.match(text, /Til greiðslu\s+39\.432 kr\./);
    assert.match(text, /Tilvísun 1043 · 39\.432 kr\./);
    assert.match(text, /Greiðslugjald 195 kr\. bætist við greiðslu með greiðsluhlekk: 39\.627 kr\./);
    assert.ok(text.includes(link), 'the address is on one line');
    const pdf = await PDFDocument.load(bytes);
    const annotations = pdf.getPage(0).node.Annots();
    const action = annotations?.lookup(0, PDFDict).lookup(PDFName.of('A'), PDFDict);
    assert.equal(action?.lookup(PDFName.of('URI'), PDFString).asString(), link);
    const settled = buildInvoiceDocument({ ...record, status: 'Paid' }, { paymentLink: link });
    assert.doesNotMatch(await textOf(await renderPdf(settled)), /kvitt\.example/);
  });

  test('states the paid part and the remainder, and asks for the remainder', async () => {
    const part = documentRecord({ paid_amount: '20000', paid_on: '2026-03-09', credited_amount: '432' });
    const text = await textOf(await print(part));
    assert.match(text, /Til greiðslu\s+19\.000 kr\./);
    assert.match(
      text,
      /Samtals með VSK 39\.432 kr\.\nÞegar kreditfært −432\nGreitt −20\.000\nEftirstöðvar 19\.000 kr\./,
    );
    const english = await textOf(await print({ ...part, buyer: { ...BUYER, lang: 'en' } }));
    assert.match(english, /Credited so far −432\nPaid −20,000\nTo pay ISK 19,000/);
    const reminder = buildInvoiceDocument(part, { form: 'reminder', overdueDays: 3 });
    assert.match(await textOf(await renderPdf(reminder)), /hluti hans er enn ógreiddur/);
  });

  test('asks for no payment of an invoice that was written off, and does not call it paid', async () => {
    const lost = { written_off_on: '2026-03-09', written_off_amount: '19432', payment_fee: '190' };
    const text = await textOf(await print(documentRecord({ ...lost, paid_amount: '20000' })));
    assert.match(text, /AFSKRIFAÐ/);
    assert.match(text, /Greitt −20\.000\nAfskrifað −19\.432\nEftirstöðvar 0 kr\./);
    assert.doesNotMatch(text, /GREITT|Til greiðslu|Millifærist|Greiðslugjald/);
  });

  test('says how it was paid, and whether a credit note is a refund or a reduction', async () => {
    const paid = { status: 'Paid', paid_on: '2026-03-09' } as const;
    assert.match(
      await textOf(await print(documentRecord({ ...paid, method_payment: 3 }))),
      /Greitt 9\.3\.2026 · Visa debetkort/,
    );
    const note = { kind: 'credit', refer_number: '7', refer_issue_date: '2026-02-01' } as const;
    assert.match(await textOf(await print(documentRecord(note))), /Til lækkunar á reikningi 7/);
    assert.match(
      await textOf(await print(documentRecord({ ...note, refund_amount: '39432' }))),
      /Til endurgreiðslu: reikningur 7 hefur verið greiddur/,
    );
    assert.match(
      await textOf(await print(documentRecord({ ...note, refund_amount: '432' }))),
      /Til lækkunar á reikningi 7: 39\.000 kr\. · Til endurgreiðslu: 432 kr\./,
    );
  });

  test('gives the reason for an exemption from VAT', async () => {
    const text = await textOf(await print(documentRecord({ tax_exempt: true })));
    assert.match(text, /Undanþegið virðisaukaskatti samkvæmt lögum nr\. 50\/1988/);
  });

  test('is PDF/A-3: output intent, metadata that is XML, and the e-invoice as an associated file', async () => {
    const seller = { ...SELLER, name: 'Ás & <synir> ehf.' };
    const record = documentRecord({ seller });
    const bytes = await print(record, renderUbl(buildInvoiceDocument(record)));
    const { catalog, context } = await PDFDocument.load(bytes, { updateMetadata: false });
    const [intent] = catalog.lookup(PDFName.of('OutputIntents'), PDFArray).asArray();
    assert.equal(String(context.lookup(intent, PDFDict).get(PDFName.of('S'))), '/GTS_PDFA1');
    const metadata = catalog.lookup(PDFName.of('Metadata'));
    assert.ok(metadata instanceof PDFRawStream);
    const xmp = Buffer.from(metadata.getContents()).toString();
    assert.match(xmp, /<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>A</);
    assert.match(xmp, /Ás &amp; &lt;synir&gt; ehf\./);
    treeOf(xmp.replace(/^<\?xpacket[^>]*\?>|<\?xpacket[^>]*\?>\s*$/g, ''));
    const [file] = catalog.lookup(PDFName.of('AF'), PDFArray).asArray();
    assert.equal(String(context.lookup(file, PDFDict).get(PDFName.of('AFRelationship'))), '/Alternative');
    assert.ok(!bytes.includes('/Encrypt') && !bytes.includes('/JavaScript'));
  });

  for (const [form, title, name] of [
    ['quote', 'Tilboð', 'tilbod-12.pdf'],
    ['order', 'Pöntun', 'pontun-12.pdf'],
    ['draft', 'Drög að reikningi', 'drog.pdf'],
  ] as const) {
    test(`prints a ${form} without asking for payment`, async () => {
      const number = form === 'draft' ? null : '12';
      const document = buildInvoiceDocument(documentRecord({ number, status: 'open' }), { form });
      const text = await textOf(await renderPdf(document));
      assert.ok(text.startsWith(title), text);
      assert.match(text, /Samtals með VSK\s+39\.432 kr\./);
      assert.doesNotMatch(text, /Til greiðslu|Gjalddagi|Eindagi|505\/2013|Millifærist/);
      assert.equal(fileName(document), name);
    });
  }

  test('shows its status as a badge', async () => {
    assert.match(await printed('paid'), /GREITT 9\.3\.2026/);
    assert.match(await printed('paid'), /Eftirstöðvar 0 kr\./);
    const late = await textOf(await print({ ...sample('paid'), payment_fee: '190' }));
    assert.doesNotMatch(late, /Greiðslugjald/);
    assert.match(await printed('credited'), /KREDITFÆRT/);
    assert.match(await printed('draft'), /DRÖG/);
    const asPaid = await textOf(await print({ ...sample('draft'), mark_paid: true }));
    assert.match(asPaid, /Greitt −39\.432\nEftirstöðvar 0 kr\./);
    assert.doesNotMatch(asPaid, /kreditfært/);
    assert.doesNotMatch(await printed('draft'), /Nr\.|Greiðsla\b/);
    assert.doesNotMatch(await printed('one line'), /GREITT|KREDITFÆRT|DRÖG/);
    const note = await printed('credit note');
    assert.match(note, /Kreditreikningur/);
    assert.match(note, /Kreditfærir reikning 1043/);
    assert.doesNotMatch(note, /Gjalddagi|Eindagi|Millifærist/);
  });

  test('contains every figure of 40 random invoices', async () => {
    await fc.assert(
      fc.asyncProperty(randomRecord, async (record) => {
        const text = await textOf(await print(record));
        const document = buildInvoiceDocument(record);
        const printed = printedFigures(document);
        const rates = document.isOutsideVat ? [] : printed.rates;
        const figures = [...printed.lines, ...rates.flatMap(({ net, vat, gross }) => [net, vat, gross])];
        const texts = [
          ...figures.map((one) => figure(one.toFixed(2), record, printed.places)),
          figure(printed.amount.toFixed(2), record),
        ];
        for (const one of texts) assert.ok(text.includes(one), `${one} is not in\n${text}`);
      }),
      { numRuns: 40, seed: 236 },
    );
  });

  test('attaches the e-invoice', async () => {
    const files = await attachmentsOf(await print(documentRecord(), '<Invoice>þ</Invoice>'));
    assert.deepEqual([...files], [['1043.xml', '<Invoice>þ</Invoice>']]);
    assert.equal((await attachmentsOf(await print(documentRecord()))).size, 0);
  });
});
