import type { recurring as en } from '../en/recurring.ts';
import type { Same } from '../lang.ts';

export const recurring: Same<typeof en> = {
  'recurring.active': 'Virkt',
  'recurring.paused': 'Í bið',
  'recurring.stopped': 'Stöðvað',
  'recurring.finished': 'Lokið',
  'recurring.next': 'Næsti',
  'recurring.made': 'Gefnir út',
  'recurring.of': '{n} af {max}',
  'recurring.pause': 'Setja í bið',
  'recurring.resume': 'Halda áfram',
  'recurring.stop': 'Stöðva',
  'recurring.search': 'Heiti eða viðskiptavinur',
  'recurring.on-request': 'Sett í bið handvirkt.',
  'recurring.program-frozen': 'Forritið sem setti hann upp er fryst.',
  'recurring.program-revoked': 'Forritið sem setti hann upp hefur verið aftengt.',
  'recurring.missed':
    'Reikningar sem hefðu átt að vera komnir út: {n}. Fleiri en þrír eru ekki gefnir út sjálfkrafa: haltu áfram til að sá næsti fari út á sínum degi.',
  'recurring.begun': 'Fast eftir að fyrsti reikningurinn er gefinn út',
  'recurring.coming': 'Næstu dagar',
  'recurring.last-day': 'Síðasti dagur',
  'recurring.last-day-hint': 'Ræður fjölda reikninga; skrifaðu annaðhvort',
  'recurring.days': 'Dagarnir: {days} …',
  'recurring.past-few.one':
    'Upphafsdagurinn er liðinn. {n} reikningur fyrir liðinn dag er gefinn út strax, dagsettur í dag.',
  'recurring.past-few.other':
    'Upphafsdagurinn er liðinn. {n} reikningar fyrir liðna daga eru gefnir út strax, dagsettir í dag.',
  'recurring.past-many.one':
    'Upphafsdagurinn er liðinn og {n} reikningur hefði átt að vera kominn út. Það er of mikið til að gefa út sjálfkrafa: sniðmátið fer í bið.',
  'recurring.past-many.other':
    'Upphafsdagurinn er liðinn og {n} reikningar hefðu átt að vera komnir út. Fleiri en þrír eru ekki gefnir út sjálfkrafa: sniðmátið fer í bið.',
  'recurring.past': 'Byrja í fortíðinni?',
};
