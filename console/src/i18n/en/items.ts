/** Items. */
export const items = {
  'items.search': 'Description or number',
  'items.empty': 'No items yet',
  'items.empty-about': 'What you sell, with price and VAT.',
  'item.edit': 'Edit item',
  'item.price': 'Unit price excl. VAT',
  'item.price-hint': 'For one unit',
  'item.number-hint': 'Assigned automatically if left empty',
  'item.inactive': 'Not for sale',
  'item.active': 'For sale',
};
