import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detectKind } from '../../../src/adapters/receipt-reader/file-kind.ts';
import { readDocument } from '../../../src/adapters/receipt-reader/read-document.ts';
import { readUbl } from '../../../src/adapters/receipt-reader/ubl.ts';
import { parseXml, text } from '../../../src/adapters/receipt-reader/xml.ts';
import { confidentValues } from '../../../src/domain/receipts/confident-values.ts';
import { AUTO_FILL_THRESHOLD } from '../../../src/domain/receipts/fields.ts';
import { UnreadableReceipt } from '../../../src/kernel/ports/receipt-reader.ts';
import { page, saved, type Text } from '../../receipts/pdf.ts';
import { ublCreditNote, ublInvoice } from '../../receipts/ubl.ts';

const { xml } = ublInvoice;
const read = (text: string, encoding: BufferEncoding = 'utf8') => readUbl(Buffer.from(text, encoding));

describe('UBL reader', () => {
  it('reads the fields of the document', () => {
    const reading = read(xml);
    assert.equal(reading?.fields.supplier_name?.value, 'Orka & hiti Austurlands hf.');
    assert.equal(reading?.fields.amount?.value, '29930.00');
    assert.equal(reading?.fields.amount?.found, 'ubl LegalMonetaryTotal');
    assert.equal(reading?.text, 'Heitt vatn og rafmagn  20000');
  });

  it('gives no confident values where the page of its PDF shows another supplier and total', async () => {
    const fields = async (...lines: string[]) => {
      const pdf = await page(lines.map((line, n): Text => [50, 60 + 30 * n, line, 12]));
      await pdf.attach(Buffer.from(xml), 'reikningur.xml', { mimeType: 'application/xml' });
      const result = await readDocument({ bytes: await saved(pdf), background: {}, hasAi: false });
      const { supplier_name, amount } = 'reading' in result ? result.reading : assert.fail();
      return [supplier_name, amount].map((field) => (field?.confidence ?? 0) >= AUTO_FILL_THRESHOLD);
    };
    const supplier = 'Orka & hiti Austurlands hf.';
    assert.deepEqual(await fields(supplier, 'Samtals 29.930 kr.'), [true, true]);
    assert.deepEqual(await fields('Efnissalan ehf.', 'Samtals 12.400 kr.'), [false, false]);
  });

  it('reads the account of the supplier, unless the invoice is paid by a claim', () => {
    const payee = (...means: [code: string, account: string][]) => {
      const parts = means.map(
        ([code, account]) =>
          `<cac:PaymentMeans><cbc:PaymentMeansCode>${code}</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>${account}</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>`,
      );
      const changed = xml.replace('<cac:LegalMonetaryTotal>', `${parts.join('')}<cac:LegalMonetaryTotal>`);
      const { payee_account, payee_iban } = confidentValues(read(changed)?.fields ?? assert.fail());
      return [payee_account, payee_iban];
    };
    assert.deepEqual(payee(['42', '0133-26-012345']), ['013326012345', undefined]);
    assert.deepEqual(payee(['30', 'DE89370400440532013000']), [undefined, 'DE89370400440532013000']);
    const iban = 'IS140159260076545510730339';
    assert.deepEqual(payee(['9', '013366012345'], ['30', 'ekkert'], ['30', iban]), ['015926007654', iban]);
    assert.deepEqual(payee(['9', '013366012345']), [undefined, undefined]);
  });

  it('does not read figures of an unsupported currency as krónur', () => {
    const values = (code: string) => {
      const { amount, currency } = confidentValues(
        read(xml.replace('>ISK<', `>${code}<`))?.fields ?? assert.fail(),
      );
      return [amount, currency];
    };
    assert.deepEqual(values('ISK'), ['29930.00', 'ISK']);
    assert.deepEqual(values('eur'), ['29930.00', 'EUR']);
    for (const code of ['HUF', 'THB', 'XYZ']) assert.deepEqual(values(code), [undefined, undefined], code);
  });

  it('compares the total with what is payable and what was prepaid', () => {
    const total = (more: string, payable: string) => {
      const changed = xml.replace(
        /<cbc:PayableAmount.*<\/cbc:PayableAmount>/,
        `${more}<cbc:PayableAmount>${payable}</cbc:PayableAmount>`,
      );
      const { amount } = read(changed)?.fields ?? assert.fail();
      return [amount?.value, (amount?.confidence ?? 0) >= AUTO_FILL_THRESHOLD];
    };
    const prepaid = '<cbc:PrepaidAmount>9930</cbc:PrepaidAmount>';
    const rounding = '<cbc:PayableRoundingAmount>0.13</cbc:PayableRoundingAmount>';
    assert.deepEqual(total(prepaid, '20000'), ['29930.00', true]);
    assert.deepEqual(total(prepaid + rounding, '20000.13'), ['29930.13', true]);
    assert.deepEqual(total(prepaid + rounding, '20000'), ['29930.00', true], 'the rounding is a mistake');
    assert.deepEqual(total(rounding, '100'), ['29930.13', false], 'a person decides');
  });

  const forbidden: [name: string, xml: string][] = [
    ['a DOCTYPE', xml.replace('<Invoice', '<!DOCTYPE Invoice SYSTEM "http://evil.example/x.dtd"><Invoice')],
    ['a DOCTYPE in small letters', xml.replace('<Invoice', '<!doctype Invoice><Invoice')],
    [
      'entities that multiply',
      xml.replace('<Invoice', '<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><Invoice'),
    ],
    ['broken XML', xml.slice(0, 900)],
    ['an encoding that hides', xml.replace('UTF-8', 'UTF-7')],
    ['bytes that are not UTF-8', `${xml.slice(0, 60)}\u00ff\u00fe`],
    ['tags without end', '<Invoice>'.repeat(50_000)],
  ];
  for (const [name, text] of forbidden) {
    it(`refuses ${name}`, () => {
      const encoding = name.startsWith('bytes') ? 'latin1' : 'utf8';
      assert.throws(() => read(text, encoding), UnreadableReceipt);
    });
  }

  it('refuses a DOCTYPE in UTF-16', () => {
    const text = xml.replace('<Invoice', '<!DOCTYPE Invoice><Invoice').replace('UTF-8', 'UTF-16');
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [wide, Buffer.from(wide).swap16(), Buffer.from(wide).swap16().subarray(2)])
      assert.throws(() => readUbl(bytes), /DOCTYPE/);
  });

  it('resolves only the five predefined entities', () => {
    const name = (text: string) => read(xml.replace('Orka &amp; hiti', text))?.fields.supplier_name?.value;
    assert.equal(name('Orka &#38; &lt;hiti&gt; &#xe1;'), 'Orka & <hiti> á Austurlands hf.');
    assert.equal(name('Orka &file;'), 'Orka &file; Austurlands hf.');
  });

  it('reads UTF-16 and Latin-1', () => {
    const wide = readUbl(Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le'));
    assert.equal(wide?.fields.amount?.value, '29930.00');
    const bigEndian = Buffer.from(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le').swap16();
    assert.equal(detectKind(bigEndian), 'xml');
    assert.equal(readUbl(bigEndian)?.fields.supplier_name?.value, 'Orka & hiti Austurlands hf.');
    const spaced = read(xml.replace('="UTF-8"', ' = "ISO-8859-1"').replace('Orka', 'Orká'), 'latin1');
    assert.equal(spaced?.fields.supplier_name?.value, 'Orká & hiti Austurlands hf.');
    const latin = read(xml.replace('UTF-8', 'ISO-8859-1').replace('Orka', 'Orká'), 'latin1');
    assert.equal(latin?.fields.supplier_name?.value, 'Orká & hiti Austurlands hf.');
  });

  it('reads UTF-8 that is declared as something else', () => {
    for (const declared of ['ISO-8859-1', 'windows-1252', 'US-ASCII'])
      assert.equal(
        read(xml.replace('UTF-8', declared).replace('Orka', 'Þjónusta €'))?.fields.supplier_name?.value,
        'Þjónusta € & hiti Austurlands hf.',
        declared,
      );
  });

  it('refuses a document that states what it has once a second time', () => {
    const elements = [
      ...['cbc:ID', 'cbc:IssueDate', 'cbc:DocumentCurrencyCode', 'cac:LegalMonetaryTotal'],
      ...['cac:AccountingSupplierParty', 'cac:AccountingCustomerParty'],
      ...['cbc:PayableAmount', 'cbc:TaxInclusiveAmount', 'cbc:LineExtensionAmount', 'cbc:Percent'],
    ];
    for (const name of elements) {
      const twice = xml.replace(new RegExp(`<${name}\\b[\\s\\S]*?</${name}>`), '$&$&');
      assert.throws(() => read(twice), new RegExp(`${name.slice(4)} is there more than once`), name);
    }
  });

  it('returns null for other XML', () => {
    assert.equal(read('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), null);
    assert.equal(read('<Invoice><ID>1</ID></Invoice>'), null);
  });

  it('skips attachments of any size', () => {
    const attached = `<cac:AdditionalDocumentReference><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf">${'QUJD'.repeat(600_000)}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`;
    const reading = read(xml.replace('  <cac:TaxTotal>', `${attached}<cac:TaxTotal>`));
    assert.equal(reading?.fields.amount?.value, '29930.00');
  });

  it('includes prepaid amounts and rounding in the total', () => {
    const paid = xml
      .replace('<cbc:PayableAmount currencyID="ISK">29930.00', '<cbc:PayableAmount currencyID="ISK">9930.00')
      .replace(
        '29930.00</cbc:TaxInclusiveAmount>',
        '29929.60</cbc:TaxInclusiveAmount><cbc:PayableRoundingAmount currencyID="ISK">0.40</cbc:PayableRoundingAmount>',
      );
    assert.equal(read(paid)?.fields.amount?.value, '29930.00');
  });

  it('leaves unknown character references unchanged', () => {
    const node = parseXml(Buffer.from('<a><b>&lt;&#65;&constructor;</b></a>'));
    assert.equal(text(node, 'a', 'b'), '<A&constructor;');
  });

  it('accepts no foreign number as a kennitala', () => {
    assert.equal(read(xml.replaceAll('5009140090', 'DK38221109'))?.fields.supplier_id, undefined);
    assert.equal(read(xml.replaceAll('5009140090', '5009140091'))?.fields.supplier_id, undefined);
  });

  it('does not read a number of another register as a kennitala', () => {
    const id = (text: string) => read(text)?.fields.supplier_id?.value;
    assert.equal(id(xml), '5009140090');
    assert.equal(id(xml.replaceAll('schemeID="0196"', 'schemeID="0007"')), undefined);
    const abroad = xml
      .replaceAll(' schemeID="0196"', '')
      .replace(
        '<cac:PartyName>',
        '<cac:PostalAddress><cac:Country><cbc:IdentificationCode>SE</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyName>',
      );
    assert.equal(id(abroad), undefined);
    assert.equal(id(abroad.replace('>SE<', '>IS<')), '5009140090');
  });

  const vatOf = (text: string) => {
    const { amount, vat_24, vat_11 } = confidentValues(read(text)?.fields ?? assert.fail());
    return [amount, vat_24, vat_11];
  };
  const documentOf = (text: string) => read(text)?.einvoice ?? assert.fail();

  it('reads the VAT number, and no number of another tax', () => {
    const number = (...schemes: [id: string, scheme: string | null][]) => {
      const written = schemes.map(
        ([id, scheme]) =>
          `<cac:PartyTaxScheme><cbc:CompanyID>${id}</cbc:CompanyID>${scheme === null ? '' : `<cac:TaxScheme><cbc:ID>${scheme}</cbc:ID></cac:TaxScheme>`}</cac:PartyTaxScheme>`,
      );
      return documentOf(xml.replace('<cac:PartyLegalEntity>', `${written.join('')}$&`)).seller.vat_number;
    };
    assert.equal(number(['Godkänd för F-skatt', 'TAX'], ['SE123456789001', 'VAT']), 'SE123456789001');
    assert.equal(number(['5009140090', 'TAX']), '', 'a company outside of VAT');
    assert.equal(number(['20211100090911', 'AAL'], ['M2-1234567-K', 'GST']), 'M2-1234567-K');
    assert.deepEqual([number(['IS145678', null]), number(['IS145678', 'vat'])], ['IS145678', 'IS145678']);
  });

  it('takes VAT by rate from the total that has it, where two are in the same currency', () => {
    const sum = '<cac:TaxTotal><cbc:TaxAmount currencyID="ISK">4430.00</cbc:TaxAmount>';
    const twice = xml.replace('<cac:TaxTotal>', `${sum}</cac:TaxTotal>${sum}`);
    assert.equal(documentOf(twice).vat.length, 2);
    assert.deepEqual(
      [documentOf(twice).totals.vat, ...vatOf(twice)],
      ['4430', '29930.00', '3000.00', '1430.00'],
    );
    const foreign = twice.replace('"ISK">4430.00', '"EUR">29.50');
    assert.deepEqual([documentOf(foreign).totals.vat, documentOf(foreign).vat.length], ['4430', 2]);
    const apart = xml.replace(
      '<cac:TaxTotal>',
      `${sum}</cac:TaxTotal>$&<cbc:TaxAmount currencyID="EUR">29.50</cbc:TaxAmount>`,
    );
    assert.deepEqual([documentOf(apart).totals.vat, documentOf(apart).vat], ['4430', []]);
  });

  it('reads the project of a credit note, which has it among other documents', () => {
    const references = ['130', '50'].map(
      (type) =>
        `<cac:AdditionalDocumentReference><cbc:ID>P-${type}</cbc:ID><cbc:DocumentTypeCode>${type}</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>`,
    );
    const named = ublCreditNote.xml.replace('<cac:AccountingSupplierParty>', `${references.join('')}$&`);
    assert.equal(documentOf(named).references.project, 'P-50');
    assert.equal(documentOf(ublCreditNote.xml).references.project, '');
  });

  it('reads the whole name of an item', () => {
    const name = 'Heitt vatn '.repeat(50).trim();
    assert.equal(documentOf(xml.replace('Heitt vatn og rafmagn', name)).lines[0]?.name, name);
  });

  it('reads every type code of a credit note, also where the element is an invoice', () => {
    const kind = (type: string) =>
      documentOf(
        xml.replace('<cbc:DocumentCurrencyCode>', `<cbc:InvoiceTypeCode>${type}</cbc:InvoiceTypeCode>$&`),
      ).kind;
    assert.deepEqual(['381', '261', '81', '532'].map(kind), Array(4).fill('credit_note'));
    assert.deepEqual(['380', '384', '389', '386'].map(kind), Array(4).fill('invoice'));
  });

  it('lowers the confidence of contradicting figures', () => {
    const fields = read(xml.replaceAll('29930.00', '9930.00'))?.fields;
    assert.ok((fields?.amount?.confidence ?? 1) < AUTO_FILL_THRESHOLD);
    assert.ok((fields?.vat_24?.confidence ?? 1) < AUTO_FILL_THRESHOLD);
  });

  const negateVat = (text: string) =>
    text.replace(/(<cbc:TaxAmount currencyID="ISK">)(3000)/, (_, tag, vat) => `${tag}-${vat}`);

  it('leaves VAT empty where goods of one rate were returned', () => {
    const returned = negateVat(xml);
    assert.notEqual(returned, xml);
    assert.deepEqual(vatOf(xml), ['29930.00', '3000.00', '1430.00']);
    assert.deepEqual(vatOf(returned), ['29930.00', undefined, undefined]);
  });

  it('ignores VAT of another country', () => {
    const from = (country: string, kennitala: string) =>
      xml
        .replaceAll('5009140090', kennitala)
        .replace(
          '<cac:PartyName>',
          `<cac:PostalAddress><cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyName>`,
        );
    assert.deepEqual(vatOf(from('FI', 'FI12345671')), ['29930.00', undefined, undefined]);
    assert.deepEqual(vatOf(from('is', '')), ['29930.00', '3000.00', '1430.00']);
    assert.deepEqual(vatOf(from('DK', '5009140090')), ['29930.00', '3000.00', '1430.00']);
  });

  it('reads an invoice below zero as a credit note, and leaves a credit note below zero to a person', () => {
    const below = (sample: string, total: string) => {
      const { amount, is_credit_note } = read(sample.replaceAll(total, `-${total}`))?.fields ?? {};
      return [amount, is_credit_note].map((field) => [
        field?.value,
        (field?.confidence ?? 0) >= AUTO_FILL_THRESHOLD,
      ]);
    };
    assert.deepEqual(below(xml, '29930.00'), [
      ['29930.00', true],
      [true, true],
    ]);
    assert.deepEqual(below(ublCreditNote.xml, '6200.00'), [
      ['6200.00', false],
      [false, false],
    ]);
  });
});
