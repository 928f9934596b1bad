import { companyKennitala } from '../domain/generators.ts';

/** A line as a web shop sends it: no item of the catalogue, the price before VAT with the noise of floating point. */
export interface ShopLine {
  item_number: string;
  description: string;
  qty: number;
  uom: 'C62';
  tax: 'S' | 'AA' | 'Z';
  unit_price: number;
  discount?: number;
  discount_type?: 1;
}

export interface ShopOrder {
  number: number;
  email: string;
  isDraft: boolean;
  isPaid: boolean;
  lines: ShopLine[];
  /** A discount on the whole order: percent, or an amount before VAT. */
  cartDiscount: { value: number; isPercent: boolean } | null;
  customer: Record<string, unknown>;
  refund: 'none' | 'whole' | 'line' | 'line-in-kronur' | 'lines-by-rate' | 'amount';
}

const GOODS = [
  ['Lopapeysa – „stór“', 24900, 'S'],
  ['Kaffi & kleina <nýtt>', 1290, 'AA'],
  ['Bók: Íslendingasögur', 6790, 'AA'],
  ['Gjafabréf', 5000, 'Z'],
  ['Húfa', 7490, 'S'],
  ['Sápa', 995, 'S'],
] as const;

export const VAT_PERCENT = { S: 24, AA: 11, Z: 0 } as const;

/** A generator of random numbers with a full period of 2³²: the orders of a seed are always the same. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Orders of one day in the order of their numbers. `sellerKennitala` is what shops send for buyers without one. */
export function shopOrders(count: number, seed: number, sellerKennitala: string): ShopOrder[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, (_, index) => {
    const number = 1001 + index;
    const email = `buyer${number}@example.is`;
    const hasCartDiscount = random() < 0.15;
    return {
      number,
      email,
      isDraft: random() < 0.12,
      isPaid: random() < 0.8,
      lines: [...goodsLines(random, pick), ...extraLines(random)],
      cartDiscount: hasCartDiscount
        ? pick([
            { value: 10, isPercent: true },
            { value: 12.5, isPercent: true },
            { value: 99.9, isPercent: false },
          ])
        : null,
      customer: shopCustomer(random, email, number, sellerKennitala),
      refund: pick([
        'none',
        'none',
        'none',
        'whole',
        'line',
        'line-in-kronur',
        'lines-by-rate',
        'amount',
      ] as const),
    };
  });
}

function goodsLines(random: () => number, pick: <T>(list: readonly T[]) => T): ShopLine[] {
  return Array.from({ length: 1 + Math.floor(random() * 5) }, (_, index) => {
    const [description, gross, tax] = pick(GOODS);
    // A coupon of the shop lowers the price of the line itself; a discount of the line is a field of its own.
    const paid = random() < 0.2 ? gross * 0.85 : gross;
    const net = (paid / (100 + VAT_PERCENT[tax])) * 100;
    return {
      item_number: String(501 + index),
      description,
      qty: 1 + Math.floor(random() * 3),
      uom: 'C62',
      tax,
      // Some plugins round to four decimals, the others send what the division gave.
      unit_price: random() < 0.5 ? Math.round(net * 10_000) / 10_000 : net,
      ...(random() < 0.1 && { discount: 5, discount_type: 1 as const }),
    };
  });
}

function extraLines(random: () => number): ShopLine[] {
  const extra = (item_number: string, description: string, unit_price: number, tax: 'S' | 'Z') =>
    ({ item_number, description, qty: 1, uom: 'C62', tax, unit_price }) as const;
  return [
    ...(random() < 0.6 ? [extra('shipping', 'Pósturinn – heim að dyrum', 1195 / 1.24, 'S')] : []),
    ...(random() < 0.15 ? [extra('fee', 'Afsláttur vegna tafar', -500, 'S')] : []),
    ...(random() < 0.3 ? [extra('rounding', 'Námundun', random() < 0.5 ? -0.01 : 0.01, 'Z')] : []),
  ];
}

function shopCustomer(
  random: () => number,
  email: string,
  number: number,
  sellerKennitala: string,
): Record<string, unknown> {
  const delivery = { email, output_select: 3, final_date: 14, phone_number: '', vat: '' };
  const kind = random();
  if (kind < 0.4) return { name: 'Staðgreitt', registration_no: sellerKennitala, ...delivery };
  const address = { address: `Nýbýlavegur ${number}`, zip: 200, city: 'Kópavogur' };
  if (kind < 0.55) return { name: `Kaupandi ${number}`, registration_no: '', ...address, ...delivery };
  // Few companies with many orders each, every time with another address.
  const buyer = Math.floor(random() * 6);
  const registration_no = companyKennitala(700 + buyer);
  return { name: `Verslun ${buyer} ehf.`, registration_no, ...address, ...delivery };
}
