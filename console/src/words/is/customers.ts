import type { customers as en } from '../en/customers.ts';
import type { Same } from '../lang.ts';

export const customers: Same<typeof en> = {
  'customers.search': 'Nafn, kennitala eða netfang',
  'customers.owed': 'Útistandandi',
  'customers.empty': 'Enginn viðskiptavinur enn',
  'customers.empty-about': 'Hér verða þeir sem þú selur.',
  'customer.edit': 'Breyta viðskiptavini',
  'customer.details': 'Upplýsingar',
  'customer.active': 'Virkur',
  'customer.exempt-hint': 'Enginn virðisaukaskattur leggst á reikninga.',
  'customer.no-invoices': 'Enginn reikningur enn',
  'customer.no-invoices-about': 'Reikningar viðskiptavinarins birtast hér.',
};
