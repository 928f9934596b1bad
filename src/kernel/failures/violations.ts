/**
 * The violations behind failure codes that stand for many reasons: each has a stable code of its own and a message.
 * Programs get the message; the console translates the code. The rules of the domain have violations of the same shape,
 * with messages beside the rule.
 */
import type { Violation } from '../../domain/values/violation.ts';

/** Violations of a single field; the name of the field precedes the message. */
const FIELD_VIOLATIONS = {
  text: 'must be text',
  long: (max: number) => `must be at most ${max} characters`,
  short: (min: number) => `must have at least ${min} characters`,
  few_different: (min: number) => `must have at least ${min} different characters; use a random text`,
  common_password: 'must not be a common password, or a name or number that others know',
  characters: 'must be valid UTF-8 text without NUL',
  direction: 'must have no characters that change the direction of text',
  plain: 'must be plain text, without web addresses, telephone numbers and invisible characters',
  object: 'must be an object',
  list: 'must be a list',
  labelled_answers: 'must be an object of labels and answers',
  only_fields: (known: string) => `must have no fields but ${known}`,
  flag: 'must be true or false (1 or 0)',
  number: 'must be a number, with a point for decimals',
  positive: 'must be more than 0',
  between: (min: string, max: string) => `must be between ${min} and ${max}`,
  between_decimals: (min: string, max: string, places: number) =>
    `must be between ${min} and ${max}, with at most ${places} decimals`,
  decimals: (places: number) => `must have at most ${places} decimals`,
  whole: 'must be a whole number',
  whole_between: (min: number, max: number) => `must be a whole number from ${min} to ${max}`,
  event_type: (sent: string, nouns: string) =>
    `has ${sent}, which is no type of event; send names such as invoice.paid, or all of one of: ${nouns}, as in invoice.*`,
  text_list: 'must be a list of texts, or a text separated by commas',
  left_out: (other: string) => `must be left out where ${other} is sent`,
  record_mapping: 'must be an object of columns and the fields that they hold, as {"Nafn": "name"}',
  cursor: 'must be the next of an earlier answer of this account; leave it out to begin anew',
  other_account: 'must be another account than this one',
  address_invalid: 'must be an address such as https://example.is/hooks',
  address_https: 'must begin with https://',
  address_credentials: 'must not have a name or password in the address',
  address_port: 'must have a port for web servers, such as 443 or 8443',
  address_private: 'must be a public host on the internet, not this machine or a private network',
  address_long: 'must be at most 2000 characters',
  date: 'must be a real calendar date written as YYYY-MM-DD',
  either_date: 'must be a real calendar date written as YYYY-MM-DD or DD.MM.YYYY',
  clock: 'must be a time of day, as 9 or 09:30',
  file: 'must be a file, sent as a part of a multipart/form-data body',
  account_no: 'must be the twelve digits of a bank account, as 0133-26-012345',
  iban: 'must be an IBAN whose check digits are right',
  account_without_iban:
    'must be an account with an IBAN; of an Icelandic account the company needs its kennitala',
  iban_of_other: 'must be the IBAN of the account that is sent with it; send one of the two',
  mapping:
    'must be an object that names for each column what it holds, such as booked_on, amount or text, and for date_format, decimal, separator and encoding a text',
  cost_direction:
    'must have a cost for money that went out, and a credit note of a supplier for money that came in',
  cost_amount: 'must be as amount, or left out, where the cost has the currency of the line',
  transfer_to_itself: 'must name another account than that of the line for a transfer',
  file_or_base64: 'must be a file: a part of a multipart/form-data body, or its bytes in base64',
  days_or_date: (max: number) => `must be a number of days from 0 to ${max}, or a date written as YYYY-MM-DD`,
  one_of: (choices: string) => `must be one of: ${choices}`,
  some_of: (choices: string) => `must be some of: ${choices}`,
  entries: (max: number) => `must have at most ${max} entries`,
  lines: 'must have at least one line',
  documents: 'must have at least one document',
  after_field: (field: string, date: string) => `must be on or after ${field} (${date})`,
  statement_long: (entries: number, max: number) =>
    `must be later: the statement has ${entries} entries, and at most ${max} can be printed`,
  after: (date: string) => `must be on or after ${date}`,
  not_before_invoice: (date: string) =>
    `must be on or after the issue date of the invoice that is credited (${date})`,
  before: (date: string) => `must be on or before ${date}`,
  settlement_before_due: 'must not come before due_date',
  settlement_days: 'must be at least due_date, in days from the invoice date',
  days_apart: (max: number) => `must be less than ${max} days after date`,
  day_hours: 'must be at most 24 hours a day',
  clock_order: 'must be later than h',
  day_away: 'is more than 24 hours away; send adv 1 for the same hours on every day',
  kennitala: 'must be a valid kennitala of 10 digits',
  kennitala_bare: 'must be a bare kennitala, without a scheme prefix',
  partner: 'must be a bare, valid kennitala of 10 digits',
  partner_address: 'must be a valid Peppol address with a scheme of the network, as 9930:DE123456789',
  vat_number: 'must be a valid VAT number of its country, as DE123456789',
  seller_vat_number: 'must be an Icelandic VAT number of 5 or 6 digits, or empty',
  email: 'must be an e-mail address',
  country: 'must be the code of a country in two letters, as DE',
  photo: 'must be a base64-encoded jpg, png or gif',
  known_email: 'must not be that of somebody who has access already',
  enough_people: (max: number) => `must wait: an account has at most ${max} people`,
  username: 'must have no spaces or colons',
  bank_account: 'must be 12 digits: bank 4, ledger 2, number 6',
  item: 'must have guid of an item, or add_new: 1 with item_number, description, unit_price, tax and uom; or description and unit_price for a free line, or the item_number of an item without a description',
  vat_kind: 'must be left out where VAT is charged; it says why a line of code Z has none',
  unstated_record:
    'must be a record of get-unstated-vat-kinds: there is none, or it says already why it has no VAT',
  known_item:
    'must be the number of an item in the catalogue; for a free line, send description and unit_price as well',
  bills_time: 'can be sent only with create-invoice, which bills time',
  currency_of_invoice: (currency: string) => `must be that of the invoice: ${currency}`,
  vat_over_amount: (other: string, amount: string) =>
    `must, together with ${other}, be less than the amount of ${amount}`,
  vat_over_whole_amount: (other: string, amount: string) =>
    `must, together with ${other}, be at most the amount of ${amount}`,
  vat_over_rate: (other: string, vat: string) =>
    `must, together with ${other}, be at most the VAT of the amount: ${vat} at this rate`,
  subscription_amount: 'must be more than 0 for a subscription',
  ticket_used: 'is of a ticket by which somebody has come already',
  ticket_credited: 'is of a ticket that was credited and admits nobody',
  event_only: 'is for sales of type EVENT only; leave it out',
  one_line: 'must be one line',
  placeholder: (unknown: string, known: string) => `must not hold ${unknown}; it may hold ${known}`,
  claim_template: 'must be three digits or capital letters',
  customer_days: 'must be at least customer_due_days, in days from the invoice date',
  other_name: (field: string) => `is not a field here; send ${field} instead`,
  unknown_name: (known: string) => `is not a field here; the fields are: ${known}`,
  invalid: 'is not valid',
  merge_target: 'must be another customer, active and confirmed',
  same_label: (first: string) => `must not be the same as ${first}`,
} as const;

/** Violations of the request as a whole, each a sentence. */
const REQUEST_VIOLATIONS = {
  claim_and_paid: 'is_claim and mark_paid cannot both be true: a paid invoice needs no claim',
  claim_and_link: 'is_claim and is_payment_link cannot both be true: choose one way to be paid',
  paid_and_link: 'mark_paid and is_payment_link cannot both be true: a paid invoice needs no payment link',
  method_unpaid: 'method_payment can be sent only with mark_paid true',
  credit_collected: 'A credit note can have neither is_claim nor is_payment_link',
  credit_saved: 'A credit note is issued at once: leave out save',
  credit_bills_time: 'A credit note bills no time: leave out task_guid',
  schedule_begun: 'cannot be changed after the first invoice was made; stop this one and create another',
  template_saved: 'A recurring invoice is in force at once: leave out save, and pause it instead',
  quote_credit: 'A quote becomes an invoice: type must be invoice, not credit',
  claim_currency: 'is_claim needs currency ISK: the bank collects claims in no other currency',
  same_field: (one: string, other: string) =>
    `Fields ${one} and ${other} are the same thing; send one of them`,
  timer_dated: 'date, end_date and h can be sent only with adv 1; without it the timer tells the time',

  sums_too_large: (max: string) => `The sums are too large; an invoice can be at most ${max}`,

  original_unknown: 'No invoice found for ref_invoice_guid; send the guid of one of your invoices',
  credit_of_credit: 'A credit note cannot be credited; send the guid of an invoice in ref_invoice_guid',
  credit_of_draft: 'A draft cannot be credited; it has not been issued',
  pay_credit_note: (number: string) =>
    `Credit note ${number} gives money back; send direction out to pay it back, or allocate to its invoice`,
  pay_draft: 'This invoice is a draft; issue it before you record its payment',
  pay_cancelled: (number: string) =>
    `Invoice ${number} is cancelled by credit notes, so nothing of it can be paid`,
  pay_back_invoice: (number: string) =>
    `Invoice ${number} is owed by the customer; money that goes out pays a credit note back`,
  pay_written_off: 'An invoice of this payment is written off; undo that first',
  allocate_incoming: 'Only money that came in can be allocated; reverse this payment instead',
  credit_of_other: 'That credit belongs to another customer than the invoice',
  nothing_to_write_off: (number: string) =>
    `Nothing is owed on invoice ${number}, so there is nothing to write off`,
  allocations_repeated: 'must name each invoice once',
  accounts_repeated: 'must name each key once',
  rate_of_isk: 'must be left out: the claim is in ISK',
  paid_in_same_currency:
    'must be left out, or equal to amount: the currency of the payment and of what it settles is the same',
  parts_exceed: (amount: string) => `must not add up to more than the amount, ${amount}`,
  of_refund: 'belongs to money that goes out; leave it out',
  parts_of_refund: 'belong to money that comes in; leave them out',
  credit_of_written_off: 'This invoice is written off; undo the write-off before you credit it',

  release_settled: 'Its invoice is settled; credit it instead',
  release_pending: 'A payment is on its way; wait until it has come in or failed',
  release_attended: 'Somebody has come in by it, so it stands',
  release_none: 'No order of this sale is overdue, or all that are have been let in',
  release_early: 'Its time to be paid has not passed',

  einvoice_draft: 'it is a draft; issue it first',

  reminder_settled: 'Nothing is owed on this invoice, so there is nothing to remind of',
  send_draft: 'A draft cannot be sent; issue it first',
  remind_settled: 'Only an unpaid invoice that is not in collection can be reminded of',
  remind_no_email:
    'This customer has no e-mail address; send the reminder of get-reminder-pdf by other means',
  reminded_lately: (day: string) =>
    `The customer was reminded on ${day}; send again: true to remind once more within three days`,
  sent_too_often: 'This invoice has been sent too often; send its PDF by other means',
  mailed_too_often:
    'Too many mails have gone to this address today, or too many of this document; send its PDF by other means, or go on tomorrow',
  einvoice_under_way: 'Its e-invoice is on its way or delivered; send email to mail the invoice',
  statement_no_email: 'This customer has no e-mail address; send email to mail the statement nevertheless',
  receipt_no_email: 'The payer has no e-mail address; send email to mail the receipt nevertheless',
  no_email: 'This customer gets no invoices by e-mail; send email to mail it nevertheless',

  file_empty: 'The file is empty; send one with content',
  file_large: 'The file is larger than 5 MB; send a smaller one',
  file_kind: (kinds: string) => `This kind of file is not accepted; send one of: ${kinds}`,
  file_kind_or_text: (kinds: string) =>
    `This kind of file is not accepted; send one of: ${kinds}, or plain text`,
  einvoice_unread: (why: string) =>
    `The e-invoice cannot be read: ${why}. Send the UBL document as its sender wrote it`,
  einvoice_receivers: (envelope: string, document: string) =>
    `The envelope is addressed to ${envelope}, and the document in it to ${document}`,
  picture_large:
    'The picture has more than 40 megapixels or a side of more than 20,000 pixels; send a smaller one',
  picture_broken: 'The picture is broken and cannot be opened; send it again',
} as const;

/** Violations that compare a field with another one. */
const COMPARISONS: ReadonlySet<string> = new Set<keyof typeof FIELD_VIOLATIONS>([
  ...(['after', 'before', 'after_field', 'clock_order', 'customer_days', 'days_apart', 'left_out'] as const),
  ...(['settlement_before_due', 'settlement_days', 'vat_over_amount'] as const),
  ...(['vat_over_whole_amount', 'vat_over_rate'] as const),
]);

export function isComparison(code: string): boolean {
  return COMPARISONS.has(code);
}

export const VIOLATIONS = { ...FIELD_VIOLATIONS, ...REQUEST_VIOLATIONS };
type Reasons = typeof VIOLATIONS;
export type ViolationCode = keyof Reasons;
type Values<C extends ViolationCode> = Reasons[C] extends (...values: infer V) => string ? V : [];

/** `fail('field_invalid', 'email', violation('email'))`. */
export function violation<C extends ViolationCode>(code: C, ...values: Values<C>): Violation<C> {
  const sentence: string | ((...values: never[]) => string) = VIOLATIONS[code];
  const message = typeof sentence === 'string' ? sentence : sentence(...(values as never[]));
  return { code, message, values: values.map(String) };
}
