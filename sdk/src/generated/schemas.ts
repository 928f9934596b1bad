// Generated from the table of operations by scripts/generate.ts; do not edit.

export interface AccountExport {
  /** The export */
  guid: string;
  /** running: it is being written; ready: it can be fetched; failed: ask again */
  state: 'running' | 'ready' | 'failed';
  /** account: everything, by export-account; books: what an accountant needs of some days, by export-books */
  kind: 'account' | 'books';
  /** The first day of books; null of a whole account */
  from_date: string | null;
  /** Their last day */
  to_date: string | null;
  /** The language of books; null of a whole account */
  lang: string | null;
  /** When it was asked for, UTC */
  created_at: string;
  /** Bytes of the file; null until it is ready */
  size: number | null;
  /** SHA-256 of the file; null until it is ready */
  sha256: string | null;
  /** Address of the file, for a key of the account or a person who is signed in and may read it; null where there is none */
  url: string | null;
}

export interface AccountImport {
  /** The import */
  guid: string;
  /** failed: problem says why; starting it again goes on where it ended */
  state: 'running' | 'done' | 'stopped' | 'failed';
  /** Address of the API of the other service */
  from_url: string;
  /** Username of the account there */
  from_username: string;
  /** The company there, as the other service names it */
  name: string;
  /** Its kennitala */
  registration_no: string;
  /** Progress of each kind of record */
  parts: ({
    /** What it is */
    part: 'customers' | 'items' | 'invoices' | 'credits' | 'orders' | 'drafts' | 'quotes' | 'recurring' | 'tasks' | 'closed_tasks' | 'costs';
    /** not_given: the other service does not give it; message says why */
    state: 'waiting' | 'running' | 'done' | 'not_given';
    /** Number of records in the other service; null where it does not say */
    there: number | null;
    /** How many were fetched so far */
    found: number;
    /** How many became new records here */
    new: number;
    /** Number that were imported before and were updated with later payments or approvals there */
    changed: number;
    /** Number that were imported before and did not change */
    known: number;
    /** Number that are not imported, such as documents that are invoiced and time that is billed */
    left_out: number;
    /** Number that were refused */
    refused: number;
    /** Why the other service does not provide it; empty otherwise */
    message: string;
  })[];
  /** The records that were refused or were not imported completely, at most 500 */
  remarks: ({
    /** What it is */
    part: 'customers' | 'items' | 'invoices' | 'credits' | 'orders' | 'drafts' | 'quotes' | 'recurring' | 'tasks' | 'closed_tasks' | 'costs';
    /** The record in the other service */
    guid: string;
    /** Its name or number */
    name: string;
    /** false: it was imported, but not completely */
    is_refused: boolean;
    /** Why */
    message: string;
  })[];
  /** What it waits for, or why it has failed; empty otherwise */
  problem: string;
  /** When it was started, UTC */
  created_at: string;
  /** When it ended; null while it runs, UTC */
  ended_at: string | null;
}

export interface AppliedCredit {
  /** The invoice to settle */
  invoice_guid: string;
  /** Amount of the credit that is used; as much as fits when left out */
  amount?: number | string;
  /** A payment or credit note; the oldest credit when left out */
  from?: string;
}

export interface AttachedFile {
  /** The id that upload-file answered */
  id: string;
  /** Name of the file */
  name: string;
  /** Bytes */
  size: number;
  /** Digest of its content, in hexadecimal */
  sha256: string;
}

export interface Attendee {
  /** Name and, in parentheses, e-mail address */
  attendee: string;
  /** Telephone */
  phone_number: string;
  /** How many tickets were bought */
  qty: number;
  /** Number of them that were credited and are not valid */
  seats_credited: number;
  /** Number of the invoice */
  invoice_number: string;
  /** Kennitala */
  kennitala: string;
  /** Whether the tickets are paid */
  invoice_status: 'Paid' | 'Not paid' | 'Not paid on time' | 'Collection' | 'Cancelled' | 'Credited';
  /** Name */
  name: string;
  /** Postal code */
  zip: string;
  /** Town */
  city: string;
  /** Street and house number */
  address: string;
  /** Note of the buyer */
  message: string;
  /** Whether the guests arrived */
  attended: 'false' | 'true';
  /** Answers to the questions of the sale */
  fields: ({
    /** What the buyer was asked */
    label: string;
    /** The answer */
    value: string;
  })[];
}

export interface BankAccount {
  /** Identifies the bank account */
  guid: string;
  /** What it is called */
  name: string;
  /** Its twelve digits: bank, type and number; empty for an account abroad */
  account_no: string;
  /** Its IBAN; empty where none was sent */
  iban: string;
  /** Its currency */
  currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** Whether proposals of score 1 are booked by themselves */
  auto_book: boolean;
  /** file: somebody brings statements; bank: the bank reports by itself */
  connection: 'file' | 'bank';
  /** When transactions were last fetched from the bank, UTC */
  fetched_at: string | null;
  /** Why the last fetch from the bank failed; empty where it succeeded */
  fetch_problem: string;
  /** Whether the bank may be asked: none, consent was not asked for; given; ending, it is to be renewed; ended */
  consent: 'none' | 'given' | 'ending' | 'ended';
  /** The last day of the consent */
  consent_to: string | null;
  /** Balance after the last known transaction */
  balance: number | null;
  /** The day of that transaction */
  balance_on: string | null;
  /** How many lines wait to be booked */
  lines_open: number;
  /** Days between which statements do not follow each other: transactions are missing. Gone once the statement of these days is imported */
  missing: ({
    /** The last day before it that a statement has */
    from_date: string;
    /** The first day after it that a statement has */
    to_date: string;
    /** Sum of the missing transactions */
    amount: number;
  })[];
}

export interface BankAccountChanges {
  /** What it is called */
  name?: string;
  /** Whether proposals of score 1 are booked by themselves */
  auto_book?: true | false | 0 | 1;
  /** How transactions arrive */
  connection?: 'file' | 'bank';
}

export interface BankAction {
  /** What the money is */
  type: 'payment' | 'cost' | 'fee' | 'transfer' | 'other' | 'settled';
  /** Always positive, in the currency of the line */
  amount?: number;
  /** The customer who pays, or gets the money back */
  customer_guid?: string;
  /** What a payment settles */
  allocations?: ({
    /** The invoice or credit note */
    invoice_guid: string;
    /** In its currency */
    amount?: number;
    /** In the currency of the line */
    paid?: number;
  })[];
  /** The payment that was recorded */
  payment_guid?: string;
  /** The cost */
  cost_guid?: string;
  /** What was paid of it in its currency, where that is another */
  cost_amount?: number;
  /** The other account of a transfer */
  bank_account_guid?: string;
  /** What other money is */
  code?: string;
  /** Note */
  note?: string;
  /** Payments that are recorded already */
  payments?: string[];
}

export interface BankBooking {
  /** Index of the proposal, from 0; send this or actions */
  proposal?: number | string;
  /** How the line is booked; the actions add up to it exactly */
  actions?: NewBankAction[];
}

export interface BankLine {
  /** Identifies the line */
  guid: string;
  /** The account that it is on */
  bank_account_guid: string;
  /** Day on which the bank booked it */
  booked_on: string;
  /** Day of value */
  value_on: string | null;
  /** Signed: money that came in is positive */
  amount: number;
  /** Whether the bank says that it takes back an earlier transaction, or returns a payment that did not arrive; such a line is never booked by itself */
  is_reversal: boolean;
  /** That of the account */
  currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** What the statement says */
  text: string;
  /** Reference of the transaction */
  reference: string;
  /** Who paid or was paid, if the bank says it */
  counterparty: {
    /** Name */
    name: string;
    /** Kennitala */
    registration_no: string;
    /** Account */
    account_no: string;
  };
  /** Balance of the account after it */
  balance: number | null;
  /** Whether it waits, is in the books, or does not belong there */
  state: 'open' | 'booked' | 'ignored';
  /** Why it is ignored, or why it was unbooked */
  reason: string;
  /** Proposals of how to book it, the best first; empty unless it is open */
  proposals: ({
    /** 1: a number or kennitala, and the exact sum, match this record alone */
    score: number;
    /** Reason of the proposal, in a sentence */
    reason: string;
    /** The clauses of the reason, for programs that show it in another language */
    why: ({
      /** What speaks for it */
      code: 'invoice_named' | 'payer_kennitala' | 'payer_name' | 'payer_similar' | 'payer_known' | 'sum_exact' | 'sum_settles' | 'sum_part' | 'sum_more' | 'sum_less_fee' | 'sum_oldest' | 'sum_foreign' | 'sum_of_customer' | 'stays_credit' | 'payment_recorded' | 'payout' | 'payout_fee' | 'own_account' | 'mirrored' | 'cost_kennitala' | 'cost_number' | 'cost_sum' | 'credit_note' | 'has_credit' | 'habit' | 'words' | 'words_fee';
      /** What the clause names */
      values: Record<string, string>;
    })[];
    actions: BankAction[];
  })[];
  /** The booking; null unless it is booked */
  booking: {
    /** Identifies the booking */
    guid: string;
    /** When it was booked, UTC */
    booked_at: string;
    /** Whether it was booked by itself */
    automatic: boolean;
    actions: BankAction[];
  } | null;
}

export interface BankLineReason {
  /** Why */
  reason: string;
}

export interface BankStatement {
  /** Identifies the import */
  guid: string;
  /** The account that the statement is of */
  bank_account_guid: string;
  /** How many transactions the file has */
  lines_total: number;
  /** How many of them were not here yet */
  lines_new: number;
  /** How many were here already, from this or another file */
  lines_known: number;
  /** How many cannot be read; a file with such a line is refused as a whole */
  lines_refused: number;
  /** Day of the first transaction */
  from_date: string | null;
  /** Day of the last transaction */
  to_date: string | null;
  /** Balance before the first transaction */
  opening_balance: number | null;
  /** Balance after the last transaction */
  closing_balance: number | null;
  /** Days between which statements do not follow each other: transactions are missing. Gone once the statement of these days is imported */
  missing: ({
    /** The last day before it that a statement has */
    from_date: string;
    /** The first day after it that a statement has */
    to_date: string;
    /** Sum of the missing transactions */
    amount: number;
  })[];
  /** How the columns were read; send it back, changed, to read them otherwise */
  mapping: Record<string, string> | null;
  /** All columns of a CSV or XLSX file, for a person who edits the mapping */
  columns: string[];
  /** The first transactions as they were read, for a preview (dry run) */
  sample: ({
    /** Day on which the bank booked it */
    booked_on: string;
    /** Signed: money that came in is positive */
    amount: number;
    /** What the statement says */
    text: string;
    /** Reference of the transaction */
    reference: string;
    /** Who paid or was paid, if the file says it */
    name: string;
    /** Balance after it */
    balance: number | null;
  })[];
}

export interface BegunExport {
  /** The export */
  guid: string;
  /** running: it is being written; ready: it can be fetched; failed: ask again */
  state: 'running' | 'ready' | 'failed';
}

/** A company that keeps the books of the account. */
export interface Bookkeeper {
  /** Identifies the bookkeeper within the account */
  guid: string;
  /** Name of the company */
  name: string;
  /** Its username */
  username: string;
  /** Its kennitala */
  registration_no: string;
  /** Its VAT number */
  vat_no: string;
  /** Its e-mail address */
  email: string;
  /** The account of the firm; null until it has accepted */
  service_provider_guid: string | null;
  /** Registered: without a key yet. Active: may act with a key of its own. Inactive: its key was taken back, or the bookkeeper is closed */
  status: 'Registered' | 'Active' | 'Inactive';
  /** Whether the company has agreed; until then only the username that was typed is shown of it */
  acceptance: 'pending' | 'accepted' | 'declined';
  /** How many bookkeepers the account has */
  count_of_bookkeepers: number;
  /** Settings of the bookkeeper for this account */
  instance_config: Record<string, unknown>;
}

/** An item of the catalogue by its guid. Fields beside it count for this line instead. */
export interface CatalogueLine {
  /** An item of the catalogue; then only qty is needed beside it, and the other fields override the item */
  guid: string;
  /** On a credit note: the line of the invoice, as get-invoice names it */
  line_guid?: string;
  /** Number of the item: without a description beside it the item of that number, and unit_price, uom and tax override the item; text on a free line */
  item_number?: string;
  /** What is sold; needed with add_new and on a free line */
  description?: string;
  /** How many, with up to 3 decimals */
  qty: number | string;
  /** Unit of measure; needed with add_new, C62 on a free line when left out */
  uom?: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** Price of one unit without VAT; may be negative, as for a deposit; needed with add_new and on a free line */
  unit_price?: number | string;
  /** VAT code: S 24 %, AA 11 %, Z none; needed with add_new, S on a free line when left out */
  tax?: 'S' | 'AA' | 'Z';
  /** Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent); when left out zero_rated for buyers abroad, else outside */
  vat_kind?: 'zero_rated' | 'outside';
  /** Discount on the line */
  discount?: number | string;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** 1: the line brings its own item, which is added to the catalogue. Without it and without guid, description and unit_price make a free line, which stands on this document only */
  add_new?: false | 0;
  /** A task whose unbilled time this line bills; from then on it is on this invoice. Without an item the line has that of the task */
  task_guid?: string;
}

export interface ChangedImport {
  /** The import */
  guid: string;
  /** failed: problem says why; starting it again goes on where it ended */
  state: 'running' | 'done' | 'stopped' | 'failed';
}

export interface Cost {
  /** Identifies the cost */
  guid: string;
  /** What was bought, or what it was for */
  description: string;
  /** Kennitala of the supplier, or empty */
  supplier_id: string;
  /** Name of the supplier */
  supplier_name: string;
  /** Country of a supplier abroad, ISO 3166-1 in two letters; without it the UBL of such a cost names none; empty where it is not known */
  supplier_country: string;
  /** Total with the VAT that its supplier or the customs charge; positive on credit notes too; 0 while it is not known */
  amount: number;
  /** What lines of the bank have paid of it, and the account that it came from; all of it where it was paid at the purchase (how_paid 2 to 4) and has no due date. Negative on a credit note */
  paid_amount: number;
  /** What remains to be paid of it; negative on a credit note */
  remaining: number;
  /** Account of the supplier in Iceland, twelve digits; empty where it is not known */
  payee_account: string;
  /** IBAN of the supplier; empty where it is not known */
  payee_iban: string;
  /** When it was last exported in a file of export-payables; null if never, UTC */
  exported_at: string | null;
  /** Amount of it that the file pays; null where no file does */
  exported_amount: number | null;
  /** When the first of two people has approved it; null where one is enough or none has yet, UTC */
  first_approved_at: string | null;
  /** The person who approved it; empty for the operator */
  first_approved_by: string;
  /** Currency of the figures */
  currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency: 1 for ISK, null where no rate is known */
  exchange_rate: number | null;
  /** VAT at 11 %, as an amount */
  vat_AA: number;
  /** VAT at 24 %, as an amount */
  vat_S: number;
  /** How much of the VAT may be deducted, in percent; the rest is cost */
  vat_deductible: number;
  /** Who charges the VAT: the supplier; the customs, on imported goods; or the buyer, which owes the VAT on a service from abroad itself. That of the buyer is not in the amount */
  vat_charged_by: 'supplier' | 'customs' | 'buyer';
  /** Why not all of it may be deducted; empty where all may */
  vat_deductible_reason: string;
  /** Code of the expense account that it belongs to; empty while it is not known */
  cost_code: '' | '2093' | '2153' | '2173' | '2193' | '2243' | '2263' | '2283' | '2333' | '2353' | '2383' | '2403' | '2423' | '2443' | '2533' | '2633' | '3028' | '3033' | '3080' | '3085' | '3090' | '3140' | '3163' | '3653' | '5028' | '9535';
  /** 1 on account, 2 debit card or bank, 3 credit card, 4 by the owner in cash; 0 while it is not known */
  how_paid: 0 | 1 | 2 | 3 | 4;
  /** The attachment in base64 */
  file: string | null;
  /** Name of the attachment */
  file_name: string;
  /** What the attachment is: jpg, png, gif or pdf; xml where it is an e-invoice */
  file_extension: string;
  /** Day of the receipt or invoice; the day that it came in while that is not known */
  issue_date: string;
  /** Day by which it is to be paid; null where that is not known */
  due_date: string | null;
  /** Whether issue_date is the day of the document */
  issue_date_known: boolean;
  /** Day that it came in */
  created_date: string;
  /** UBL of an approved cost in base64; null before that */
  xml: string | null;
  /** Accounting status of the cost */
  accounting_status: 'New' | 'Created' | 'Posted' | 'Skipped' | 'Error';
  /** Message of bookkeeping */
  accounting_message: string;
  /** Last change, UTC */
  updated_timestamp: string;
  /** Project that it belongs to, or empty */
  project_name: string;
  /** The supplier gives money back */
  credit_note: boolean;
  /** The supplier's number of the document, or empty */
  invoice_number: string;
  /** An earlier cost has the same file, or the same number of the same supplier */
  possible_duplicate: boolean;
  /** False while it is being read; it does not appear in lists until then */
  show_api: boolean;
  /** Of costs alone that came approved from another account, which has reported them */
  is_imported?: boolean;
}

export interface CostAccounting {
  /** Result of bookkeeping; Posted cannot be changed again */
  accounting_status: 'Posted' | 'Skipped' | 'Error';
  /** Message of bookkeeping; replaces the previous one */
  accounting_message?: string;
}

/** The result for one document: it has a guid, or a code. */
export interface CreatedDocument {
  /** Its place in the list, from 0 */
  index: number;
  /** Whether it was accepted */
  status: boolean;
  /** Identifies the document */
  guid?: string;
  /** Its numeric id */
  id?: number;
  /** Its number; null while it is a draft */
  invoice_number?: string | null;
  /** Public payment page, if one was asked for */
  payment_link?: string;
  /** Warnings: unusual values that are not refused */
  warnings?: ({
    /** Code of the warning */
    code: string;
    /** For people */
    message: string;
    /** The variable parts of the message */
    values: string[];
  })[];
  /** Why it was refused, as create-invoice would refuse it */
  code?: string;
  /** The refusal for people */
  message?: string;
}

export interface Customer {
  /** Identifies the profile */
  guid: string;
  /** Your own number for the customer; need not be unique */
  customer_number: string;
  /** Name of the customer */
  name: string;
  /** How invoices are delivered: 2 e-invoice, 3 e-mail, 4 on paper or as PDF only */
  output_select: '2' | '3' | '4';
  /** Street and house number */
  address: string;
  /** Postal code */
  zip: string;
  /** Town */
  city: string;
  /** Kennitala: 10 digits, or empty */
  registration_no: string;
  /** E-mail address; may be empty only when output_select is 4 */
  email: string;
  /** The usual terms of payment: the terms of documents that are made without any */
  term: string;
  /** Profile photo, base64 */
  photo: string;
  /** Days from the invoice date to the due date */
  due_date: number;
  /** Days from the invoice date to the final due date */
  settlement_date: number;
  /** Kennitala that e-invoices are sent to, without a scheme prefix; of a buyer abroad its Peppol address with the scheme, as 9930:DE123456789 */
  trading_partner_id: string;
  /** Telephone */
  phone_number: string;
  /** VAT number or rate noted for the customer; of a buyer abroad with the letters of its country, as DE123456789 */
  vat: string;
  /** Language of invoices and letters */
  lang: 'is' | 'en';
  /** Usual currency */
  currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** No VAT is added to invoices */
  tax_exempt: boolean;
  /** In use; a kennitala finds the newest profile that is */
  active: boolean;
  /** Last change, UTC */
  updated_timestamp: string;
  /** What is owed to the customer: surplus of payments, and credit notes that are still to be paid back */
  credits: ({
    /** Currency */
    currency: string;
    /** How much */
    amount: number;
  })[];
  /** A buyer typed it on a public selling page and nobody confirmed it; it is not found by its kennitala */
  unverified: boolean;
  /** Of an unverified profile: the customer with the kennitala that the buyer typed */
  possible_match: string | null;
  /** Documents that do not say how they are paid are collected by a bank claim. Shown with the claim subscription */
  is_claim?: boolean;
  /** A discount_value counts on documents that do not send is_discount. Shown with the discount subscription */
  is_discount?: boolean;
}

/** A customer by its fields. A kennitala that is known finds that customer, else a new profile is made. */
export interface CustomerByFields {
  /** Name of the customer */
  name: string;
  /** Your own number for the customer; need not be unique */
  customer_number?: string;
  /** How invoices are delivered: 2 e-invoice, 3 e-mail, 4 on paper or as PDF only */
  output_select?: '2' | '3' | '4' | 2 | 3 | 4;
  /** Street and house number */
  address?: string;
  /** Postal code */
  zip?: string;
  /** Town */
  city?: string;
  /** Kennitala: 10 digits, or empty */
  registration_no?: string;
  /** The same as registration_no, which counts where both are sent */
  kennitala?: string;
  /** E-mail address; may be empty only when output_select is 4 */
  email?: string;
  /** The usual terms of payment: the terms of documents that are made without any */
  term?: string;
  /** Profile photo, base64 */
  photo?: string;
  /** Days from the invoice date to the due date */
  due_date?: number | string;
  /** Days from the invoice date to the final due date */
  settlement_date?: number | string;
  /** The same as settlement_date, which counts where both are sent */
  final_date?: number | string;
  /** Kennitala that e-invoices are sent to, without a scheme prefix; of a buyer abroad its Peppol address with the scheme, as 9930:DE123456789 */
  trading_partner_id?: string;
  /** Telephone */
  phone_number?: string;
  /** VAT number or rate noted for the customer; of a buyer abroad with the letters of its country, as DE123456789 */
  vat?: string;
  /** Language of invoices and letters */
  lang?: 'is' | 'en';
  /** Usual currency */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** No VAT is added to invoices */
  tax_exempt?: true | false | 0 | 1;
  /** Documents that do not say how they are paid are collected by a bank claim */
  is_claim?: true | false | 0 | 1;
  /** A discount_value counts on documents that do not send is_discount */
  is_discount?: true | false | 0 | 1;
  /** In use; a kennitala finds the newest profile that is */
  active?: true | false | 0 | 1;
}

/** A customer of yours, by guid. */
export interface CustomerByGuid {
  /** Name of the customer */
  name?: string;
  /** Your own number for the customer; need not be unique */
  customer_number?: string;
  /** How invoices are delivered: 2 e-invoice, 3 e-mail, 4 on paper or as PDF only */
  output_select?: '2' | '3' | '4' | 2 | 3 | 4;
  /** Street and house number */
  address?: string;
  /** Postal code */
  zip?: string;
  /** Town */
  city?: string;
  /** Kennitala: 10 digits, or empty */
  registration_no?: string;
  /** The same as registration_no, which counts where both are sent */
  kennitala?: string;
  /** E-mail address; may be empty only when output_select is 4 */
  email?: string;
  /** The usual terms of payment: the terms of documents that are made without any */
  term?: string;
  /** Profile photo, base64 */
  photo?: string;
  /** Days from the invoice date to the due date */
  due_date?: number | string;
  /** Days from the invoice date to the final due date */
  settlement_date?: number | string;
  /** The same as settlement_date, which counts where both are sent */
  final_date?: number | string;
  /** Kennitala that e-invoices are sent to, without a scheme prefix; of a buyer abroad its Peppol address with the scheme, as 9930:DE123456789 */
  trading_partner_id?: string;
  /** Telephone */
  phone_number?: string;
  /** VAT number or rate noted for the customer; of a buyer abroad with the letters of its country, as DE123456789 */
  vat?: string;
  /** Language of invoices and letters */
  lang?: 'is' | 'en';
  /** Usual currency */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** No VAT is added to invoices */
  tax_exempt?: true | false | 0 | 1;
  /** Documents that do not say how they are paid are collected by a bank claim */
  is_claim?: true | false | 0 | 1;
  /** A discount_value counts on documents that do not send is_discount */
  is_discount?: true | false | 0 | 1;
  /** In use; a kennitala finds the newest profile that is */
  active?: true | false | 0 | 1;
  /** A customer of yours */
  guid: string;
}

/** A customer of yours, found by its kennitala. */
export interface CustomerByKennitala {
  /** Your own number for the customer; need not be unique */
  customer_number?: string;
  /** How invoices are delivered: 2 e-invoice, 3 e-mail, 4 on paper or as PDF only */
  output_select?: '2' | '3' | '4' | 2 | 3 | 4;
  /** Street and house number */
  address?: string;
  /** Postal code */
  zip?: string;
  /** Town */
  city?: string;
  /** Kennitala: 10 digits, or empty */
  registration_no: string;
  /** The same as registration_no, which counts where both are sent */
  kennitala?: string;
  /** E-mail address; may be empty only when output_select is 4 */
  email?: string;
  /** The usual terms of payment: the terms of documents that are made without any */
  term?: string;
  /** Profile photo, base64 */
  photo?: string;
  /** Days from the invoice date to the due date */
  due_date?: number | string;
  /** Days from the invoice date to the final due date */
  settlement_date?: number | string;
  /** The same as settlement_date, which counts where both are sent */
  final_date?: number | string;
  /** Kennitala that e-invoices are sent to, without a scheme prefix; of a buyer abroad its Peppol address with the scheme, as 9930:DE123456789 */
  trading_partner_id?: string;
  /** Telephone */
  phone_number?: string;
  /** VAT number or rate noted for the customer; of a buyer abroad with the letters of its country, as DE123456789 */
  vat?: string;
  /** Language of invoices and letters */
  lang?: 'is' | 'en';
  /** Usual currency */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** No VAT is added to invoices */
  tax_exempt?: true | false | 0 | 1;
  /** Documents that do not say how they are paid are collected by a bank claim */
  is_claim?: true | false | 0 | 1;
  /** A discount_value counts on documents that do not send is_discount */
  is_discount?: true | false | 0 | 1;
  /** In use; a kennitala finds the newest profile that is */
  active?: true | false | 0 | 1;
}

export interface CustomerChanges {
  /** Name of the customer */
  name?: string;
  /** Your own number for the customer; need not be unique */
  customer_number?: string;
  /** How invoices are delivered: 2 e-invoice, 3 e-mail, 4 on paper or as PDF only */
  output_select?: '2' | '3' | '4' | 2 | 3 | 4;
  /** Street and house number */
  address?: string;
  /** Postal code */
  zip?: string;
  /** Town */
  city?: string;
  /** Kennitala: 10 digits, or empty */
  registration_no?: string;
  /** The same as registration_no, which counts where both are sent */
  kennitala?: string;
  /** E-mail address; may be empty only when output_select is 4 */
  email?: string;
  /** The usual terms of payment: the terms of documents that are made without any */
  term?: string;
  /** Profile photo, base64 */
  photo?: string;
  /** Days from the invoice date to the due date */
  due_date?: number | string;
  /** Days from the invoice date to the final due date */
  settlement_date?: number | string;
  /** The same as settlement_date, which counts where both are sent */
  final_date?: number | string;
  /** Kennitala that e-invoices are sent to, without a scheme prefix; of a buyer abroad its Peppol address with the scheme, as 9930:DE123456789 */
  trading_partner_id?: string;
  /** Telephone */
  phone_number?: string;
  /** VAT number or rate noted for the customer; of a buyer abroad with the letters of its country, as DE123456789 */
  vat?: string;
  /** Language of invoices and letters */
  lang?: 'is' | 'en';
  /** Usual currency */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** No VAT is added to invoices */
  tax_exempt?: true | false | 0 | 1;
  /** Documents that do not say how they are paid are collected by a bank claim */
  is_claim?: true | false | 0 | 1;
  /** A discount_value counts on documents that do not send is_discount */
  is_discount?: true | false | 0 | 1;
  /** In use; a kennitala finds the newest profile that is */
  active?: true | false | 0 | 1;
}

export interface DashboardInvoice {
  /** Username of the account */
  invoice_creator_username: string;
  /** Day of issue */
  invoice_issue_date: string;
  /** Number */
  invoice_number: string;
  /** Whether it is paid */
  invoice_status: 'Paid' | 'Not Paid';
  /** Your own number for the customer */
  customer_number: string;
  /** Name of the customer */
  customer_name: string;
  /** The customer */
  customer_guid: string;
  /** Text for the customer */
  invoice_description: string;
  /** What it is */
  document_type: 'Invoice' | 'Credit Note';
  /** Booking reference */
  invoice_booking_information: string;
  /** Order that it was made from */
  invoice_order_reference: string;
  /** Cost location or reference of the buyer */
  invoice_cost_location: string;
  /** Total without VAT */
  invoice_total_excluding_vat: string;
  /** VAT */
  invoice_vat_total: string;
  /** Discounts, with their VAT */
  invoice_total_discount: string;
  /** Total with VAT */
  invoice_total_including_vat: string;
  /** The lines */
  items: DashboardItem[];
}

export interface DashboardItem {
  /** Number of the item; "Free lines" for a free line */
  number: string;
  /** What was sold */
  name: string;
  /** What was sold */
  description: string;
  /** How many */
  qty: number;
  /** Unit of measure */
  uom: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** VAT code: S 24 %, AA 11 %, Z none */
  vat_code: 'S' | 'AA' | 'Z';
  /** Category of the item; "Free lines" for a free line */
  category_code: string;
  /** The item; null on a free line */
  guid: string | null;
  /** What the line cost you */
  product_cost: string;
  /** Total without VAT */
  total_excluding_vat: number;
  /** VAT */
  total_vat: number;
  /** Total with VAT */
  total_including_vat: number;
  /** Discount, with its VAT */
  total_discount: number;
  /** Total without VAT less the cost */
  profit: number;
  /** Cost as a share of the total without VAT; 0 when there is none */
  margin: number;
}

/** An order, draft or quote, which becomes an invoice later. */
export interface Document {
  /** Identifies the document */
  guid: string;
  /** Its number; empty on a draft */
  number: string;
  /** What it is */
  system_type: 'order' | 'draft' | 'quote';
  /** Whether all of it has been invoiced; declined: the customer does not want the quote */
  status: 'open' | 'invoiced' | 'declined';
  /** Total with VAT */
  amount: number;
  /** Currency of all amounts */
  currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency; null: that of the day of issue */
  exchange_rate: number | null;
  /** Due date (gjalddagi): days from issue, or a date */
  due_date: string | number;
  /** Final due date (eindagi): days from issue, or a date */
  settlement_date: string | number;
  /** Day of delivery */
  delivery_date: string | null;
  /** Text for the customer */
  description: string;
  /** Booking reference */
  booking: string;
  /** Cost location or reference of the buyer */
  cost_provide: string;
  /** Number of the buyer's purchase order */
  order_number: string;
  /** Number of the contract with the buyer */
  contract_number: string;
  /** The buyer's account for its own books */
  accounting_cost: string;
  /** Number or name of the project that it is for */
  project_reference: string;
  /** Terms of payment or delivery */
  terms: string;
  /** Whether a bank claim will be made */
  is_claim: boolean;
  /** Whether there will be a public payment page */
  is_payment_link: boolean;
  /** Whether there is a discount on the whole document */
  is_discount: boolean;
  /** Whether that discount is a percentage */
  discount_type: boolean;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value: number;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee: number;
  /** Whether the invoice will be paid when it is issued */
  mark_paid: boolean;
  /** How it was paid, as it was sent with mark_paid */
  method_payment: number | null;
  /** Attachments, oldest first */
  files: AttachedFile[];
  /** Day it was made */
  created_date: string;
  /** Last change, UTC */
  updated_timestamp: string;
  /** The lines */
  items: ({
    /** The item of the catalogue; null on a free line */
    guid: string | null;
    /** The line itself */
    line_guid: string;
    /** Number of the item */
    item_number: string;
    /** What was sold */
    description: string;
    /** How many */
    qty: number;
    /** Unit of measure */
    uom: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
    /** VAT code: S 24 %, AA 11 %, Z none */
    tax: 'S' | 'AA' | 'Z';
    /** Why a line of code Z has no VAT: exempt by article 12, or outside of VAT. Shown where it is stated */
    vat_kind?: 'zero_rated' | 'outside';
    /** Price of one unit without VAT; may be negative, as for a deposit */
    unit_price: number;
    /** Discount on the line */
    discount: number;
    /** Whether the discount is a percentage */
    discount_type: boolean;
    /** How much of it has been invoiced */
    invoiced_qty: number;
  })[];
  customer: InvoiceCustomer;
}

/** An item of the catalogue by its guid. Fields beside it count for this line instead. */
export interface DocumentCatalogueLine {
  /** An item of the catalogue; then only qty is needed beside it, and the other fields override the item */
  guid: string;
  /** Number of the item: without a description beside it the item of that number, and unit_price, uom and tax override the item; text on a free line */
  item_number?: string;
  /** What is sold; needed with add_new and on a free line */
  description?: string;
  /** How many, with up to 3 decimals */
  qty: number | string;
  /** Unit of measure; needed with add_new, C62 on a free line when left out */
  uom?: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** Price of one unit without VAT; may be negative, as for a deposit; needed with add_new and on a free line */
  unit_price?: number | string;
  /** VAT code: S 24 %, AA 11 %, Z none; needed with add_new, S on a free line when left out */
  tax?: 'S' | 'AA' | 'Z';
  /** Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent); when left out zero_rated for buyers abroad, else outside */
  vat_kind?: 'zero_rated' | 'outside';
  /** Discount on the line */
  discount?: number | string;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** 1: the line brings its own item, which is added to the catalogue. Without it and without guid, description and unit_price make a free line, which stands on this document only */
  add_new?: false | 0;
}

export interface DocumentChanges {
  /** Sum of the lines with VAT and after discounts; checked when it is sent */
  amount?: number | string;
  /** Currency of all amounts; ISK when left out */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency; else, or empty, the rate of the day of issue */
  exchange_rate?: number | string;
  /** Finds the newest active customer profile with it */
  kennitala?: string;
  customer?: NewInvoiceCustomer;
  /** Due date (gjalddagi): days from issue, or a date; the customer's own days when left out */
  due_date?: number | string;
  /** Final due date (eindagi): days from issue, or a date; the customer's own days when left out */
  settlement_date?: number | string;
  /** Day of delivery */
  delivery_date?: string;
  /** Text for the customer */
  description?: string;
  /** Booking reference */
  booking?: string;
  /** Cost location or reference of the buyer */
  cost_provide?: string;
  /** Number of the buyer's purchase order */
  order_number?: string;
  /** Number of the contract with the buyer */
  contract_number?: string;
  /** The buyer's account for its own books */
  accounting_cost?: string;
  /** Number or name of the project that it is for */
  project_reference?: string;
  /** Terms of payment or delivery */
  terms?: string;
  /** Sends the e-invoice elsewhere than the customer's own */
  trading_partner_id?: string;
  /** Make a bank claim when it is invoiced; the customer's own choice when left out */
  is_claim?: true | false | 0 | 1;
  /** Discount on the whole document, by discount_value; the customer's own choice when left out */
  is_discount?: true | false | 0 | 1;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value?: number | string;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee?: number | string;
  /** 1: the account's usual payment fee, on a document in ISK that has no payment_fee */
  default_payment_fee?: true | false | 0 | 1;
  /** The invoice is paid when it is issued */
  mark_paid?: true | false | 0 | 1;
  /** How it is paid, with mark_paid */
  method_payment?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
  /** Create a public payment page when it is invoiced */
  is_payment_link?: true | false | 0 | 1;
  /** Attachments: ids answered by upload-file, separated by commas. They are attached to each of its invoices; an update replaces the list */
  files?: string;
  /** The lines */
  items?: NewDocumentLine[];
}

/** What a write does with one document. */
export interface DocumentEffect {
  /** The record that is made, or what is done with `record` */
  kind: 'invoice' | 'credit_note' | 'draft' | 'order' | 'quote' | 'recurring' | 'cost' | 'customer' | 'item' | 'task' | 'time_log' | 'file' | 'payment' | 'bank_line' | 'documents' | 'delivery' | 'reminder' | 'change' | 'deletion';
  /** What the new record is called; empty where it has lines */
  name: string;
  /** The record that it acts on; null where it makes a new one by itself */
  record: {
    /** What it is */
    kind: 'invoice' | 'credit_note' | 'draft' | 'order' | 'quote' | 'recurring' | 'cost' | 'customer' | 'item' | 'task' | 'time_log' | 'file' | 'payment' | 'bank_line';
    /** Identifies it */
    guid: string;
    /** Its number; empty where it has none */
    number: string;
    /** Its customer or supplier, or its own name */
    name: string;
  } | null;
  /** Who receives the document */
  receiver: {
    /** Empty where none is known */
    kennitala: string;
    /** Who receives it */
    name: string;
    /** The profile of a receiver who has no kennitala */
    customer?: string;
    /** Where it goes: email:… or einvoice:… */
    addresses: string[];
  } | null;
  /** With VAT; null where there is no sum */
  amount: number | null;
  /** Charged on top of the amount when it is paid */
  fee: number | null;
  /** Currency of all sums */
  currency: string | null;
  /** ISK for one unit of the currency */
  exchange_rate: number | null;
  /** The lines of the document */
  lines: ({
    /** The number of the item */
    item_number: string;
    /** What is sold */
    description: string;
    /** The quantity */
    qty: string;
    /** The unit */
    uom: string;
    /** Net price of a unit */
    unit_price: string;
    /** The discount: an amount, or a percentage */
    discount: string;
    /** The code of its VAT */
    tax: string;
    /** Why it has no VAT */
    vat_kind?: string;
    /** Its account */
    category?: string;
    /** The cost of the item */
    product_cost?: string;
    /** The billed task */
    task_guid?: string;
  })[];
  /** Net and VAT of each rate */
  vat: ({
    /** The code of the rate */
    tax: string;
    /** In percent */
    rate: number;
    /** Without VAT */
    net: number;
    /** The VAT */
    vat: number;
  })[];
  /** The dates of the document */
  dates: Record<string, string | null>;
  /** What is sent, and where */
  deliver: ({
    /** How it is sent */
    channel: 'email' | 'einvoice';
    /** The address that it is sent to */
    to: string;
  })[];
  /** Whether a claim is made at the bank */
  claim: boolean;
  /** The payment or refund that is recorded at once */
  payment: {
    /** How much */
    amount: number;
    /** How it is paid, by its code */
    method: number | null;
  } | null;
  /** What is attached */
  files: ({
    /** Its name */
    name: string;
    /** Its digest */
    sha256: string;
  })[];
  /** Other fields that are stored or changed */
  fields: ({
    /** Name of the field, as it is sent */
    name: string;
    /** The old value; left out in a new record */
    from?: unknown;
    /** The new value */
    to: unknown;
  })[];
  /** Dates and fields that were not sent: an approval uses the values of its own day */
  defaults: string[];
}

/** A line of its own words and price, which is on this document only. The unit is C62 and the VAT code S unless sent. */
export interface DocumentFreeLine {
  /** Number of the item: without a description beside it the item of that number, and unit_price, uom and tax override the item; text on a free line */
  item_number?: string;
  /** What is sold; needed with add_new and on a free line */
  description: string;
  /** How many, with up to 3 decimals */
  qty: number | string;
  /** Unit of measure; needed with add_new, C62 on a free line when left out */
  uom?: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** Price of one unit without VAT; may be negative, as for a deposit; needed with add_new and on a free line */
  unit_price: number | string;
  /** VAT code: S 24 %, AA 11 %, Z none; needed with add_new, S on a free line when left out */
  tax?: 'S' | 'AA' | 'Z';
  /** Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent); when left out zero_rated for buyers abroad, else outside */
  vat_kind?: 'zero_rated' | 'outside';
  /** Discount on the line */
  discount?: number | string;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
}

/** An item of the catalogue by its number. Price, unit and VAT code beside it count for this line instead. */
export interface DocumentItemNumberLine {
  /** Number of the item: without a description beside it the item of that number, and unit_price, uom and tax override the item; text on a free line */
  item_number: string;
  /** How many, with up to 3 decimals */
  qty: number | string;
  /** Unit of measure; needed with add_new, C62 on a free line when left out */
  uom?: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** Price of one unit without VAT; may be negative, as for a deposit; needed with add_new and on a free line */
  unit_price?: number | string;
  /** VAT code: S 24 %, AA 11 %, Z none; needed with add_new, S on a free line when left out */
  tax?: 'S' | 'AA' | 'Z';
  /** Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent); when left out zero_rated for buyers abroad, else outside */
  vat_kind?: 'zero_rated' | 'outside';
  /** Discount on the line */
  discount?: number | string;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
}

/** A line that brings its own item, which is added to the catalogue. */
export interface DocumentNewItemLine {
  /** Number of the item: without a description beside it the item of that number, and unit_price, uom and tax override the item; text on a free line */
  item_number: string;
  /** What is sold; needed with add_new and on a free line */
  description: string;
  /** How many, with up to 3 decimals */
  qty: number | string;
  /** Unit of measure; needed with add_new, C62 on a free line when left out */
  uom: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** Price of one unit without VAT; may be negative, as for a deposit; needed with add_new and on a free line */
  unit_price: number | string;
  /** VAT code: S 24 %, AA 11 %, Z none; needed with add_new, S on a free line when left out */
  tax: 'S' | 'AA' | 'Z';
  /** Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent); when left out zero_rated for buyers abroad, else outside */
  vat_kind?: 'zero_rated' | 'outside';
  /** Discount on the line */
  discount?: number | string;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** 1: the line brings its own item, which is added to the catalogue. Without it and without guid, description and unit_price make a free line, which stands on this document only */
  add_new: true | 1;
}

/** All that a write does. */
export interface Effect {
  /** The record that is made, or what is done with `record` */
  kind: 'invoice' | 'credit_note' | 'draft' | 'order' | 'quote' | 'recurring' | 'cost' | 'customer' | 'item' | 'task' | 'time_log' | 'file' | 'payment' | 'bank_line' | 'documents' | 'delivery' | 'reminder' | 'change' | 'deletion';
  /** What the new record is called; empty where it has lines */
  name: string;
  /** The record that it acts on; null where it makes a new one by itself */
  record: {
    /** What it is */
    kind: 'invoice' | 'credit_note' | 'draft' | 'order' | 'quote' | 'recurring' | 'cost' | 'customer' | 'item' | 'task' | 'time_log' | 'file' | 'payment' | 'bank_line';
    /** Identifies it */
    guid: string;
    /** Its number; empty where it has none */
    number: string;
    /** Its customer or supplier, or its own name */
    name: string;
  } | null;
  /** Who receives the document */
  receiver: {
    /** Empty where none is known */
    kennitala: string;
    /** Who receives it */
    name: string;
    /** The profile of a receiver who has no kennitala */
    customer?: string;
    /** Where it goes: email:… or einvoice:… */
    addresses: string[];
  } | null;
  /** With VAT; null where there is no sum */
  amount: number | null;
  /** Charged on top of the amount when it is paid */
  fee: number | null;
  /** Currency of all sums */
  currency: string | null;
  /** ISK for one unit of the currency */
  exchange_rate: number | null;
  /** The lines of the document */
  lines: ({
    /** The number of the item */
    item_number: string;
    /** What is sold */
    description: string;
    /** The quantity */
    qty: string;
    /** The unit */
    uom: string;
    /** Net price of a unit */
    unit_price: string;
    /** The discount: an amount, or a percentage */
    discount: string;
    /** The code of its VAT */
    tax: string;
    /** Why it has no VAT */
    vat_kind?: string;
    /** Its account */
    category?: string;
    /** The cost of the item */
    product_cost?: string;
    /** The billed task */
    task_guid?: string;
  })[];
  /** Net and VAT of each rate */
  vat: ({
    /** The code of the rate */
    tax: string;
    /** In percent */
    rate: number;
    /** Without VAT */
    net: number;
    /** The VAT */
    vat: number;
  })[];
  /** The dates of the document */
  dates: Record<string, string | null>;
  /** What is sent, and where */
  deliver: ({
    /** How it is sent */
    channel: 'email' | 'einvoice';
    /** The address that it is sent to */
    to: string;
  })[];
  /** Whether a claim is made at the bank */
  claim: boolean;
  /** The payment or refund that is recorded at once */
  payment: {
    /** How much */
    amount: number;
    /** How it is paid, by its code */
    method: number | null;
  } | null;
  /** What is attached */
  files: ({
    /** Its name */
    name: string;
    /** Its digest */
    sha256: string;
  })[];
  /** Other fields that are stored or changed */
  fields: ({
    /** Name of the field, as it is sent */
    name: string;
    /** The old value; left out in a new record */
    from?: unknown;
    /** The new value */
    to: unknown;
  })[];
  /** Dates and fields that were not sent: an approval uses the values of its own day */
  defaults: string[];
  /** The documents of a write that makes several, in their order */
  documents?: DocumentEffect[];
}

export interface EffectSummary {
  /** The record that is made, or what is done with another one */
  kind: 'invoice' | 'credit_note' | 'draft' | 'order' | 'quote' | 'recurring' | 'cost' | 'customer' | 'item' | 'task' | 'time_log' | 'file' | 'payment' | 'bank_line' | 'documents' | 'delivery' | 'reminder' | 'change' | 'deletion';
  /** The kind of record that it acts on */
  record?: 'invoice' | 'credit_note' | 'draft' | 'order' | 'quote' | 'recurring' | 'cost' | 'customer' | 'item' | 'task' | 'time_log' | 'file' | 'payment' | 'bank_line';
  /** The number of that record */
  number?: string;
  /** The receiver, or the name of the record */
  name: string;
  /** With VAT */
  amount?: number;
  /** Its currency */
  currency?: string;
}

export interface Einvoice {
  /** What it is */
  kind: 'invoice' | 'credit_note';
  /** UNCL 1001 */
  type_code: string;
  /** The seller's number */
  number: string;
  /** Its date; null where it is not stated */
  issue_date: string | null;
  /** When it is due; null where it is not stated */
  due_date: string | null;
  /** When it was delivered; null where it is not stated */
  delivery_date: string | null;
  /** What it is for */
  period: {
    /** First day; null where it is not stated */
    start: string | null;
    /** Last day; null where it is not stated */
    end: string | null;
  };
  /** Currency of all figures */
  currency: string;
  /** What the seller notes */
  notes: string[];
  /** What it refers to */
  references: {
    /** The buyer's own order */
    order: string;
    /** The seller's order */
    sales_order: string;
    /** Reference that the buyer asked for */
    buyer_reference: string;
    /** Contract */
    contract: string;
    /** Project */
    project: string;
    /** The buyer's account */
    accounting_cost: string;
  };
  /** The invoices that a credit note or correction is about */
  preceding: ({
    /** The seller's number */
    number: string;
    /** Its date; null where it is not stated */
    issue_date: string | null;
    /** The cost of that document; null where there is none */
    cost_guid: string | null;
  })[];
  /** Who sent it */
  seller: {
    /** Registered name */
    name: string;
    /** Kennitala, or empty */
    kennitala: string;
    /** Number in its register */
    company_id: string;
    /** VAT number */
    vat_number: string;
    /** Electronic address */
    endpoint: {
      /** Register */
      scheme: string;
      /** Number in it */
      id: string;
    };
    /** Street */
    street: string;
    /** City */
    city: string;
    /** Postal code */
    zip: string;
    /** Country, ISO 3166-1 */
    country: string;
    /** E-mail address */
    email: string;
  };
  /** Who is to pay it */
  buyer: {
    /** Registered name */
    name: string;
    /** Kennitala, or empty */
    kennitala: string;
    /** Number in its register */
    company_id: string;
    /** VAT number */
    vat_number: string;
    /** Electronic address */
    endpoint: {
      /** Register */
      scheme: string;
      /** Number in it */
      id: string;
    };
    /** Street */
    street: string;
    /** City */
    city: string;
    /** Postal code */
    zip: string;
    /** Country, ISO 3166-1 */
    country: string;
    /** E-mail address */
    email: string;
  };
  /** Ways to pay */
  payment: ({
    /** UNCL 4461 */
    means: string;
    /** Account or IBAN */
    account: string;
    /** Whose it is */
    account_name: string;
    /** BIC or branch */
    bank: string;
    /** Payment reference that the payer must send */
    reference: string;
  })[];
  /** Terms of payment */
  payment_terms: string;
  /** What was bought */
  lines: ({
    /** Number of the line */
    number: string;
    /** What was bought */
    name: string;
    /** More about it */
    description: string;
    /** The seller's number of the item */
    item_number: string;
    /** What the seller notes */
    note: string;
    /** Line of the buyer's order */
    order_line: string;
    /** How many */
    quantity: number | null;
    /** Unit, UN/ECE Recommendation 20 */
    unit: string;
    /** Price without VAT */
    price: number | null;
    /** Number of units that the price is for; 1 where it is not stated */
    price_quantity: number | null;
    /** Sum of the line without VAT */
    amount: number | null;
    /** Category of VAT, UNCL 5305 */
    vat_category: string;
    /** Rate of VAT */
    vat_percent: number | null;
    /** Discounts and charges of the line, within its amount */
    allowances: ({
      /** true: a charge; false: a discount */
      is_charge: boolean;
      /** Why */
      reason: string;
      /** In percent */
      percent: number | null;
      /** Base amount of the percentage */
      base: number | null;
      /** How much */
      amount: number | null;
      /** Category of VAT, UNCL 5305 */
      vat_category: string;
      /** Rate of VAT */
      vat_percent: number | null;
    })[];
  })[];
  /** Discounts and charges on the document */
  allowances: ({
    /** true: a charge; false: a discount */
    is_charge: boolean;
    /** Why */
    reason: string;
    /** In percent */
    percent: number | null;
    /** Base amount of the percentage */
    base: number | null;
    /** How much */
    amount: number | null;
    /** Category of VAT, UNCL 5305 */
    vat_category: string;
    /** Rate of VAT */
    vat_percent: number | null;
  })[];
  /** VAT by rate and category */
  vat: ({
    /** Category of VAT, UNCL 5305 */
    category: string;
    /** Rate */
    percent: number | null;
    /** Sum before VAT */
    base: number | null;
    /** VAT */
    amount: number | null;
    /** Reason for no VAT */
    exemption: string;
  })[];
  /** Its sums */
  totals: {
    /** All lines */
    lines: number | null;
    /** Discounts on the document */
    allowances: number | null;
    /** Charges on the document */
    charges: number | null;
    /** Before VAT */
    net: number | null;
    /** VAT */
    vat: number | null;
    /** With VAT */
    gross: number | null;
    /** Paid before */
    prepaid: number | null;
    /** Rounding of what is to be paid */
    rounding: number | null;
    /** To be paid */
    payable: number | null;
  };
  /** Files inside of the document */
  attachments: ({
    /** Name of the file */
    name: string;
    /** What it is */
    description: string;
  })[];
  /** Findings of our checks; empty where there are none */
  findings: ({
    /** Stable code */
    code: string;
    /** The finding, as a sentence */
    message: string;
    values: string[];
  })[];
  /** Answers that were sent to its sender, the oldest first */
  answers: EinvoiceAnswer[];
}

export interface EinvoiceAnswer {
  /** The answer */
  guid: string;
  /** What was answered */
  answer: 'accepted' | 'rejected' | 'in_query';
  /** queued: it is on its way; sent: the network has taken it; refused: the network has not */
  state: 'queued' | 'sent' | 'refused';
  /** Why, for the sender, or empty */
  reason: string;
  /** Why the network has refused it; empty where it has not */
  problem: string;
  /** When it was given, UTC */
  answered_at: string;
  /** Who has answered; empty: the key of the account */
  answered_by: string;
}

export interface EinvoiceAnswerState {
  /** The answer */
  guid: string;
  /** What was answered */
  answer: 'accepted' | 'rejected' | 'in_query';
  /** queued: it is on its way; sent: the network has taken it; refused: the network has not */
  state: 'queued' | 'sent' | 'refused';
}

export interface Event {
  /** Identifies the event; a webhook sends it as webhook-id */
  id: string;
  /** Type of the event */
  type: 'invoice.issued' | 'invoice.imported' | 'invoice.sent' | 'invoice.reminded' | 'invoice.delivered' | 'invoice.bounced' | 'invoice.overdue' | 'invoice.claim_sent' | 'invoice.collection_started' | 'invoice.claim_paid' | 'invoice.claim_cancelled' | 'invoice.payment_recorded' | 'invoice.payment_reversed' | 'invoice.paid' | 'invoice.reopened' | 'invoice.written_off' | 'invoice.write_off_undone' | 'invoice.credited' | 'invoice.cancelled' | 'invoice.posted' | 'invoice.updated' | 'payment.recorded' | 'payment.allocated' | 'payment.reversed' | 'bank.imported' | 'bank.consent_ending' | 'bank.booked' | 'bank.unbooked' | 'bank.ignored' | 'bank.restored' | 'draft.created' | 'draft.updated' | 'draft.deleted' | 'draft.invoiced' | 'quote.created' | 'quote.updated' | 'quote.deleted' | 'quote.sent' | 'quote.accepted' | 'quote.declined' | 'quote.invoiced' | 'order.created' | 'order.updated' | 'order.deleted' | 'order.invoiced' | 'recurring.created' | 'recurring.updated' | 'recurring.paused' | 'recurring.resumed' | 'recurring.stopped' | 'customer.created' | 'customer.updated' | 'customer.merged' | 'note.created' | 'note.deleted' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'item.created' | 'item.updated' | 'cost.created' | 'cost.read' | 'cost.approved' | 'cost.first_approved' | 'cost.updated' | 'cost.answered' | 'cost.moved' | 'cost.imported' | 'cost.deleted' | 'task.created' | 'task.updated' | 'task.started' | 'task.stopped' | 'task.logged' | 'task.invoiced' | 'task.closed' | 'sale.created' | 'sale.updated' | 'sale.ordered' | 'sale.paid' | 'sale.lapsed' | 'sale.attended' | 'vat.period_locked' | 'vat.return_submitted' | 'vat.kind_decided' | 'vat.period_unlocked' | 'question.asked' | 'question.answered' | 'question.closed' | 'company.updated' | 'proposal.waiting' | 'proposal.approved' | 'proposal.declined' | 'proposal.withdrawn' | 'proposal.expired' | 'agent.connected' | 'agent.limits_changed' | 'agent.frozen' | 'agent.unfrozen' | 'agent.revoked';
  /** When it happened, UTC */
  at: string;
  /** The guid and number of the record, and the fields of the type */
  data: Record<string, unknown>;
}

/** A line of its own words and price, which is on this document only. The unit is C62 and the VAT code S unless sent. */
export interface FreeLine {
  /** On a credit note: the line of the invoice, as get-invoice names it */
  line_guid?: string;
  /** Number of the item: without a description beside it the item of that number, and unit_price, uom and tax override the item; text on a free line */
  item_number?: string;
  /** What is sold; needed with add_new and on a free line */
  description: string;
  /** How many, with up to 3 decimals */
  qty: number | string;
  /** Unit of measure; needed with add_new, C62 on a free line when left out */
  uom?: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** Price of one unit without VAT; may be negative, as for a deposit; needed with add_new and on a free line */
  unit_price: number | string;
  /** VAT code: S 24 %, AA 11 %, Z none; needed with add_new, S on a free line when left out */
  tax?: 'S' | 'AA' | 'Z';
  /** Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent); when left out zero_rated for buyers abroad, else outside */
  vat_kind?: 'zero_rated' | 'outside';
  /** Discount on the line */
  discount?: number | string;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** A task whose unbilled time this line bills; from then on it is on this invoice. Without an item the line has that of the task */
  task_guid?: string;
}

export interface ImportedRecords {
  /** Identifies the import */
  guid: string;
  /** What the rows are */
  kind: 'customers' | 'items' | 'costs' | 'open_invoices';
  /** How many rows the file has */
  rows_total: number;
  /** How many became new records */
  rows_new: number;
  /** Number that change an existing record */
  rows_changed: number;
  /** Number that equal an existing record */
  rows_same: number;
  /** How many cannot be imported; with one of them nothing is written */
  rows_refused: number;
  /** Each row */
  rows: ({
    /** Number of the row in the file, from 1 */
    row: number;
    /** What becomes of it */
    fate: 'new' | 'changed' | 'same' | 'refused';
    /** Why the row is refused, or the fields that change */
    message: string;
  })[];
  /** How the columns were read; send it back, changed, to read them otherwise */
  mapping: Record<string, string>;
}

export interface Invoice {
  /** Identifies the invoice */
  guid: string;
  /** Number in the series of the account; empty on a draft */
  number: string;
  /** Total with VAT */
  amount: number;
  /** Currency of all amounts */
  currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** Its status */
  status: 'Draft' | 'Sent' | 'Cancelled' | 'Paid' | 'Collection';
  /** Day it was made */
  created_date: string;
  /** Day of issue */
  issue_date: string;
  /** Due date (gjalddagi) */
  due_date: string;
  /** Final due date (eindagi) */
  settlement_date: string;
  /** Day of delivery */
  delivery_date: string | null;
  /** Text for the customer */
  description: string;
  /** Booking reference */
  booking: string;
  /** Cost location or reference of the buyer */
  cost_provide: string;
  /** Number of the buyer's purchase order */
  order_number: string;
  /** Number of the contract with the buyer */
  contract_number: string;
  /** The buyer's account for its own books */
  accounting_cost: string;
  /** Number or name of the project that it is for */
  project_reference: string;
  /** Terms of payment or delivery */
  terms: string;
  /** An invoice, or a credit note */
  type: 'invoice' | 'credit';
  /** The invoice that a credit note credits */
  refer_guid: string | null;
  /** What bookkeeping did with it; empty on a draft */
  accounting_status: '' | 'Created' | 'Posted' | 'Skipped' | 'Error';
  /** Message of bookkeeping */
  accounting_message: string;
  /** Last change, UTC */
  updated_timestamp: string;
  /** Where its e-invoice stands; empty when there is none */
  xml_status: '' | 'queued' | 'sent' | 'delivered' | 'rejected' | 'failed';
  /** The claim at the bank; empty when there is none */
  claim_id: string;
  /** Where the claim stands */
  claim_status: '' | 'sent' | 'paid' | 'cancel';
  /** Notice about the claim for a person: a refusal of the bank, or a refund */
  claim_message: string;
  /** Notice about a payment by the link for a person: a refund, or a remainder */
  payment_message: string;
  /** Capital gains tax that was withheld, as the bank reported it with the payment */
  capital_gains_tax: number;
  /** Other costs of late payment, as the bank reported it with the payment */
  other_default_costs_amount: number;
  /** Charge for late payment, as the bank reported it with the payment */
  default_charge_amount: number;
  /** Interest for late payment, as the bank reported it with the payment */
  default_interest_amount: number;
  /** What came in, as the bank reported it with the payment */
  bank_transaction_amount: number;
  /** Net of the lines at 24 % VAT, without the VAT */
  total_24vat: number;
  /** Net of the lines at 11 % VAT, without the VAT */
  total_11vat: number;
  /** Net of the lines without VAT */
  total_0vat: number;
  /** VAT at 24 % */
  vat_24: number;
  /** VAT at 11 % */
  vat_11: number;
  /** ISK for one unit of the currency */
  exchange_rate: number;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee: number;
  /** Whether there is a discount on the whole invoice */
  is_discount: boolean;
  /** Whether that discount is a percentage */
  discount_type: boolean;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value: number;
  /** How much of it has been credited */
  credited_amount: number;
  /** Whether it was credited in full */
  credited: boolean;
  /** How much of it payments have settled; of a credit note how much was paid back or applied */
  paid_amount: number;
  /** Only on credit notes: the amount that is owed to the customer */
  refund_amount?: number;
  /** Amount of it that was written off */
  written_off_amount: number;
  /** Day of the write-off; null where there is none */
  written_off_on: string | null;
  /** What decide-vat-kind decided on its lines without VAT */
  decided_vat_kind?: 'zero_rated' | 'outside';
  /** On imported invoices: a former system issued and reported it */
  is_imported?: boolean;
  /** What is still owed after credits and payments; of a credit note what is still to be paid back; 0 where nothing is */
  remaining: number;
  /** The payments that settle it, oldest first; reversed ones are left out */
  payments: ({
    /** The payment */
    guid: string;
    /** Day of value */
    paid_on: string;
    /** The share of this invoice */
    amount: number;
    /** How it was paid */
    method_payment: number | null;
    /** How the service knows of it */
    source: 'manual' | 'claim' | 'payment_link' | 'bank' | 'sale' | 'import' | 'credit';
  })[];
  /** When the customer was last reminded of it; null where never, UTC */
  reminded_at: string | null;
  /** Day of the last payment, or on which a credit note was settled */
  paid_on: string | null;
  /** Whether mark_paid was sent; a draft is then paid when it is issued */
  mark_paid: boolean;
  /** How it was paid, as it was sent with mark_paid */
  method_payment: number | null;
  /** Attachments, oldest first */
  files: AttachedFile[];
  /** Public page to pay at. Shown when it was asked for, once the invoice is issued */
  payment_link?: string;
  /** The lines */
  items: InvoiceLine[];
  customer: InvoiceCustomer;
}

export interface InvoiceAccounting {
  /** Result of bookkeeping; Posted cannot be changed again */
  accounting_status: 'Posted' | 'Skipped' | 'Error';
  /** Message of bookkeeping */
  accounting_message?: string;
}

/** The customer as it was when the invoice was made. */
export interface InvoiceCustomer {
  /** The profile that it was made for */
  guid: string;
  /** Name */
  name: string;
  /** Street and house number */
  address: string;
  /** Postal code */
  zip: string;
  /** Town */
  city: string;
  /** Kennitala */
  registration_no: string;
  /** E-mail address */
  email: string;
}

export interface InvoiceLine {
  /** The item of the catalogue; null on a free line */
  guid: string | null;
  /** The line itself */
  line_guid: string;
  /** Number of the item */
  item_number: string;
  /** What was sold */
  description: string;
  /** How many */
  qty: number;
  /** Unit of measure */
  uom: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** VAT code: S 24 %, AA 11 %, Z none */
  tax: 'S' | 'AA' | 'Z';
  /** Why a line of code Z has no VAT: exempt by article 12, or outside of VAT. Shown where it is stated */
  vat_kind?: 'zero_rated' | 'outside';
  /** Price of one unit without VAT; may be negative, as for a deposit */
  unit_price: number;
  /** Discount on the line */
  discount: number;
  /** Whether the discount is a percentage */
  discount_type: boolean;
  /** The task that the line bills. Shown when there is one */
  task_guid?: string;
}

export interface InvoiceSummary {
  /** Group of invoices; total is the sum of the others */
  status: 'total' | 'paid' | 'sent' | 'overdue' | 'collection';
  /** How many */
  count: number;
  /** One sum for each currency */
  amounts: ({
    /** Currency */
    currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
    /** Sum with VAT, in which credit notes count negative */
    total: number;
  })[];
}

export interface InvoiceWithTimeline {
  /** Identifies the invoice */
  guid: string;
  /** Number in the series of the account; empty on a draft */
  number: string;
  /** Total with VAT */
  amount: number;
  /** Currency of all amounts */
  currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** Its status */
  status: 'Draft' | 'Sent' | 'Cancelled' | 'Paid' | 'Collection';
  /** Day it was made */
  created_date: string;
  /** Day of issue */
  issue_date: string;
  /** Due date (gjalddagi) */
  due_date: string;
  /** Final due date (eindagi) */
  settlement_date: string;
  /** Day of delivery */
  delivery_date: string | null;
  /** Text for the customer */
  description: string;
  /** Booking reference */
  booking: string;
  /** Cost location or reference of the buyer */
  cost_provide: string;
  /** Number of the buyer's purchase order */
  order_number: string;
  /** Number of the contract with the buyer */
  contract_number: string;
  /** The buyer's account for its own books */
  accounting_cost: string;
  /** Number or name of the project that it is for */
  project_reference: string;
  /** Terms of payment or delivery */
  terms: string;
  /** An invoice, or a credit note */
  type: 'invoice' | 'credit';
  /** The invoice that a credit note credits */
  refer_guid: string | null;
  /** What bookkeeping did with it; empty on a draft */
  accounting_status: '' | 'Created' | 'Posted' | 'Skipped' | 'Error';
  /** Message of bookkeeping */
  accounting_message: string;
  /** Last change, UTC */
  updated_timestamp: string;
  /** Where its e-invoice stands; empty when there is none */
  xml_status: '' | 'queued' | 'sent' | 'delivered' | 'rejected' | 'failed';
  /** The claim at the bank; empty when there is none */
  claim_id: string;
  /** Where the claim stands */
  claim_status: '' | 'sent' | 'paid' | 'cancel';
  /** Notice about the claim for a person: a refusal of the bank, or a refund */
  claim_message: string;
  /** Notice about a payment by the link for a person: a refund, or a remainder */
  payment_message: string;
  /** Capital gains tax that was withheld, as the bank reported it with the payment */
  capital_gains_tax: number;
  /** Other costs of late payment, as the bank reported it with the payment */
  other_default_costs_amount: number;
  /** Charge for late payment, as the bank reported it with the payment */
  default_charge_amount: number;
  /** Interest for late payment, as the bank reported it with the payment */
  default_interest_amount: number;
  /** What came in, as the bank reported it with the payment */
  bank_transaction_amount: number;
  /** Net of the lines at 24 % VAT, without the VAT */
  total_24vat: number;
  /** Net of the lines at 11 % VAT, without the VAT */
  total_11vat: number;
  /** Net of the lines without VAT */
  total_0vat: number;
  /** VAT at 24 % */
  vat_24: number;
  /** VAT at 11 % */
  vat_11: number;
  /** ISK for one unit of the currency */
  exchange_rate: number;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee: number;
  /** Whether there is a discount on the whole invoice */
  is_discount: boolean;
  /** Whether that discount is a percentage */
  discount_type: boolean;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value: number;
  /** How much of it has been credited */
  credited_amount: number;
  /** Whether it was credited in full */
  credited: boolean;
  /** How much of it payments have settled; of a credit note how much was paid back or applied */
  paid_amount: number;
  /** Only on credit notes: the amount that is owed to the customer */
  refund_amount?: number;
  /** Amount of it that was written off */
  written_off_amount: number;
  /** Day of the write-off; null where there is none */
  written_off_on: string | null;
  /** What decide-vat-kind decided on its lines without VAT */
  decided_vat_kind?: 'zero_rated' | 'outside';
  /** On imported invoices: a former system issued and reported it */
  is_imported?: boolean;
  /** What is still owed after credits and payments; of a credit note what is still to be paid back; 0 where nothing is */
  remaining: number;
  /** The payments that settle it, oldest first; reversed ones are left out */
  payments: ({
    /** The payment */
    guid: string;
    /** Day of value */
    paid_on: string;
    /** The share of this invoice */
    amount: number;
    /** How it was paid */
    method_payment: number | null;
    /** How the service knows of it */
    source: 'manual' | 'claim' | 'payment_link' | 'bank' | 'sale' | 'import' | 'credit';
  })[];
  /** When the customer was last reminded of it; null where never, UTC */
  reminded_at: string | null;
  /** Day of the last payment, or on which a credit note was settled */
  paid_on: string | null;
  /** Whether mark_paid was sent; a draft is then paid when it is issued */
  mark_paid: boolean;
  /** How it was paid, as it was sent with mark_paid */
  method_payment: number | null;
  /** Attachments, oldest first */
  files: AttachedFile[];
  /** Public page to pay at. Shown when it was asked for, once the invoice is issued */
  payment_link?: string;
  /** The lines */
  items: InvoiceLine[];
  customer: InvoiceCustomer;
  /** What happened to it, in order */
  timeline: TimelineEntry[];
}

export interface Item {
  /** Identifies the item */
  guid: string;
  /** Number of the item, unique in the account; made up when none is sent */
  item_number: string;
  /** What is sold */
  description: string;
  /** Unit of measure */
  uom: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** VAT code: S 24 %, AA 11 %, Z none */
  tax: 'S' | 'AA' | 'Z';
  /** Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent). Shown where it is stated */
  vat_kind?: 'zero_rated' | 'outside';
  /** Price of one unit without VAT, with up to 4 decimals */
  unit_price: number;
  /** What one unit costs you, for profit and margin in reports */
  product_cost: number;
  /** Category, or the account that sales are booked on */
  category: string;
  /** Offered for use */
  active: boolean;
  /** Last change, UTC */
  updated_timestamp: string;
}

export interface ItemChanges {
  /** Number of the item, unique in the account; made up when none is sent */
  item_number?: string;
  /** What is sold */
  description?: string;
  /** Unit of measure */
  uom?: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** VAT code: S 24 %, AA 11 %, Z none */
  tax?: 'S' | 'AA' | 'Z';
  /** Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent); when left out zero_rated for buyers abroad, else outside */
  vat_kind?: 'zero_rated' | 'outside';
  /** Price of one unit without VAT, with up to 4 decimals */
  unit_price?: number | string;
  /** What one unit costs you, for profit and margin in reports */
  product_cost?: number | string;
  /** Category, or the account that sales are booked on */
  category?: string;
  /** Offered for use */
  active?: true | false | 0 | 1;
}

/** An item of the catalogue by its number. Price, unit and VAT code beside it count for this line instead. */
export interface ItemNumberLine {
  /** On a credit note: the line of the invoice, as get-invoice names it */
  line_guid?: string;
  /** Number of the item: without a description beside it the item of that number, and unit_price, uom and tax override the item; text on a free line */
  item_number: string;
  /** How many, with up to 3 decimals */
  qty: number | string;
  /** Unit of measure; needed with add_new, C62 on a free line when left out */
  uom?: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** Price of one unit without VAT; may be negative, as for a deposit; needed with add_new and on a free line */
  unit_price?: number | string;
  /** VAT code: S 24 %, AA 11 %, Z none; needed with add_new, S on a free line when left out */
  tax?: 'S' | 'AA' | 'Z';
  /** Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent); when left out zero_rated for buyers abroad, else outside */
  vat_kind?: 'zero_rated' | 'outside';
  /** Discount on the line */
  discount?: number | string;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** A task whose unbilled time this line bills; from then on it is on this invoice. Without an item the line has that of the task */
  task_guid?: string;
}

export interface JournalAccount {
  /** The kind of posting */
  key: 'sales_s' | 'sales_aa' | 'sales_z' | 'fee' | 'rounding' | 'interest' | 'charge' | 'exchange_difference' | 'acquirer_fee' | 'lost_claims' | 'bank_fee' | 'bank_interest' | 'bank_interest_paid' | 'cost_2093' | 'cost_2153' | 'cost_2173' | 'cost_2193' | 'cost_2243' | 'cost_2263' | 'cost_2283' | 'cost_2333' | 'cost_2353' | 'cost_2383' | 'cost_2403' | 'cost_2423' | 'cost_2443' | 'cost_2533' | 'cost_2633' | 'cost_3028' | 'cost_3033' | 'cost_3080' | 'cost_3085' | 'cost_3090' | 'cost_3140' | 'cost_3163' | 'cost_3653' | 'cost_5028' | 'cost_9535' | 'cost_other' | 'receivables' | 'withheld_tax' | 'money_1' | 'money_2' | 'money_3' | 'money_4' | 'money_5' | 'money_6' | 'money_7' | 'money_8' | 'money_9' | 'money_other' | 'bank_transfer' | 'bank_other' | 'bank_salary' | 'bank_tax' | 'bank_pension' | 'bank_vat' | 'bank_loan' | 'payables' | 'customer_credit' | 'output_vat_s' | 'output_vat_aa' | 'vat_abroad' | 'input_vat_s' | 'input_vat_aa';
  /** Number of the ledger account */
  account: string;
  /** What it is called */
  name: string;
  /** Whether it is that of the default chart of accounts */
  is_default: boolean;
}

export interface JournalAccountChanges {
  /** Only those that change */
  accounts: ({
    /** The kind of posting */
    key: 'sales_s' | 'sales_aa' | 'sales_z' | 'fee' | 'rounding' | 'interest' | 'charge' | 'exchange_difference' | 'acquirer_fee' | 'lost_claims' | 'bank_fee' | 'bank_interest' | 'bank_interest_paid' | 'cost_2093' | 'cost_2153' | 'cost_2173' | 'cost_2193' | 'cost_2243' | 'cost_2263' | 'cost_2283' | 'cost_2333' | 'cost_2353' | 'cost_2383' | 'cost_2403' | 'cost_2423' | 'cost_2443' | 'cost_2533' | 'cost_2633' | 'cost_3028' | 'cost_3033' | 'cost_3080' | 'cost_3085' | 'cost_3090' | 'cost_3140' | 'cost_3163' | 'cost_3653' | 'cost_5028' | 'cost_9535' | 'cost_other' | 'receivables' | 'withheld_tax' | 'money_1' | 'money_2' | 'money_3' | 'money_4' | 'money_5' | 'money_6' | 'money_7' | 'money_8' | 'money_9' | 'money_other' | 'bank_transfer' | 'bank_other' | 'bank_salary' | 'bank_tax' | 'bank_pension' | 'bank_vat' | 'bank_loan' | 'payables' | 'customer_credit' | 'output_vat_s' | 'output_vat_aa' | 'vat_abroad' | 'input_vat_s' | 'input_vat_aa';
    /** Number of the ledger account; empty: that of the default chart of accounts */
    account?: string;
    /** What it is called */
    name?: string;
  })[];
}

export interface JournalExport {
  /** Identifies the file, which get-journal-export reads again */
  guid: string;
  /** When it was made, UTC */
  created_at: string;
  /** What to call the file */
  file_name: string;
  /** How it is written: a layout of the service, or the name of one of your own */
  layout: string;
  /** First day; null: from the beginning */
  from_date: string | null;
  /** Last day */
  to_date: string;
  /** Whether it has only entries that were not exported before */
  only_new: boolean;
  /** How many documents it has */
  entries: number;
  /** How many rows it has, without the headings */
  lines: number;
  /** The sum of debit, which is that of credit, in ISK */
  debit: number;
  /** How many approved costs and lines of the bank are missing, because their exchange rate is not known */
  without_rate: number;
  /** The digest of the file */
  sha256: string;
}

export interface JournalFile {
  /** Identifies the file, which get-journal-export reads again */
  guid: string;
  /** When it was made, UTC */
  created_at: string;
  /** What to call the file */
  file_name: string;
  /** How it is written: a layout of the service, or the name of one of your own */
  layout: string;
  /** First day; null: from the beginning */
  from_date: string | null;
  /** Last day */
  to_date: string;
  /** Whether it has only entries that were not exported before */
  only_new: boolean;
  /** How many documents it has */
  entries: number;
  /** How many rows it has, without the headings */
  lines: number;
  /** The sum of debit, which is that of credit, in ISK */
  debit: number;
  /** How many approved costs and lines of the bank are missing, because their exchange rate is not known */
  without_rate: number;
  /** The digest of the file */
  sha256: string;
  /** The CSV, base64, in UTF-8 */
  file: string;
}

export interface JournalLayout {
  /** The layout; null: the service has it */
  guid: string | null;
  /** What it is called */
  name: string;
  /** The columns in their order */
  columns: ({
    /** What it holds */
    field: 'date' | 'number' | 'text' | 'account' | 'account_name' | 'debit' | 'credit' | 'amount' | 'vat_code' | 'vat_rate' | 'customer' | 'customer_name' | 'currency' | 'ledger' | 'ledger_account' | 'entry' | 'empty';
    /** Its heading */
    heading: string;
  })[];
  /** Separator of the columns */
  separator: ';' | ',' | 'tab';
  /** The decimal mark of amounts */
  decimal_mark: '.' | ',';
  /** Separator of thousands */
  thousands_mark: 'none' | '.' | ',' | 'space';
  /** How a day is written */
  date_format: 'Y-m-d' | 'd.m.Y' | 'd-m-Y' | 'd/m/Y' | 'Ymd';
  /** Whether the first row has the headings */
  has_header: boolean;
  /** Whether sales and costs are stated with VAT */
  with_vat: boolean;
}

export interface JournalLayoutChanges {
  /** What it is called */
  name?: string;
  /** The columns in their order: the name of a field, or `{field, heading}`. `ledger` is 1, or 2 and 3 for lines of a customer and a supplier, whose kennitala is then `ledger_account`; `amount` is debit less credit; `entry` numbers the documents; an empty list changes nothing */
  columns?: ('date' | 'number' | 'text' | 'account' | 'account_name' | 'debit' | 'credit' | 'amount' | 'vat_code' | 'vat_rate' | 'customer' | 'customer_name' | 'currency' | 'ledger' | 'ledger_account' | 'entry' | 'empty' | {
    field: 'date' | 'number' | 'text' | 'account' | 'account_name' | 'debit' | 'credit' | 'amount' | 'vat_code' | 'vat_rate' | 'customer' | 'customer_name' | 'currency' | 'ledger' | 'ledger_account' | 'entry' | 'empty';
    heading?: string;
  })[];
  /** Separator of the columns */
  separator?: ';' | ',' | 'tab';
  /** The decimal mark of amounts */
  decimal_mark?: '.' | ',';
  /** Separator of thousands */
  thousands_mark?: 'none' | '.' | ',' | 'space';
  /** How a day is written */
  date_format?: 'Y-m-d' | 'd.m.Y' | 'd-m-Y' | 'd/m/Y' | 'Ymd';
  /** Whether the first row has the headings */
  has_header?: true | false | 0 | 1;
  /** Sales and costs are stated with VAT and its rate, instead of VAT in rows of its own */
  with_vat?: true | false | 0 | 1;
}

export interface NewBankAccount {
  /** What it is called */
  name: string;
  /** Its twelve digits; send this or iban */
  account_no?: string;
  /** Its IBAN, which names an Icelandic account as well */
  iban?: string;
  /** Its currency; ISK when left out */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** Books proposals of score 1 by themselves; false when left out */
  auto_book?: true | false | 0 | 1;
  /** file: statements are imported (when left out); bank: transactions are fetched from the bank */
  connection?: 'file' | 'bank';
}

export interface NewBankAction {
  /** What the money is */
  type: 'payment' | 'cost' | 'fee' | 'transfer' | 'other' | 'settled';
  /** Always positive; one action may leave it out and gets what remains of the line. Not sent with settled */
  amount?: number | string;
  /** Of a payment: the customer who pays, or gets the money back */
  customer_guid?: string;
  /** Of a payment: what it settles; left out: the oldest open invoices of the customer */
  allocations?: ({
    /** The invoice to settle, or the credit note to pay back */
    invoice_guid: string;
    /** In the currency of the invoice; as much as fits when left out */
    amount?: number | string;
    /** In the currency of the line, where the invoice has another */
    paid?: number | string;
  })[];
  /** Of a cost: the cost that is paid */
  cost_guid?: string;
  /** Of a cost in another currency than the line: the amount that is paid in its currency; all that remains when left out */
  cost_amount?: number | string;
  /** Of a transfer: the other own account */
  bank_account_guid?: string;
  /** Of other: what it is, such as salary, tax or interest */
  code?: string;
  /** Of other: a note */
  note?: string;
  /** Of settled: payments that are recorded already, of claims or a card provider */
  payments?: string[];
}

/** A credit note. Without items it credits the remainder of the invoice; its customer is that of the invoice. */
export interface NewCreditNote {
  /** Sum of the lines with VAT and after discounts, rounded once to 2 decimals; anything else is refused */
  amount: number | string;
  /** An invoice, or a credit note */
  type: 'credit';
  /** Currency of all amounts; needed unless it is a credit note */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency; else the rate that the service knows for the day of issue */
  exchange_rate?: number | string;
  /** Day of issue; today when left out */
  issue_date?: string;
  /** Due date (gjalddagi); the day of issue when left out */
  due_date?: string;
  /** Final due date (eindagi), not before due_date; create-invoice needs it */
  settlement_date: string;
  /** Day of delivery */
  delivery_date?: string;
  /** Text for the customer */
  description?: string;
  /** Booking reference */
  booking?: string;
  /** Cost location or reference of the buyer */
  cost_provide?: string;
  /** Number of the buyer's purchase order */
  order_number?: string;
  /** Number of the contract with the buyer */
  contract_number?: string;
  /** The buyer's account for its own books */
  accounting_cost?: string;
  /** Number or name of the project that it is for */
  project_reference?: string;
  /** Terms of payment or delivery */
  terms?: string;
  /** The invoice to credit; needed on a credit note */
  ref_invoice_guid: string;
  /** A credit note without items credits this amount, if it is less than the remainder */
  credit_partial?: true | false | 0 | 1;
  /** The lines. A credit note without them credits the remainder */
  items?: NewInvoiceLine[];
  customer?: NewInvoiceCustomer;
  /** Sends the e-invoice elsewhere than the customer's own */
  trading_partner_id?: string;
  /** Make a bank claim; not with mark_paid or is_payment_link. The customer's own choice when left out */
  is_claim?: true | false | 0 | 1;
  /** Discount on the whole invoice, by discount_value. The customer's own choice when left out */
  is_discount?: true | false | 0 | 1;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value?: number | string;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee?: number | string;
  /** 1: the account's usual payment fee, on a document in ISK that has no payment_fee */
  default_payment_fee?: true | false | 0 | 1;
  /** It is paid already; not with is_claim or is_payment_link. A draft is paid when it is issued */
  mark_paid?: true | false | 0 | 1;
  /** How it was paid, with mark_paid: 1 Cash, 2 Visa credit, 3 Visa debit, 4 MasterCard credit, 5 MasterCard debit, 6 Amex, 7 Customer account, 8 Other, 9 Direct deposit */
  method_payment?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
  /** Create a public payment page, answered as payment_link when it is issued */
  is_payment_link?: true | false | 0 | 1;
  /** Attachments: ids answered by upload-file, separated by commas */
  files?: string;
  /** Keep it as a draft: no number, nothing sent */
  save?: true | false | 0 | 1;
}

export interface NewCustomer {
  /** Name of the customer */
  name: string;
  /** Your own number for the customer; need not be unique */
  customer_number?: string;
  /** How invoices are delivered: 2 e-invoice, 3 e-mail, 4 on paper or as PDF only */
  output_select?: '2' | '3' | '4' | 2 | 3 | 4;
  /** Street and house number */
  address?: string;
  /** Postal code */
  zip?: string;
  /** Town */
  city?: string;
  /** Kennitala: 10 digits, or empty */
  registration_no?: string;
  /** The same as registration_no, which counts where both are sent */
  kennitala?: string;
  /** E-mail address; may be empty only when output_select is 4 */
  email?: string;
  /** The usual terms of payment: the terms of documents that are made without any */
  term?: string;
  /** Profile photo, base64 */
  photo?: string;
  /** Days from the invoice date to the due date */
  due_date?: number | string;
  /** Days from the invoice date to the final due date */
  settlement_date?: number | string;
  /** The same as settlement_date, which counts where both are sent */
  final_date?: number | string;
  /** Kennitala that e-invoices are sent to, without a scheme prefix; of a buyer abroad its Peppol address with the scheme, as 9930:DE123456789 */
  trading_partner_id?: string;
  /** Telephone */
  phone_number?: string;
  /** VAT number or rate noted for the customer; of a buyer abroad with the letters of its country, as DE123456789 */
  vat?: string;
  /** Language of invoices and letters */
  lang?: 'is' | 'en';
  /** Usual currency */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** No VAT is added to invoices */
  tax_exempt?: true | false | 0 | 1;
  /** Documents that do not say how they are paid are collected by a bank claim */
  is_claim?: true | false | 0 | 1;
  /** A discount_value counts on documents that do not send is_discount */
  is_discount?: true | false | 0 | 1;
  /** In use; a kennitala finds the newest profile that is */
  active?: true | false | 0 | 1;
}

export type NewDocument = NewDocumentForCustomer | NewDocumentForKennitala;

/** With the customer by guid or by its fields. */
export interface NewDocumentForCustomer {
  /** Sum of the lines with VAT and after discounts; checked when it is sent */
  amount?: number | string;
  /** Currency of all amounts; ISK when left out */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency; else, or empty, the rate of the day of issue */
  exchange_rate?: number | string;
  /** Finds the newest active customer profile with it */
  kennitala?: string;
  customer: NewInvoiceCustomer;
  /** Due date (gjalddagi): days from issue, or a date; the customer's own days when left out */
  due_date?: number | string;
  /** Final due date (eindagi): days from issue, or a date; the customer's own days when left out */
  settlement_date?: number | string;
  /** Day of delivery */
  delivery_date?: string;
  /** Text for the customer */
  description?: string;
  /** Booking reference */
  booking?: string;
  /** Cost location or reference of the buyer */
  cost_provide?: string;
  /** Number of the buyer's purchase order */
  order_number?: string;
  /** Number of the contract with the buyer */
  contract_number?: string;
  /** The buyer's account for its own books */
  accounting_cost?: string;
  /** Number or name of the project that it is for */
  project_reference?: string;
  /** Terms of payment or delivery */
  terms?: string;
  /** Sends the e-invoice elsewhere than the customer's own */
  trading_partner_id?: string;
  /** Make a bank claim when it is invoiced; the customer's own choice when left out */
  is_claim?: true | false | 0 | 1;
  /** Discount on the whole document, by discount_value; the customer's own choice when left out */
  is_discount?: true | false | 0 | 1;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value?: number | string;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee?: number | string;
  /** 1: the account's usual payment fee, on a document in ISK that has no payment_fee */
  default_payment_fee?: true | false | 0 | 1;
  /** The invoice is paid when it is issued */
  mark_paid?: true | false | 0 | 1;
  /** How it is paid, with mark_paid */
  method_payment?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
  /** Create a public payment page when it is invoiced */
  is_payment_link?: true | false | 0 | 1;
  /** Attachments: ids answered by upload-file, separated by commas. They are attached to each of its invoices; an update replaces the list */
  files?: string;
  /** The lines */
  items: NewDocumentLine[];
}

/** For the newest active customer profile with a kennitala. */
export interface NewDocumentForKennitala {
  /** Sum of the lines with VAT and after discounts; checked when it is sent */
  amount?: number | string;
  /** Currency of all amounts; ISK when left out */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency; else, or empty, the rate of the day of issue */
  exchange_rate?: number | string;
  /** Finds the newest active customer profile with it */
  kennitala: string;
  /** Due date (gjalddagi): days from issue, or a date; the customer's own days when left out */
  due_date?: number | string;
  /** Final due date (eindagi): days from issue, or a date; the customer's own days when left out */
  settlement_date?: number | string;
  /** Day of delivery */
  delivery_date?: string;
  /** Text for the customer */
  description?: string;
  /** Booking reference */
  booking?: string;
  /** Cost location or reference of the buyer */
  cost_provide?: string;
  /** Number of the buyer's purchase order */
  order_number?: string;
  /** Number of the contract with the buyer */
  contract_number?: string;
  /** The buyer's account for its own books */
  accounting_cost?: string;
  /** Number or name of the project that it is for */
  project_reference?: string;
  /** Terms of payment or delivery */
  terms?: string;
  /** Sends the e-invoice elsewhere than the customer's own */
  trading_partner_id?: string;
  /** Make a bank claim when it is invoiced; the customer's own choice when left out */
  is_claim?: true | false | 0 | 1;
  /** Discount on the whole document, by discount_value; the customer's own choice when left out */
  is_discount?: true | false | 0 | 1;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value?: number | string;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee?: number | string;
  /** 1: the account's usual payment fee, on a document in ISK that has no payment_fee */
  default_payment_fee?: true | false | 0 | 1;
  /** The invoice is paid when it is issued */
  mark_paid?: true | false | 0 | 1;
  /** How it is paid, with mark_paid */
  method_payment?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
  /** Create a public payment page when it is invoiced */
  is_payment_link?: true | false | 0 | 1;
  /** Attachments: ids answered by upload-file, separated by commas. They are attached to each of its invoices; an update replaces the list */
  files?: string;
  /** The lines */
  items: NewDocumentLine[];
}

export type NewDocumentLine = DocumentCatalogueLine | DocumentNewItemLine | DocumentFreeLine | DocumentItemNumberLine;

export type NewInvoice = NewSalesInvoice | NewCreditNote;

/** A customer by guid or kennitala, or the fields of a new one. Fields that are sent beside the guid or a known kennitala count for this document only; empty ones count as not sent. */
export type NewInvoiceCustomer = CustomerByGuid | CustomerByFields | CustomerByKennitala;

export type NewInvoiceLine = CatalogueLine | NewItemLine | FreeLine | ItemNumberLine | TaskLine;

export interface NewInvoices {
  /** The documents, at most 500, each as create-invoice takes it */
  invoices: NewInvoice[];
}

export interface NewItem {
  /** Number of the item, unique in the account; made up when none is sent */
  item_number?: string;
  /** What is sold */
  description: string;
  /** Unit of measure */
  uom?: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** VAT code: S 24 %, AA 11 %, Z none */
  tax?: 'S' | 'AA' | 'Z';
  /** Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent); when left out zero_rated for buyers abroad, else outside */
  vat_kind?: 'zero_rated' | 'outside';
  /** Price of one unit without VAT, with up to 4 decimals */
  unit_price: number | string;
  /** What one unit costs you, for profit and margin in reports */
  product_cost?: number | string;
  /** Category, or the account that sales are booked on */
  category?: string;
  /** Offered for use */
  active?: true | false | 0 | 1;
}

/** A line that brings its own item, which is added to the catalogue. */
export interface NewItemLine {
  /** On a credit note: the line of the invoice, as get-invoice names it */
  line_guid?: string;
  /** Number of the item: without a description beside it the item of that number, and unit_price, uom and tax override the item; text on a free line */
  item_number: string;
  /** What is sold; needed with add_new and on a free line */
  description: string;
  /** How many, with up to 3 decimals */
  qty: number | string;
  /** Unit of measure; needed with add_new, C62 on a free line when left out */
  uom: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** Price of one unit without VAT; may be negative, as for a deposit; needed with add_new and on a free line */
  unit_price: number | string;
  /** VAT code: S 24 %, AA 11 %, Z none; needed with add_new, S on a free line when left out */
  tax: 'S' | 'AA' | 'Z';
  /** Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent); when left out zero_rated for buyers abroad, else outside */
  vat_kind?: 'zero_rated' | 'outside';
  /** Discount on the line */
  discount?: number | string;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** 1: the line brings its own item, which is added to the catalogue. Without it and without guid, description and unit_price make a free line, which stands on this document only */
  add_new: true | 1;
  /** A task whose unbilled time this line bills; from then on it is on this invoice. Without an item the line has that of the task */
  task_guid?: string;
}

export interface NewJournalLayout {
  /** What it is called */
  name: string;
  /** The columns in their order: the name of a field, or `{field, heading}`. `ledger` is 1, or 2 and 3 for lines of a customer and a supplier, whose kennitala is then `ledger_account`; `amount` is debit less credit; `entry` numbers the documents */
  columns: ('date' | 'number' | 'text' | 'account' | 'account_name' | 'debit' | 'credit' | 'amount' | 'vat_code' | 'vat_rate' | 'customer' | 'customer_name' | 'currency' | 'ledger' | 'ledger_account' | 'entry' | 'empty' | {
    field: 'date' | 'number' | 'text' | 'account' | 'account_name' | 'debit' | 'credit' | 'amount' | 'vat_code' | 'vat_rate' | 'customer' | 'customer_name' | 'currency' | 'ledger' | 'ledger_account' | 'entry' | 'empty';
    heading?: string;
  })[];
  /** Separator of the columns */
  separator?: ';' | ',' | 'tab';
  /** The decimal mark of amounts */
  decimal_mark?: '.' | ',';
  /** Separator of thousands */
  thousands_mark?: 'none' | '.' | ',' | 'space';
  /** How a day is written */
  date_format?: 'Y-m-d' | 'd.m.Y' | 'd-m-Y' | 'd/m/Y' | 'Ymd';
  /** Whether the first row has the headings */
  has_header?: true | false | 0 | 1;
  /** Sales and costs are stated with VAT and its rate, instead of VAT in rows of its own */
  with_vat?: true | false | 0 | 1;
}

export interface NewPayment {
  /** What the payer paid */
  amount: number | string;
  /** Its currency; ISK when left out */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** in when left out; out: money is paid back */
  direction?: 'in' | 'out';
  /** Day of value; today when left out */
  paid_on?: string;
  /** How it was paid: 1 Cash, 2 Visa credit, 3 Visa debit, 4 MasterCard credit, 5 MasterCard debit, 6 Amex, 7 Customer account, 8 Other, 9 Direct deposit */
  method_payment?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
  /** Reference of the transfer */
  reference?: string;
  /** Note for your own people */
  note?: string;
  /** The customer who pays, and who owns the credit of the payment */
  customer_guid?: string;
  /** What it settles. Left out: the customer's open invoices in that currency, oldest due date first; empty: nothing, and all of it is credit */
  allocations?: ({
    /** The invoice to settle; of money that goes out the credit note */
    invoice_guid?: string;
    /** In the currency of the invoice; as much as fits when left out */
    amount?: number | string;
    /** Amount that it uses of a payment in another currency */
    paid?: number | string;
    /** Of money that goes out: the payment whose surplus is paid back */
    payment_guid?: string;
  })[];
  /** Part of the amount that settles no invoice */
  components?: PaymentComponents;
  /** What a card acquirer kept of the amount */
  acquirer_fee?: number | string;
}

export interface NewQuote {
  /** Sum of the lines with VAT and after discounts; checked when it is sent */
  amount?: number | string;
  /** Currency of all amounts; ISK when left out */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency; else, or empty, the rate of the day of issue */
  exchange_rate?: number | string;
  /** Finds the newest active customer profile with it */
  kennitala?: string;
  customer?: NewInvoiceCustomer;
  /** Due date (gjalddagi): days from issue, or a date; the customer's own days when left out */
  due_date?: number | string;
  /** Final due date (eindagi): days from issue, or a date; the customer's own days when left out */
  settlement_date?: number | string;
  /** Day of delivery */
  delivery_date?: string;
  /** Text for the customer */
  description?: string;
  /** Booking reference */
  booking?: string;
  /** Cost location or reference of the buyer */
  cost_provide?: string;
  /** Number of the buyer's purchase order */
  order_number?: string;
  /** Number of the contract with the buyer */
  contract_number?: string;
  /** The buyer's account for its own books */
  accounting_cost?: string;
  /** Number or name of the project that it is for */
  project_reference?: string;
  /** Terms of payment or delivery */
  terms?: string;
  /** Sends the e-invoice elsewhere than the customer's own */
  trading_partner_id?: string;
  /** Make a bank claim when it is invoiced; the customer's own choice when left out */
  is_claim?: true | false | 0 | 1;
  /** Discount on the whole document, by discount_value; the customer's own choice when left out */
  is_discount?: true | false | 0 | 1;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value?: number | string;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee?: number | string;
  /** 1: the account's usual payment fee, on a document in ISK that has no payment_fee */
  default_payment_fee?: true | false | 0 | 1;
  /** The invoice is paid when it is issued */
  mark_paid?: true | false | 0 | 1;
  /** How it is paid, with mark_paid */
  method_payment?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
  /** Create a public payment page when it is invoiced */
  is_payment_link?: true | false | 0 | 1;
  /** Attachments: ids answered by upload-file, separated by commas. They are attached to each of its invoices; an update replaces the list */
  files?: string;
  /** The lines */
  items?: NewDocumentLine[];
  /** Last day on which the customer can accept it on its page; empty for no end */
  valid_until?: string;
  /** What is created when it is accepted: an issued invoice, or a draft that the seller issues; invoice when left out */
  accept_as?: 'invoice' | 'draft';
  /** Remind the customer by mail three days before it expires */
  remind?: true | false | 0 | 1;
  /** invoice: a quote cannot become a credit note */
  type?: 'invoice' | 'credit';
}

export type NewRecurringInvoice = NewRecurringInvoiceForCustomer | NewRecurringInvoiceForKennitala;

/** With the customer by guid or by its fields. */
export interface NewRecurringInvoiceForCustomer {
  /** Sum of the lines with VAT and after discounts; checked when it is sent */
  amount: number | string;
  /** Currency of all amounts */
  currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency; else, or empty, the rate of the day of issue */
  exchange_rate?: number | string;
  /** Finds the newest active customer profile with it */
  kennitala?: string;
  customer: NewInvoiceCustomer;
  /** Due date (gjalddagi): days from issue, or a date; the customer's own days when left out; the day of issue beside a settlement_date that is a date */
  due_date?: number | string;
  /** Final due date (eindagi): days from issue, or a date; the customer's own days when left out */
  settlement_date?: number | string;
  /** Day of delivery */
  delivery_date?: string;
  /** Text for the customer */
  description?: string;
  /** Booking reference */
  booking?: string;
  /** Cost location or reference of the buyer */
  cost_provide?: string;
  /** Number of the buyer's purchase order */
  order_number?: string;
  /** Number of the contract with the buyer */
  contract_number?: string;
  /** The buyer's account for its own books */
  accounting_cost?: string;
  /** Number or name of the project that it is for */
  project_reference?: string;
  /** Terms of payment or delivery */
  terms?: string;
  /** Sends the e-invoice elsewhere than the customer's own */
  trading_partner_id?: string;
  /** Make a bank claim when it is invoiced; the customer's own choice when left out */
  is_claim?: true | false | 0 | 1;
  /** Discount on the whole document, by discount_value; the customer's own choice when left out */
  is_discount?: true | false | 0 | 1;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value?: number | string;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee?: number | string;
  /** 1: the account's usual payment fee, on a document in ISK that has no payment_fee */
  default_payment_fee?: true | false | 0 | 1;
  /** The invoice is paid when it is issued */
  mark_paid?: true | false | 0 | 1;
  /** How it is paid, with mark_paid */
  method_payment?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
  /** Create a public payment page when it is invoiced */
  is_payment_link?: true | false | 0 | 1;
  /** Attachments: ids answered by upload-file, separated by commas. They are attached to each of its invoices; an update replaces the list */
  files?: string;
  /** The lines */
  items: NewDocumentLine[];
  /** The days to due_date and settlement_date count from here; the start date when left out */
  issue_date?: string;
  /** Not possible here: a template is active at once */
  save?: true | false | 0 | 1;
  /** What it is called */
  recurring_name: string;
  /** How often; annuall means yearly */
  recurring_interval: 'weekly' | 'monthly' | 'quarterly' | 'yearly' | 'annuall';
  /** Period that is printed on each invoice: ahead, from its date to the next; behind, from the date before; none when left out */
  recurring_period?: 'ahead' | 'behind';
  /** Day of the first invoice; the other dates are computed from it */
  recurring_start_date: string;
  /** Number of invoices in all; no end when left out */
  recurring_max_invoice?: number | string;
  /** 1: each invoice has the customer's profile of its day; 0: that of now */
  recurring_link_national?: true | false | 0 | 1;
}

/** For the newest active customer profile with a kennitala. */
export interface NewRecurringInvoiceForKennitala {
  /** Sum of the lines with VAT and after discounts; checked when it is sent */
  amount: number | string;
  /** Currency of all amounts */
  currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency; else, or empty, the rate of the day of issue */
  exchange_rate?: number | string;
  /** Finds the newest active customer profile with it */
  kennitala: string;
  /** Due date (gjalddagi): days from issue, or a date; the customer's own days when left out; the day of issue beside a settlement_date that is a date */
  due_date?: number | string;
  /** Final due date (eindagi): days from issue, or a date; the customer's own days when left out */
  settlement_date?: number | string;
  /** Day of delivery */
  delivery_date?: string;
  /** Text for the customer */
  description?: string;
  /** Booking reference */
  booking?: string;
  /** Cost location or reference of the buyer */
  cost_provide?: string;
  /** Number of the buyer's purchase order */
  order_number?: string;
  /** Number of the contract with the buyer */
  contract_number?: string;
  /** The buyer's account for its own books */
  accounting_cost?: string;
  /** Number or name of the project that it is for */
  project_reference?: string;
  /** Terms of payment or delivery */
  terms?: string;
  /** Sends the e-invoice elsewhere than the customer's own */
  trading_partner_id?: string;
  /** Make a bank claim when it is invoiced; the customer's own choice when left out */
  is_claim?: true | false | 0 | 1;
  /** Discount on the whole document, by discount_value; the customer's own choice when left out */
  is_discount?: true | false | 0 | 1;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value?: number | string;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee?: number | string;
  /** 1: the account's usual payment fee, on a document in ISK that has no payment_fee */
  default_payment_fee?: true | false | 0 | 1;
  /** The invoice is paid when it is issued */
  mark_paid?: true | false | 0 | 1;
  /** How it is paid, with mark_paid */
  method_payment?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
  /** Create a public payment page when it is invoiced */
  is_payment_link?: true | false | 0 | 1;
  /** Attachments: ids answered by upload-file, separated by commas. They are attached to each of its invoices; an update replaces the list */
  files?: string;
  /** The lines */
  items: NewDocumentLine[];
  /** The days to due_date and settlement_date count from here; the start date when left out */
  issue_date?: string;
  /** Not possible here: a template is active at once */
  save?: true | false | 0 | 1;
  /** What it is called */
  recurring_name: string;
  /** How often; annuall means yearly */
  recurring_interval: 'weekly' | 'monthly' | 'quarterly' | 'yearly' | 'annuall';
  /** Period that is printed on each invoice: ahead, from its date to the next; behind, from the date before; none when left out */
  recurring_period?: 'ahead' | 'behind';
  /** Day of the first invoice; the other dates are computed from it */
  recurring_start_date: string;
  /** Number of invoices in all; no end when left out */
  recurring_max_invoice?: number | string;
  /** 1: each invoice has the customer's profile of its day; 0: that of now */
  recurring_link_national?: true | false | 0 | 1;
}

/** An invoice to a customer. */
export interface NewSalesInvoice {
  /** Sum of the lines with VAT and after discounts, rounded once to 2 decimals; anything else is refused */
  amount: number | string;
  /** An invoice, or a credit note */
  type: 'invoice';
  /** Currency of all amounts; needed unless it is a credit note */
  currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency; else the rate that the service knows for the day of issue */
  exchange_rate?: number | string;
  /** Day of issue; today when left out */
  issue_date?: string;
  /** Due date (gjalddagi); the day of issue when left out */
  due_date?: string;
  /** Final due date (eindagi), not before due_date; create-invoice needs it */
  settlement_date: string;
  /** Day of delivery */
  delivery_date?: string;
  /** Text for the customer */
  description?: string;
  /** Booking reference */
  booking?: string;
  /** Cost location or reference of the buyer */
  cost_provide?: string;
  /** Number of the buyer's purchase order */
  order_number?: string;
  /** Number of the contract with the buyer */
  contract_number?: string;
  /** The buyer's account for its own books */
  accounting_cost?: string;
  /** Number or name of the project that it is for */
  project_reference?: string;
  /** Terms of payment or delivery */
  terms?: string;
  /** A credit note without items credits this amount, if it is less than the remainder */
  credit_partial?: true | false | 0 | 1;
  /** The lines. A credit note without them credits the remainder */
  items: NewInvoiceLine[];
  customer: NewInvoiceCustomer;
  /** Sends the e-invoice elsewhere than the customer's own */
  trading_partner_id?: string;
  /** Make a bank claim; not with mark_paid or is_payment_link. The customer's own choice when left out */
  is_claim?: true | false | 0 | 1;
  /** Discount on the whole invoice, by discount_value. The customer's own choice when left out */
  is_discount?: true | false | 0 | 1;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value?: number | string;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee?: number | string;
  /** 1: the account's usual payment fee, on a document in ISK that has no payment_fee */
  default_payment_fee?: true | false | 0 | 1;
  /** It is paid already; not with is_claim or is_payment_link. A draft is paid when it is issued */
  mark_paid?: true | false | 0 | 1;
  /** How it was paid, with mark_paid: 1 Cash, 2 Visa credit, 3 Visa debit, 4 MasterCard credit, 5 MasterCard debit, 6 Amex, 7 Customer account, 8 Other, 9 Direct deposit */
  method_payment?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
  /** Create a public payment page, answered as payment_link when it is issued */
  is_payment_link?: true | false | 0 | 1;
  /** Attachments: ids answered by upload-file, separated by commas */
  files?: string;
  /** Keep it as a draft: no number, nothing sent */
  save?: true | false | 0 | 1;
}

export type NewTask = TaskByCustomerGuid | TaskByCustomerNumber;

/** What the work is sold as: an item by its guid, or a new one. */
export type NewTaskItem = TaskItemByGuid | TaskItemByFields;

export interface NewWebhook {
  /** Where events are sent to: https, a public host */
  url: string;
  /** Types of events that are sent, as in get-events; all when left out */
  types?: string[] | string;
  /** What it is for */
  description?: string;
}

export interface OptionalReason {
  /** Why */
  reason?: string;
}

export interface PartDelivery {
  /** Quantity that is delivered now; all that remains when left out */
  items?: ({
    /** A line of the order, or its item */
    guid: string;
    /** How many, with up to 3 decimals */
    qty: number | string;
  })[];
}

export interface PayablesFile {
  /** What to call the file */
  file_name: string;
  /** What it is */
  format: 'pain.001' | 'csv';
  /** How many transfers it has */
  count: number;
  /** What it pays */
  totals: ({
    /** Currency */
    currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
    /** Sum of the transfers in it */
    amount: number;
  })[];
  /** The result for each cost */
  costs: ({
    /** The cost */
    guid: string;
    /** Name of the supplier */
    supplier_name: string;
    /** Amount that the file pays, or would pay */
    amount: number;
    /** Currency of it */
    currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
    /** When it is to be paid; null where it is not in the file */
    pay_on: string | null;
    /** Account of the supplier, as the cost or the last one of the supplier has it */
    payee_account: string;
    /** IBAN of the supplier, from the same cost */
    payee_iban: string;
    /** Whether the last cost of the supplier had another account: ask the supplier */
    account_changed: boolean;
    /** When an earlier file was made that has it; null where none was, UTC */
    exported_at: string | null;
    /** Why it is not in the file; empty where it is */
    left_out: '' | 'not_approved' | 'credit_note' | 'paid' | 'exported' | 'no_account';
  })[];
  /** The file, base64, in UTF-8; null where it would have no transfer */
  file: string | null;
}

export interface PaymentAllocations {
  /** The new allocations; empty: it settles nothing */
  allocations: ({
    /** The invoice to settle; of money that goes out the credit note */
    invoice_guid?: string;
    /** In the currency of the invoice; as much as fits when left out */
    amount?: number | string;
    /** Amount that it uses of a payment in another currency */
    paid?: number | string;
  })[];
}

export interface PaymentComponents {
  /** Interest for late payment */
  interest?: number | string;
  /** Charge for late payment */
  charge?: number | string;
  /** Fee that was charged on top of the invoice */
  fee?: number | string;
}

export interface PaymentRecord {
  /** Identifies the payment */
  guid: string;
  /** Whether the money came in or went out */
  direction: 'in' | 'out';
  /** What was paid, always positive */
  amount: number;
  /** Its currency */
  currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** Day of value */
  paid_on: string;
  /** When it was entered, UTC */
  recorded_at: string;
  /** How it was paid: 1 Cash, 2 Visa credit, 3 Visa debit, 4 MasterCard credit, 5 MasterCard debit, 6 Amex, 7 Customer account, 8 Other, 9 Direct deposit */
  method_payment: number | null;
  /** How the payment was reported; credit: the credit of a customer was applied */
  source: 'manual' | 'claim' | 'payment_link' | 'bank' | 'sale' | 'import' | 'credit';
  /** Reference of the transfer */
  reference: string;
  /** Note of the account */
  note: string;
  /** The customer who paid, and who owns the part that is not allocated */
  customer: {
    /** The customer */
    guid: string;
    /** Name */
    name: string;
  } | null;
  /** What it settles */
  allocations: ({
    /** The invoice that it settles, or the credit note that it pays back */
    invoice_guid: string | null;
    /** Its number */
    invoice_number: string | null;
    /** The payment whose surplus it pays back or applies */
    payment_guid: string | null;
    /** Amount that is settled or used of it */
    amount: number;
    /** Currency of that amount, which may be another than that of the payment */
    currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
    /** In the currency of the payment */
    paid: number;
    /** Exchange difference to the rate of the invoice, in ISK; positive is a gain */
    exchange_difference: number;
  })[];
  /** Part of the amount that settles no invoice */
  components: {
    /** Interest for late payment */
    interest: number;
    /** Charge for late payment */
    charge: number;
    /** Fee that was charged on top of the invoice */
    fee: number;
  };
  /** What a card acquirer kept of the amount */
  acquirer_fee: number;
  /** What arrived: the amount without what the acquirer kept */
  received: number;
  /** Remainder of it that is credit of the customer */
  unallocated: number;
  /** Whether it counts */
  state: 'booked' | 'reversed';
  /** Day of the reversal */
  reversed_on: string | null;
  /** Why it was reversed */
  reversal_reason: string;
  /** Whether it was reported for a day of a VAT period that was locked already */
  late: boolean;
  /** The line of the bank that it was booked from */
  bank_line_guid: string | null;
  /** What bookkeeping did with it */
  accounting_status: 'Created' | 'Posted' | 'Skipped' | 'Error';
  /** Message of bookkeeping */
  accounting_message: string;
}

export interface PaymentReversal {
  /** Why it is reversed */
  reason: string;
  /** Day of the reversal; today when left out, or the day of value if that is later */
  reversed_on?: string;
}

export interface ProductSale {
  /** Identifies the sale */
  guid: string;
  /** 1 open, 0 closed */
  status: 0 | 1;
  /** Whether buyers can order */
  is_open: boolean;
  /** What is sold: 1 STAND, 2 SUB, 3 DONA, 4 EVENT */
  type: 1 | 2 | 3 | 4;
  /** Public page where it is sold */
  url: string;
  /** Terms of the sale */
  terms: string;
  /** Description of its item */
  name: string;
  /** Text of the page for buyers */
  description: string;
  /** Price with VAT, in ISK */
  amount: number;
  /** Whether the stock is limited */
  inventory_control: boolean;
  /** Number left in stock */
  inventory_count: number;
}

/** A write of a program that waits for a person, or was decided. */
export interface Proposal {
  /** Identifies the proposal */
  guid: string;
  /** Its state */
  state: 'waiting' | 'approved' | 'declined' | 'withdrawn' | 'expired';
  /** The operation that it proposes */
  operation: string;
  /** The limits that the write exceeds */
  reasons: ('mode' | 'max_amount' | 'max_amount_per_day' | 'max_documents_per_day' | 'new_recipients')[];
  /** Where a person decides */
  url: string;
  /** When it expires if nobody decides, UTC */
  expires_at: string;
  /** The program that made it */
  agent_id: string;
  /** Its name */
  agent_name: string;
  /** When it was made, UTC */
  created_at: string;
  /** When it was decided or ended; null: it waits, UTC */
  ended_at: string | null;
  /** Why it was declined; may be empty */
  reason: string;
  /** Why the last approval failed; null: none did */
  refusal: {
    /** The code of the refusal */
    code: string;
    /** What it says */
    message: string;
  } | null;
  /** Kind, receiver and amount of the write */
  summary: EffectSummary;
  /** The number of the document, once it is approved and has one */
  number: string;
  /** Effect when it was proposed */
  effect: Effect;
  /** The whole answer of the write, once it was executed */
  result: Record<string, unknown> | null;
}

export interface Question {
  /** The question */
  guid: string;
  /** open: it waits for an answer; answered: whoever asked has not closed it yet */
  state: 'open' | 'answered' | 'closed';
  /** What the question is about */
  document: {
    /** What it is */
    kind: 'invoice' | 'cost' | 'bank_line' | 'payment';
    /** The document; it may have been deleted since */
    guid: string;
    /** Its number, or empty */
    number: string;
    /** Customer, supplier or payer, or empty */
    name: string;
    /** Its day; null where it was deleted */
    date: string | null;
    /** Its amount; null where it has none or was deleted */
    amount: number | null;
    /** Its currency; null where it was deleted */
    currency: string | null;
  };
  /** What was asked */
  question: string;
  /** When it was asked, UTC */
  asked_at: string;
  /** Who has asked; empty: the key of the account */
  asked_by: string;
  /** The oldest first */
  answers: ({
    /** What was answered */
    answer: string;
    /** When it was answered, UTC */
    answered_at: string;
    /** Who was asked and has answered; empty: the key */
    answered_by: string;
    /** How the answer came; link: by the link of the mail */
    via: 'console' | 'api' | 'link' | 'mail';
    /** The address of a mail that came from another one than was asked */
    sender: string;
  })[];
  /** When it was closed; null: it is not, UTC */
  closed_at: string | null;
  /** Who has closed it; empty: the key, or nobody */
  closed_by: string;
}

export interface QuestionState {
  /** The question */
  guid: string;
  /** open: it waits for an answer; answered: whoever asked has not closed it yet */
  state: 'open' | 'answered' | 'closed';
}

/** A quote, and what the customer answered. */
export interface Quote {
  /** Identifies the document */
  guid: string;
  /** Its number; empty on a draft */
  number: string;
  /** What it is */
  system_type: 'order' | 'draft' | 'quote';
  /** Whether all of it has been invoiced; declined: the customer does not want the quote */
  status: 'open' | 'invoiced' | 'declined';
  /** Total with VAT */
  amount: number;
  /** Currency of all amounts */
  currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency; null: that of the day of issue */
  exchange_rate: number | null;
  /** Due date (gjalddagi): days from issue, or a date */
  due_date: string | number;
  /** Final due date (eindagi): days from issue, or a date */
  settlement_date: string | number;
  /** Day of delivery */
  delivery_date: string | null;
  /** Text for the customer */
  description: string;
  /** Booking reference */
  booking: string;
  /** Cost location or reference of the buyer */
  cost_provide: string;
  /** Number of the buyer's purchase order */
  order_number: string;
  /** Number of the contract with the buyer */
  contract_number: string;
  /** The buyer's account for its own books */
  accounting_cost: string;
  /** Number or name of the project that it is for */
  project_reference: string;
  /** Terms of payment or delivery */
  terms: string;
  /** Whether a bank claim will be made */
  is_claim: boolean;
  /** Whether there will be a public payment page */
  is_payment_link: boolean;
  /** Whether there is a discount on the whole document */
  is_discount: boolean;
  /** Whether that discount is a percentage */
  discount_type: boolean;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value: number;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee: number;
  /** Whether the invoice will be paid when it is issued */
  mark_paid: boolean;
  /** How it was paid, as it was sent with mark_paid */
  method_payment: number | null;
  /** Attachments, oldest first */
  files: AttachedFile[];
  /** Day it was made */
  created_date: string;
  /** Last change, UTC */
  updated_timestamp: string;
  /** The lines */
  items: ({
    /** The item of the catalogue; null on a free line */
    guid: string | null;
    /** The line itself */
    line_guid: string;
    /** Number of the item */
    item_number: string;
    /** What was sold */
    description: string;
    /** How many */
    qty: number;
    /** Unit of measure */
    uom: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
    /** VAT code: S 24 %, AA 11 %, Z none */
    tax: 'S' | 'AA' | 'Z';
    /** Why a line of code Z has no VAT: exempt by article 12, or outside of VAT. Shown where it is stated */
    vat_kind?: 'zero_rated' | 'outside';
    /** Price of one unit without VAT; may be negative, as for a deposit */
    unit_price: number;
    /** Discount on the line */
    discount: number;
    /** Whether the discount is a percentage */
    discount_type: boolean;
    /** How much of it has been invoiced */
    invoiced_qty: number;
  })[];
  customer: InvoiceCustomer;
  /** Last day on which the customer can accept it on its page */
  valid_until: string | null;
  /** What accepting it makes */
  accept_as: 'invoice' | 'draft';
  /** Whether the customer is reminded before it expires */
  remind: boolean;
  /** The public page on which the customer accepts or declines it; null for a program, because whoever has the link answers for the customer */
  link: string | null;
  /** When it was mailed last; null when it was not, UTC */
  sent_timestamp: string | null;
  /** The address it was mailed to last; empty when it was not */
  sent_to: string;
  /** The address to which a mail is on its way; empty when none is */
  sending_to: string;
  /** Why the last mail could not be sent; empty when it was */
  send_error: string;
  /** When it was accepted or declined; null when it was not, UTC */
  answered_timestamp: string | null;
  /** The name that the customer gave on the page; empty when the seller answered */
  answered_by: string;
  /** Why it was declined, in the words of the customer */
  decline_reason: string;
}

export interface QuoteChanges {
  /** Sum of the lines with VAT and after discounts; checked when it is sent */
  amount?: number | string;
  /** Currency of all amounts; ISK when left out */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency; else, or empty, the rate of the day of issue */
  exchange_rate?: number | string;
  /** Finds the newest active customer profile with it */
  kennitala?: string;
  customer?: NewInvoiceCustomer;
  /** Due date (gjalddagi): days from issue, or a date; the customer's own days when left out */
  due_date?: number | string;
  /** Final due date (eindagi): days from issue, or a date; the customer's own days when left out */
  settlement_date?: number | string;
  /** Day of delivery */
  delivery_date?: string;
  /** Text for the customer */
  description?: string;
  /** Booking reference */
  booking?: string;
  /** Cost location or reference of the buyer */
  cost_provide?: string;
  /** Number of the buyer's purchase order */
  order_number?: string;
  /** Number of the contract with the buyer */
  contract_number?: string;
  /** The buyer's account for its own books */
  accounting_cost?: string;
  /** Number or name of the project that it is for */
  project_reference?: string;
  /** Terms of payment or delivery */
  terms?: string;
  /** Sends the e-invoice elsewhere than the customer's own */
  trading_partner_id?: string;
  /** Make a bank claim when it is invoiced; the customer's own choice when left out */
  is_claim?: true | false | 0 | 1;
  /** Discount on the whole document, by discount_value; the customer's own choice when left out */
  is_discount?: true | false | 0 | 1;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value?: number | string;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee?: number | string;
  /** 1: the account's usual payment fee, on a document in ISK that has no payment_fee */
  default_payment_fee?: true | false | 0 | 1;
  /** The invoice is paid when it is issued */
  mark_paid?: true | false | 0 | 1;
  /** How it is paid, with mark_paid */
  method_payment?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
  /** Create a public payment page when it is invoiced */
  is_payment_link?: true | false | 0 | 1;
  /** Attachments: ids answered by upload-file, separated by commas. They are attached to each of its invoices; an update replaces the list */
  files?: string;
  /** The lines */
  items?: NewDocumentLine[];
  /** Last day on which the customer can accept it on its page; empty for no end */
  valid_until?: string;
  /** What is created when it is accepted: an issued invoice, or a draft that the seller issues; invoice when left out */
  accept_as?: 'invoice' | 'draft';
  /** Remind the customer by mail three days before it expires */
  remind?: true | false | 0 | 1;
}

/** A template from which an invoice is issued on each of its dates. */
export interface RecurringInvoice {
  /** Identifies the document */
  guid: string;
  /** Total with VAT */
  amount: number;
  /** Currency of all amounts */
  currency: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency; null: that of the day of issue */
  exchange_rate: number | null;
  /** Due date (gjalddagi): days from issue, or a date */
  due_date: string | number;
  /** Final due date (eindagi): days from issue, or a date */
  settlement_date: string | number;
  /** Day of delivery */
  delivery_date: string | null;
  /** Text for the customer */
  description: string;
  /** Booking reference */
  booking: string;
  /** Cost location or reference of the buyer */
  cost_provide: string;
  /** Number of the buyer's purchase order */
  order_number: string;
  /** Number of the contract with the buyer */
  contract_number: string;
  /** The buyer's account for its own books */
  accounting_cost: string;
  /** Number or name of the project that it is for */
  project_reference: string;
  /** Terms of payment or delivery */
  terms: string;
  /** Whether a bank claim will be made */
  is_claim: boolean;
  /** Whether there will be a public payment page */
  is_payment_link: boolean;
  /** Whether there is a discount on the whole document */
  is_discount: boolean;
  /** Whether that discount is a percentage */
  discount_type: boolean;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value: number;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee: number;
  /** Whether the invoice will be paid when it is issued */
  mark_paid: boolean;
  /** How it was paid, as it was sent with mark_paid */
  method_payment: number | null;
  /** Attachments, oldest first */
  files: AttachedFile[];
  /** Day it was made */
  created_date: string;
  /** Last change, UTC */
  updated_timestamp: string;
  /** The lines */
  items: ({
    /** The item of the catalogue; null on a free line */
    guid: string | null;
    /** The line itself */
    line_guid: string;
    /** Number of the item */
    item_number: string;
    /** What was sold */
    description: string;
    /** How many */
    qty: number;
    /** Unit of measure */
    uom: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
    /** VAT code: S 24 %, AA 11 %, Z none */
    tax: 'S' | 'AA' | 'Z';
    /** Why a line of code Z has no VAT: exempt by article 12, or outside of VAT. Shown where it is stated */
    vat_kind?: 'zero_rated' | 'outside';
    /** Price of one unit without VAT; may be negative, as for a deposit */
    unit_price: number;
    /** Discount on the line */
    discount: number;
    /** Whether the discount is a percentage */
    discount_type: boolean;
    /** How much of it has been invoiced */
    invoiced_qty: number;
  })[];
  customer: InvoiceCustomer;
  /** What it is called */
  recurring_name: string;
  /** How often */
  recurring_interval: 'weekly' | 'monthly' | 'quarterly' | 'yearly';
  /** The time that each invoice is for; empty where none is stated */
  recurring_period: '' | 'ahead' | 'behind';
  /** Day of the first invoice */
  recurring_start_date: string;
  /** How many invoices in all */
  recurring_max_invoice: number | null;
  /** Whether the customer's profile of the day is used */
  recurring_link_national: boolean;
  /** Whether it makes invoices */
  status: 'active' | 'paused' | 'stopped' | 'finished';
  /** Why it is paused */
  status_reason: string;
  /** Day of the next invoice; null when there will be none */
  next_date: string | null;
  /** Number of invoices that were issued from it */
  invoice_count: number;
}

export interface RecurringInvoiceChanges {
  /** Sum of the lines with VAT and after discounts; checked when it is sent */
  amount?: number | string;
  /** Currency of all amounts; ISK when left out */
  currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
  /** ISK for one unit of the currency; else, or empty, the rate of the day of issue */
  exchange_rate?: number | string;
  /** Finds the newest active customer profile with it */
  kennitala?: string;
  customer?: NewInvoiceCustomer;
  /** Due date (gjalddagi): days from issue, or a date; the customer's own days when left out */
  due_date?: number | string;
  /** Final due date (eindagi): days from issue, or a date; the customer's own days when left out */
  settlement_date?: number | string;
  /** Day of delivery */
  delivery_date?: string;
  /** Text for the customer */
  description?: string;
  /** Booking reference */
  booking?: string;
  /** Cost location or reference of the buyer */
  cost_provide?: string;
  /** Number of the buyer's purchase order */
  order_number?: string;
  /** Number of the contract with the buyer */
  contract_number?: string;
  /** The buyer's account for its own books */
  accounting_cost?: string;
  /** Number or name of the project that it is for */
  project_reference?: string;
  /** Terms of payment or delivery */
  terms?: string;
  /** Sends the e-invoice elsewhere than the customer's own */
  trading_partner_id?: string;
  /** Make a bank claim when it is invoiced; the customer's own choice when left out */
  is_claim?: true | false | 0 | 1;
  /** Discount on the whole document, by discount_value; the customer's own choice when left out */
  is_discount?: true | false | 0 | 1;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** Discount on the whole invoice, in percent or as an amount before VAT */
  discount_value?: number | string;
  /** Charged when the claim or the link is paid, on top of amount */
  payment_fee?: number | string;
  /** 1: the account's usual payment fee, on a document in ISK that has no payment_fee */
  default_payment_fee?: true | false | 0 | 1;
  /** The invoice is paid when it is issued */
  mark_paid?: true | false | 0 | 1;
  /** How it is paid, with mark_paid */
  method_payment?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
  /** Create a public payment page when it is invoiced */
  is_payment_link?: true | false | 0 | 1;
  /** Attachments: ids answered by upload-file, separated by commas. They are attached to each of its invoices; an update replaces the list */
  files?: string;
  /** The lines */
  items?: NewDocumentLine[];
  /** The days to due_date and settlement_date count from here; the start date when left out */
  issue_date?: string;
  /** What it is called */
  recurring_name?: string;
  /** Interval; it can be changed until the first invoice is issued */
  recurring_interval?: 'weekly' | 'monthly' | 'quarterly' | 'yearly' | 'annuall';
  /** Period that is printed on each invoice; empty for none */
  recurring_period?: 'ahead' | 'behind';
  /** Day of the first invoice; it can be changed until that is issued */
  recurring_start_date?: string;
  /** Number of invoices in all; empty for no end */
  recurring_max_invoice?: number | string;
  /** 1: each invoice has the customer's profile of its day; 0: that of now */
  recurring_link_national?: true | false | 0 | 1;
}

export interface SystemDescription {
  /** What to call the file */
  file_name: string;
  /** The file, base64 */
  file: string;
}

export interface Task {
  /** Identifies the task */
  guid: string;
  /** Its number, given by the system */
  number: string;
  /** What it is called */
  name: string;
  /** Whether work goes on */
  status: 'open' | 'closed' | 'invoiced';
  item: TaskItem;
  customer: TaskCustomer;
  /** When the running timer was started, `d.m.Y H:i`; empty when none runs */
  start_time: string;
  /** Hours logged in all */
  total_time: number;
  /** Hours of them that are on no invoice */
  unbilled_time: number;
  /** The invoices that bill its time */
  invoices: TaskInvoice[];
  /** Time logs, the oldest first */
  logs: TaskLog[];
  /** Whether start-task is possible */
  canStart: boolean;
  /** Whether end-task is possible */
  canStop: boolean;
  /** Whether deactivate-task is possible */
  canDeactive: boolean;
  /** Project that it belongs to, or empty */
  project_name: string;
}

/** For a customer by guid. */
export interface TaskByCustomerGuid {
  /** Whom the work is for; needed unless customer_no is sent */
  customer_guid: string;
  /** The same by customer number, kennitala or guid */
  customer_no?: string;
  /** What it is called */
  name: string;
  item?: NewTaskItem;
  /** Number of an item of the catalogue, instead of item */
  item_no?: string;
  /** Project that it belongs to */
  project_name?: string;
}

/** For a customer by its number or kennitala. */
export interface TaskByCustomerNumber {
  /** The same by customer number, kennitala or guid */
  customer_no: string;
  /** What it is called */
  name: string;
  item?: NewTaskItem;
  /** Number of an item of the catalogue, instead of item */
  item_no?: string;
  /** Project that it belongs to */
  project_name?: string;
}

export interface TaskChanges {
  /** What it is called */
  name?: string;
  /** Project that it belongs to; empty text takes it out */
  project_name?: string;
}

/** Whom the work is for. */
export interface TaskCustomer {
  /** Identifies the profile */
  guid: string;
  /** Your own number for the customer */
  customer_number: string;
  /** Name */
  name: string;
  /** Street and house number */
  address: string;
  /** Postal code */
  zip: string;
  /** Town */
  city: string;
  /** Kennitala */
  registration_no: string;
  /** E-mail address */
  email: string;
}

export interface TaskInvoice {
  /** Identifies the invoice */
  guid: string;
  /** Its number */
  number: string;
  /** Total with VAT */
  amount: number;
  /** Its status */
  status: 'Draft' | 'Sent' | 'Cancelled' | 'Paid' | 'Collection';
}

/** What the work is sold as. */
export interface TaskItem {
  /** Identifies the item */
  guid: string;
  /** Number of the item, unique in the account; made up when none is sent */
  item_number: string;
  /** What the work is */
  description: string;
  /** Unit of measure */
  uom: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** VAT code: S 24 %, AA 11 %, Z none */
  tax: 'S' | 'AA' | 'Z';
  /** Price of one unit without VAT */
  unit_price: number;
  /** Category, or the account that sales are booked on */
  category: string;
}

/** A new item. */
export interface TaskItemByFields {
  /** What the work is; needed for a new item */
  description: string;
  /** Unit of measure; HUR (hours) when left out */
  uom?: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** VAT code: S 24 %, AA 11 %, Z none */
  tax?: 'S' | 'AA' | 'Z';
  /** Price of one hour without VAT; needed for a new item */
  unit_price: number | string;
  /** Category, or the account that sales are booked on */
  category?: string;
}

/** An item of the catalogue. */
export interface TaskItemByGuid {
  /** An item of the catalogue; left empty, the other fields make a new one */
  guid: string;
  /** What the work is; needed for a new item */
  description?: string;
  /** Unit of measure; HUR (hours) when left out */
  uom?: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** VAT code: S 24 %, AA 11 %, Z none */
  tax?: 'S' | 'AA' | 'Z';
  /** Price of one hour without VAT; needed for a new item */
  unit_price?: number | string;
  /** Category, or the account that sales are booked on */
  category?: string;
}

/** Hours of a task, sold as the item of the task. */
export interface TaskLine {
  /** On a credit note: the line of the invoice, as get-invoice names it */
  line_guid?: string;
  /** How many, with up to 3 decimals */
  qty: number | string;
  /** Unit of measure; needed with add_new, C62 on a free line when left out */
  uom?: 'C62' | 'HUR' | 'DAY' | 'MIN' | 'KGS' | 'MTR' | 'LTR' | 'MTK' | 'MTQ' | 'TNE' | 'KWH' | 'KTM';
  /** Price of one unit without VAT; may be negative, as for a deposit; needed with add_new and on a free line */
  unit_price?: number | string;
  /** VAT code: S 24 %, AA 11 %, Z none; needed with add_new, S on a free line when left out */
  tax?: 'S' | 'AA' | 'Z';
  /** Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent); when left out zero_rated for buyers abroad, else outside */
  vat_kind?: 'zero_rated' | 'outside';
  /** Discount on the line */
  discount?: number | string;
  /** Whether the discount is a percentage (1) or an amount (0) */
  discount_type?: true | false | 0 | 1;
  /** A task whose unbilled time this line bills; from then on it is on this invoice. Without an item the line has that of the task */
  task_guid: string;
}

export interface TaskLog {
  /** Identifies the log entry */
  guid: string;
  /** Whether it was entered by hand, not counted by the timer */
  manual: boolean;
  /** When it was made, UTC */
  creation_date: string;
  /** Hours in all */
  quantity: number;
  /** What was done */
  description: string;
  /** Whether it has the same hours on every day of a range */
  advanced: boolean;
  /** Number of people who logged time */
  count_of_workers: number;
  /** Hours on each day of the range, to the full hour; 0 without a range */
  hours_worked_per_day: number;
  /** The same with its decimals */
  hours_per_day: number;
  /** First day */
  from_date: string;
  /** Last day */
  to_date: string;
  /** Address of the picture; empty when there is none */
  image: string;
  /** Price of an hour, where the entry has one of its own; else the item's counts */
  unit_price: number | null;
  /** Whether it is on an invoice */
  invoiced: boolean;
}

/** An account whose books the bookkeeper keeps. */
export interface Tenant {
  /** Guid of the account */
  guid: string;
  /** Name of the company */
  name: string;
  /** Its username */
  username: string;
  /** Its kennitala */
  registration_no: string;
  /** The key that the tenant gave this bookkeeper; null when it gave none, always for a token, and in the console until current_password is sent */
  api_key: string | null;
  /** Whether the tenant gave a key */
  has_key: boolean;
}

/** An account that has asked this one to keep its books. */
export interface TenantRequest {
  /** Identifies the request */
  guid: string;
  /** Name of the company that asks */
  name: string;
  /** Time of the request, UTC */
  requested_at: string;
}

export interface TimelineEntry {
  /** When it happened, UTC */
  at: string;
  /** What happened; after failed it is tried again, after given_up and bounced not */
  event: 'issued' | 'sent' | 'delivered' | 'opened' | 'reminded' | 'failed' | 'given_up' | 'delayed' | 'bounced' | 'rejected' | 'claim_sent' | 'claim_failed' | 'claim_cancelled' | 'claim_paid' | 'collection' | 'part_paid' | 'paid' | 'payment_reversed' | 'reopened' | 'written_off' | 'write_off_undone' | 'unexpected_payment' | 'credited';
  /** The way it went, or where the news came from */
  via: '' | 'email' | 'einvoice' | 'bank' | 'link';
  /** Where it was sent */
  recipient: string;
  /** Reason of a failure, or a detail */
  reason: string;
  /** The person of the account who did it; empty where it was nobody of them */
  by: string;
}

export interface UnstatedVatKind {
  /** What it is; recurring is the template of recurring invoices */
  kind: 'item' | 'product_sale' | 'recurring' | 'invoice' | 'credit_note';
  /** The record */
  guid: string;
  /** Number of the item or document, or empty */
  number: string;
  /** Name of the item, page or template, or of the customer */
  text: string;
  /** Description of those lines of a template or document; otherwise empty */
  sold: string;
  /** The day of an issued document */
  date: string | null;
  /** How its lines count now: as decided, or by where the buyer is; by_buyer where nothing is issued yet */
  counts_as: 'zero_rated' | 'outside' | 'by_buyer';
  /** What those lines of an issued document come to, in ISK; credit notes are negative */
  amount: number | null;
}

export interface VatBoxes {
  /** Taxable turnover at 24 %, without VAT */
  turnover_24: number;
  /** Taxable turnover at 11 %, without VAT */
  turnover_11: number;
  /** Turnover that is exempt by article 12, such as exports */
  zero_rated: number;
  /** VAT of sales at 24 % */
  output_24: number;
  /** VAT of sales at 11 % */
  output_11: number;
  /** VAT at 24 % of approved costs, as far as it is deductible */
  input_24: number;
  /** VAT at 11 % of approved costs, as far as it is deductible */
  input_11: number;
  /** VAT at 24 % of invoices that were written off */
  bad_debt_24: number;
  /** VAT at 11 % of invoices that were written off */
  bad_debt_11: number;
  /** Output VAT minus input VAT and the VAT of bad debts; negative: to be paid back */
  to_pay: number;
}

export interface VatDocument {
  /** What the document is */
  kind: 'invoice' | 'credit_note' | 'cost' | 'write_off';
  /** The invoice, credit note or cost */
  guid: string;
  /** Its number, or empty */
  number: string;
  /** The day by which it is in the period */
  date: string;
  /** Name of the customer or supplier */
  text: string;
  /** Its share of the box, in ISK with aurar */
  box_amount: number;
}

export interface VatPeriod {
  /** The last month of the period, which names it */
  period: string;
  /** First day */
  from_date: string;
  /** Last day */
  to_date: string;
  /** When the return and the payment are due */
  due_on: string;
  /** Whether documents can still be dated into it; submitted: it is locked, and the tax office has its return as it is */
  state: 'open' | 'locked' | 'submitted';
  /** Amount to pay for it, in whole krónur; negative: to be paid back */
  to_pay: number;
}

export interface VatPeriodState {
  /** The last month of the period, which names it */
  period: string;
  /** Whether documents can still be dated into it; submitted: it is locked, and the tax office has its return as it is */
  state: 'open' | 'locked' | 'submitted';
}

export interface VatReturn {
  /** The last month of the period, which names it */
  period: string;
  /** First day */
  from_date: string;
  /** Last day */
  to_date: string;
  /** When the return and the payment are due */
  due_on: string;
  /** Whether documents can still be dated into it; submitted: it is locked, and the tax office has its return as it is */
  state: 'open' | 'locked' | 'submitted';
  /** The boxes of the return, in whole krónur */
  boxes: VatBoxes;
  /** Turnover that is outside of VAT by article 2 and in no box, such as rent */
  outside_vat: number;
  /** VAT at 24 % that the company owes on services from abroad. It is in no box: it is declared on a form of its own */
  abroad_24: number;
  /** The same at 11 % */
  abroad_11: number;
  /** What may be missing: costs that wait for approval or an exchange rate, saved invoices, open lines of the bank, questions about documents that are not closed */
  missing: ({
    /** What it is */
    kind: 'cost_not_approved' | 'rate_missing' | 'draft' | 'bank_line' | 'question' | 'answer';
    /** The cost, the saved invoice, the line of the bank or the question */
    guid: string;
    /** Task, with the name and the day of the document */
    text: string;
    /** Customer, supplier or payer, or empty */
    name: string;
    /** The day of the document */
    date: string;
  })[];
  /** Requirements of the tax office, and documents that may count in the wrong box */
  warnings: ({
    /** What it is about */
    code: 'turnover_limit' | 'vat_abroad' | 'vat_kind_unstated';
    /** The task */
    message: string;
  })[];
  /** When the period was locked and unlocked, oldest first */
  locks: ({
    /** When it was locked, UTC */
    locked_at: string;
    /** When it was unlocked again; null: it is locked, UTC */
    unlocked_at: string | null;
    /** Why it was unlocked */
    reason: string;
  })[];
  /** Returns that the tax office has accepted, oldest first */
  submissions: VatSubmission[];
  /** A return is on its way, or its answer was lost and the tax office will be asked */
  is_submitting: boolean;
  /** The period before it */
  last_period: {
    /** The last month of the period, which names it */
    period: string;
    /** First day */
    from_date: string;
    /** Last day */
    to_date: string;
    /** Its boxes as they are now */
    boxes: VatBoxes;
  };
  /** The period that ended a year before */
  last_year: {
    /** The last month of the period, which names it */
    period: string;
    /** First day */
    from_date: string;
    /** Last day */
    to_date: string;
    /** Its boxes as they are now */
    boxes: VatBoxes;
  };
}

export interface VatReturnFile {
  /** The period */
  period: string;
  /** What to call the file */
  file_name: string;
  /** The file, base64 */
  file: string;
}

export interface VatSubmission {
  /** The submission */
  guid: string;
  /** When the tax office accepted it, UTC */
  at: string;
  /** Whether it corrects an earlier return of the period */
  kind: 'first' | 'correction';
  /** Assessment of the tax office, in whole krónur */
  assessment: number;
  /** Amount to pay; negative: to be paid back */
  to_pay: number;
  /** When it is due */
  due_on: string;
  /** The line for payment at a bank; null where the answer of the office was lost */
  ocr: string | null;
  /** The claim by which it is paid; null as ocr */
  claim_no: string | null;
}

export interface Webhook {
  /** The webhook */
  guid: string;
  /** Where events are sent to */
  url: string;
  /** Types of events that are sent; empty: all */
  types: string[];
  /** What it is for */
  description: string;
  /** Whether anything is sent */
  state: 'active' | 'disabled';
  /** Why it was disabled; empty where it is active */
  disabled_reason: string;
  /** Number of deliveries that wait for an attempt */
  waiting: number;
  /** When it was made, UTC */
  created_at: string;
}

export interface WebhookChanges {
  /** Where events are sent to from now on */
  url?: string;
  /** Types of events that are sent, as in get-events; all when left out */
  types?: string[] | string;
  /** What it is for */
  description?: string;
  /** disabled: nothing is sent; active: events from now on are sent */
  state?: 'active' | 'disabled';
}

export interface WebhookDelivery {
  /** The event, as sent in webhook-id */
  event_id: string;
  /** Its type */
  type: string;
  /** What became of it */
  state: 'waiting' | 'delivered' | 'failed';
  /** When it was queued, UTC */
  created_at: string;
  /** Time of the next attempt; null: there is none, UTC */
  next_at: string | null;
  /** The body that is sent; null when the event is not kept any more */
  request: string | null;
  /** The last attempts, oldest first */
  tries: ({
    /** Time of the attempt */
    at: string;
    /** The HTTP status of the answer; null without one */
    status: number | null;
    /** How long it took */
    duration_ms: number;
    /** Why there was no answer; empty where there was */
    error: string;
    /** The beginning of the answer */
    answer: string;
  })[];
}

export interface WriteOff {
  /** Why it is written off */
  reason: string;
  /** Day of the write-off; today when left out */
  written_off_on?: string;
}
