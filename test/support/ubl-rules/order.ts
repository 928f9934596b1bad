import type { Tree } from '../../rendering/tree.ts';

const REFERENCE = ['ID', 'IssueDate', 'DocumentTypeCode', 'DocumentDescription', 'Attachment'];
const PARTY = [
  'EndpointID',
  'PartyIdentification',
  'PartyName',
  'PostalAddress',
  'PartyTaxScheme',
  'PartyLegalEntity',
  'Contact',
];
const DOCUMENT = [
  'DocumentCurrencyCode',
  'TaxCurrencyCode',
  'AccountingCost',
  'BuyerReference',
  'InvoicePeriod',
  'OrderReference',
  'BillingReference',
  'ContractDocumentReference',
  'AdditionalDocumentReference',
  'ProjectReference',
  'AccountingSupplierParty',
  'AccountingCustomerParty',
  'Delivery',
  'PaymentMeans',
  'PaymentTerms',
  'AllowanceCharge',
  'TaxTotal',
  'LegalMonetaryTotal',
];
const LINE = ['LineExtensionAmount', 'AccountingCost', 'AllowanceCharge', 'Item', 'Price'];
const CATEGORY = ['ID', 'Percent', 'TaxExemptionReason', 'TaxScheme'];

/** The sequences of the UBL 2.1 schema, as far as our documents use them. What is not here may not stand there. */
const SEQUENCES: Record<string, string[]> = {
  Invoice: [
    ...['CustomizationID', 'ProfileID', 'ID', 'IssueDate', 'DueDate', 'InvoiceTypeCode', 'Note'],
    ...DOCUMENT,
    'InvoiceLine',
  ],
  CreditNote: [
    ...['CustomizationID', 'ProfileID', 'ID', 'IssueDate', 'CreditNoteTypeCode', 'Note'],
    ...DOCUMENT.filter((name) => name !== 'ProjectReference'),
    'CreditNoteLine',
  ],
  InvoiceDocumentReference: REFERENCE,
  AdditionalDocumentReference: REFERENCE,
  Party: PARTY,
  PostalAddress: ['StreetName', 'CityName', 'PostalZone', 'Country'],
  PartyTaxScheme: ['CompanyID', 'TaxScheme'],
  PartyLegalEntity: ['RegistrationName', 'CompanyID'],
  InvoicePeriod: ['StartDate', 'EndDate'],
  Contact: ['Name', 'Telephone', 'ElectronicMail'],
  OrderReference: ['ID', 'SalesOrderID'],
  PaymentMeans: ['PaymentMeansCode', 'PaymentID', 'PayeeFinancialAccount'],
  PayeeFinancialAccount: ['ID', 'FinancialInstitutionBranch'],
  AllowanceCharge: [
    'ChargeIndicator',
    'AllowanceChargeReasonCode',
    'AllowanceChargeReason',
    'MultiplierFactorNumeric',
    'Amount',
    'BaseAmount',
    'TaxCategory',
  ],
  TaxTotal: ['TaxAmount', 'TaxSubtotal'],
  TaxSubtotal: ['TaxableAmount', 'TaxAmount', 'TaxCategory'],
  TaxCategory: CATEGORY,
  ClassifiedTaxCategory: CATEGORY,
  LegalMonetaryTotal: [
    'LineExtensionAmount',
    'TaxExclusiveAmount',
    'TaxInclusiveAmount',
    'AllowanceTotalAmount',
    'ChargeTotalAmount',
    'PrepaidAmount',
    'PayableRoundingAmount',
    'PayableAmount',
  ],
  InvoiceLine: ['ID', 'InvoicedQuantity', ...LINE],
  CreditNoteLine: ['ID', 'CreditedQuantity', ...LINE],
  Item: ['Description', 'Name', 'SellersItemIdentification', 'ClassifiedTaxCategory'],
};

/** Elements whose children are not in the order of the schema, or are none of its. */
export function outOfOrder(root: Tree): string[] {
  return [...root.everything()].flatMap(({ name, children }) => {
    const sequence = SEQUENCES[name];
    if (!sequence) return children.length > 1 ? [`${name} has no known sequence`] : [];
    const places = children.map((child) => sequence.indexOf(child.name));
    const isSorted = places.every((place, index) => place >= 0 && place >= (places[index - 1] ?? 0));
    return isSorted ? [] : [`${name}: ${children.map((child) => child.name).join(' ')}`];
  });
}
