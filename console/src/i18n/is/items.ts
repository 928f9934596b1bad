import type { items as en } from '../en/items.ts';
import type { Same } from '../lang.ts';

export const items: Same<typeof en> = {
  'items.search': 'Lýsing eða vörunúmer',
  'items.empty': 'Engin vara enn',
  'items.empty-about': 'Það sem þú selur, með verði og VSK.',
  'item.edit': 'Breyta vöru',
  'item.price': 'Einingarverð án VSK',
  'item.price-hint': 'Fyrir eina einingu',
  'item.number-hint': 'Úthlutað sjálfkrafa ef autt',
  'item.inactive': 'Ekki í boði',
  'item.active': 'Í boði',
};
