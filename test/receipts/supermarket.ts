import { dice } from './camera.ts';
import type { Truth } from './truth.ts';

const FOOD =
  'Nýmjólk 1 l|Skyr hreint 500g|Smjör 400g|Rúgbrauð|Flatkökur|Hangikjöt sneiðar|Egg 10 stk|Bananar|Epli rauð|Gulrætur|Kartöflur 2kg|Harðfiskur 200g|Suðusúkkulaði|Kaffi malað 450g|Haframjöl|Sykur 1kg|Hveiti 2kg|Laukur|Paprika|Gúrka íslensk|Tómatar|Ostur 26%|Lambalæri|Þorskhnakkar|Pasta|Pítsusósa|Rjómi 500ml|Appelsínusafi|Vatnsmelóna|Kleinur 10 stk'.split(
    '|',
  );
const OTHER =
  'Uppþvottalögur|Salernispappír|Eldhúsrúllur|Sjampó|Tannkrem|Ruslapokar|Ljósapera LED|Rafhlöður AA'.split(
    '|',
  );

/** 18230 as 18.230 */
const grouped = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, '.');
const withCents = (cents: number) =>
  `${grouped(Math.floor(cents / 100))},${String(cents % 100).padStart(2, '0')}`;
const line = (left: string, right: string) => left.padEnd(30) + right.padStart(12);

function build(): { text: string; truth: Truth } {
  const random = dice(11);
  const price = () => Math.round(190 + random() * 2_400);
  const food = FOOD.map((name) => ({ name, price: price() }));
  const other = OTHER.map((name) => ({ name, price: price() }));
  const [foodSum, otherSum] = [food, other].map((list) =>
    list.reduce((sum, item) => sum + item.price, 0),
  ) as [number, number];
  // In cents, because the VAT is printed with decimals.
  const vatFood = Math.round((foodSum * 100 * 11) / 111);
  const vatOther = Math.round((otherSum * 100 * 24) / 124);
  const total = grouped(foodSum + otherSum);
  const items = [...food, ...other].map((item) => line(item.name, grouped(item.price)));
  const text = [
    '#Matvörumarkaður Krossgötu ehf.',
    'Krossgötu 2, 600 Akureyri',
    'Kt. 430720-0070  VSK nr. 99887',
    'Kvittun nr. 55-120-7731',
    '28.05.2026 17:41:09  Kassi 5',
    '',
    ...items,
    '',
    line('SAMTALS', total),
    line('Debetkort ****8820', total),
    '',
    'VSK%        Án VSK       VSK    Með VSK',
    `24%  ${withCents(otherSum * 100 - vatOther).padStart(13)} ${withCents(vatOther).padStart(9)} ${withCents(otherSum * 100).padStart(10)}`,
    `11%  ${withCents(foodSum * 100 - vatFood).padStart(13)} ${withCents(vatFood).padStart(9)} ${withCents(foodSum * 100).padStart(10)}`,
    '',
    'Allar upphæðir í ISK',
    'Skilafrestur 14 dagar gegn kvittun',
  ].join('\n');
  return {
    text,
    truth: {
      supplier_name: 'Matvörumarkaður Krossgötu ehf.',
      supplier_id: '4307200070',
      issue_date: '2026-05-28',
      amount: `${foodSum + otherSum}.00`,
      currency: 'ISK',
      vat_24: (vatOther / 100).toFixed(2),
      vat_11: (vatFood / 100).toFixed(2),
      invoice_number: '55-120-7731',
      is_credit_note: false,
    },
  };
}

export const supermarket = build();
