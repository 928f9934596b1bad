import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPrices } from '../../src/domain/imports/item-prices.ts';
import type { VatCode } from '../../src/domain/invoices/vat.ts';
import { decimal } from '../../src/domain/values/money.ts';

type Case = [why: string, net: string, gross: string, tax: VatCode | '', before: VatCode | '', found: string];

const cases: Case[] = [
  ['with VAT alone, by the VAT of the row', '', '1240', 'S', 'AA', '1000'],
  ['with VAT alone, by the VAT of the item', '', '1000', '', 'AA', '900.9009'],
  ['with VAT alone and no VAT', '', '1000', '', '', 'tax or unit_price is required beside price_with_vat'],
  ['both, which agree', '1000', '1240', 'S', '', '1000'],
  ['both, rounded to krónur', '806', '1000', 'S', '', '806'],
  [
    'both, which contradict each other',
    '1000',
    '1110',
    'S',
    '',
    'price_with_vat must be unit_price with VAT, 1240',
  ],
  ['both, which say 24 %', '1000', '1240', '', '', '1000 S'],
  ['both, which say 11 %', '900.9', '1000', '', 'S', '900.9 AA'],
  ['both, which are the same', '500', '500', '', '', '500 Z'],
  [
    'both, of no rate',
    '1000',
    '1255',
    '',
    '',
    'unit_price and price_with_vat are not the same price with VAT of any rate',
  ],
  ['both, too small to tell', '2', '2', '', '', 'The prices are too small to tell the VAT; add tax'],
  ['nothing', '0', '0', '', '', '0'],
  ['nothing without VAT', '0', '124', '', '', 'price_with_vat must be unit_price with VAT, 0'],
];

describe('the price of an item', () => {
  for (const [why, net, gross, tax, before, expected] of cases)
    it(`is read from prices ${why}`, () => {
      const written = {
        price_with_vat: decimal(gross),
        ...(net && { unit_price: decimal(net) }),
        ...(tax && { tax }),
      };
      const read = readPrices(written, before || undefined);
      const said =
        'refusal' in read
          ? read.refusal
          : [read.value.unit_price.toFixed(), read.value.tax ?? ''].join(' ').trim();
      assert.equal(said, expected);
    });
});
