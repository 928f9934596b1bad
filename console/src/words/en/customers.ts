/** Customers. */
export const customers = {
  'customers.search': 'Name, kennitala or e-mail',
  'customers.owed': 'AmountOwed',
  'customers.empty': 'No customers yet',
  'customers.empty-about': 'Those you sell to will be here.',
  'customer.edit': 'Edit customer',
  'customer.details': 'Details',
  'customer.active': 'Active',
  'customer.exempt-hint': 'No VAT is added to invoices.',
  'customer.no-invoices': 'No invoices yet',
  'customer.no-invoices-about': "The customer's invoices will be here.",
};
