import { NEWEST_VAT_RATES, VAT_CODES, type VatCode } from '../invoices/vat.ts';
import { type Decimal, divide, isZero, ONE, roundTo } from '../values/money.ts';

/** What a row of a price list says of the price of an item. */
interface WrittenPrices {
  unit_price?: Decimal | undefined;
  price_with_vat: Decimal;
  tax?: VatCode | undefined;
}

interface ItemPrice {
  unit_price: Decimal;
  tax?: VatCode;
}

/** Unit prices have four decimals. */
const PLACES = 4;
/** Either price may be rounded to whole krónur. */
const ROUNDING = '1.12';

/** The price without VAT. Where both prices are there and nothing says the VAT code, they say it. `taxBefore` is that of an item that is here. */
export function readPrices(
  { unit_price: net, price_with_vat: gross, tax }: WrittenPrices,
  taxBefore: VatCode | undefined,
): { value: ItemPrice } | { refusal: string } {
  const distance = (code: VatCode, price: Decimal) => withVat(price, code).minus(gross).abs();
  if (!net) {
    const known = tax ?? taxBefore;
    if (!known) return { refusal: 'tax or unit_price is required beside price_with_vat' };
    return { value: { unit_price: roundTo(divide(gross, withVat(ONE, known)), PLACES) } };
  }
  const said = tax ?? (isZero(net) ? 'Z' : null);
  if (said && distance(said, net).gt(ROUNDING))
    return { refusal: `price_with_vat must be unit_price with VAT, ${withVat(net, said).toFixed()}` };
  if (said) return { value: { unit_price: net } };
  const [code, ...others] = VAT_CODES.filter((one) => distance(one, net).lte(ROUNDING));
  if (code && others.length === 0) return { value: { unit_price: net, tax: code } };
  return {
    refusal: code
      ? 'The prices are too small to tell the VAT; add tax'
      : 'unit_price and price_with_vat are not the same price with VAT of any rate',
  };
}

function withVat(net: Decimal, code: VatCode): Decimal {
  return net.times(NEWEST_VAT_RATES[code].plus(ONE));
}
