import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PDFArray, PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { buildInvoiceDocument } from '../../src/rendering/build-invoice-document.ts';
import { PdfWriter } from '../../src/rendering/pdf/pdf-writer.ts';
import { renderPdf } from '../../src/rendering/pdf/render.ts';
import { createImage } from '../support/images.ts';
import { print, sample } from './print.ts';
import { pagesOf, textOf, wordsOf } from './reading.ts';
import { BUYER, documentRecord, lineRecord } from './records.ts';
import { SAMPLES } from './samples.ts';

describe('layout of the invoice PDF', () => {
  test('has the same bytes for the same invoice, whatever was printed before', async () => {
    const first = await print(sample('english'), '<Invoice/>');
    await print(sample('60 lines'));
    assert.ok((await print(sample('english'), '<Invoice/>')).equals(first));
    assert.ok(!(await print({ ...sample('english'), number: '1' }, '<Invoice/>')).equals(first));
  });

  test('embeds only the glyphs in use', async () => {
    const pdf = await PDFDocument.load(await print(sample('one line')));
    const dicts = pdf.context
      .enumerateIndirectObjects()
      .flatMap(([, one]) => (one instanceof PDFDict ? [one] : []));
    const typed = (type: string) => dicts.filter((one) => String(one.get(PDFName.of('Type'))) === `/${type}`);
    const fonts = typed('Font').map((font) => String(font.get(PDFName.of('BaseFont'))));
    assert.ok(
      fonts.length > 0 && fonts.every((font) => /^\/[A-Z]{6}\+SourceSans3-/.test(font)),
      fonts.join(),
    );
    assert.ok(typed('FontDescriptor').every((one) => one.has(PDFName.of('FontFile2'))));
  });

  test('repeats headings on every page and counts the pages', async () => {
    const record = sample('60 lines');
    const pages = await pagesOf(await print(record));
    assert.equal(pages.length, 3);
    for (const [index, text] of pages.entries()) {
      assert.match(text, /Vörunr\. Lýsing Magn Einingarverð VSK Upphæð/);
      assert.match(text, new RegExp(`Síða ${index + 1} af 3`));
      assert.match(text, /reglugerð nr\. 505\/2013/);
      assert.match(text, /Reikningur 1043|Nr\. 1043/);
    }
    const words = pages.join('\n').split(/\s+/);
    for (const { item_number } of record.lines) {
      assert.equal(words.filter((word) => word === item_number).length, 1, item_number);
    }
  });

  test('never prints the totals on a page without lines', async () => {
    const record = sample('60 lines');
    let longest = 1;
    for (let count = 18; count <= 30; count += 1) {
      const pages = await pagesOf(await print(documentRecord({ lines: record.lines.slice(0, count) })));
      const totals = pages.find((text) => text.includes('Samtals með VSK')) ?? '';
      assert.ok((totals.match(/\bV-\d{3}\b/g) ?? []).length >= 2, `${count} lines: ${totals}`);
      longest = Math.max(longest, pages.length);
    }
    assert.equal(longest, 2);
  });

  test('copies ligatures as letters', async () => {
    const lines = [lineRecord({ description: 'Kaffi, afföll, fífl, skrifstofa og office' })];
    const text = await textOf(await print(documentRecord({ lines })));
    assert.match(text, /Kaffi, afföll, fífl, skrifstofa og office/);
    assert.doesNotMatch(text, /[\ufb00-\ufb06]/);
  });

  test('prints other scripts with a fallback font, and no box of the font itself', async () => {
    const lines = [lineRecord({ description: 'שלום עולם · مرحبا · 😀 · コーヒー 咖啡 커피 · \u{1f9ff}' })];
    const bytes = await print(documentRecord({ lines }));
    const text = await textOf(bytes);
    assert.match(text, /שלום/);
    assert.match(text, /😀/);
    assert.match(text, /コーヒー 咖啡 커피 · □/);
    const pdf = await PDFDocument.load(bytes);
    const fonts = pdf.context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFDict ? String(object.get(PDFName.of('BaseFont'))) : []));
    for (const font of ['DejaVuSans', 'NotoSansHans', 'NotoSansKR'])
      assert.ok(
        fonts.some((name) => name.includes(font)),
        font,
      );
    const plain = await PDFDocument.load(await print(documentRecord()));
    assert.ok(!String(plain.context.enumerateIndirectObjects().map(([, one]) => one)).includes('DejaVu'));
  });

  test('continues a line that is taller than a page on the next one', async () => {
    const lines = [
      lineRecord(),
      lineRecord({ description: Array.from({ length: 120 }, (_, i) => `lína ${i}`).join('\n') }),
    ];
    const pages = await wordsOf(await print(documentRecord({ lines })));
    assert.ok(pages.length >= 3);
    const found = pages.flat().filter(({ text }) => /^lína \d+$/.test(text));
    assert.equal(found.length, 120);
    for (const { bottom } of found) assert.ok(bottom > 50, `a line at ${bottom} is over the footer`);
  });

  test('gives a long item number the width that it needs', async () => {
    const lines = Array.from({ length: 40 }, (_, i) => lineRecord({ item_number: `VARA-2026-${1000 + i}` }));
    const text = await textOf(await print(documentRecord({ lines })));
    assert.match(text, /VARA-2026-1039/);
  });

  test('has a cell below each heading, even if it is empty', async () => {
    const pdf = await PDFDocument.load(await print(sample('rates, discounts and fee')));
    const rows = pdf.context
      .enumerateIndirectObjects()
      .flatMap(([, one]) =>
        one instanceof PDFDict && String(one.get(PDFName.of('S'))) === '/TR'
          ? [one.lookup(PDFName.of('K'))]
          : [],
      )
      .map((cells) => (cells instanceof PDFArray ? cells.size() : 1));
    assert.deepEqual(rows.sort(), [4, 4, 4, 4, 7, 7, 7, 7, 7, 7]);
  });

  test('prints the letters of Icelandic and neighbouring languages', async () => {
    const letters = 'ÁÉÍÓÚÝÞÆÖÐáéíóúýþæöð ąćęłńóśźż ČĎĚŇŘŠŤŮŽ åøœß Ελλάδα Україна €';
    const lines = [lineRecord({ description: letters })];
    const text = (await textOf(await print(documentRecord({ lines })))).replace(/\s+/g, ' ');
    assert.ok(text.includes(letters), text);
  });

  test('keeps all text on the page and without overlap', async () => {
    const long = 'Óendanlegtorð'.repeat(12);
    const extreme = documentRecord({
      number: '9007199254740991',
      currency: 'EUR',
      exchange_rate: '123456.789012',
      seller: { ...sample('one line').seller, name: `${long} ehf.`.slice(0, 200), address: long },
      buyer: {
        ...BUYER,
        name: long,
        address: `Við ${long}`,
        city: long.slice(0, 100),
        customer_number: long,
      },
      lines: [
        lineRecord({ description: long.repeat(3), item_number: 'A'.repeat(60), qty: '999999.999' }),
        lineRecord({
          unit_price: '999999999.9999',
          qty: '1000',
          discount: '99.9999',
          discount_is_percent: true,
        }),
        lineRecord({ unit_price: '-12345678.1234', discount: '12345678.1234' }),
      ],
      payment_fee: '999999.99',
      description: `${long}\n\n${'Setning með nokkrum orðum. '.repeat(150)}`,
      terms: long,
      booking: long,
      cost_provide: long,
      order_reference: '123456789012345678',
      delivery_date: '2026-03-01',
    });
    for (const [name, record] of [...Object.entries(SAMPLES), ['extreme', extreme] as const]) {
      for (const [page, words] of (await wordsOf(await print(record))).entries()) {
        for (const { text, left, right, top, bottom } of words) {
          const inside = left > 49 && right < 546.5 && top < 815 && bottom > 30;
          assert.ok(inside, `${name}, page ${page + 1}: ${text} leaves the page`);
        }
        for (const [index, one] of words.entries()) {
          for (const other of words.slice(index + 1)) {
            const beside = one.right <= other.left + 0.5 || other.right <= one.left + 0.5;
            const apart = Math.abs(one.bottom - other.bottom) >= 0.72 * Math.min(one.size, other.size);
            assert.ok(beside || apart, `${name}, page ${page + 1}: ${one.text} lies on ${other.text}`);
          }
        }
      }
    }
  });

  test('continues a long text on the next page', async () => {
    const sentences = Array.from({ length: 180 }, (_, index) => `Málsgrein númer ${index} endar.`);
    const pages = await pagesOf(await print(documentRecord({ description: sentences.join('\n') })));
    assert.ok(pages.length > 2);
    const text = pages.join('\n');
    for (const sentence of sentences) assert.ok(text.includes(sentence), sentence);
  });

  test('splits a long word without measuring it for each of its characters', () => {
    const createdOn = new Date('2026-03-17');
    const pdf = new PdfWriter({ title: 'A', author: 'B', subject: 'C', lang: 'is', createdOn });
    const measure = pdf.doc.widthOfString.bind(pdf.doc);
    let measured = 0;
    pdf.doc.widthOfString = (text, options) => {
      measured += 1;
      return measure(text, options);
    };
    const word = 'ij'.repeat(1000);
    const lines = pdf.wrap(word, 250);
    assert.equal(lines.join(''), word);
    assert.ok(lines.every((line) => pdf.width(line) <= 250));
    assert.ok(
      lines.slice(0, -1).every((line, at) => pdf.width(line + lines[at + 1]?.charAt(0)) > 250),
      'each line is full',
    );
    assert.ok(measured < word.length / 4, `${measured} measurements`);
  });

  test('shows the logo', async () => {
    const logo = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const pdf = await renderPdf(buildInvoiceDocument(documentRecord(), { logo }));
    assert.match(pdf.toString('latin1'), /\/Subtype \/Image/);
    assert.match(await textOf(pdf), /Norðurljós/);
  });

  test('sizes the logo without enlarging it', async () => {
    const nameUnder = async (width: number, height: number) => {
      const document = buildInvoiceDocument(documentRecord(), {
        logo: await createImage(width, height, 'png'),
      });
      const pdf = await renderPdf(document);
      assert.ok(pdf.equals(await renderPdf(document)), 'the same bytes again');
      const words = (await wordsOf(pdf))[0]?.find(({ text }) => text === document.seller.name);
      return words?.bottom ?? 0;
    };
    const [wide, tall, tiny] = [await nameUnder(800, 60), await nameUnder(60, 400), await nameUnder(20, 20)];
    // Heights of 12.75, 56 and 15 points.
    assert.equal((wide - tall).toFixed(2), '43.25');
    assert.equal((wide - tiny).toFixed(2), '2.25');
  });
});
