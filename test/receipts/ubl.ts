import type { Truth } from './truth.ts';

interface Sample {
  xml: string;
  truth: Truth;
}

const subtotal = (rate: number, base: string, tax: string, currency: string) => `
    <cac:TaxSubtotal>
      <cbc:TaxableAmount currencyID="${currency}">${base}</cbc:TaxableAmount>
      <cbc:TaxAmount currencyID="${currency}">${tax}</cbc:TaxAmount>
      <cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${rate}</cbc:Percent></cac:TaxCategory>
    </cac:TaxSubtotal>`;

/** A shortened e-invoice as Icelandic companies send it. */
function ubl(root: 'Invoice' | 'CreditNote', truth: Truth, taxes: string, total: string): string {
  const { supplier_id: id, currency } = truth;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>${truth.invoice_number}</cbc:ID>
  <cbc:IssueDate>${truth.issue_date}</cbc:IssueDate>
  <cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party>
    <cbc:EndpointID schemeID="0196">${id}</cbc:EndpointID>
    <cac:PartyName><cbc:Name>Vörumerki</cbc:Name></cac:PartyName>
    <cac:PartyLegalEntity>
      <cbc:RegistrationName>${truth.supplier_name?.replace('&', '&amp;')}</cbc:RegistrationName>
      <cbc:CompanyID schemeID="0196">${id}</cbc:CompanyID>
    </cac:PartyLegalEntity>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party>
    <cac:PartyLegalEntity>
      <cbc:RegistrationName>Kaupandi ehf.</cbc:RegistrationName>
      <cbc:CompanyID schemeID="0196">5601010070</cbc:CompanyID>
    </cac:PartyLegalEntity>
  </cac:Party></cac:AccountingCustomerParty>
  <cac:TaxTotal>${taxes}
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    <cbc:TaxInclusiveAmount currencyID="${currency}">${total}</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="${currency}">${total}</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
  <cac:${root}Line><cbc:ID>1</cbc:ID>
    <cbc:LineExtensionAmount currencyID="${currency}">20000</cbc:LineExtensionAmount>
    <cac:Item><cbc:Name>Heitt vatn og rafmagn</cbc:Name></cac:Item>
  </cac:${root}Line>
</${root}>
`;
}

const invoice: Truth = {
  supplier_name: 'Orka & hiti Austurlands hf.',
  supplier_id: '5009140090',
  issue_date: '2026-03-31',
  amount: '29930.00',
  currency: 'ISK',
  vat_24: '3000.00',
  vat_11: '1430.00',
  invoice_number: 'R-30011',
  is_credit_note: false,
};

const credit: Truth = {
  supplier_name: 'Skrifstofuvörur Laugardals ehf.',
  supplier_id: '6402030050',
  issue_date: '2026-05-15',
  amount: '6200.00',
  currency: 'ISK',
  vat_24: '1200.00',
  invoice_number: 'K-118',
  is_credit_note: true,
};

export const ublInvoice: Sample = {
  truth: invoice,
  xml: ubl(
    'Invoice',
    invoice,
    subtotal(24, '12500.00', '3000.00', 'ISK') + subtotal(11, '13000.00', '1430.00', 'ISK'),
    '29930.00',
  ),
};

export const ublCreditNote: Sample = {
  truth: credit,
  xml: ubl('CreditNote', credit, subtotal(24, '5000.00', '1200.00', 'ISK'), '6200.00'),
};
