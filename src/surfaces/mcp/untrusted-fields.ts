/**
 * Fields whose text can come from outside: from a receipt, a mail, a buyer or an incoming e-invoice. A model must read it
 * as data and never as an instruction, so answers mark it (`untrusted.ts`).
 */

/** Fields of a cost that a receipt or its sender fills in. */
export const COST_FIELDS = [
  'supplier_name',
  'supplier',
  'description',
  'invoice_number',
  'file_name',
  'accounting_message',
];

/** Fields of an order that its buyer has typed. */
export const BUYER_FIELDS = [
  'attendee',
  'name',
  'address',
  'zip',
  'city',
  'email',
  'phone_number',
  'kennitala',
  'message',
  'fields',
];

/** Fields of a customer's profile, and of its snapshot on a document. */
export const CUSTOMER_FIELDS = ['name', 'address', 'zip', 'city', 'email', 'phone_number', 'registration_no'];

/** Fields that name a customer within another record. */
export const CUSTOMER_NAMES = ['customer_name', 'customer', 'label'];

/** Fields that quote somebody else wherever they stand. */
export const QUOTING_FIELDS = [
  'about',
  'reason',
  'claim_message',
  'payment_message',
  'answered_by',
  'decline_reason',
];

/** Fields of another company that asks to be connected, or is: it writes its own name. */
export const COMPANY_FIELDS = ['name', 'email'];

/** The name in the receiver of a rehearsal, which does not say whose profile it is. */
export const RECEIVER_FIELDS = ['name'];

export const UNTRUSTED_FIELDS: ReadonlySet<string> = new Set([
  ...COST_FIELDS,
  ...BUYER_FIELDS,
  ...CUSTOMER_FIELDS,
  ...CUSTOMER_NAMES,
  ...QUOTING_FIELDS,
]);
