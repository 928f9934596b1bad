import { SUBSCRIPTIONS } from '../kernel/access/account.ts';

/**
 * Fictitious. The kennitölur have valid check digits, but those of the other companies are of a future day, so
 * they belong to nobody.
 */
export const COMPANY = {
  username: 'demo',
  name: 'Norðurljós verkstofa ehf.',
  registration_no: '5501234520',
  vat_no: '145678',
  email: 'bokhald@nordurljos.example',
  address: 'Hafnarstræti 12',
  zip: '600',
  city: 'Akureyri',
  bank_account: '0162-26-012345',
  subscriptions: SUBSCRIPTIONS,
};

export const CUSTOMERS = [
  {
    name: 'Bakarí Guðrúnar ehf.',
    registration_no: '7112262060',
    output_select: '3',
    email: 'gudrun@bakari.example',
    address: 'Skólavörðustígur 8',
    zip: '101',
    city: 'Reykjavík',
    lang: 'is',
  },
  {
    name: 'Fiskmarkaður Húsavíkur hf.',
    registration_no: '7112262140',
    output_select: '3',
    email: 'innkaup@fisk.example',
    address: 'Naustagarður 2',
    zip: '640',
    city: 'Húsavík',
    lang: 'is',
  },
  {
    name: 'Þórarinn Ægisson',
    output_select: '4',
    address: 'Aðalgata 3',
    zip: '580',
    city: 'Siglufjörður',
    lang: 'is',
  },
  {
    name: 'Mývatn Guesthouse ehf.',
    registration_no: '7112262220',
    output_select: '3',
    email: 'accounts@myvatn.example',
    address: 'Skútustaðir 5',
    zip: '660',
    city: 'Mývatn',
    lang: 'en',
  },
  {
    name: 'Leikskólinn Öspin',
    registration_no: '7112262300',
    output_select: '3',
    email: 'ospin@leikskoli.example',
    address: 'Ásvegur 14',
    zip: '600',
    city: 'Akureyri',
    lang: 'is',
  },
  {
    name: 'Jökull ferðaþjónusta slf.',
    registration_no: '7112262490',
    output_select: '3',
    email: 'jokull@ferd.example',
    address: 'Hafnarbraut 30',
    zip: '780',
    city: 'Höfn',
    lang: 'is',
  },
  {
    name: 'Tannlæknastofan Brosið ehf.',
    registration_no: '7112262570',
    output_select: '3',
    email: 'mottaka@brosid.example',
    address: 'Glerárgata 28',
    zip: '600',
    city: 'Akureyri',
    lang: 'is',
  },
  {
    name: 'Áhaldaleigan Ísafirði ehf.',
    registration_no: '7112262650',
    trading_partner_id: '7112262650',
    output_select: '2',
    email: 'leiga@ahold.example',
    address: 'Sindragata 5',
    zip: '400',
    city: 'Ísafjörður',
    lang: 'is',
  },
  {
    name: 'Eyrún Dögg Hallsdóttir',
    output_select: '3',
    email: 'eyrun@example.is',
    address: 'Oddeyrargata 17',
    zip: '600',
    city: 'Akureyri',
    lang: 'is',
  },
  {
    name: 'Westfjords Kayaks ehf.',
    registration_no: '7112262730',
    output_select: '3',
    email: 'office@kayaks.example',
    address: 'Hafnarstræti 6',
    zip: '425',
    city: 'Flateyri',
    lang: 'en',
  },
];

export const ITEMS = [
  { description: 'Ráðgjöf', uom: 'HUR', tax: 'S', unit_price: '18500', category: '2353' },
  { description: 'Hönnun á vef', uom: 'HUR', tax: 'S', unit_price: '16900', category: '2353' },
  {
    description: 'Hýsing, mánuður',
    uom: 'C62',
    tax: 'S',
    unit_price: '4900',
    category: '2353',
    product_cost: '1900',
  },
  {
    description: 'Handbók, prentuð',
    uom: 'C62',
    tax: 'AA',
    unit_price: '3990',
    category: '3028',
    product_cost: '1450',
  },
  { description: 'Námskeið', uom: 'C62', tax: 'Z', unit_price: '45000', category: '2353' },
  { description: 'Akstur', uom: 'KTM', tax: 'S', unit_price: '141', category: '3140' },
] as const;

export const EVENT = {
  type: 'EVENT',
  name: 'Opið hús með erindum',
  description: 'Erindi um vefhönnun og aðgengi, kaffi og kleinur.',
  terms: 'Miða má endurgreiða til og með deginum fyrir viðburðinn.',
  amount: '3900',
  tax: 'S',
  inventory_count: 60,
  event_time: '20:00',
  event_place: 'Hof, Akureyri',
  fields: [{ label: 'Fæðuofnæmi' }, { label: 'Vinnustaður' }],
};

export const OTHER_SALES = [
  {
    type: 'STAND',
    name: 'Handbók um aðgengi',
    description: 'Prentuð handbók, 96 síður, send með pósti.',
    amount: '4430',
    tax: 'AA',
    inventory_count: 25,
  },
  {
    type: 'DONA',
    name: 'Styrktu vefskóla barna',
    description: 'Framlagið fer óskipt í námskeið fyrir börn á Norðurlandi.',
    amount: '2500',
  },
];

export const GUESTS = [
  { name: 'Sigríður Ólafsdóttir', email: 'sigridur@example.is', qty: 2, paid: true },
  {
    name: 'Kári Þorsteinsson',
    email: 'kari@example.is',
    phone_number: '555 0142',
    fields: { Fæðuofnæmi: 'Hnetur', Vinnustaður: 'Leikskólinn Öspin' },
    paid: true,
  },
  { name: 'Elín Björk Árnadóttir', email: 'elin@example.is', qty: 3, message: 'Erum þrjú saman' },
];

/** Work in progress, with days counted back from today. */
export const TASKS = [
  {
    name: 'Ný heimasíða',
    customer: 0,
    item: 1,
    logs: [
      { daysAgo: 9, h: '09:00', p: '11:30', description: 'Fundur um útlit' },
      { daysAgo: 6, h: '13:00', p: '17:00', description: 'Forsíða, fyrstu drög' },
    ],
  },
  {
    name: 'Úttekt á bókhaldskerfi',
    customer: 3,
    item: 0,
    logs: [
      { daysAgo: 3, h: '10:00', p: '12:15', description: 'Viðtöl við starfsfólk' },
      { daysAgo: 2, h: '09:15', p: '11:45', description: 'Farið yfir ferla' },
    ],
  },
  {
    name: 'Bókunarkerfi, viðhald',
    customer: 6,
    item: 1,
    logs: [
      { daysAgo: 5, h: '08:30', p: '10:00', description: 'Uppfærslur' },
      { daysAgo: 4, h: '13:00', p: '14:45', description: 'Villa í tímabókun löguð' },
      { daysAgo: 1, h: '15:00', p: '16:00', description: 'Prófanir' },
    ],
  },
] as const;

/** Recurring purchases. */
export const COSTS = [
  {
    supplier_name: 'Efnissalan ehf.',
    supplier_id: '7012262080',
    type: '2093',
    amount: 12400,
    vat_24: 2400,
    how_paid: 3,
    description: 'Skrúfur og lím',
  },
  {
    supplier_name: 'Netþjónustan hf.',
    supplier_id: '7012262160',
    type: '2353',
    amount: 18600,
    vat_24: 3600,
    how_paid: 1,
    description: 'Nettenging',
  },
  {
    supplier_name: 'Kaffihúsið við höfnina',
    supplier_id: '7012262240',
    type: '3163',
    amount: 6660,
    vat_11: 660,
    how_paid: 2,
    description: 'Fundur með viðskiptavini',
  },
  {
    supplier_name: 'Húsfélagið Hafnarstræti 12',
    supplier_id: '7012262320',
    type: '2243',
    amount: 31000,
    vat_24: 6000,
    how_paid: 1,
    description: 'Hiti og rafmagn',
  },
  {
    supplier_name: 'Bókhaldsstofan Skrá ehf.',
    supplier_id: '7012262400',
    type: '2353',
    amount: 49600,
    vat_24: 9600,
    how_paid: 1,
    description: 'Uppgjör á virðisaukaskatti',
  },
];

/** Receipts that were not reviewed yet. */
export const RECEIPTS = [
  {
    description: 'Prentpappír',
    lines: [
      'Ritfangabúðin ehf.',
      'kt. 701226-2590',
      '',
      'Pappír A4      4.960',
      'Pennar         1.240',
      '',
      'Samtals        6.200',
      'Þar af VSK 24% 1.200',
      'Greitt með korti',
    ],
  },
  {
    description: 'Eldsneyti',
    lines: [
      'Bensínstöðin Leiruvegi ehf.',
      'kt. 701226-2670',
      '',
      'Dísel 38,2 l  12.400',
      '',
      'Samtals       12.400',
      'Þar af VSK 24% 2.400',
    ],
  },
];
