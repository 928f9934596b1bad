import type { PrintableInvoice } from '../../src/rendering/printable-invoice.ts';
import { BUYER, documentRecord, lineRecord } from './records.ts';

const goods = [
  'Sýrður rjómi 18 %, kassi',
  'Þorskhnakkar, léttsaltaðir',
  'Ráðgjöf um rafræna reikninga',
  'Ljósmyndun og eftirvinnsla fyrir vefverslun, tvær lotur með afhendingu í fullri upplausn',
  'Æðardúnssæng 140×200',
  'Viðhald á vef',
];

/** Invoices for visual checks, by name. */
export const SAMPLES: Record<string, PrintableInvoice> = {
  'one line': documentRecord(),
  '60 lines': documentRecord({
    lines: Array.from({ length: 60 }, (_, index) =>
      lineRecord({
        item_number: `V-${100 + index}`,
        description: goods[index % goods.length] ?? '',
        qty: String(1 + (index % 7)),
        uom: 'C62',
        unit_price: String(1250 + index * 310),
        tax: index % 3 === 0 ? 'AA' : 'S',
      }),
    ),
    description: 'Vörur og þjónusta í febrúar. Takk fyrir viðskiptin!',
    terms: 'Greiðist innan 14 daga. Dráttarvextir reiknast frá gjalddaga sé ekki greitt fyrir eindaga.',
  }),
  'rates, discounts and fee': documentRecord({
    lines: [
      lineRecord({ description: 'Ráðgjöf', discount: '10', discount_is_percent: true }),
      lineRecord({
        item_number: 'BOK-7',
        description: 'Bók: Íslenskt mál',
        qty: '3',
        uom: 'C62',
        unit_price: '4990',
        tax: 'AA',
      }),
      lineRecord({
        item_number: 'KM',
        description: 'Akstur',
        qty: '84.5',
        uom: 'KTM',
        unit_price: '141',
        tax: 'S',
        discount: '500',
      }),
      lineRecord({
        item_number: 'INN',
        description: 'Innborgun',
        qty: '1',
        uom: 'C62',
        unit_price: '-10000',
        tax: 'S',
      }),
      lineRecord({
        item_number: 'FRI',
        description: 'Gjald án virðisaukaskatts',
        qty: '1',
        uom: 'C62',
        unit_price: '2500',
        tax: 'Z',
      }),
    ],
    is_discount: true,
    discount_is_percent: true,
    discount_value: '5',
    payment_fee: '190',
    is_claim: true,
    delivery_date: '2026-02-27',
    booking: 'BK-20391',
    cost_provide: 'Deild 440, Guðrún',
    order_reference: '58',
    description: 'Unnið samkvæmt samningi frá janúar.',
    terms: 'Dráttarvextir reiknast frá gjalddaga sé ekki greitt á eindaga.',
  }),
  euro: documentRecord({
    currency: 'EUR',
    exchange_rate: '147.35',
    lines: [
      lineRecord({ description: 'Hönnun', qty: '12.5', unit_price: '89.5' }),
      lineRecord({
        item_number: 'LIC',
        description: 'Leyfi, árgjald',
        qty: '3',
        uom: 'C62',
        unit_price: '19.9999',
      }),
    ],
    is_discount: true,
    discount_value: '25',
  }),
  english: documentRecord({
    currency: 'EUR',
    exchange_rate: '147.35',
    buyer: {
      ...BUYER,
      name: 'Zażółć Gęślą Jaźń Spółka z ograniczoną odpowiedzialnością Przedsiębiorstwo Handlowo-Usługowe',
      address: 'ul. Świętokrzyska 31/33 m. 204, oficyna',
      zip: '00-049',
      city: 'Warszawa',
      lang: 'en',
    },
    lines: [
      lineRecord({ description: 'Consulting', qty: '1234', unit_price: '123456.7891' }),
      lineRecord({
        item_number: 'VERY-LONG-ITEM-NUMBER-000017',
        description: `Hardware, ${'assembled and tested '.repeat(7)}Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft`,
        qty: '1',
        uom: 'C62',
        unit_price: '999.99',
        discount: '12.5',
        discount_is_percent: true,
      }),
    ],
    description: 'Thank you for your business.',
    cost_provide: 'PO 2026-0117',
  }),
  'credit note': documentRecord({
    kind: 'credit',
    number: '1044',
    refer_number: '1043',
    refer_issue_date: '2026-03-02',
    lines: [lineRecord({ qty: '1' })],
    description: 'Leiðrétting: ein klukkustund var oftalin.',
  }),
  paid: documentRecord({ status: 'Paid', paid_on: '2026-03-09', method_payment: 2 }),
  credited: documentRecord({ status: 'Cancelled', credited: true }),
  draft: documentRecord({ status: 'Draft', number: null }),
};
