import type { einvoices as en } from '../en/einvoices.ts';
import type { Same } from '../lang.ts';

export const einvoices: Same<typeof en> = {
  'einvoice.invoice': 'Rafrænn reikningur {number}',
  'einvoice.credit_note': 'Rafrænn kreditreikningur {number}',
  'einvoice.findings': 'Athugaðu þetta:',
  'einvoice.delivered': 'Afhent',
  'einvoice.period': 'Tímabil',
  'einvoice.order': 'Pöntun þín',
  'einvoice.buyer_reference': 'Tilvísun þín',
  'einvoice.contract': 'Samningur',
  'einvoice.project': 'Verk',
  'einvoice.credits': 'Kreditfærir reikning',
  'einvoice.pay-to': 'Greiðist inn á',
  'einvoice.account': '{account}, tilvísun {reference}',
  'einvoice.terms': 'Greiðsluskilmálar',
  'einvoice.attachments': 'Fylgiskjöl',
  'einvoice.charge': 'Gjald',
  'einvoice.vat': 'VSK {percent}%',
  'einvoice.prepaid': 'Áður greitt',
  'einvoice.payable': 'Til greiðslu',
};
