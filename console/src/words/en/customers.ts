/** Customers. */
export const customers = {
  'customers.search': 'Name, kennitala or e-mail',
  'customers.owed': 'AmountOwed',
  'customers.empty': 'No customers yet',
  'customers.empty-about': 'Those you sell to will be here.',
  'customer.unverified': 'Not confirmed',
  'customer.unverified-about':
    'Somebody typed this on a selling page. Nobody has confirmed who it is, so a kennitala does not find this profile and mails carry no name.',
  'customer.unverified-match':
    'Somebody typed this on a selling page, with the kennitala of one of your customers. Nobody has confirmed that they are the same. Merge the two only if you know it.',
  'customer.confirm': 'Confirm customer',
  'customer.confirm-ask': 'Confirm {name}?',
  'customer.confirm-about':
    'You vouch that the customer is who the profile says. Its kennitala then finds it, and mails greet it by name.',
  'customer.merge': 'Merge with a customer',
  'customer.merge-ask': 'Merge {name} with a customer',
  'customer.merge-about':
    'Invoices, orders, subscriptions and tasks move to the customer that you choose, and this profile becomes inactive. Issued invoices stay as they were printed. This cannot be undone.',
  'customer.merged': 'Customers merged',
  'customer.edit': 'Edit customer',
  'customer.details': 'Details',
  'customer.active': 'Active',
  'customer.exempt-hint': 'No VAT is added to invoices.',
  'customer.no-invoices': 'No invoices yet',
  'customer.no-invoices-about': "The customer's invoices will be here.",
};
