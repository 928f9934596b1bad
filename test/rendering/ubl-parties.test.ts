import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PrintableInvoice } from '../../src/rendering/printable-invoice.ts';
import { einvoiceViolations } from '../../src/rendering/ubl/preflight.ts';
import { brokenRules } from '../support/ubl-rules/all.ts';
import { countryOf, einvoice } from './einvoice.ts';
import { BUYER, documentRecord, lineRecord, SELLER } from './records.ts';
import type { Tree } from './tree.ts';

describe('seller and buyer of the e-invoice', () => {
  test('identifies a seller without VAT number by kennitala, or is outside VAT if none is charged', () => {
    const seller = { ...SELLER, vat_no: '' };
    const scheme = (tree: Tree) => {
      const one = tree.one('AccountingSupplierParty/Party/PartyTaxScheme');
      return [one.at('CompanyID'), one.at('TaxScheme/ID')];
    };
    const charging = einvoice(documentRecord({ seller }));
    assert.deepEqual(scheme(charging), [SELLER.registration_no, 'TAX']);
    assert.equal(charging.at('InvoiceLine/Item/ClassifiedTaxCategory/ID'), 'S');
    const free = einvoice(
      documentRecord({ seller, lines: [lineRecord({ tax: 'Z' })], buyer: { ...BUYER, vat: '98765' } }),
    );
    assert.equal(free.at('InvoiceLine/Item/ClassifiedTaxCategory/ID'), 'O');
    assert.deepEqual(brokenRules(free), []);
  });

  test('writes VAT numbers with their country prefix, and ignores a rate', () => {
    const vat = (tree: Tree, side: string) => tree.at(`${side}/Party/PartyTaxScheme/CompanyID`);
    for (const written of ['98765', 'IS98765', 'is 98765']) {
      const tree = einvoice(
        documentRecord({ seller: { ...SELLER, vat_no: written }, buyer: { ...BUYER, vat: written } }),
      );
      assert.equal(vat(tree, 'AccountingSupplierParty'), 'IS98765');
      assert.equal(vat(tree, 'AccountingCustomerParty'), 'IS98765');
    }
    assert.equal(
      vat(einvoice(documentRecord({ buyer: { ...BUYER, vat: '24' } })), 'AccountingCustomerParty'),
      undefined,
    );
  });

  test('extracts the VAT number from surrounding words, and ignores text without digits', () => {
    const scheme = (vat_no: string) =>
      einvoice(documentRecord({ seller: { ...SELLER, vat_no } })).at(
        'AccountingSupplierParty/Party/PartyTaxScheme/CompanyID',
      );
    assert.equal(scheme('VSK-nr. 98765'), 'IS98765');
    assert.equal(scheme('enginn'), SELLER.registration_no);
  });

  test('identifies a foreign buyer by VAT number and country', () => {
    const rows: [vat: string, country: string, scheme: string, endpoint: string][] = [
      ['DE 123 456 789', 'DE', '9930', 'DE123456789'],
      ['nl 1234.56.789.B01', 'NL', '9944', 'NL123456789B01'],
      ['EL123456789', 'GR', '9933', 'EL123456789'],
      ['XI123456789', 'GB', '9932', 'XI123456789'],
      ['CHE-123.456.789 MWST', 'CH', '9927', 'CHE123456789MWST'],
      ['NO 974 760 673 MVA', 'NO', '0192', '974760673'],
      ['SE556012579001', 'SE', '0007', '5560125790'],
      ['DK12345674', 'DK', '0184', 'DK12345674'],
      ['FI 1234567-1', 'FI', '0216', '003712345671'],
    ];
    for (const [vat, country, scheme, endpoint] of rows) {
      const buyer = { ...BUYER, vat, registration_no: '', address: '', zip: '' };
      const record = documentRecord({ buyer, trading_partner_id: '' });
      assert.deepEqual(einvoiceViolations(record), []);
      const tree = einvoice(record);
      assert.deepEqual(brokenRules(tree), []);
      const party = tree.one('AccountingCustomerParty/Party');
      const id = party.one('EndpointID');
      assert.deepEqual([countryOf(tree), id.attributes.schemeID, id.text], [country, scheme, endpoint], vat);
      assert.equal(party.at('PartyLegalEntity/CompanyID'), undefined);
      assert.match(party.at('PartyTaxScheme/CompanyID') ?? '', /^[A-Z]{2}\w+$/);
    }
  });

  test('is refused for a buyer without kennitala whose VAT number has no known address scheme', () => {
    const wrong = [
      '',
      '24',
      '98765',
      'US123456789',
      'NL12345678',
      'NO123456789MVA',
      'SE556012579101',
      'DK123',
      'FI12345678',
    ];
    for (const vat of [...wrong, 'NORMAL', 'undanþeginn']) {
      const buyer = { ...BUYER, vat, registration_no: '' };
      const [problem, ...more] = einvoiceViolations(documentRecord({ buyer, trading_partner_id: '' }));
      assert.match(problem?.message ?? '', /^send trading_partner_id \(the kennitala.*customer\.vat/, vat);
      assert.deepEqual(more, []);
    }
    const named = documentRecord({ buyer: { ...BUYER, name: '\u0001', address: '\u0002', zip: ' ' } });
    assert.equal(einvoiceViolations(named).length, 3);
  });

  test('uses the given buyer reference, or else a known identifier', () => {
    const references = (fields: Partial<PrintableInvoice>) => {
      const tree = einvoice(documentRecord(fields));
      return ['BuyerReference', 'OrderReference/ID', 'OrderReference/SalesOrderID'].map((path) =>
        tree.at(path),
      );
    };
    assert.deepEqual(references({ cost_provide: 'Deild 7', booking: 'B1' }), [
      'Deild 7',
      undefined,
      undefined,
    ]);
    assert.deepEqual(references({ booking: 'B1', order_number: 'PO-5' }), ['B1', 'PO-5', undefined]);
    assert.deepEqual(references({ order_number: 'PO-5' }), [undefined, 'PO-5', undefined]);
    assert.deepEqual(references({ order_number: 'PO-5', order_reference: '5' }), [undefined, 'PO-5', '5']);
    // Without the buyer's number, ours is not passed off as it.
    assert.deepEqual(references({ order_reference: '5' }), [BUYER.registration_no, 'NA', '5']);
    assert.deepEqual(references({}), [BUYER.registration_no, undefined, undefined]);
    const tree = einvoice(documentRecord({ contract_number: 'S-4', accounting_cost: '4410' }));
    assert.deepEqual([tree.at('ContractDocumentReference/ID'), tree.at('AccountingCost')], ['S-4', '4410']);
  });

  test('names IBAN and BIC to a buyer abroad, and the domestic account to an Icelandic one', () => {
    const buyer = { ...BUYER, vat: 'DE123456789', registration_no: '' };
    const abroad = einvoice(documentRecord({ buyer, trading_partner_id: '' }));
    const account = abroad.one('PaymentMeans/PayeeFinancialAccount');
    assert.equal(abroad.at('PaymentMeans/PaymentMeansCode'), '30');
    assert.match(account.at('ID') ?? '', /^IS\d{24}$/);
    assert.equal(account.at('FinancialInstitutionBranch/ID'), 'NBIIISRE');
    const english = einvoice(documentRecord({ buyer: { ...BUYER, lang: 'en' }, currency: 'EUR' }));
    assert.equal(english.at('PaymentMeans/PaymentMeansCode'), '42');
  });

  test('names the person whom the buyer may ask, and the period that is invoiced', () => {
    const seller = { ...SELLER, contact: 'Anna Björnsdóttir', phone: '555 1234' };
    const period = { period_start: '2026-02-01', period_end: '2026-02-28' };
    for (const fields of [
      {},
      { kind: 'credit', refer_number: '7', refer_issue_date: '2026-02-01' } as const,
    ]) {
      const tree = einvoice(documentRecord({ ...fields, ...period, seller }));
      assert.deepEqual(brokenRules(tree), []);
      const contact = tree.one('AccountingSupplierParty/Party/Contact');
      assert.deepEqual(
        ['Name', 'Telephone'].map((name) => contact.at(name)),
        ['Anna Björnsdóttir', '555 1234'],
      );
      const days = tree.one('InvoicePeriod');
      assert.deepEqual([days.at('StartDate'), days.at('EndDate')], ['2026-02-01', '2026-02-28']);
    }
    const none = einvoice(documentRecord({ seller: { ...SELLER, contact: '\u200b' } }));
    assert.equal(none.at('AccountingSupplierParty/Party/Contact/Name'), undefined);
    assert.deepEqual(none.all('InvoicePeriod'), []);
  });

  test('is sent to the Peppol address that a buyer abroad has given', () => {
    const buyer = { ...BUYER, vat: '', registration_no: '', address: '', zip: '' };
    const record = documentRecord({ buyer, trading_partner_id: '0204:991-1234512345-06' });
    assert.deepEqual(einvoiceViolations(record), []);
    const tree = einvoice(record);
    assert.deepEqual(brokenRules(tree), []);
    const endpoint = tree.one('AccountingCustomerParty/Party/EndpointID');
    assert.deepEqual(
      [endpoint.text, endpoint.attributes.schemeID, countryOf(tree)],
      ['991-1234512345-06', '0204', 'DE'],
    );
    const nowhere = documentRecord({ buyer, trading_partner_id: '0088:7300010000001' });
    assert.deepEqual(
      einvoiceViolations(nowhere).map(({ code }) => code),
      ['buyer_country'],
    );
  });

  test('gives the reason for an exemption, which depends on where the buyer is', () => {
    const reason = (fields: Partial<PrintableInvoice>) => {
      const [category] = einvoice(documentRecord({ tax_exempt: true, ...fields })).all(
        'TaxTotal/TaxSubtotal/TaxCategory',
      );
      return [category?.at('ID'), category?.at('Percent'), category?.at('TaxExemptionReason')];
    };
    assert.deepEqual(reason({}), ['E', '0', 'Undanþegið virðisaukaskatti samkvæmt lögum nr. 50/1988']);
    const buyer = { ...BUYER, vat: 'DE123456789', registration_no: '', lang: 'en' };
    assert.match(reason({ buyer, trading_partner_id: '' })[2] ?? '', /^Export, .* Article 12 /);
  });
});
