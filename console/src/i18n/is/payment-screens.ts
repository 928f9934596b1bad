import type { paymentScreens as en } from '../en/payment-screens.ts';
import type { Same } from '../lang.ts';

export const paymentScreens: Same<typeof en> = {
  'payment.exchange-gain': 'gengishagnaður {amount}',
  'payment.exchange-loss': 'gengistap {amount}',
  'payment.receipt': 'Kvittun (PDF)',
  'payment.mail-receipt': 'Senda kvittun',
  'payment.no-address': 'Greiðandinn er ekki með netfang.',
  'payment.settled': 'Ráðstöfun',
  'payment.surplus': 'Ofgreiðsla',
  'payment.source': 'Uppruni',
  'payment.received': 'Barst',
  'payments.about': 'Innborganir og endurgreiðslur, og hvernig þeim var ráðstafað.',
  'payments.any': 'Allt',
  'payments.search': 'Tilvísun, nafn, reikningur eða upphæð',
  'payment.direction-in': 'Innborgun',
  'payment.direction-out': 'Útborgun',
  'payment.paid-in': 'Mynt greiðslunnar',
  'payment.share-in': 'Reikningur {number} ({currency})',
  'payment.share-paid': 'Greitt fyrir {number} ({currency})',
};
