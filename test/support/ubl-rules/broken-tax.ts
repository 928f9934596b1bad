import { drop, inside, line, type Mutation, put, say, seller, subtotal, twice } from './change.ts';
import type { Sound } from './sound.ts';

/** Spoiled VAT and payment. */
export const BROKEN_TAX: Mutation<Sound>[] = [
  [
    'a rate without what it is of',
    'transfer',
    subtotal(drop('TaxableAmount')),
    ['BR-45', 'BR-CO-17', 'BR-S-08'],
  ],
  ['a rate without its VAT', 'transfer', subtotal(drop('TaxAmount')), ['BR-46', 'BR-CO-14', 'BR-CO-17']],
  [
    'a rate without category',
    'transfer',
    subtotal(inside('TaxCategory', drop('ID'))),
    ['BR-47', 'BR-CL-17/18', 'BR-S-01'],
  ],
  [
    'a category without rate',
    'transfer',
    subtotal(drop('Percent')),
    ['BR-48', 'BR-CO-17', 'BR-S-05/06/07', 'BR-S-08'],
  ],
  ['no VAT at all', 'transfer', drop('TaxSubtotal'), ['BR-CO-15', 'BR-CO-18', 'BR-S-01', 'R053', 'R054']],
  [
    'a category that we do not have',
    'transfer',
    line(inside('ClassifiedTaxCategory', say('ID', 'AA'))),
    ['BR-CL-17/18', 'BR-S-01', 'BR-S-08'],
  ],
  [
    'another tax than VAT',
    'transfer',
    subtotal(inside('TaxScheme', say('ID', 'GST'))),
    ['the scheme is VAT'],
  ],
  [
    'VAT that is off by two cents',
    'transfer',
    (xml) => xml.replaceAll('>7632.00<', '>7632.02<').replaceAll('39432.00', '39432.02'),
    ['BR-CO-17'],
  ],
  ['the same rate twice', 'transfer', twice('TaxSubtotal'), ['BR-CO-14', 'each rate once']],
  [
    'a seller without any tax number',
    'invoice',
    seller(drop('PartyTaxScheme')),
    ['BR-S-02/03/04', 'BR-Z-02/03/04'],
  ],
  [
    'a standard rate of nothing',
    'transfer',
    line(inside('ClassifiedTaxCategory', say('Percent', '0'))),
    ['BR-S-05/06/07', 'BR-S-08'],
  ],
  [
    'a standard rate with a reason',
    'transfer',
    subtotal(put('Percent', '<cbc:TaxExemptionReason>x</cbc:TaxExemptionReason>')),
    ['BR-S-10'],
  ],
  [
    'a reason on a line',
    'outside',
    line(inside('ClassifiedTaxCategory', put('ID', '<cbc:TaxExemptionReason>x</cbc:TaxExemptionReason>'))),
    ['UBL-CR reasons'],
  ],
  [
    'a zero rate above zero',
    'invoice',
    line(inside('ClassifiedTaxCategory', say('Percent', '5')), 2),
    ['BR-Z-05/06/07', 'BR-Z-08'],
  ],
  ['a zero rate that is off', 'invoice', subtotal(say('TaxableAmount', '1.00'), 2), ['BR-Z-08']],
  [
    'a zero rate with VAT',
    'invoice',
    subtotal(say('TaxAmount', '1.00'), 2),
    ['BR-CO-14', 'BR-CO-17', 'BR-Z-09'],
  ],
  [
    'a zero rate with a reason',
    'invoice',
    subtotal(put('Percent', '<cbc:TaxExemptionReason>x</cbc:TaxExemptionReason>'), 2),
    ['BR-Z-10'],
  ],
  ['a zero rate that is nowhere summed', 'invoice', subtotal(() => '', 2), ['BR-Z-01']],
  [
    'an exemption above zero',
    'exempt',
    line(inside('ClassifiedTaxCategory', say('Percent', '5'))),
    ['BR-E-05/06/07', 'BR-E-08'],
  ],
  ['an exemption that is off', 'exempt', subtotal(say('TaxableAmount', '1.00')), ['BR-E-08']],
  [
    'an exemption with VAT',
    'exempt',
    subtotal(say('TaxAmount', '1.00')),
    ['BR-CO-14', 'BR-CO-17', 'BR-E-09'],
  ],
  ['an exemption without reason', 'exempt', subtotal(drop('TaxExemptionReason')), ['BR-E-10']],
  [
    'an exemption that is nowhere summed',
    'exempt',
    drop('TaxSubtotal'),
    ['BR-CO-18', 'BR-E-01', 'R053', 'R054'],
  ],
  ['an exempting seller without number', 'exempt', seller(drop('PartyTaxScheme')), ['BR-E-02/03/04']],
  [
    'a transfer abroad without account',
    'italian',
    inside('PaymentMeans', drop('PayeeFinancialAccount')),
    ['BR-61', 'code 30 is an IBAN'],
  ],
  [
    'a transfer abroad to a domestic account',
    'italian',
    inside('PayeeFinancialAccount', say('ID', '016226012345')),
    ['code 30 is an IBAN'],
  ],
  [
    'a branch that is no BIC',
    'italian',
    inside('FinancialInstitutionBranch', say('ID', '0162')),
    ['a branch is a BIC'],
  ],
  [
    'aurar to pay',
    'exempt',
    (xml) =>
      xml
        .replace(/(<cbc:PayableAmount[^>]*>\d+)\.00/, '$1.40')
        .replace(
          '<cbc:PayableAmount',
          '<cbc:PayableRoundingAmount currencyID="ISK">0.40</cbc:PayableRoundingAmount><cbc:PayableAmount',
        ),
    ['krónur are paid whole'],
  ],
  [
    'VAT numbers outside of VAT',
    'outside',
    seller(inside('PartyTaxScheme', (xml) => xml.replace('>TAX<', '>VAT<').replace('>55', '>IS55'))),
    ['BR-O-02/03/04'],
  ],
  [
    'a rate outside of VAT',
    'outside',
    line(inside('ClassifiedTaxCategory', put('ID', '<cbc:Percent>0</cbc:Percent>'))),
    ['BR-O-05/06/07', 'BR-O-08'],
  ],
  ['a wrong sum outside of VAT', 'outside', subtotal(say('TaxableAmount', '1.00')), ['BR-O-08']],
  ['VAT outside of VAT', 'outside', subtotal(say('TaxAmount', '1.00')), ['BR-CO-14', 'BR-CO-17', 'BR-O-09']],
  ['no reason for being outside of VAT', 'outside', subtotal(drop('TaxExemptionReason')), ['BR-O-10']],
  ['two sums outside of VAT', 'outside', twice('TaxSubtotal'), ['BR-O-01', 'BR-O-11', 'each rate once']],
  [
    'a line inside of VAT among those outside',
    'outside',
    line(
      inside('ClassifiedTaxCategory', (xml) =>
        xml.replace('<cbc:ID>O</cbc:ID>', '<cbc:ID>Z</cbc:ID><cbc:Percent>0</cbc:Percent>'),
      ),
    ),
    ['BR-O-08', 'BR-O-12/13/14', 'BR-Z-01'],
  ],
  ['means of payment without code', 'transfer', inside('PaymentMeans', drop('PaymentMeansCode')), ['BR-49']],
  ['means of payment that are none', 'transfer', say('PaymentMeansCode', '100'), ['BR-CL-16']],
  [
    'a claim without account',
    'invoice',
    inside('PaymentMeans', drop('PayeeFinancialAccount')),
    ['IS-R-006', 'TS-236 claims are in ledger 66'],
  ],
  [
    'a transfer to a short account',
    'transfer',
    inside('PayeeFinancialAccount', say('ID', '0162-26-12345')),
    ['IS-R-007'],
  ],
  [
    'a claim that is named like an account',
    'invoice',
    inside('PayeeFinancialAccount', say('ID', '016226012345')),
    ['TS-236 claims are in ledger 66'],
  ],
  ['two payment references', 'transfer', twice('PaymentID'), ['UBL-SR-26']],
  [
    'two means of payment that differ',
    'transfer',
    inside('PaymentMeans', (found) => found + say('PaymentMeansCode', '10')(found)),
    ['UBL-SR-47'],
  ],
  ['two terms of payment', 'invoice', twice('PaymentTerms'), ['UBL-SR-05']],
  ['neither due date nor terms', 'credit', drop('PaymentTerms'), ['BR-CO-25']],
  [
    'an eindagi that is no day',
    'invoice',
    inside('AdditionalDocumentReference', say('ID', '23.03.2026')),
    ['IS-R-008'],
  ],
  ['an eindagi without due date', 'invoice', drop('DueDate'), ['IS-R-009']],
  [
    'an eindagi before the due date',
    'invoice',
    inside('AdditionalDocumentReference', say('ID', '2026-03-01')),
    ['IS-R-010'],
  ],
  ['no eindagi', 'invoice', drop('AdditionalDocumentReference'), ['TS-236 an invoice has its eindagi']],
];
