import { allowance, drop, give, inside, line, type Mutation, put, say, sums, twice } from './change.ts';
import type { Sound } from './sound.ts';

/** Spoiled sums, lines and discounts. */
export const BROKEN_LINES: Mutation<Sound>[] = [
  ['no sum of the lines', 'invoice', sums(drop('LineExtensionAmount')), ['BR-12', 'BR-CO-10', 'BR-CO-13']],
  ['no sum without VAT', 'invoice', sums(drop('TaxExclusiveAmount')), ['BR-13', 'BR-CO-13', 'BR-CO-15']],
  ['no sum with VAT', 'invoice', sums(drop('TaxInclusiveAmount')), ['BR-14', 'BR-CO-15', 'BR-CO-16']],
  ['no sum to pay', 'invoice', sums(drop('PayableAmount')), ['BR-15', 'BR-CO-16']],
  ['no sum of discounts', 'invoice', sums(drop('AllowanceTotalAmount')), ['BR-CO-11', 'BR-CO-13']],
  ['no sum of charges', 'charged', sums(drop('ChargeTotalAmount')), ['BR-CO-12', 'BR-CO-13']],
  ['a wrong sum of the lines', 'invoice', sums(say('LineExtensionAmount', '1.00')), ['BR-CO-10', 'BR-CO-13']],
  ['a wrong VAT', 'invoice', inside('TaxTotal', say('TaxAmount', '1.00')), ['BR-CO-14', 'BR-CO-15']],
  [
    'a large rounding',
    'transfer',
    sums((xml) =>
      xml
        .replace(
          '<cbc:PayableAmount',
          '<cbc:PayableRoundingAmount currencyID="EUR">0.40</cbc:PayableRoundingAmount><cbc:PayableAmount',
        )
        .replace('39432.00</cbc:PayableAmount', '39432.40</cbc:PayableAmount'),
    ),
    ['rounding is small'],
  ],
  ['three decimals', 'transfer', sums(say('PayableAmount', '39432.000')), ['UBL-DT-01']],
  ['a number with a comma', 'transfer', line(say('InvoicedQuantity', '2,0')), ['R120', 'schema numbers']],
  [
    'a negative nothing',
    'invoice',
    sums(say('AllowanceTotalAmount', '-0.00')),
    ['BR-CO-11', 'BR-CO-13', 'schema numbers'],
  ],
  ['a line without number', 'transfer', line(drop('ID')), ['BR-21']],
  ['a line without quantity', 'transfer', line(drop('InvoicedQuantity')), ['BR-22', 'BR-23', 'R120']],
  ['a line without unit', 'transfer', line(give('InvoicedQuantity', 'unitCode', null)), ['BR-23']],
  ['a unit of our own', 'transfer', line(give('InvoicedQuantity', 'unitCode', 'KTM')), ['BR-CL-23']],
  [
    'a line without sum',
    'transfer',
    line(drop('LineExtensionAmount')),
    ['BR-24', 'BR-CO-10', 'BR-S-08', 'R120'],
  ],
  ['a line without name', 'transfer', line(inside('Item', drop('Name'))), ['BR-25']],
  ['a line without price', 'transfer', line(drop('PriceAmount')), ['BR-26', 'R008', 'R120']],
  ['a negative price', 'transfer', line(say('PriceAmount', '-15900')), ['BR-27', 'R120']],
  [
    'a line that is off by three cents',
    'transfer',
    line(say('LineExtensionAmount', '31800.03')),
    ['BR-CO-10', 'BR-S-08', 'R120'],
  ],
  [
    'a line without VAT category',
    'transfer',
    line(drop('ClassifiedTaxCategory')),
    ['BR-CO-04', 'BR-S-01', 'BR-S-08', 'UBL-SR-48'],
  ],
  ['a line with two VAT categories', 'transfer', line(twice('ClassifiedTaxCategory')), ['UBL-SR-48']],
  ['a line with two descriptions', 'invoice', line(inside('Item', twice('Description')), 1), ['UBL-SR-50']],
  [
    'a line with two notes',
    'transfer',
    line(put('ID', '<cbc:Note>a</cbc:Note><cbc:Note>b</cbc:Note>')),
    ['UBL-SR-34', 'schema order'],
  ],
  [
    'a discount without amount',
    'invoice',
    allowance(drop('Amount')),
    ['BR-31', 'BR-CO-11', 'BR-S-08', 'R040'],
  ],
  [
    'a discount without reason',
    'invoice',
    allowance(drop('AllowanceChargeReasonCode', 'AllowanceChargeReason')),
    ['BR-33'],
  ],
  ['a discount with two reasons', 'invoice', allowance(twice('AllowanceChargeReason')), ['UBL-SR-30/31']],
  [
    'a discount for a reason that is none',
    'invoice',
    allowance(say('AllowanceChargeReasonCode', '99')),
    ['BR-CL-19'],
  ],
  ['a percentage of nothing', 'invoice', allowance(drop('BaseAmount')), ['R041']],
  ['a base without percentage', 'invoice', allowance(drop('MultiplierFactorNumeric')), ['R042']],
  [
    'a percentage that makes another amount',
    'invoice',
    allowance(say('MultiplierFactorNumeric', '7')),
    ['R040'],
  ],
  ['neither discount nor charge', 'invoice', line(allowance(say('ChargeIndicator', '0'))), ['R043', 'R120']],
  [
    'a discount below zero',
    'invoice',
    line(allowance((xml) => say('BaseAmount', '-31800.00')(say('Amount', '-3180.00')(xml)))),
    ['R120', 'no allowance below zero'],
  ],
  ['a discount without VAT category', 'invoice', allowance(drop('TaxCategory')), ['BR-32/37', 'BR-S-08']],
  [
    'a charge without amount',
    'charged',
    inside('AllowanceCharge', drop('Amount'), 1),
    ['BR-36', 'BR-CO-12', 'BR-Z-08', 'R040'],
  ],
  [
    'a charge without reason',
    'charged',
    inside('AllowanceCharge', drop('AllowanceChargeReason'), 1),
    ['BR-38'],
  ],
  [
    'a charge for the reason of a discount',
    'charged',
    inside(
      'AllowanceCharge',
      put('ChargeIndicator', '<cbc:AllowanceChargeReasonCode>95</cbc:AllowanceChargeReasonCode>'),
      1,
    ),
    ['BR-CL-20'],
  ],
  [
    'a discount of a line without amount',
    'invoice',
    line(allowance(drop('Amount'))),
    ['BR-41', 'R040', 'R120'],
  ],
  [
    'a discount of a line without reason',
    'invoice',
    line(allowance(drop('AllowanceChargeReasonCode', 'AllowanceChargeReason'))),
    ['BR-42'],
  ],
  [
    'a charge of a line without amount',
    'invoice',
    line(allowance(drop('Amount')), 3),
    ['BR-43', 'R040', 'R120'],
  ],
  [
    'a charge of a line without reason',
    'invoice',
    line(allowance(drop('AllowanceChargeReason')), 3),
    ['BR-44'],
  ],
];
