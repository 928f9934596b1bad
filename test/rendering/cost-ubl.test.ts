import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readUbl } from '../../src/adapters/receipt-reader/ubl.ts';
import { parseXml } from '../../src/adapters/receipt-reader/xml.ts';
import { type CostDocument, costUbl } from '../../src/rendering/ubl/cost-ubl.ts';
import { AWKWARD } from '../support/scenarios.ts';
import { brokenRules } from '../support/ubl-rules/all.ts';
import { treeOf } from './tree.ts';

/** Rules beyond EN 16931, for which a receipt has too little information, and national lists. */
const PEPPOLS_OWN = [
  'R004',
  'IS-R-003',
  'BR-CL-16',
  'one of each',
  'a credit note names its invoice',
  'TS-236 an invoice has its eindagi',
];

const buyer = {
  name: 'Norðurljós verkstofa ehf.',
  registrationNo: '5501234520',
  vatNo: '145678',
  address: 'Hafnarstræti 12',
  zip: '600',
  city: 'Akureyri',
};

const cost: CostDocument = {
  guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90',
  description: 'Skrúfur',
  supplier_name: 'Efnissalan ehf.',
  supplier_country: '',
  supplier_id: '4501230050',
  issue_date: '2026-03-02',
  due_date: '2026-03-30',
  amount: '2850',
  currency: 'ISK',
  vat_aa: '110',
  vat_s: '240',
  vat_charged_by: 'supplier',
  cost_code: '2093',
  how_paid: 3,
  credit_note: false,
  invoice_number: 'R-77',
  project_name: '',
};

/** The elements of the document in document order. */
const outline = (xml: string) => [...xml.matchAll(/^ {2}<(c[ab]c:\w+)/gm)].map((match) => match[1]);
const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<cbc:${name}[^>]*>([^<]*)<`, 'g'))].map((match) => match[1]);

describe('costUbl', () => {
  test('has its elements in the order of the UBL schema', () => {
    const common = ['cac:AccountingSupplierParty', 'cac:AccountingCustomerParty', 'cac:PaymentMeans'];
    const sums = ['cac:TaxTotal', 'cac:LegalMonetaryTotal'];
    const head = ['cbc:CustomizationID', 'cbc:ProfileID', 'cbc:ID', 'cbc:IssueDate'];
    const rest = ['cbc:Note', 'cbc:DocumentCurrencyCode', 'cbc:AccountingCost', 'cbc:BuyerReference'];
    assert.deepEqual(outline(costUbl(cost, buyer)), [
      ...head,
      'cbc:DueDate',
      'cbc:InvoiceTypeCode',
      ...rest,
      ...common,
      ...sums,
      'cac:InvoiceLine',
      'cac:InvoiceLine',
      'cac:InvoiceLine',
    ]);
    assert.deepEqual(outline(costUbl({ ...cost, credit_note: true }, buyer)), [
      ...head,
      'cbc:CreditNoteTypeCode',
      ...rest,
      ...common,
      'cac:PaymentTerms',
      ...sums,
      'cac:CreditNoteLine',
      'cac:CreditNoteLine',
      'cac:CreditNoteLine',
    ]);
  });

  test('has figures that add up', () => {
    const xml = costUbl(cost, buyer);
    assert.deepEqual(all(xml, 'TaxableAmount'), ['1000.00', '1000.00', '500.00']);
    assert.deepEqual(all(xml, 'TaxAmount'), ['350.00', '240.00', '110.00', '0.00']);
    assert.deepEqual(all(xml, 'Percent'), ['24', '11', '0', '24', '11', '0']);
    assert.deepEqual(all(xml, 'LineExtensionAmount'), ['2500.00', '1000.00', '1000.00', '500.00']);
    assert.deepEqual(
      ['TaxExclusiveAmount', 'TaxInclusiveAmount', 'PayableAmount'].flatMap((name) => all(xml, name)),
      ['2500.00', '2850.00', '2850.00'],
    );
    assert.deepEqual(all(xml, 'PaymentMeansCode'), ['54']);
  });

  test('satisfies EN 16931 with arbitrary texts', () => {
    const texts = { description: '\u0001', invoice_number: '\u0002', project_name: '\u0003' };
    const costs: Partial<CostDocument>[] = [
      {},
      { credit_note: true },
      { how_paid: 1 },
      { how_paid: null, cost_code: '' },
      { vat_aa: '0', vat_s: '0' },
      { description: 'Pöntun #12 og #13' },
      { ...texts, supplier_name: '\u0004' },
    ];
    for (const fields of costs) {
      const tree = treeOf(costUbl({ ...cost, ...fields }, buyer));
      assert.deepEqual(
        brokenRules(tree).filter((id) => !PEPPOLS_OWN.includes(id)),
        [],
      );
      assert.equal(tree.at('CustomizationID'), 'urn:cen.eu:en16931:2017');
    }
  });

  test('satisfies EN 16931 for an Icelandic supplier without kennitala, and claims no conformance otherwise', () => {
    const nameless = { supplier_id: '' };
    const noVat = { vat_aa: '0', vat_s: '0' };
    for (const fields of [{}, { ...noVat, credit_note: true }, { currency: 'EUR' }]) {
      const tree = treeOf(costUbl({ ...cost, ...nameless, ...fields }, { ...buyer, vatNo: 'VSK-nr. 98765' }));
      const other = ['R020', 'IS-R-002', ...PEPPOLS_OWN];
      assert.deepEqual(
        brokenRules(tree).filter((id) => !other.includes(id)),
        [],
      );
      assert.equal(tree.at('AccountingSupplierParty/Party/PartyIdentification/ID'), cost.supplier_name);
      assert.equal(tree.at('AccountingCustomerParty/Party/PartyTaxScheme/CompanyID'), 'IS98765');
    }
    const foreign = costUbl({ ...cost, ...nameless, ...noVat, currency: 'EUR' }, buyer);
    const tree = treeOf(foreign);
    assert.equal(tree.at('CustomizationID'), undefined);
    assert.equal(
      tree.at('AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode'),
      undefined,
    );
    const german = treeOf(
      costUbl({ ...cost, ...nameless, ...noVat, currency: 'EUR', supplier_country: 'DE' }, buyer),
    );
    assert.deepEqual(
      brokenRules(german).filter((id) => !['R020', 'IS-R-002', ...PEPPOLS_OWN].includes(id)),
      [],
    );
    const country = (one: typeof german) =>
      one.at('AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode');
    assert.equal(country(german), 'DE');
    assert.equal(country(treeOf(costUbl({ ...cost, supplier_country: 'DE' }, buyer))), 'IS');
    assert.equal(readUbl(Buffer.from(foreign))?.fields.supplier_id, undefined);
  });

  test('claims no conformance where the VAT is more than its rates allow, as import VAT is', () => {
    const figures: [amount: string, vat_s: string, vat_aa: string, conforms: boolean][] = [
      ['13860', '12360', '0', false],
      ['1110', '0', '120', false],
      ['12400', '2401', '0', false],
      ['12400', '2400.5', '0', true],
      ['9999', '1935', '0', true],
      ['3810', '95', '329', true],
    ];
    for (const [amount, vat_s, vat_aa, conforms] of figures) {
      const tree = treeOf(costUbl({ ...cost, amount, vat_s, vat_aa }, buyer));
      assert.equal(tree.at('CustomizationID'), conforms ? 'urn:cen.eu:en16931:2017' : undefined, vat_s);
      assert.equal(tree.at('ProfileID') !== undefined, conforms);
      // The rule of the tests allows one cent, the standard's own less than one unit.
      if (!conforms) assert.ok(brokenRules(tree).includes('BR-CO-17'), vat_s);
      assert.equal(tree.at('LegalMonetaryTotal/PayableAmount'), `${amount}.00`);
    }
  });

  test('is parsed back to its source values', () => {
    for (const credit_note of [false, true]) {
      const read = readUbl(Buffer.from(costUbl({ ...cost, credit_note }, buyer)))?.fields;
      const values = Object.fromEntries(Object.entries(read ?? {}).map(([name, { value }]) => [name, value]));
      assert.deepEqual(values, {
        supplier_name: cost.supplier_name,
        supplier_id: cost.supplier_id,
        issue_date: cost.issue_date,
        ...(!credit_note && { due_date: cost.due_date }),
        amount: '2850.00',
        currency: 'ISK',
        vat_24: '240.00',
        vat_11: '110.00',
        invoice_number: 'R-77',
        is_credit_note: credit_note,
      });
    }
  });

  test('is well-formed XML without empty elements for any content', () => {
    const bare: CostDocument = {
      ...cost,
      description: AWKWARD,
      supplier_name: `${AWKWARD}\u0001`,
      supplier_id: '',
      invoice_number: '',
      cost_code: '',
      how_paid: null,
      vat_aa: '0',
      vat_s: '0',
    };
    const xml = costUbl(bare, { ...buyer, vatNo: '', address: '', zip: '', city: '' });
    assert.ok(parseXml(Buffer.from(xml)));
    assert.doesNotMatch(xml, /><\/|\/>/);
    assert.deepEqual(all(xml, 'ID')[0], cost.guid);
    assert.doesNotMatch(xml, /PaymentMeans|EndpointID schemeID="0196"><\//);
  });
});
