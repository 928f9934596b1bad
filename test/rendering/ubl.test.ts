import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decimal, fixed2, roundTo, sum } from '../../src/domain/values/money.ts';
import { buildInvoiceDocument } from '../../src/rendering/build-invoice-document.ts';
import type { PrintableInvoice } from '../../src/rendering/printable-invoice.ts';
import { renderUbl } from '../../src/rendering/ubl/invoice-ubl.ts';
import { brokenRules } from '../support/ubl-rules/all.ts';
import { linesIn } from '../support/ubl-rules/rule.ts';
import { countryOf, einvoice } from './einvoice.ts';
import { randomRecord } from './random.ts';
import { BUYER, documentRecord, lineRecord, SELLER } from './records.ts';
import { SAMPLES } from './samples.ts';
import { type Tree, treeOf } from './tree.ts';

describe('e-invoice', () => {
  test('satisfies every rule for 300 random invoices and credit notes', () => {
    const kinds = new Set<string>();
    const seen = { rounding: 0, prepaid: 0, charges: 0, negative: 0, outside: 0, abroad: 0, kronur: 0 };
    fc.assert(
      fc.property(randomRecord, (record) => {
        const tree = einvoice(record);
        assert.deepEqual(brokenRules(tree), []);
        assertSaysTheSame(tree, record);
        kinds.add(tree.name);
        seen.rounding += tree.all('LegalMonetaryTotal/PayableRoundingAmount').length;
        seen.prepaid += tree.all('LegalMonetaryTotal/PrepaidAmount').length;
        seen.charges += tree.all('LegalMonetaryTotal/ChargeTotalAmount').length;
        seen.negative += linesIn(tree).filter((line) =>
          line.at('LineExtensionAmount')?.startsWith('-'),
        ).length;
        seen.outside += tree.all('TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason').length;
        seen.abroad += countryOf(tree) === 'IS' ? 0 : 1;
        seen.kronur += tree.all('TaxCurrencyCode').length;
      }),
      { numRuns: 300, seed: 505_2013 },
    );
    assert.deepEqual([...kinds].sort(), ['CreditNote', 'Invoice']);
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, `no ${what} came up`);
  });

  for (const [name, record] of Object.entries(SAMPLES)) {
    if (record.number === null) continue;
    test(`satisfies every rule: ${name}`, () => {
      assert.deepEqual(brokenRules(einvoice(record)), []);
    });
  }

  test('writes the reduced rate as category S with 11 %, and the zero rate as Z', () => {
    const lines = ['S', 'AA', 'Z'].map((tax) => lineRecord({ tax }));
    const tree = einvoice(documentRecord({ lines }));
    const category = (one: Tree) => [one.at('ID'), one.at('Percent')];
    assert.deepEqual(tree.all('InvoiceLine/Item/ClassifiedTaxCategory').map(category), [
      ['S', '24'],
      ['S', '11'],
      ['Z', '0'],
    ]);
  });

  test('writes why a line of code Z has no VAT, where it is stated', () => {
    const lines = (['zero_rated', 'outside', null] as const).map((vat_kind) =>
      lineRecord({ tax: 'Z', vat_kind, qty: '1', unit_price: '1000' }),
    );
    const subtotals = (fields: Partial<PrintableInvoice>) =>
      einvoice(documentRecord({ lines, ...fields }))
        .all('TaxTotal/TaxSubtotal')
        .map((one) =>
          ['TaxCategory/ID', 'TaxableAmount', 'TaxCategory/TaxExemptionReason'].map((path) => one.at(path)),
        );
    const exempt = [
      'E',
      '1000.00',
      'Undanþegið virðisaukaskatti samkvæmt 2. gr. laga nr. 50/1988 um virðisaukaskatt',
    ];
    assert.deepEqual(subtotals({}), [['Z', '2000.00', undefined], exempt]);
    const buyer = { ...BUYER, vat: 'DE123456789', registration_no: '' };
    const [exported, ...others] = subtotals({ buyer, trading_partner_id: '' });
    assert.deepEqual(exported?.slice(0, 2), ['G', '1000.00']);
    assert.match(exported?.[2] ?? '', /^Sala úr landi, .* 12\. gr\./);
    assert.deepEqual(others, [exempt, ['Z', '1000.00', undefined]]);
    assert.deepEqual(
      subtotals({ tax_exempt: true }).map(([id, net]) => [id, net]),
      [['E', '3000.00']],
    );
    assert.deepEqual(
      subtotals({ seller: { ...SELLER, vat_no: '' }, buyer, trading_partner_id: '' }).map(([id, net]) => [
        id,
        net,
      ]),
      [['O', '3000.00']],
    );
  });

  test("states the VAT in krónur as well as in the invoice's currency", () => {
    const vat = (fields: Partial<PrintableInvoice>) => {
      const tree = einvoice(documentRecord(fields));
      const amounts = tree.all('TaxTotal/TaxAmount').map((one) => [one.text, one.attributes.currencyID]);
      return [tree.at('TaxCurrencyCode'), ...amounts];
    };
    const euro = { currency: 'EUR', exchange_rate: '140.5' };
    assert.deepEqual(vat(euro), ['ISK', ['7632.00', 'EUR'], ['1072296.00', 'ISK']]);
    // 0.24 and 0.11 become 0.2448 and 0.1122 krónur: the VAT return counts 0.24 and 0.11, and not 0.36 together.
    const lines = ['S', 'AA'].map((tax) => lineRecord({ tax, qty: '1', unit_price: '1' }));
    assert.deepEqual(vat({ ...euro, exchange_rate: '1.02', lines }).at(-1), ['0.35', 'ISK']);
    assert.deepEqual(vat({}), [undefined, ['7632.00', 'ISK']]);
    assert.deepEqual(vat({ ...euro, lines: [lineRecord({ tax: 'Z' })] }), [undefined, ['0.00', 'EUR']]);
  });

  test('has an allowance for each rate, even if they cancel each other out', () => {
    const lines = [lineRecord({ unit_price: '100' }), lineRecord({ unit_price: '-100', tax: 'Z' })];
    const discount = { is_discount: true, discount_is_percent: true, discount_value: '10' };
    const tree = einvoice(documentRecord({ lines, ...discount }));
    assert.deepEqual(brokenRules(tree), []);
    assert.deepEqual(
      tree.all('AllowanceCharge').map((one) => [one.at('ChargeIndicator'), one.at('Amount')]),
      [
        ['false', '20.00'],
        ['true', '20.00'],
      ],
    );
  });

  test('has no number signs in its note, which would be parsed as a code', () => {
    const tree = einvoice(documentRecord({ description: 'Pöntun #12 og #13' }));
    assert.equal(tree.at('Note'), 'Pöntun ＃12 og ＃13');
  });

  test('treats invisible text as missing', () => {
    const none = {
      booking: '\u0001',
      cost_provide: '\u0002',
      buyer: { ...BUYER, customer_number: '\u0003' },
    };
    const line = lineRecord({ description: '\u0001', item_number: '\u0002' });
    const tree = einvoice(documentRecord({ ...none, lines: [line] }));
    assert.deepEqual(brokenRules(tree), []);
    assert.equal(tree.at('BuyerReference'), BUYER.registration_no);
    assert.equal(tree.at('InvoiceLine/Item/Name'), 'Vara');
  });

  test('maps two units to the codes of Peppol and keeps the others', () => {
    const uoms = ['KTM', 'KGS', 'HUR', 'C62', 'MTK'];
    const tree = einvoice(documentRecord({ lines: uoms.map((uom) => lineRecord({ uom })) }));
    const units = tree.all('InvoiceLine/InvoicedQuantity').map(({ attributes }) => attributes.unitCode);
    assert.deepEqual(units, ['KMT', 'KGM', 'HUR', 'C62', 'MTK']);
  });

  test('turns a negative price into a negative quantity', () => {
    const lines = [lineRecord(), lineRecord({ qty: '1.5', unit_price: '-100.2' })];
    const [, line] = linesIn(einvoice(documentRecord({ lines })));
    assert.equal(line?.at('InvoicedQuantity'), '-1.5');
    assert.equal(line?.at('Price/PriceAmount'), '100.2');
    assert.equal(line?.at('LineExtensionAmount'), '-150.30');
  });

  test('states the rounding difference between the amount and its parts', () => {
    const lines = [
      lineRecord({ qty: '1', unit_price: '0.5', tax: 'S' }),
      lineRecord({ qty: '1', unit_price: '0.05', tax: 'AA' }),
    ];
    const sums = einvoice(documentRecord({ lines, currency: 'EUR' })).one('LegalMonetaryTotal');
    assert.equal(sums.at('TaxInclusiveAmount'), '0.68');
    assert.equal(sums.at('PayableRoundingAmount'), undefined);
    const uneven = lines.map((line) => ({ ...line, unit_price: '0.125' }));
    const odd = einvoice(documentRecord({ lines: uneven, currency: 'EUR' })).one('LegalMonetaryTotal');
    assert.deepEqual(
      ['TaxInclusiveAmount', 'PayableRoundingAmount', 'PayableAmount'].map((name) => odd.at(name)),
      ['0.30', '-0.01', '0.29'],
    );
  });

  test('states payment by claim, by transfer, or as prepaid', () => {
    const means = (fields: Partial<PrintableInvoice>) => {
      const tree = einvoice(documentRecord(fields));
      const sums = tree.one('LegalMonetaryTotal');
      return [
        tree.at('PaymentMeans/PaymentMeansCode'),
        tree.at('PaymentMeans/PayeeFinancialAccount/ID'),
        sums.at('PrepaidAmount'),
        sums.at('PayableAmount'),
      ];
    };
    assert.deepEqual(means({ is_claim: true }), ['9', '016266001043', undefined, '39432.00']);
    assert.deepEqual(means({}), ['42', '016226012345', undefined, '39432.00']);
    assert.deepEqual(means({ seller: { ...SELLER, bank_account: '' } }), [
      undefined,
      undefined,
      undefined,
      '39432.00',
    ]);
    const paid = { status: 'Paid', paid_on: '2026-03-09' };
    assert.deepEqual(means({ ...paid, method_payment: 1 }), ['10', undefined, '39432.00', '0.00']);
    assert.deepEqual(means({ ...paid, method_payment: 3 }), ['48', undefined, '39432.00', '0.00']);
    assert.deepEqual(means(paid), ['42', '016226012345', '39432.00', '0.00']);
    assert.deepEqual(means({ paid_amount: '9432' }), ['42', '016226012345', '9432.00', '30000.00']);
    assert.deepEqual(means({ kind: 'credit', refund_amount: '9', paid_amount: '9' }), [
      undefined,
      undefined,
      undefined,
      '39432.00',
    ]);
  });

  test('asks for whole krónur, and states the rounding', () => {
    const lines = [lineRecord({ qty: '3', uom: 'C62', unit_price: '33.335' })];
    const sums = einvoice(documentRecord({ lines })).one('LegalMonetaryTotal');
    assert.deepEqual(
      ['TaxInclusiveAmount', 'PayableRoundingAmount', 'PayableAmount'].map((name) => sums.at(name)),
      ['124.01', '-0.01', '124.00'],
    );
  });

  test('says in its terms that the bank adds a fee, and whether a credit note is a refund', () => {
    const note = (fields: Partial<PrintableInvoice>) =>
      einvoice(documentRecord(fields)).at('PaymentTerms/Note');
    assert.equal(
      note({ payment_fee: '195', is_claim: true }),
      'Greiðslugjald 195 kr. bætist við kröfu í banka: 39.627 kr.',
    );
    assert.equal(
      note({ payment_fee: '195', is_payment_link: true, terms: 'Takk' }),
      'Takk\nGreiðslugjald 195 kr. bætist við greiðslu með greiðsluhlekk: 39.627 kr.',
    );
    assert.equal(note({ payment_fee: '195', status: 'Paid' }), undefined);
    assert.equal(
      note({ paid_amount: '9000', credited_amount: '432' }),
      'Þegar kreditfært: 432 kr. · Greitt: 9.000 kr. · Eftirstöðvar: 30.000 kr.',
    );
    const credit = { kind: 'credit', refer_number: '7', refer_issue_date: '2026-02-01' } as const;
    assert.equal(note(credit), 'Til lækkunar á reikningi 7');
    assert.equal(
      note({ ...credit, refund_amount: '39432' }),
      'Til endurgreiðslu: reikningur 7 hefur verið greiddur',
    );
    assert.equal(
      note({ ...credit, refund_amount: '39432', mark_paid: true }),
      'Endurgreitt vegna reiknings 7',
    );
    assert.equal(
      note({ ...credit, refund_amount: '432', mark_paid: true }),
      'Til lækkunar á reikningi 7: 39.000 kr. · Endurgreitt: 432 kr.',
    );
  });

  test('names the invoice on a credit note, without due date and account', () => {
    const tree = einvoice(SAMPLES['credit note'] ?? documentRecord());
    assert.equal(tree.name, 'CreditNote');
    assert.equal(tree.at('BillingReference/InvoiceDocumentReference/ID'), '1043');
    assert.equal(tree.at('PaymentTerms/Note'), 'Til lækkunar á reikningi 1043');
    for (const path of ['DueDate', 'AdditionalDocumentReference', 'PaymentMeans']) {
      assert.equal(tree.all(path).length, 0, path);
    }
  });

  test("embeds the PDF and drops characters that XML can't represent", () => {
    const bytes = Buffer.from('%PDF-1.7 …');
    const record = documentRecord({
      description: 'A\u0000 & <b> "c" \ud800 👩‍👧',
      terms: '\u0001',
      lines: [lineRecord({ description: '\u0002', item_number: 'X' })],
    });
    const pdf = { name: 'reikningur-1.pdf', type: 'application/pdf', bytes };
    const picture = { name: '\u0001', type: 'image/png', bytes };
    const tree = treeOf(renderUbl(buildInvoiceDocument(record), [pdf, picture]));
    assert.deepEqual(brokenRules(tree), []);
    assert.equal(tree.at('Note'), 'A & <b> "c" \ufffd 👩‍👧');
    assert.equal(tree.at('InvoiceLine/Item/Name'), 'X');
    const [, attached, other] = tree.all('AdditionalDocumentReference');
    const file = attached?.one('Attachment/EmbeddedDocumentBinaryObject');
    assert.equal(file?.text, bytes.toString('base64'));
    assert.deepEqual(file?.attributes, { mimeCode: 'application/pdf', filename: 'reikningur-1.pdf' });
    assert.deepEqual(other?.one('Attachment/EmbeddedDocumentBinaryObject').attributes, {
      mimeCode: 'image/png',
      filename: '2',
    });
  });
});

function assertSaysTheSame(tree: Tree, record: PrintableInvoice): void {
  const sums = tree.one('LegalMonetaryTotal');
  const isPaid = record.status === 'Paid' && record.kind === 'invoice';
  const payable = fixed2(roundTo(decimal(record.amount), record.currency === 'ISK' ? 0 : 2));
  assert.equal(sums.at('PayableAmount'), isPaid ? '0.00' : payable);
  // Outside VAT there is one subtotal without a rate; the categories at 0 % divide one sum of the books.
  const rates = Map.groupBy(tree.all('TaxTotal/TaxSubtotal'), (one) => one.at('TaxCategory/Percent'));
  const books = {
    24: [record.net_s, record.vat_s],
    11: [record.net_aa, record.vat_aa],
    0: [record.net_z, '0.00'],
  };
  for (const [percent, subtotals] of rates) {
    const [bookedNet, bookedVat] = books[percent as unknown as keyof typeof books] ?? [];
    if (!bookedNet) continue;
    const total = (path: string) => sum(subtotals.map((one) => decimal(one.at(path) ?? '')));
    assert.equal(fixed2(total('TaxAmount')), bookedVat);
    // Each line is rounded by itself, and the books round their sum.
    const net = total('TaxableAmount');
    assert.ok(
      net
        .minus(bookedNet)
        .abs()
        .lte(0.005 * record.lines.length + 0.01),
      `${net} for ${bookedNet}`,
    );
  }
  assert.equal(linesIn(tree).length, record.lines.length);
}
