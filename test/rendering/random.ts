import fc from 'fast-check';
import { checkFigures } from '../../src/domain/invoices/totals.ts';
import type { VatCode, VatKind } from '../../src/domain/invoices/vat.ts';
import { UOMS } from '../../src/domain/values/codes.ts';
import { decimal } from '../../src/domain/values/money.ts';
import type { PrintableInvoice, PrintableLine } from '../../src/rendering/printable-invoice.ts';
import { AWKWARD } from '../support/scenarios.ts';
import { BUYER, documentRecord, SELLER } from './records.ts';

/** Characters that XML can't represent. */
const ILLEGIBLE = '\u0001\u0002';
/** VAT numbers as people write them. */
const ABROAD = [
  'DE 123456789',
  'nl1234.56.789.B01',
  'NO 974 760 673 MVA',
  'EL123456789',
  'CHE-123.456.789 MWST',
];

function written(digits: number, places: number): string {
  return decimal(`${digits}e-${places}`).toFixed();
}

const numbers = (min: number, max: number, places: number) =>
  fc.integer({ min, max }).map((digits) => written(digits, places));

const line: fc.Arbitrary<PrintableLine> = fc
  .record({
    uom: fc.constantFrom(...UOMS),
    pieces: fc.integer({ min: 1, max: 500 }),
    measured: numbers(1, 200_000, 3),
    unit_price: fc.oneof(
      { weight: 5, arbitrary: numbers(0, 90_000_000, 4) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 200_000 }).map(String) },
      { weight: 1, arbitrary: numbers(-2_000_000, -1, 4) },
    ),
    tax: fc.constantFrom('S', 'AA', 'Z'),
    kind: fc.constantFrom<(VatKind | null)[]>('zero_rated', 'outside', null),
    discount: fc.option(numbers(1, 1_000_000, 4), { nil: '0' }),
    discount_is_percent: fc.boolean(),
    description: fc.constantFrom('Vara', 'Tvær\nlínur', AWKWARD, 'x'.repeat(500), ILLEGIBLE, '\r\nfyrst auð'),
    item_number: fc.constantFrom('V-1', 'SKU#2', ILLEGIBLE),
  })
  .map(({ pieces, measured, discount, kind, ...rest }) => ({
    ...rest,
    vat_kind: rest.tax === 'Z' ? kind : null,
    qty: rest.uom === 'C62' ? String(pieces) : measured,
    // A discount amount is small relative to its line, because a larger one would seldom fit.
    discount: rest.discount_is_percent ? discount : written(Math.round(Number(discount) * 10), 4),
  }));

/** A random invoice that the service would accept. */
export const randomRecord: fc.Arbitrary<PrintableInvoice> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    is_discount: fc.boolean(),
    discount_is_percent: fc.boolean(),
    discount_value: numbers(1, 400_000, 4),
    tax_exempt: fc.constantFrom(false, false, false, true),
    currency: fc.constantFrom('ISK', 'EUR', 'USD'),
    kind: fc.constantFrom<('invoice' | 'credit')[]>('invoice', 'invoice', 'credit'),
    status: fc.constantFrom('Sent', 'Paid', 'Collection'),
    is_claim: fc.boolean(),
    method_payment: fc.constantFrom(null, 1, 2, 9),
    description: fc.constantFrom('', 'Takk!', AWKWARD, 'Pöntun #12 og #13', '#AAI#x', ILLEGIBLE),
    booking: fc.constantFrom('', 'BK-1', ILLEGIBLE),
    cost_provide: fc.constantFrom('', 'Deild 3', ILLEGIBLE),
    order_reference: fc.constantFrom('', '17'),
    terms: fc.constantFrom('', 'Greiðist strax', ILLEGIBLE),
    delivery_date: fc.constantFrom(null, '2026-02-20'),
    vat_no: fc.constantFrom('145678', '145678', ''),
    bank_account: fc.constantFrom('016226012345', ''),
    buyersVat: fc.constantFrom('', '98765', '24', ...ABROAD),
    hasKennitala: fc.constantFrom(true, true, false),
    customer_number: fc.constantFrom('', 'B-17', ILLEGIBLE),
    lang: fc.constantFrom('is', 'en'),
  })
  .filter(({ lines, is_discount, discount_is_percent, discount_value, tax_exempt }) => {
    const figures = lines.map((one) => ({
      qty: decimal(one.qty),
      unitPrice: decimal(one.unit_price),
      tax: one.tax as VatCode,
      discount: decimal(one.discount),
      discountIsPercent: one.discount_is_percent,
    }));
    const discount = is_discount
      ? { value: decimal(discount_value), isPercent: discount_is_percent }
      : undefined;
    return checkFigures(figures, { discount, taxExempt: tax_exempt }) === null;
  })
  .map(({ vat_no, bank_account, buyersVat, hasKennitala, customer_number, lang, is_claim, ...fields }) => {
    const buyer = { ...BUYER, vat: buyersVat, lang, customer_number };
    const isAbroad = !hasKennitala && ABROAD.includes(buyersVat);
    return documentRecord({
      ...fields,
      paid_on: fields.status === 'Paid' ? '2026-03-05' : null,
      is_claim: is_claim && bank_account !== '' && fields.kind === 'invoice',
      refer_number: fields.kind === 'credit' ? '1042' : null,
      refer_issue_date: fields.kind === 'credit' ? '2026-02-01' : null,
      seller: { ...SELLER, vat_no, bank_account },
      buyer: isAbroad ? { ...buyer, registration_no: '', address: '', zip: '' } : buyer,
      trading_partner_id: isAbroad ? '' : BUYER.registration_no,
    });
  });
