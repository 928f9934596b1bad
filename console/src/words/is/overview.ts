import type { overview as en } from '../en/overview.ts';
import type { Same } from '../lang.ts';

export const overview: Same<typeof en> = {
  'overview.unpaid': 'Útistandandi',
  'overview.months': 'Síðustu tólf mánuðir',
  'overview.issued': 'Gefið út',
  'overview.paid': 'Greitt',
  'overview.ageing': 'Aldur krafna',
  'overview.needs': 'Bíður þín',
  'overview.nothing': 'Ekkert bíður þín',
  'overview.nothing-about': 'Allt sem þurfti að afgreiða er frá.',
  'overview.activity': 'Nýlegt',
  'overview.costs': 'Kostnaður til samþykktar',
  'overview.unbilled': 'Tími án reiknings',
  'overview.running': '{n} skeiðklukka í gangi',
  'needs.claim': 'Bankinn tók ekki við kröfunni',
  'needs.einvoice': 'Rafræni reikningurinn barst ekki',
  'needs.mail': 'Tölvupósturinn barst ekki viðskiptavini',
  'needs.collection': 'Í innheimtu',
  'needs.paused': 'Sniðmátið er í bið',
  'band.0': 'Ekki gjaldfallið',
  'band.1': '1–30 dagar',
  'band.2': '31–60 dagar',
  'band.3': '61–90 dagar',
  'band.4': 'Yfir 90 dagar',
  'receipts.one': '{n} kvittun',
  'receipts.other': '{n} kvittanir',
};
