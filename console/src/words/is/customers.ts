import type { customers as en } from '../en/customers.ts';
import type { Same } from '../lang.ts';

export const customers: Same<typeof en> = {
  'customers.search': 'Nafn, kennitala eða netfang',
  'customers.owed': 'Útistandandi',
  'customers.empty': 'Enginn viðskiptavinur enn',
  'customers.empty-about': 'Hér verða þeir sem þú selur.',
  'customer.unverified': 'Óstaðfestur',
  'customer.unverified-about':
    'Einhver skráði þetta á sölusíðu. Enginn hefur staðfest hver það er; kennitala finnur því ekki þennan viðskiptavin og póstur er án nafns.',
  'customer.unverified-match':
    'Einhver skráði þetta á sölusíðu með kennitölu eins af viðskiptavinum ykkar. Enginn hefur staðfest að þetta sé sá sami. Sameinið aðeins ef þið vitið það.',
  'customer.confirm': 'Staðfesta viðskiptavin',
  'customer.confirm-ask': 'Staðfesta {name}?',
  'customer.confirm-about':
    'Þið ábyrgist að viðskiptavinurinn sé sá sem skráð er. Kennitalan finnur hann þá og póstur ávarpar hann með nafni.',
  'customer.merge': 'Sameina viðskiptavini',
  'customer.merge-ask': 'Sameina {name} öðrum viðskiptavini',
  'customer.merge-about':
    'Reikningar, pantanir, áskriftir og verk færast á viðskiptavininn sem þú velur og þessi verður óvirkur. Útgefnir reikningar standa eins og þeir voru prentaðir. Þetta er ekki hægt að afturkalla.',
  'customer.merged': 'Viðskiptavinir sameinaðir',
  'customer.edit': 'Breyta viðskiptavini',
  'customer.details': 'Upplýsingar',
  'customer.active': 'Virkur',
  'customer.exempt-hint': 'Enginn virðisaukaskattur leggst á reikninga.',
  'customer.no-invoices': 'Enginn reikningur enn',
  'customer.no-invoices-about': 'Reikningar viðskiptavinarins birtast hér.',
};
