// Generated from the table of operations by scripts/generate.ts; do not edit.
import type { CallOptions, Upload, WriteOptions, Written } from '../operation.ts';
import type { RecordList } from '../record-list.ts';
import type {
  AccountExport,
  AccountImport,
  AppliedCredit,
  Attendee,
  BankAccount,
  BankAccountChanges,
  BankBooking,
  BankLine,
  BankLineReason,
  BankStatement,
  BegunExport,
  Bookkeeper,
  ChangedImport,
  Cost,
  CostAccounting,
  CreatedDocument,
  Customer,
  CustomerChanges,
  DashboardInvoice,
  Document,
  DocumentChanges,
  EffectSummary,
  Einvoice,
  EinvoiceAnswerState,
  Event,
  ImportedRecords,
  Invoice,
  InvoiceAccounting,
  InvoiceSummary,
  InvoiceWithTimeline,
  Item,
  ItemChanges,
  JournalAccount,
  JournalAccountChanges,
  JournalExport,
  JournalFile,
  JournalLayout,
  JournalLayoutChanges,
  NewBankAccount,
  NewCustomer,
  NewDocument,
  NewInvoice,
  NewInvoices,
  NewItem,
  NewJournalLayout,
  NewPayment,
  NewQuote,
  NewRecurringInvoice,
  NewTask,
  NewWebhook,
  OptionalReason,
  PartDelivery,
  PayablesFile,
  PaymentAllocations,
  PaymentRecord,
  PaymentReversal,
  ProductSale,
  Proposal,
  Question,
  QuestionState,
  Quote,
  QuoteChanges,
  RecurringInvoice,
  RecurringInvoiceChanges,
  SystemDescription,
  Task,
  TaskChanges,
  Tenant,
  TenantRequest,
  UnstatedVatKind,
  VatDocument,
  VatPeriod,
  VatPeriodState,
  VatReturn,
  VatReturnFile,
  VatSubmission,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WriteOff,
} from './schemas.ts';

export interface ConnectionGroup {
  /** `hello`: Checks the credentials and names the account that they belong to. */
  hello(input?: object, options?: CallOptions): Promise<{
    /** Name of the account */
    name: string;
    /** Its kennitala */
    registration_no: string;
    /** Its VAT number */
    vat_no: string;
  }>;
  /** `update-company`: Changes the details and settings of the company. */
  updateCompany(body: {
    /** Name of the company */
    name?: string;
    /** VAT number */
    vat_no?: string;
    /** E-mail address */
    email?: string;
    /** Street and house number */
    address?: string;
    /** Postal code */
    zip?: string;
    /** Town */
    city?: string;
    /** 12 digits: bank 4, ledger 2, number 6; hyphens may stand between */
    bank_account?: string;
    /** Settings of the account */
    settings?: {
      /** Requests to keep the books of other accounts are accepted at once */
      bookkeeping_auto_accept?: true | false | 0 | 1;
      /** Claim template at the bank; the one of the installation when empty */
      claim_template?: string;
      /** The contact person for customers, printed on documents and in e-invoices */
      company_contact?: string;
      /** Telephone of the company, printed on documents and below mails, and in e-invoices */
      company_phone?: string;
      /** Complete costs are approved without a person */
      cost_auto_approve?: true | false | 0 | 1;
      /** Two people must approve a cost of more than this amount in ISK with VAT; 0: one is enough for all */
      cost_second_approval_above?: number | string;
      /** An e-invoice that the network does not deliver is sent by e-mail instead */
      einvoice_email_fallback?: true | false | 0 | 1;
      /** Number of days before the due date on which the customer is reminded by e-mail; 0: not at all */
      reminder_days_before?: number | string;
      /** Number of days after the due date on which a reminder of an unpaid invoice is mailed; 0: not at all */
      reminder_days_after?: number | string;
      /** Way of delivery that the console proposes for new customers; the default of the APIs is 3 */
      customer_output_select?: '2' | '3' | '4' | 2 | 3 | 4;
      /** Language of customers that are created without one */
      customer_lang?: 'is' | 'en';
      /** Days to the due date, for customers that are created without; 3 when never set */
      customer_due_days?: number | string;
      /** Days to the final due date, for customers that are created without; 7 when never set */
      customer_settlement_days?: number | string;
      /** Terms of invoices that are created without any, for customers who read Icelandic */
      invoice_terms_is?: string;
      /** The same for customers who read English */
      invoice_terms_en?: string;
      /** The usual payment fee, in ISK: charged on documents that are sent with default_payment_fee */
      payment_fee?: number | string;
      /** Reply-to address of mails; the account's own address when empty */
      mail_reply_to?: string;
      /** Closing lines of mails in Icelandic, instead of the usual greeting */
      mail_signature_is?: string;
      /** The same in English */
      mail_signature_en?: string;
    };
    /** How long the settlement periods of VAT are: two_months, half_year for farmers, year for a turnover below 4,000,000 kr.; counts for this year, or from next January where a period of this year is locked */
    vat_periods?: 'two_months' | 'half_year' | 'year';
  }, options?: WriteOptions): Promise<Written<string>>;
}

export interface CustomersGroup {
  /** `get-customers`: Lists customers, oldest profile first, filtered by a part of the name or by kennitala. */
  list(input?: {
    /** A part of the name, or of the fields of search_in */
    search?: string;
    /** all: search in name, kennitala and e-mail address */
    search_in?: 'name' | 'all';
    /** Kennitala of the customer */
    kennitala?: string;
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Customer>;
  /** `get-count-customers`: Counts customers, with the filters of the list. */
  count(input?: {
    /** A part of the name, or of the fields of search_in */
    search?: string;
    /** all: search in name, kennitala and e-mail address */
    search_in?: 'name' | 'all';
    /** Kennitala of the customer */
    kennitala?: string;
  }, options?: CallOptions): Promise<number>;
  /** `get-customers-by-kennitala`: Lists the profiles with a kennitala: active ones first, the newest of them first. */
  listByKennitala(input: {
    /** Kennitala of the customer */
    kennitala: string;
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Customer>;
  /** `get-count-customers-by-kennitala`: Counts the profiles with a kennitala. */
  countByKennitala(input: {
    /** Kennitala of the customer */
    kennitala: string;
  }, options?: CallOptions): Promise<number>;
  /** `get-customer`: Reads one customer. */
  get(input: string | {
    /** The customer */
    guid: string;
  }, options?: CallOptions): Promise<Customer>;
  /** `get-registered-company`: Looks up name and address of a company by its kennitala in the register of companies. */
  getRegisteredCompany(input: {
    /** Kennitala of the company */
    kennitala: string;
  }, options?: CallOptions): Promise<{
    /** Kennitala of the company */
    kennitala: string;
    /** Its name as registered */
    name: string;
    /** Street and house number; empty where it is not known */
    address: string;
    /** Postal code */
    zip: string;
    /** Town */
    city: string;
  }>;
  /** `get-customer-notes`: Lists the notes about a customer, and its contacts. */
  getNotes(input: {
    /** The customer */
    customer_guid: string;
  }, options?: CallOptions): Promise<{
    notes: ({
      /** Identifies the note */
      guid: string;
      /** The note */
      text: string;
      /** When it was written, UTC */
      at: string;
      /** Who wrote it */
      person: string;
    })[];
    contacts: ({
      /** Identifies the contact */
      guid: string;
      /** Name */
      name: string;
      /** What the contact does there */
      role: string;
      /** E-mail address */
      email: string;
      /** Telephone */
      phone_number: string;
    })[];
  }>;
  /** `get-customer-statement`: Reads the statement of a customer over a period: what was invoiced, credited and paid, and the balance. */
  getStatement(input: string | {
    /** The customer */
    guid: string;
    /** First day; a year before the last one when left out */
    from_date?: string;
    /** Last day; today when left out */
    to_date?: string;
    /** Which invoices; the customer's currency when left out */
    currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): Promise<{
    /** Name of the customer */
    customer: string;
    /** Currency of all amounts */
    currency: string;
    /** All currencies of the customer's documents; each has a statement of its own */
    currencies: string[];
    /** First day */
    from_date: string;
    /** Last day */
    to_date: string;
    /** What the customer owed before the first day */
    opening: number;
    /** What the customer owes at the end of the last day */
    closing: number;
    /** In the order in which they happened */
    movements: ({
      /** When */
      date: string;
      /** Kind of the entry */
      kind: 'invoice' | 'credit' | 'payment' | 'refund' | 'credit_applied' | 'reversal' | 'write_off' | 'rounding';
      /** Number of the invoice or credit note; empty where a payment is credit */
      number: string;
      /** That document, or the payment */
      guid: string;
      /** When an invoice is due */
      due_date: string | null;
      /** Positive where the customer owes more */
      amount: number;
      /** Credit of the customer that settles the invoice from then on, without money; negative where that was taken back */
      applied: number;
      /** What the customer owes after it */
      balance: number;
    })[];
  }>;
  /** `get-customer-statement-pdf`: Reads the statement of a customer as a PDF, in the language of the customer. */
  statementPdf(input: string | {
    /** The customer */
    guid: string;
    /** First day; a year before the last one when left out */
    from_date?: string;
    /** Last day; today when left out */
    to_date?: string;
    /** Which invoices; the customer's currency when left out */
    currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** `send-customer-statement`: Mails the statement of a customer as a PDF, to the address of the customer or to another one. */
  sendStatement(input: string | {
    /** The customer */
    guid: string;
    /** First day; a year before the last one when left out */
    from_date?: string;
    /** Last day; today when left out */
    to_date?: string;
    /** Which invoices; the customer's currency when left out */
    currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
    /** Send it to this address instead of that of the customer */
    email?: string;
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `create-customer`: Creates a customer profile. */
  create(body: NewCustomer, options?: WriteOptions): Promise<Written<string>>;
  /** `update-customer`: Changes the fields of a customer that are sent. Issued invoices do not change. */
  update(guid: string, changes: CustomerChanges, options?: WriteOptions): Promise<Written<string>>;
  /** `update-customer`: Changes the fields of a customer that are sent. Issued invoices do not change. */
  update(input: { guid: string } & (CustomerChanges), options?: WriteOptions): Promise<Written<string>>;
  /** `confirm-customer`: Confirms the profile of a buyer from a public selling page, so that it is found by its kennitala. */
  confirm(input: string | {
    /** The customer */
    guid: string;
  }, options?: WriteOptions): Promise<Written<string>>;
  /** `merge-customers`: Merges a customer into another one: moves its invoices, orders, quotes, subscriptions and tasks, and deactivates its profile. */
  merge(input: {
    /** The customer that is merged into the other one */
    guid: string;
    /** The customer that stays: another one, active and confirmed */
    into: string;
  }, options?: WriteOptions): Promise<Written<string>>;
}

export interface ItemsGroup {
  /** `get-items`: Lists catalogue items, oldest first. */
  list(input?: {
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Item>;
  /** `get-count-items`: Counts catalogue items. */
  count(input?: object, options?: CallOptions): Promise<number>;
  /** `get-item`: Reads one item. */
  get(input: string | {
    /** The item */
    guid: string;
  }, options?: CallOptions): Promise<Item>;
  /** `create-item`: Creates an item; its number is generated unless one is sent. */
  create(body: NewItem, options?: WriteOptions): Promise<Written<string>>;
  /** `update-item`: Changes the fields of an item that are sent. Lines of issued invoices do not change. */
  update(guid: string, changes: ItemChanges, options?: WriteOptions): Promise<Written<string>>;
  /** `update-item`: Changes the fields of an item that are sent. Lines of issued invoices do not change. */
  update(input: { guid: string } & (ItemChanges), options?: WriteOptions): Promise<Written<string>>;
}

export interface InvoicesGroup {
  /** `get-invoices`: Lists invoices and credit notes with their lines, newest issue date first unless `sort` says otherwise. */
  list(input?: {
    /** Accounting status; several separated by commas */
    accounting_status?: ('Created' | 'Posted' | 'Skipped' | 'Error')[];
    /** The date that from_date and to_date filter; issue_date when left out */
    date_filter?: 'created_date' | 'issue_date';
    /** First day */
    from_date?: string;
    /** Last day */
    to_date?: string;
    /** By day of issue and number, or by number alone (created); date_desc when left out */
    sort?: 'date_desc' | 'date_asc' | 'created_desc' | 'created_asc';
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): RecordList<Invoice>;
  /** `get-count-invoices`: Counts invoices and credit notes, with the filters of the list. */
  count(input?: {
    /** Accounting status; several separated by commas */
    accounting_status?: ('Created' | 'Posted' | 'Skipped' | 'Error')[];
    /** The date that from_date and to_date filter; issue_date when left out */
    date_filter?: 'created_date' | 'issue_date';
    /** First day */
    from_date?: string;
    /** Last day */
    to_date?: string;
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): Promise<number>;
  /** `get-invoice`: Reads one invoice or credit note with its lines and its timeline. */
  get(input: string | {
    /** The invoice */
    guid: string;
  }, options?: CallOptions): Promise<InvoiceWithTimeline>;
  /** `get-invoice-pdf`: Reads the PDF of an invoice or credit note. */
  pdf(input: string | {
    /** The invoice */
    guid: string;
    /** 1: the PDF as it was first rendered, even if the invoice was paid or credited since */
    original?: true | false | 0 | 1;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** `get-reminder-pdf`: Reads a reminder of an unpaid invoice as a PDF, for customers who get their invoices on paper. */
  reminderPdf(input: string | {
    /** The invoice */
    guid: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** `get-invoice-xml`: Reads the e-invoice of an invoice or credit note: UBL 2.1, Peppol BIS Billing 3.0, with the PDF and the attachments inside. */
  xml(input: string | {
    /** The invoice */
    guid: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** `create-invoice`: Creates and issues an invoice or a credit note; with `save` it stays a draft. */
  create(body: NewInvoice, options?: WriteOptions): Promise<Written<string> & {
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
  }>;
  /** `create-invoices`: Creates and issues up to 500 invoices and credit notes; each is accepted or refused on its own. */
  createMany(body: NewInvoices, options?: WriteOptions): Promise<Written<CreatedDocument[]>>;
  /** `update-invoice`: Records the result of bookkeeping for an invoice; nothing else of an issued invoice can be changed. */
  update(guid: string, changes: InvoiceAccounting, options?: WriteOptions): Promise<Written<string>>;
  /** `update-invoice`: Records the result of bookkeeping for an invoice; nothing else of an issued invoice can be changed. */
  update(input: { guid: string } & (InvoiceAccounting), options?: WriteOptions): Promise<Written<string>>;
  /** `issue-invoice`: Issues an invoice that was saved as a draft: it gets its number and is delivered. */
  issue(input: string | {
    /** The invoice */
    guid: string;
    /** 1: a line whose task was billed by another invoice meanwhile is kept, and charged without the task */
    drop_tasks?: true | false | 0 | 1;
  }, options?: WriteOptions): Promise<Written<string> & {
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
  }>;
  /** `resend-invoice`: Sends an issued invoice again, by the customer's way of delivery or by e-mail to another address. */
  resend(input: string | {
    /** The invoice */
    guid: string;
    /** Send it by e-mail to this address, however the customer gets invoices otherwise */
    email?: string;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `remind-invoice`: Mails the customer a reminder of an unpaid invoice, with the amount that is owed and a PDF. */
  remind(input: string | {
    /** The invoice */
    guid: string;
    /** Send it although the last reminder is less than 3 days old */
    again?: true | false | 0 | 1;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `do-paid-invoice`: Records that an invoice was paid, in whole or in part, or that a credit note was paid back. */
  markPaid(input: string | {
    /** The invoice */
    guid: string;
    /** What was paid of it; all that remains when left out */
    amount?: number | string;
    /** Day of value; today when left out */
    paid_on?: string;
    /** How it was paid: 1 Cash, 2 Visa credit, 3 Visa debit, 4 MasterCard credit, 5 MasterCard debit, 6 Amex, 7 Customer account, 8 Other, 9 Direct deposit */
    method_payment?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
    /** Reference of the transfer */
    reference?: string;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `write-off-invoice`: Writes off the remainder of an invoice as lost; the invoice keeps its status and owes nothing. */
  writeOff(guid: string, changes: WriteOff, options?: WriteOptions): Promise<Written<Invoice>>;
  /** `write-off-invoice`: Writes off the remainder of an invoice as lost; the invoice keeps its status and owes nothing. */
  writeOff(input: { guid: string } & (WriteOff), options?: WriteOptions): Promise<Written<Invoice>>;
  /** `undo-write-off`: Reverses a write-off; the remainder of the invoice is owed again. */
  undoWriteOff(input: string | {
    /** The invoice */
    guid: string;
  }, options?: WriteOptions): Promise<Written<Invoice>>;
  /** `upload-file`: Uploads a file that can then be attached to an invoice. */
  uploadFile(input: {
    /** At most 5 MB: pdf, jpg, png, gif, xml, docx, xlsx, odt, ods, zip, or plain text */
    file: Upload;
    /** What the customer sees it called; the name of the uploaded file when left out */
    name?: string;
  }, options?: WriteOptions): Promise<Written<string>>;
}

export interface PaymentsGroup {
  /** `record-payment`: Records money that came in or was paid back, and settles invoices by it. */
  record(body: NewPayment, options?: WriteOptions): Promise<Written<PaymentRecord>>;
  /** `allocate-payment`: Moves a payment to other invoices: replaces its allocations; an invoice that is no longer among them is owed again. */
  allocate(guid: string, changes: PaymentAllocations, options?: WriteOptions): Promise<Written<PaymentRecord>>;
  /** `allocate-payment`: Moves a payment to other invoices: replaces its allocations; an invoice that is no longer among them is owed again. */
  allocate(input: { guid: string } & (PaymentAllocations), options?: WriteOptions): Promise<Written<PaymentRecord>>;
  /** `apply-credit`: Settles an invoice with credit of its customer instead of money: the surplus of a payment, or a credit note. */
  applyCredit(body: AppliedCredit, options?: WriteOptions): Promise<Written<Invoice>>;
  /** `reverse-payment`: Reverses a payment that was recorded by mistake or returned; what it settled is owed again. */
  reverse(guid: string, changes: PaymentReversal, options?: WriteOptions): Promise<Written<PaymentRecord>>;
  /** `reverse-payment`: Reverses a payment that was recorded by mistake or returned; what it settled is owed again. */
  reverse(input: { guid: string } & (PaymentReversal), options?: WriteOptions): Promise<Written<PaymentRecord>>;
  /** `update-payment`: Records the result of bookkeeping for a payment; nothing else of a payment can be changed. */
  update(guid: string, changes: InvoiceAccounting, options?: WriteOptions): Promise<Written<PaymentRecord>>;
  /** `update-payment`: Records the result of bookkeeping for a payment; nothing else of a payment can be changed. */
  update(input: { guid: string } & (InvoiceAccounting), options?: WriteOptions): Promise<Written<PaymentRecord>>;
  /** `get-payments`: Lists payments that came in or went out, newest day of value first. */
  list(input?: {
    /** A part of the reference, the note or the name of the payer, the number of an invoice, or an amount */
    search?: string;
    /** Payments of this customer */
    customer_guid?: string;
    /** Payments that settle this invoice, or settled it before they were reversed */
    invoice_guid?: string;
    /** First day of value */
    from_date?: string;
    /** Last day of value */
    to_date?: string;
    /** Only money that came in, or that went out */
    direction?: 'in' | 'out';
    /** How they were reported */
    source?: 'manual' | 'claim' | 'payment_link' | 'bank' | 'sale' | 'import' | 'credit';
    /** Only payments that count, or only reversed ones */
    state?: 'booked' | 'reversed';
    /** Accounting status; several separated by commas */
    accounting_status?: ('Created' | 'Posted' | 'Skipped' | 'Error')[];
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): RecordList<PaymentRecord>;
  /** `get-count-payments`: Counts payments, with the filters of the list. */
  count(input?: {
    /** A part of the reference, the note or the name of the payer, the number of an invoice, or an amount */
    search?: string;
    /** Payments of this customer */
    customer_guid?: string;
    /** Payments that settle this invoice, or settled it before they were reversed */
    invoice_guid?: string;
    /** First day of value */
    from_date?: string;
    /** Last day of value */
    to_date?: string;
    /** Only money that came in, or that went out */
    direction?: 'in' | 'out';
    /** How they were reported */
    source?: 'manual' | 'claim' | 'payment_link' | 'bank' | 'sale' | 'import' | 'credit';
    /** Only payments that count, or only reversed ones */
    state?: 'booked' | 'reversed';
    /** Accounting status; several separated by commas */
    accounting_status?: ('Created' | 'Posted' | 'Skipped' | 'Error')[];
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): Promise<number>;
  /** `get-payment`: Reads one payment with the invoices that it settles. */
  get(input: string | {
    /** The payment */
    guid: string;
  }, options?: CallOptions): Promise<PaymentRecord>;
  /** `get-payment-receipt`: Reads the receipt of a payment as a PDF: payer, amount, the invoices that it settles and what remains of them. */
  receipt(input: string | {
    /** The payment */
    guid: string;
    /** Its language; that of the payer when left out */
    lang?: 'is' | 'en';
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** `send-payment-receipt`: Mails the receipt of a payment as a PDF, to the address of the payer or to another one. */
  sendReceipt(input: string | {
    /** The payment */
    guid: string;
    /** Send it to this address instead of that of the payer */
    email?: string;
  }, options?: WriteOptions): Promise<Written<null>>;
}

export interface BankGroup {
  /** `create-bank-account`: Adds a bank account, whose transactions are imported from files or fetched from the bank. */
  createAccount(body: NewBankAccount, options?: WriteOptions): Promise<Written<BankAccount>>;
  /** `update-bank-account`: Changes the name of a bank account, or how its transactions arrive and are booked. */
  updateAccount(guid: string, changes: BankAccountChanges, options?: WriteOptions): Promise<Written<BankAccount>>;
  /** `update-bank-account`: Changes the name of a bank account, or how its transactions arrive and are booked. */
  updateAccount(input: { guid: string } & (BankAccountChanges), options?: WriteOptions): Promise<Written<BankAccount>>;
  /** `get-bank-accounts`: Lists the bank accounts of the company, with their balance and how many lines wait to be booked. */
  getAccounts(input?: object, options?: CallOptions): Promise<BankAccount[]>;
  /** `import-bank-statement`: Imports the statement of a bank: camt.053, CSV or XLSX. */
  import(input: {
    /** The account that the statement is of; the one that the file names when left out, or the only one of the company where it names none */
    bank_account_guid?: string;
    /** The statement of the bank, of at most 5 MB: camt.053, CSV or XLSX; as a file of a form, or its bytes in base64 */
    file: Upload;
    /** Its name; that of the uploaded file when left out */
    file_name?: string;
    /** Format of the file; detected from its content when left out */
    format?: 'camt.053' | 'csv' | 'xlsx';
    /** The record as JSON */
    mapping?: string;
  }, options?: WriteOptions): Promise<Written<BankStatement>>;
  /** `get-bank-lines`: Lists the lines of bank statements, newest first. */
  listLines(input?: {
    /** Lines of this account */
    bank_account_guid?: string;
    /** Only those that wait, are booked, or are ignored */
    state?: 'open' | 'booked' | 'ignored';
    /** First day */
    from_date?: string;
    /** Last day */
    to_date?: string;
    /** Part of the text, reference, name or kennitala, or an amount */
    search?: string;
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): RecordList<BankLine>;
  /** `get-bank-line`: Reads one line of a bank statement. */
  getLine(input: string | {
    /** The line */
    guid: string;
  }, options?: CallOptions): Promise<BankLine>;
  /** `book-bank-line`: Books a line of a bank statement: by one of its proposals, or by actions that add up to its amount. */
  bookLine(guid: string, changes: BankBooking, options?: WriteOptions): Promise<Written<BankLine>>;
  /** `book-bank-line`: Books a line of a bank statement: by one of its proposals, or by actions that add up to its amount. */
  bookLine(input: { guid: string } & (BankBooking), options?: WriteOptions): Promise<Written<BankLine>>;
  /** `unbook-bank-line`: Reverses the booking of a bank line and its payments; what they settled is owed again. */
  unbookLine(guid: string, changes: BankLineReason, options?: WriteOptions): Promise<Written<BankLine>>;
  /** `unbook-bank-line`: Reverses the booking of a bank line and its payments; what they settled is owed again. */
  unbookLine(input: { guid: string } & (BankLineReason), options?: WriteOptions): Promise<Written<BankLine>>;
  /** `ignore-bank-line`: Ignores a line of a bank statement: it does not belong in the books. */
  ignoreLine(guid: string, changes: BankLineReason, options?: WriteOptions): Promise<Written<BankLine>>;
  /** `ignore-bank-line`: Ignores a line of a bank statement: it does not belong in the books. */
  ignoreLine(input: { guid: string } & (BankLineReason), options?: WriteOptions): Promise<Written<BankLine>>;
  /** `restore-bank-line`: Restores an ignored line of a bank statement; it waits to be booked again. */
  restoreLine(guid: string, changes?: OptionalReason, options?: WriteOptions): Promise<Written<BankLine>>;
  /** `restore-bank-line`: Restores an ignored line of a bank statement; it waits to be booked again. */
  restoreLine(input: { guid: string } & Partial<OptionalReason>, options?: WriteOptions): Promise<Written<BankLine>>;
  /** `export-payables`: Exports unpaid costs that you name as a file of transfers for the bank: ISO 20022 or CSV. */
  exportPayables(body: {
    /** The own account that pays */
    bank_account_guid: string;
    /** The costs that are to be paid */
    cost_guids: string[];
    /** pain.001 (ISO 20022, version 001.09) when left out; csv for a sheet */
    format?: 'pain.001' | 'csv';
    /** Day on which the bank pays; when left out the due date of each cost, or today if that has passed */
    pay_on?: string;
    /** 1: includes costs that are in an earlier file */
    again?: true | false | 0 | 1;
  }, options?: WriteOptions): Promise<Written<PayablesFile>>;
}

export interface RecurringInvoicesGroup {
  /** `create-recurring-invoice`: Creates a recurring invoice: a template from which an invoice is issued on each of its dates. */
  create(body: NewRecurringInvoice, options?: WriteOptions): Promise<Written<string>>;
  /** `update-recurring-invoice`: Changes the fields of a recurring invoice that are sent. Issued invoices do not change. */
  update(guid: string, changes: RecurringInvoiceChanges, options?: WriteOptions): Promise<Written<string>>;
  /** `update-recurring-invoice`: Changes the fields of a recurring invoice that are sent. Issued invoices do not change. */
  update(input: { guid: string } & (RecurringInvoiceChanges), options?: WriteOptions): Promise<Written<string>>;
  /** `get-recurring-invoices`: Lists the templates of recurring invoices, newest first. */
  list(input?: {
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<RecurringInvoice>;
  /** `get-recurring-invoice`: Reads one template of recurring invoices. */
  get(input: string | {
    /** The recurring invoice */
    guid: string;
  }, options?: CallOptions): Promise<RecurringInvoice>;
  /** `stop-recurring-invoice`: Stops a recurring invoice for good. */
  stop(input: string | {
    /** The recurring invoice */
    guid: string;
  }, options?: WriteOptions): Promise<Written<string>>;
  /** `pause-recurring-invoice`: Pauses a recurring invoice. */
  pause(input: string | {
    /** The recurring invoice */
    guid: string;
    /** Reason of the pause, for other people */
    reason?: string;
  }, options?: WriteOptions): Promise<Written<string>>;
  /** `resume-recurring-invoice`: Resumes a paused recurring invoice from its next date. */
  resume(input: string | {
    /** The recurring invoice */
    guid: string;
  }, options?: WriteOptions): Promise<Written<string>>;
}

export interface OrdersGroup {
  /** `create-order-invoice`: Creates an order, from which an invoice is made later. */
  create(body: NewDocument, options?: WriteOptions): Promise<Written<string>>;
  /** `update-order-invoice`: Changes the fields of an order that are sent, until something is invoiced from it. */
  update(guid: string, changes: DocumentChanges, options?: WriteOptions): Promise<Written<string>>;
  /** `update-order-invoice`: Changes the fields of an order that are sent, until something is invoiced from it. */
  update(input: { guid: string } & (DocumentChanges), options?: WriteOptions): Promise<Written<string>>;
  /** `delete-order-invoice`: Deletes an order from which nothing was invoiced. */
  delete(input: string | {
    /** The order */
    guid: string;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `get-order-invoices`: Lists orders, newest first. */
  list(input?: {
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Document>;
  /** `get-order-invoice`: Reads one order with its lines and what was invoiced of each. */
  get(input: string | {
    /** The order */
    guid: string;
  }, options?: CallOptions): Promise<Document>;
  /** `get-order-invoice-pdf`: Reads an order as a PDF. */
  pdf(input: string | {
    /** The order */
    guid: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** `create-invoice-from-order`: Invoices what remains of an order, or the lines and quantities that are sent. */
  createInvoice(guid: string, changes?: PartDelivery, options?: WriteOptions): Promise<Written<string> & {
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
  }>;
  /** `create-invoice-from-order`: Invoices what remains of an order, or the lines and quantities that are sent. */
  createInvoice(input: { guid: string } & Partial<PartDelivery>, options?: WriteOptions): Promise<Written<string> & {
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
  }>;
  /** `get-invoices-from-order`: Lists the invoices that were made from an order, newest first. */
  listInvoices(input: string | {
    /** The order */
    guid: string;
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Invoice>;
}

export interface DraftsGroup {
  /** `create-draft-invoice`: Creates a draft, from which an invoice is made later. */
  create(body: NewDocument, options?: WriteOptions): Promise<Written<string>>;
  /** `update-draft-invoice`: Changes the fields of a draft that are sent, until something is invoiced from it. */
  update(guid: string, changes: DocumentChanges, options?: WriteOptions): Promise<Written<string>>;
  /** `update-draft-invoice`: Changes the fields of a draft that are sent, until something is invoiced from it. */
  update(input: { guid: string } & (DocumentChanges), options?: WriteOptions): Promise<Written<string>>;
  /** `delete-draft-invoice`: Deletes a draft from which nothing was invoiced. */
  delete(input: string | {
    /** The draft */
    guid: string;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `get-draft-invoices`: Lists drafts, newest first. */
  list(input?: {
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Document>;
  /** `get-draft-invoice`: Reads one draft with its lines and what was invoiced of each. */
  get(input: string | {
    /** The draft */
    guid: string;
  }, options?: CallOptions): Promise<Document>;
  /** `get-draft-invoice-pdf`: Reads a draft as a PDF. */
  pdf(input: string | {
    /** The draft */
    guid: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** `issue-draft-invoice`: Issues a draft as an invoice. */
  issue(input: string | {
    /** The draft */
    guid: string;
  }, options?: WriteOptions): Promise<Written<string> & {
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
  }>;
  /** `get-invoices-from-draft`: Lists the invoices that were made from a draft, newest first. */
  listInvoices(input: string | {
    /** The draft */
    guid: string;
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Invoice>;
}

export interface QuotesGroup {
  /** `create-quote`: Creates a quote, from which an invoice is made later. */
  create(body: NewQuote, options?: WriteOptions): Promise<Written<string>>;
  /** `update-quote`: Changes the fields of a quote that are sent, until something is invoiced from it. */
  update(guid: string, changes: QuoteChanges, options?: WriteOptions): Promise<Written<string>>;
  /** `update-quote`: Changes the fields of a quote that are sent, until something is invoiced from it. */
  update(input: { guid: string } & (QuoteChanges), options?: WriteOptions): Promise<Written<string>>;
  /** `delete-quote`: Deletes a quote from which nothing was invoiced. */
  delete(input: string | {
    /** The quote */
    guid: string;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `get-quotes`: Lists quotes, newest first. */
  list(input?: {
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Quote>;
  /** `get-quote`: Reads one quote with its lines and what was invoiced of each. */
  get(input: string | {
    /** The quote */
    guid: string;
  }, options?: CallOptions): Promise<Quote>;
  /** `get-quote-pdf`: Reads a quote as a PDF. */
  pdf(input: string | {
    /** The quote */
    guid: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** `send-quote`: Mails a quote with its PDF and a link to the page where the customer accepts or declines it. */
  send(input: string | {
    /** The quote */
    guid: string;
    /** Send it to this address instead of that of the customer */
    email?: string;
  }, options?: WriteOptions): Promise<Written<string>>;
  /** `accept-quote`: Accepts a quote for the customer, and creates its invoice. */
  accept(input: string | {
    /** The quote */
    guid: string;
    /** invoice or draft, instead of what the quote says */
    accept_as?: 'invoice' | 'draft';
  }, options?: WriteOptions): Promise<Written<string> & {
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
  }>;
  /** `decline-quote`: Declines a quote for the customer. */
  decline(input: string | {
    /** The quote */
    guid: string;
    /** Why, in a few words */
    reason?: string;
  }, options?: WriteOptions): Promise<Written<string>>;
  /** `get-invoices-from-quote`: Lists the invoices that were made from a quote, newest first. */
  listInvoices(input: string | {
    /** The quote */
    guid: string;
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Invoice>;
}

export interface TasksGroup {
  /** `create-task`: Creates a task: work for a customer that is billed as an item. */
  create(body: NewTask, options?: WriteOptions): Promise<Written<string>>;
  /** `update-task`: Changes the name or the project of a task in any state. */
  update(guid: string, changes: TaskChanges, options?: WriteOptions): Promise<Written<string>>;
  /** `update-task`: Changes the name or the project of a task in any state. */
  update(input: { guid: string } & (TaskChanges), options?: WriteOptions): Promise<Written<string>>;
  /** `get-task`: Reads one task with its logs. */
  get(input: string | {
    /** The task */
    guid: string;
  }, options?: CallOptions): Promise<Task>;
  /** `get-tasks`: Lists tasks with their logs, newest first; open tasks unless another type is asked for. */
  list(input?: {
    /** open: in progress; invoice: with unbilled time and no running timer; older: closed or invoiced. open when left out */
    type?: 'open' | 'invoice' | 'older';
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Task>;
  /** `get-count-tasks`: Counts the tasks of a type. */
  count(input?: {
    /** open: in progress; invoice: with unbilled time and no running timer; older: closed or invoiced. open when left out */
    type?: 'open' | 'invoice' | 'older';
  }, options?: CallOptions): Promise<number>;
  /** `start-task`: Starts the timer of a task. */
  start(input: string | {
    /** The task */
    guid: string;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `end-task`: Stops the timer of a task, and logs the time that it has counted or, with `adv`, the time that is sent. */
  end(input: string | {
    /** The task */
    guid: string;
    /** What was done */
    description?: string;
    /** A picture of it, at most 5 MB: jpg, png, gif */
    file?: Upload;
    /** 1: log the hours that are sent instead of those of the timer */
    adv?: true | false | 0 | 1;
    /** With adv: first day; today when left out */
    date?: string;
    /** With adv: last day; date when left out */
    end_date?: string;
    /** With adv: hours on each day */
    h?: number | string;
    /** Price of an hour of this entry, where it differs from that of the item */
    p?: number | string;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `log-task`: Logs time on a task by hand: hours or clock times, on one day or on each day of a range. */
  log(input: {
    /** The task */
    guid: string;
    /** Day, as YYYY-MM-DD or DD.MM.YYYY */
    date: string;
    /** 1: the same hours on every day from date to end_date */
    adv?: true | false | 0 | 1;
    /** Last day; date when left out */
    end_date?: string;
    /** From what time of the day: an hour, or HH:MM */
    h?: string | number;
    /** Until what time: an hour, or HH:MM */
    p?: string | number;
    /** Hours (on each day, with adv); then h and p are not needed */
    qty?: number | string;
    /** What was done */
    description?: string;
    /** A picture of it, at most 5 MB: jpg, png, gif */
    file?: Upload;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `edit-log-task`: Changes the fields of a time log that are sent, and computes its hours again. */
  editLog(input: string | {
    /** The log entry */
    guid: string;
    /** Day, as YYYY-MM-DD or DD.MM.YYYY */
    date?: string;
    /** 1: the same hours on every day from date to end_date */
    adv?: true | false | 0 | 1;
    /** Last day; date when left out */
    end_date?: string;
    /** From what time of the day: an hour, or HH:MM */
    h?: string | number;
    /** Until what time: an hour, or HH:MM */
    p?: string | number;
    /** Hours (on each day, with adv); then h and p are not needed */
    qty?: number | string;
    /** What was done */
    description?: string;
    /** A picture of it, at most 5 MB: jpg, png, gif */
    file?: Upload;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `task-log-delete`: Deletes a time log that is on no invoice, with its picture. */
  deleteLog(input: string | {
    /** The log entry */
    guid: string;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `deactivate-task`: Closes a task: no more time can be logged, and logged time can still be billed. */
  deactivate(input: string | {
    /** The task */
    guid: string;
  }, options?: WriteOptions): Promise<Written<null>>;
}

export interface ProductSalesGroup {
  /** `get-product-sales`: Lists product sales, oldest first. */
  list(input?: {
    /** A part of the name or the description */
    search_text?: string;
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<ProductSale>;
  /** `get-count-product-sales`: Counts product sales, with the filter of the list. */
  count(input?: {
    /** A part of the name or the description */
    search_text?: string;
  }, options?: CallOptions): Promise<number>;
  /** `get-product-sale-attends`: Lists the buyers of tickets to an event, first buyer first. */
  listAttends(input: string | {
    /** A product sale of type EVENT */
    guid: string;
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Attendee>;
}

export interface CostsGroup {
  /** `get-costs`: Lists costs with their attachments, newest issue date first unless sorted otherwise. */
  list(input?: {
    /** Accounting status; several separated by commas */
    accounting_status?: ('New' | 'Created' | 'Posted' | 'Skipped' | 'Error')[];
    /** Code of the expense account */
    type?: '2093' | '2153' | '2173' | '2193' | '2243' | '2263' | '2283' | '2333' | '2353' | '2383' | '2403' | '2423' | '2443' | '2533' | '2633' | '3028' | '3033' | '3080' | '3085' | '3090' | '3140' | '3163' | '3653' | '5028' | '9535' | 2093 | 2153 | 2173 | 2193 | 2243 | 2263 | 2283 | 2333 | 2353 | 2383 | 2403 | 2423 | 2443 | 2533 | 2633 | 3028 | 3033 | 3080 | 3085 | 3090 | 3140 | 3163 | 3653 | 5028 | 9535;
    /** Kennitala of the supplier */
    supplier_id?: string;
    /** The date that from_date and to_date filter: date, the issue date (when left out), or created_date */
    date_filter?: 'date' | 'created_date';
    /** 1: only approved costs that are not paid in full, the earliest due date first */
    payable?: true | false | 0 | 1;
    /** Only those that are due by this day; by their own day where none is stated */
    due_to?: string;
    /** First day */
    from_date?: string;
    /** Last day, to its end */
    to_date?: string;
    /** By issue date, creation or due date; date_desc when left out, and due_asc of payable ones */
    sort?: 'date_desc' | 'date_asc' | 'created_desc' | 'created_asc' | 'due_asc' | 'due_desc';
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): RecordList<Cost>;
  /** `get-count-costs`: Counts costs, with the filters of the list. */
  count(input?: {
    /** Accounting status; several separated by commas */
    accounting_status?: ('New' | 'Created' | 'Posted' | 'Skipped' | 'Error')[];
    /** Code of the expense account */
    type?: '2093' | '2153' | '2173' | '2193' | '2243' | '2263' | '2283' | '2333' | '2353' | '2383' | '2403' | '2423' | '2443' | '2533' | '2633' | '3028' | '3033' | '3080' | '3085' | '3090' | '3140' | '3163' | '3653' | '5028' | '9535' | 2093 | 2153 | 2173 | 2193 | 2243 | 2263 | 2283 | 2333 | 2353 | 2383 | 2403 | 2423 | 2443 | 2533 | 2633 | 3028 | 3033 | 3080 | 3085 | 3090 | 3140 | 3163 | 3653 | 5028 | 9535;
    /** Kennitala of the supplier */
    supplier_id?: string;
    /** The date that from_date and to_date filter: date, the issue date (when left out), or created_date */
    date_filter?: 'date' | 'created_date';
    /** 1: only approved costs that are not paid in full, the earliest due date first */
    payable?: true | false | 0 | 1;
    /** Only those that are due by this day; by their own day where none is stated */
    due_to?: string;
    /** First day */
    from_date?: string;
    /** Last day, to its end */
    to_date?: string;
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): Promise<number>;
  /** `get-cost`: Reads one cost with its attachment. */
  get(input: string | {
    /** The cost */
    guid: string;
  }, options?: CallOptions): Promise<Cost>;
  /** `get-cost-einvoice`: Reads the e-invoice of a cost in full: lines, VAT, discounts, references, and the findings of our checks. */
  getEinvoice(input: string | {
    /** The cost */
    guid: string;
  }, options?: CallOptions): Promise<Einvoice>;
  /** `answer-einvoice`: Answers the sender of a received e-invoice over the network: accepted, rejected or in query. */
  answerEinvoice(input: {
    /** The cost */
    guid: string;
    /** accepted: it will be paid; rejected: it will not be paid; in_query: a question must be answered first */
    answer: 'accepted' | 'rejected' | 'in_query';
    /** Why, for the sender; required for rejected and in_query */
    reason?: string;
  }, options?: WriteOptions): Promise<Written<EinvoiceAnswerState>>;
  /** `create-cost`: Creates a cost from a receipt. */
  create(input: {
    /** Day of the receipt or invoice; may be left out for an e-invoice, and where costs are read by AI */
    date?: string;
    /** Day by which it is to be paid */
    due_date?: string;
    /** Account of the supplier in Iceland, twelve digits */
    payee_account?: string;
    /** IBAN of the supplier; of an Icelandic account either is enough */
    payee_iban?: string;
    /** The receipt: jpg, png, gif, pdf, or an e-invoice (UBL) as xml, of at most 5 MB; pictures are fitted into 1028 × 1028 */
    file: Upload;
    /** What was bought, or what it was for */
    description?: string;
    /** Project that it belongs to */
    project_name?: string;
  }, options?: WriteOptions): Promise<Written<string> & {
    /** Whether it is being read; it appears in lists after that */
    queue: boolean;
  }>;
  /** `create-cost-adv`: Creates a complete cost, and approves it unless the account requires the approval of a person. */
  createAdv(input: {
    /** Day of the receipt or invoice */
    date: string;
    /** Day by which it is to be paid */
    due_date?: string;
    /** Account of the supplier in Iceland, twelve digits */
    payee_account?: string;
    /** IBAN of the supplier; of an Icelandic account either is enough */
    payee_iban?: string;
    /** Total with the VAT that its supplier or the customs charge; positive on credit notes too */
    amount: number | string;
    /** 1 on account, 2 debit card or bank, 3 credit card, 4 by the owner in cash */
    how_paid: 1 | 2 | 3 | 4 | '1' | '2' | '3' | '4';
    /** Name of the supplier */
    supplier_name: string;
    /** Kennitala of the supplier */
    supplier_id: string;
    /** Code of the expense account that it belongs to */
    type: '2093' | '2153' | '2173' | '2193' | '2243' | '2263' | '2283' | '2333' | '2353' | '2383' | '2403' | '2423' | '2443' | '2533' | '2633' | '3028' | '3033' | '3080' | '3085' | '3090' | '3140' | '3163' | '3653' | '5028' | '9535' | 2093 | 2153 | 2173 | 2193 | 2243 | 2263 | 2283 | 2333 | 2353 | 2383 | 2403 | 2423 | 2443 | 2533 | 2633 | 3028 | 3033 | 3080 | 3085 | 3090 | 3140 | 3163 | 3653 | 5028 | 9535;
    /** What was bought, or what it was for */
    description?: string;
    /** Currency of the figures; ISK when left out */
    currency?: 'ISK' | 'EUR' | 'USD' | 'DKK' | 'NOK' | 'SEK' | 'JPY' | 'GBP' | 'AUD' | 'PLN' | 'CAD' | 'CHF' | 'CNY' | 'NZD' | 'MXN' | 'SGD' | 'HKD' | 'KRW' | 'TRY' | 'RUB' | 'INR' | 'VND' | 'BRL' | 'ZAR' | 'UAH' | 'CZK';
    /** ISK for one unit of the currency; else the rate that the service knows for the day of the cost */
    exchange_rate?: number | string;
    /** Project that it belongs to */
    project_name?: string;
    /** VAT at 11 %, as an amount in the currency of the cost (krónur unless currency is sent) */
    vat_11?: number | string;
    /** VAT at 24 %, as an amount in the currency of the cost (krónur unless currency is sent) */
    vat_24?: number | string;
    /** How much of the VAT may be deducted, in percent; the rest is cost; as the code says when left out: 0 for 3163, else 100 */
    vat_deductible?: number | string;
    /** Who charges the VAT: the supplier; the customs, on imported goods; or the buyer, which owes the VAT on a service from abroad itself. Supplier when left out. The VAT of the buyer is not in the amount; without vat_24 and vat_11 it is that of all of it at 24 % */
    vat_charged_by?: 'supplier' | 'customs' | 'buyer';
    /** The supplier gives money back */
    credit_note?: true | false | 0 | 1;
    /** The receipt: jpg, png, gif, pdf, or an e-invoice (UBL) as xml, of at most 5 MB; pictures are fitted into 1028 × 1028 */
    file?: Upload;
  }, options?: WriteOptions): Promise<Written<string>>;
  /** `update-cost`: Records the result of bookkeeping for an approved cost. */
  update(guid: string, changes: CostAccounting, options?: WriteOptions): Promise<Written<string>>;
  /** `update-cost`: Records the result of bookkeeping for an approved cost. */
  update(input: { guid: string } & (CostAccounting), options?: WriteOptions): Promise<Written<string>>;
  /** `move-cost-to-new`: Reopens an approved cost for changes; it must be approved again. */
  moveToNew(input: string | {
    /** The cost */
    guid: string;
  }, options?: WriteOptions): Promise<Written<string>>;
  /** `delete-cost`: Deletes a cost that bookkeeping has not posted and that is not being read. */
  delete(input: string | {
    /** The cost */
    guid: string;
  }, options?: WriteOptions): Promise<Written<null>>;
}

export interface BookkeepersGroup {
  /** `add-bookkeeper`: Asks another company to keep the books of the account. */
  add(input: {
    /** Username of the company */
    bookkeeper: string;
  }, options?: WriteOptions): Promise<Written<string>>;
  /** `grant-bookkeeper-key`: Creates the key of a bookkeeper to the account; an older key of that bookkeeper stops working. */
  grantKey(input: string | {
    /** The bookkeeper */
    guid: string;
  }, options?: WriteOptions): Promise<Written<string>>;
  /** `revoke-bookkeeper-key`: Revokes the key of a bookkeeper; it stops working at once. */
  revokeKey(input: string | {
    /** The bookkeeper */
    guid: string;
  }, options?: WriteOptions): Promise<Written<string>>;
  /** `remove-bookkeeper`: Removes a bookkeeper from the account, and revokes its key. */
  remove(input: string | {
    /** The bookkeeper */
    guid: string;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `get-bookkeepers`: Lists the companies that keep the books of the account. */
  list(input?: {
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Bookkeeper>;
  /** `get-bookkeeper`: Reads one bookkeeper of the account. */
  get(input: string | {
    /** The bookkeeper */
    guid: string;
  }, options?: CallOptions): Promise<Bookkeeper>;
  /** `get-tenants`: Lists the accounts whose books this account keeps. */
  listTenants(input?: {
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Tenant>;
  /** `get-tenant`: Reads one of the accounts whose books this account keeps. */
  getTenant(input: string | {
    /** The tenant */
    guid: string;
  }, options?: CallOptions): Promise<Tenant>;
  /** `get-tenant-requests`: Lists the accounts that have asked this account to keep their books. */
  listTenantRequests(input?: {
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<TenantRequest>;
  /** `accept-tenant`: Accepts the request of an account to keep its books. */
  acceptTenant(input: string | {
    /** The request */
    guid: string;
  }, options?: WriteOptions): Promise<Written<string>>;
  /** `decline-tenant`: Declines the request of an account to keep its books. */
  declineTenant(input: string | {
    /** The request */
    guid: string;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `leave-tenant`: Stops keeping the books of an account, and revokes the key to it. */
  leaveTenant(input: string | {
    /** The tenant */
    guid: string;
  }, options?: WriteOptions): Promise<Written<null>>;
}

export interface EventsGroup {
  /** `get-events`: Lists the events of the account in order, after a cursor. */
  list(input?: {
    /** The `next` of the answer before; left out, the list begins with the oldest event that is kept */
    after?: string;
    /** Only these types: names, or all types of a record, as in invoice.* */
    types?: string[] | string;
    /** How many at most; 100 when left out */
    limit?: number;
    /** Seconds that the call waits for an event where there is none yet, up to 25 */
    wait?: number;
  }, options?: CallOptions): Promise<{
    /** The events, in the order in which they were committed */
    result: Event[];
    /** The cursor after the last of them, for the `after` of the next call */
    next: string;
  }>;
}

export interface WebhooksGroup {
  /** `create-webhook`: Creates a webhook: events are posted to its address from now on. */
  create(body: NewWebhook, options?: WriteOptions): Promise<Written<{
    /** The webhook */
    guid: string;
    /** Verifies the signatures; it is not shown again */
    secret: string;
  }>>;
  /** `get-webhooks`: Lists the webhooks of the account. */
  list(input?: object, options?: CallOptions): Promise<Webhook[]>;
  /** @deprecated Use `list`. */
  get(input?: object, options?: CallOptions): Promise<Webhook[]>;
  /** `update-webhook`: Changes, disables or enables a webhook. */
  update(guid: string, changes: WebhookChanges, options?: WriteOptions): Promise<Written<string>>;
  /** `update-webhook`: Changes, disables or enables a webhook. */
  update(input: { guid: string } & (WebhookChanges), options?: WriteOptions): Promise<Written<string>>;
  /** `delete-webhook`: Deletes a webhook and its log of deliveries. */
  delete(input: string | {
    /** The webhook */
    guid: string;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `rotate-webhook-secret`: Creates a new secret for a webhook; the old one stays valid for 24 hours. */
  rotateSecret(input: string | {
    /** The webhook */
    guid: string;
  }, options?: WriteOptions): Promise<Written<{
    /** The webhook */
    guid: string;
    /** Verifies the signatures; it is not shown again */
    secret: string;
  }>>;
  /** `test-webhook`: Sends a signed test message of the type webhook.test to a webhook. */
  test(input: string | {
    /** The webhook */
    guid: string;
  }, options?: WriteOptions): Promise<Written<{
    /** The webhook-id of the message */
    event_id: string;
  }>>;
  /** `get-webhook-deliveries`: Lists the deliveries to a webhook and its answers, newest first. */
  listDeliveries(input: string | {
    /** The webhook */
    guid: string;
    /** Only those in this state */
    state?: 'waiting' | 'delivered' | 'failed';
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<WebhookDelivery>;
  /** `redeliver-webhook`: Sends an event to a webhook again, or all stored events after a cursor or within a range of days. */
  redeliver(input: string | {
    /** The webhook */
    guid: string;
    /** This event */
    event_id?: string;
    /** All stored events after this cursor of get-events that match the types of the webhook */
    after?: string;
    /** All stored events of this day (UTC) and later that match the types of the webhook */
    from_date?: string;
    /** Only those up to this day (UTC) */
    to_date?: string;
    /** Only those whose delivery has failed */
    only_failed?: true | false | 0 | 1;
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: WriteOptions): Promise<Written<{
    /** Number of messages that were queued */
    queued: number;
  }>>;
}

export interface ProposalsGroup {
  /** `get-proposals`: Lists the proposals of programs that need the approval of a person, newest first. */
  list(input?: {
    /** Only those in this state; all when left out */
    state?: 'waiting' | 'approved' | 'declined' | 'withdrawn' | 'expired';
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Proposal>;
  /** `get-proposal`: Reads one proposal, with the answer of the write after its approval. */
  get(input: string | {
    /** The proposal */
    guid: string;
  }, options?: CallOptions): Promise<Proposal>;
  /** `withdraw-proposal`: Withdraws a proposal that this program made. */
  withdraw(input: string | {
    /** The proposal */
    guid: string;
  }, options?: WriteOptions): Promise<Written<{
    /** Identifies the proposal */
    guid: string;
    /** Its state */
    state: 'waiting' | 'approved' | 'declined' | 'withdrawn' | 'expired';
  }> & {
    /** The same as status */
    success: true;
    /** The row of this call in the audit log */
    action_id: number;
  }>;
}

export interface ReportsGroup {
  /** `get-dashboard-data`: Lists every issued document of a period with its lines, cost and profit, oldest first. */
  listDashboardData(input?: {
    /** First day of issue */
    start_date?: string;
    /** Last day of issue */
    end_date?: string;
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
    /** Short for start_date */
    from?: string;
    /** Short for end_date */
    to?: string;
  }, options?: CallOptions): RecordList<DashboardInvoice>;
  /** `invoice-summaries`: Sums the invoices of a period by currency: paid, sent, overdue and in collection. */
  invoiceSummaries(input?: {
    /** The year; alone, all of it */
    year?: number;
    /** One month of the year */
    month?: number;
    /** First month of the year */
    from_month?: number;
    /** Last month of the year */
    to_month?: number;
    /** First day, instead of a year */
    from_date?: string;
    /** Last day, instead of a year */
    to_date?: string;
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): Promise<{
    /** First and last day of the period */
    period: {
      /** First day */
      from: string;
      /** Last day */
      to: string;
    };
    /** total first, then the groups that have invoices */
    summaries: InvoiceSummary[];
  }>;
  /** `get-sales`: Sums the sales of a period by month, customer or item, in ISK; at most 500 rows. */
  getSales(input: {
    /** First day of issue */
    from_date: string;
    /** Last day of issue */
    to_date: string;
    /** Grouping of the sums */
    by: 'month' | 'customer' | 'item';
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): Promise<{
    /** Of all that was sold */
    total: {
      /** On how many documents */
      count: number;
      /** Without VAT */
      net: number;
      /** VAT */
      vat: number;
    };
    /** Months in order; customers and items by the largest sum first */
    rows: ({
      /** Month, or guid of customer or item; free-lines for free lines */
      key: string;
      /** Month, or name of customer or item */
      label: string;
      /** On how many documents */
      count: number;
      /** How many were sold */
      qty: number;
      /** Without VAT */
      net: number;
      /** VAT */
      vat: number;
    })[];
  }>;
  /** `get-vat`: Sums the VAT of sales by two-month settlement period, in ISK. */
  getVat(input: {
    /** First day of issue */
    from_date: string;
    /** Last day of issue */
    to_date: string;
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): Promise<{
    /** Of the whole period */
    total: {
      /** Sales at 24 %, without VAT */
      net_24: number;
      /** Sales at 11 %, without VAT */
      net_11: number;
      /** Sales without VAT */
      net_0: number;
      /** VAT at 24 % */
      vat_24: number;
      /** VAT at 11 % */
      vat_11: number;
      /** VAT of all sales (útskattur) */
      output_vat: number;
      /** VAT at 24 % of approved costs */
      input_24: number;
      /** VAT at 11 % of approved costs */
      input_11: number;
      /** VAT of all approved costs (innskattur) */
      input_vat: number;
      /** Output VAT minus input VAT; negative: to be paid back */
      to_pay: number;
    };
    /** Oldest first */
    rows: ({
      /** Year, and which two months of it */
      period: string;
      /** The first of the two */
      first_month: string;
      /** The second of them */
      last_month: string;
      /** When the VAT return is due */
      due_on: string;
      /** Sales at 24 %, without VAT */
      net_24: number;
      /** Sales at 11 %, without VAT */
      net_11: number;
      /** Sales without VAT */
      net_0: number;
      /** VAT at 24 % */
      vat_24: number;
      /** VAT at 11 % */
      vat_11: number;
      /** VAT of all sales (útskattur) */
      output_vat: number;
      /** VAT at 24 % of approved costs */
      input_24: number;
      /** VAT at 11 % of approved costs */
      input_11: number;
      /** VAT of all approved costs (innskattur) */
      input_vat: number;
      /** Output VAT minus input VAT; negative: to be paid back */
      to_pay: number;
    })[];
    /** Approved costs in a foreign currency whose exchange rate is not known; they are not in the sums */
    without_rate: number;
  }>;
  /** `get-profit`: Sums sales, approved costs, other income and expenses of payments, and the result by month, without VAT, in ISK. */
  getProfit(input: {
    /** First day of issue */
    from_date: string;
    /** Last day of issue */
    to_date: string;
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): Promise<{
    /** Of the whole period */
    total: {
      /** Sales without VAT */
      sales: number;
      /** Approved costs without VAT that are expenses */
      costs: number;
      /** Sales minus costs */
      profit: number;
      /** Interest that came in with payments */
      interest: number;
      /** Charges for late payment that came in */
      charges: number;
      /** Payment fees that came in */
      fees: number;
      /** Deductions of card acquirers from payments */
      acquirer_fees: number;
      /** Exchange gain of payments in foreign currencies; negative is a loss */
      exchange_difference: number;
      /** Invoices that were written off, without VAT */
      lost_claims: number;
      /** Profit with the other income and expenses of payments, less lost claims */
      result: number;
    };
    /** Months with sales, costs, payments or write-offs, oldest first */
    rows: ({
      /** Year and month */
      month: string;
      /** Sales without VAT */
      sales: number;
      /** Approved costs without VAT that are expenses */
      costs: number;
      /** Sales minus costs */
      profit: number;
      /** Interest that came in with payments */
      interest: number;
      /** Charges for late payment that came in */
      charges: number;
      /** Payment fees that came in */
      fees: number;
      /** Deductions of card acquirers from payments */
      acquirer_fees: number;
      /** Exchange gain of payments in foreign currencies; negative is a loss */
      exchange_difference: number;
      /** Invoices that were written off, without VAT */
      lost_claims: number;
      /** Profit with the other income and expenses of payments, less lost claims */
      result: number;
    })[];
    /** Approved costs without VAT that are no expenses: fixed assets (5028) and VAT settlements (9535) */
    unexpensed: number;
    /** Approved costs in a foreign currency whose exchange rate is not known; they are not in the sums */
    without_rate: number;
  }>;
  /** `get-cost-sums`: Sums the approved costs of a period by month, code or supplier, in ISK; at most 500 rows. */
  getCostSums(input: {
    /** First day of issue */
    from_date: string;
    /** Last day of issue */
    to_date: string;
    /** Grouping of the sums */
    by: 'month' | 'code' | 'supplier';
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): Promise<{
    /** Sums of all of them */
    total: {
      /** How many documents */
      count: number;
      /** Without VAT, in ISK */
      net: number;
      /** VAT, in ISK */
      vat: number;
    };
    rows: ({
      /** Month, code, or kennitala or name of the supplier */
      key: string;
      /** Month, name of the code, or name of the supplier */
      label: string;
      /** How many documents */
      count: number;
      /** Without VAT, in ISK */
      net: number;
      /** VAT, in ISK */
      vat: number;
    })[];
    /** Approved costs in a foreign currency whose exchange rate is not known; they are not in the sums */
    without_rate: number;
  }>;
  /** `get-payment-sums`: Sums interest, charges, fees and other differences between payments and invoices by month, in ISK. */
  getPaymentSums(input: {
    /** First day of value */
    from_date: string;
    /** Last day of value */
    to_date: string;
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: CallOptions): Promise<{
    /** Of the whole period */
    total: {
      /** Money that came in, less deductions */
      received: number;
      /** Money that was paid back to customers */
      paid_back: number;
      /** Interest that came in with payments */
      interest: number;
      /** Charges for late payment that came in */
      charges: number;
      /** Payment fees that came in */
      fees: number;
      /** Deductions of card acquirers from payments */
      acquirer_fees: number;
      /** Exchange gain of payments in foreign currencies; negative is a loss */
      exchange_difference: number;
      /** Invoices that were written off, without VAT */
      lost_claims: number;
      /** Tax on interest of claims that the bank withheld */
      withheld_tax: number;
      /** Credit of customers from payments, less what was used or paid back */
      customer_credit: number;
    };
    /** Months with payments or write-offs, oldest first */
    rows: ({
      /** Year and month */
      month: string;
      /** Money that came in, less deductions */
      received: number;
      /** Money that was paid back to customers */
      paid_back: number;
      /** Interest that came in with payments */
      interest: number;
      /** Charges for late payment that came in */
      charges: number;
      /** Payment fees that came in */
      fees: number;
      /** Deductions of card acquirers from payments */
      acquirer_fees: number;
      /** Exchange gain of payments in foreign currencies; negative is a loss */
      exchange_difference: number;
      /** Invoices that were written off, without VAT */
      lost_claims: number;
      /** Tax on interest of claims that the bank withheld */
      withheld_tax: number;
      /** Credit of customers from payments, less what was used or paid back */
      customer_credit: number;
    })[];
  }>;
  /** `get-aged-receivables`: Lists the amount that each customer owes, by days overdue, and the amount that is owed to customers, in ISK; at most 500 rows. */
  getAgedReceivables(input?: {
    /** The day; today when left out */
    as_of?: string;
  }, options?: CallOptions): Promise<{
    /** Of all customers */
    total: {
      /** Owed: not due; late by up to 30, 60 and 90 days; more */
      bands: number[];
      /** Credit notes on paid invoices that are still to be paid back; negative */
      credit: number;
      /** Sum of the bands and the credit */
      total: number;
    };
    /** Customers, the largest debt first */
    rows: ({
      /** The customer */
      customer_guid: string;
      /** Name of the customer */
      customer: string;
      /** The currency of the sums: ISK, at the rate of each invoice */
      currency: string;
      /** Owed: not due; late by up to 30, 60 and 90 days; more */
      bands: number[];
      /** Credit notes on paid invoices that are still to be paid back; negative */
      credit: number;
      /** Sum of the bands and the credit */
      total: number;
    })[];
  }>;
  /** `get-aged-payables`: Lists the amount that is owed to each supplier, by days overdue, and the amount that suppliers owe, in ISK; at most 500 rows. */
  getAgedPayables(input?: {
    /** The day; today when left out */
    as_of?: string;
  }, options?: CallOptions): Promise<{
    /** Of all suppliers */
    total: {
      /** Owed: not due; late by up to 30, 60 and 90 days; more */
      bands: number[];
      /** Credit notes that suppliers are still to pay back; negative */
      credit: number;
      /** Sum of the bands and the credit */
      total: number;
      /** Number in a foreign currency without an exchange rate, which are not in the sums */
      without_rate: number;
    };
    /** Suppliers, the largest debt first */
    rows: ({
      /** Kennitala of the supplier, or empty */
      supplier_id: string;
      /** Name of the supplier */
      supplier: string;
      /** The currency of the sums: ISK, at the rate of each cost */
      currency: string;
      /** Owed: not due; late by up to 30, 60 and 90 days; more */
      bands: number[];
      /** Credit notes that suppliers are still to pay back; negative */
      credit: number;
      /** Sum of the bands and the credit */
      total: number;
      /** Number in a foreign currency without an exchange rate, which are not in the sums */
      without_rate: number;
    })[];
  }>;
}

export interface VatGroup {
  /** `get-vat-periods`: Lists the settlement periods of VAT of a year, with the amount to pay for each and its due date. */
  getPeriods(input?: {
    /** Which year; this one when left out */
    year?: number;
  }, options?: CallOptions): Promise<VatPeriod[]>;
  /** `get-vat-return`: Computes the boxes of the VAT return of a settlement period, in whole krónur. */
  getReturn(input: {
    /** The last month of the period: 2026-10 is September and October */
    period: string;
  }, options?: CallOptions): Promise<VatReturn>;
  /** `get-vat-documents`: Lists the documents that add up to a box of the VAT return, oldest first. */
  listDocuments(input: {
    /** The last month of the period: 2026-10 is September and October */
    period: string;
    /** Which box; outside_vat: turnover that is in none; abroad_24, abroad_11: VAT on services from abroad */
    box: 'turnover_24' | 'turnover_11' | 'zero_rated' | 'output_24' | 'output_11' | 'input_24' | 'input_11' | 'bad_debt_24' | 'bad_debt_11' | 'outside_vat' | 'abroad_24' | 'abroad_11';
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<VatDocument>;
  /** `get-unstated-vat-kinds`: Lists records without VAT that do not state why: items, selling pages, recurring invoices and issued documents. */
  listUnstatedKinds(input?: {
    /** Only documents of this VAT period. The last month of the period: 2026-10 is September and October */
    period?: string;
    /** 1: instead, the documents whose reason was set by decide-vat-kind */
    decided?: true | false | 0 | 1;
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<UnstatedVatKind>;
  /** `decide-vat-kind`: Sets why records that get-unstated-vat-kinds lists have no VAT; all records are changed, or none. */
  decideKind(body: {
    /** Why no VAT is charged at code Z: zero_rated (article 12, such as exports) or outside (article 2, such as rent) */
    vat_kind: 'zero_rated' | 'outside';
    /** The records, as get-unstated-vat-kinds lists them */
    records: ({
      /** What it is */
      kind: 'item' | 'product_sale' | 'recurring' | 'invoice' | 'credit_note';
      /** The record */
      guid: string;
    })[];
  }, options?: WriteOptions): Promise<Written<{
    /** What was decided */
    vat_kind: 'zero_rated' | 'outside';
    /** Number of records that were changed */
    decided: number;
  }>>;
  /** `get-vat-return-pdf`: Reads the VAT return of a settlement period as a PDF, to type into the form of the tax office and to keep. */
  getReturnPdf(input: {
    /** The last month of the period: 2026-10 is September and October */
    period: string;
    /** Language of the file; Icelandic when left out */
    lang?: 'is' | 'en';
  }, options?: CallOptions): Promise<VatReturnFile>;
  /** `get-vat-return-csv`: Reads the VAT return of a settlement period as a CSV, one row for each box. */
  getReturnCsv(input: {
    /** The last month of the period: 2026-10 is September and October */
    period: string;
    /** Language of the file; Icelandic when left out */
    lang?: 'is' | 'en';
  }, options?: CallOptions): Promise<VatReturnFile>;
  /** `lock-vat-period`: Locks a settlement period of VAT that is over: no document can be dated in it any more. */
  lockPeriod(input: {
    /** The last month of the period: 2026-10 is September and October */
    period: string;
  }, options?: WriteOptions): Promise<Written<VatPeriodState>>;
  /** `unlock-vat-period`: Unlocks a settlement period of VAT, so that its documents can be corrected. */
  unlockPeriod(input: {
    /** The last month of the period: 2026-10 is September and October */
    period: string;
    /** Why it is unlocked */
    reason: string;
  }, options?: WriteOptions): Promise<Written<VatPeriodState>>;
  /** `submit-vat-return`: Locks a settlement period of VAT and submits its return to the tax office. */
  submitReturn(input: {
    /** The last month of the period: 2026-10 is September and October */
    period: string;
    /** 1: the tax office has a return of the period that was filed elsewhere, and this one corrects it */
    correction?: true | false | 0 | 1;
  }, options?: WriteOptions): Promise<Written<{
    submission: VatSubmission;
  }>>;
  /** `get-vat-receipt`: Reads the receipt of the tax office for a submitted VAT return, as a PDF. */
  receipt(input: string | {
    /** The submission */
    guid: string;
  }, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** `set-tax-login`: Stores the password of the tax office (veflykill), with which VAT returns are submitted. */
  setTaxLogin(input: {
    /** The password */
    key: string;
    /** Whose password it is; that of the company when left out */
    kennitala?: string;
  }, options?: WriteOptions): Promise<Written<{
    /** The account */
    guid: string;
  }>>;
}

export interface QuestionsGroup {
  /** `get-questions`: Lists the questions about documents with their answers, newest first. */
  list(input?: {
    /** Only those in this state */
    state?: 'open' | 'answered' | 'closed';
    /** Only those about this document */
    document_guid?: string;
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<Question>;
  /** `get-question`: Reads a question about a document, with its answers. */
  get(input: string | {
    /** The question */
    guid: string;
  }, options?: CallOptions): Promise<Question>;
  /** `ask-question`: Asks the people of the company about an invoice, a cost, a bank line or a payment. */
  ask(body: {
    /** What it is about; credit notes are invoices */
    kind: 'invoice' | 'cost' | 'bank_line' | 'payment';
    /** The document */
    document_guid: string;
    /** What is asked */
    question: string;
  }, options?: WriteOptions): Promise<Written<QuestionState>>;
  /** `answer-question`: Answers a question about a document. */
  answer(input: {
    /** The question */
    guid: string;
    /** The answer */
    answer: string;
  }, options?: WriteOptions): Promise<Written<QuestionState>>;
  /** `close-question`: Closes a question about a document, with or without an answer; it stays on record. */
  close(input: string | {
    /** The question */
    guid: string;
  }, options?: WriteOptions): Promise<Written<QuestionState>>;
}

export interface JournalGroup {
  /** `export-journal`: Exports the journal of a period as CSV, in which debit equals credit, for a bookkeeping program. */
  export(input?: {
    /** First day; the beginning of the books when left out */
    from_date?: string;
    /** Last day; today when left out */
    to_date?: string;
    /** How the file is written: general, dk, payday, uniconta, or the name or guid of a layout of your own; general when left out */
    layout?: string;
    /** 1: only entries that were not exported before; those that were changed since are reversed and posted again */
    only_new?: true | false | 0 | 1;
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: WriteOptions): Promise<Written<JournalFile>>;
  /** `get-journal-exports`: Lists the exports of the journal, newest first. */
  listExports(input?: {
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<JournalExport>;
  /** `get-journal-export`: Reads the file of an earlier journal export, with the same bytes. */
  getExport(input: string | {
    /** The file */
    guid: string;
  }, options?: CallOptions): Promise<JournalFile>;
  /** `create-journal-layout`: Creates a layout for journal files: its columns, and how days and amounts are written. */
  createLayout(body: NewJournalLayout, options?: WriteOptions): Promise<Written<string>>;
  /** `update-journal-layout`: Changes a layout for journal files; files that were exported do not change. */
  updateLayout(guid: string, changes: JournalLayoutChanges, options?: WriteOptions): Promise<Written<string>>;
  /** `update-journal-layout`: Changes a layout for journal files; files that were exported do not change. */
  updateLayout(input: { guid: string } & (JournalLayoutChanges), options?: WriteOptions): Promise<Written<string>>;
  /** `delete-journal-layout`: Deletes a layout for journal files. */
  deleteLayout(input: string | {
    /** The layout */
    guid: string;
  }, options?: WriteOptions): Promise<Written<null>>;
  /** `get-journal-layouts`: Lists the layouts of journal files: those of the service, and your own. */
  getLayouts(input?: object, options?: CallOptions): Promise<JournalLayout[]>;
  /** `get-journal-accounts`: Lists the ledger account of each kind of posting. */
  getAccounts(input?: object, options?: CallOptions): Promise<JournalAccount[]>;
  /** `update-journal-accounts`: Changes the ledger accounts that the journal is posted to. */
  updateAccounts(body: JournalAccountChanges, options?: WriteOptions): Promise<Written<{
    /** How many were sent */
    changed: number;
  }>>;
  /** `get-system-description`: Reads the description of the system that the Act on accounting requires, as a PDF. */
  getSystemDescription(input?: {
    /** Language of the file; Icelandic when left out */
    lang?: 'is' | 'en';
  }, options?: CallOptions): Promise<SystemDescription>;
}

export interface ImportsGroup {
  /** `import-records`: Imports customers, items, costs or open invoices from CSV, XLSX or e-invoices, all rows or none. */
  records(input: {
    /** What the rows are */
    kind: 'customers' | 'items' | 'costs' | 'open_invoices';
    /** CSV or XLSX with headings, or for costs and open invoices a UBL file or a ZIP of at most 1,000 of them; of at most 5 MB, as a file of a form or its bytes in base64 */
    file: Upload;
    /** Its name; that of the uploaded file when left out */
    file_name?: string;
    /** The record as JSON */
    mapping?: string;
  }, options?: WriteOptions): Promise<Written<ImportedRecords>>;
}

export interface AccountImportsGroup {
  /** `start-account-import`: Starts an import of the books of another account of this API: customers, items, invoices, open documents, tasks and costs. */
  start(body: {
    /** Address of the other service: https, a public host, with or without /api/v1 */
    from_url: string;
    /** Username of the account there */
    from_username: string;
    /** Its api_key; it is kept encrypted, and only until the import has ended */
    from_api_key: string;
  }, options?: WriteOptions): Promise<Written<ChangedImport>>;
  /** `get-account-import`: Reads the progress of an import from another account, with the records that were refused or are not available there. */
  get(input: string | {
    /** The import */
    guid: string;
  }, options?: CallOptions): Promise<AccountImport>;
  /** `get-account-imports`: Lists the imports from other accounts, newest first. */
  list(input?: {
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<AccountImport>;
  /** `stop-account-import`: Stops an import from another account. */
  stop(input: string | {
    /** The import */
    guid: string;
  }, options?: WriteOptions): Promise<Written<ChangedImport>>;
}

export interface ExportsGroup {
  /** `export-account`: Starts an export of everything that the account has, as one ZIP archive. */
  account(input?: object, options?: WriteOptions): Promise<Written<BegunExport>>;
  /** `export-books`: Starts an export of what an accountant needs of a month, a year or any other days, as one ZIP archive. */
  books(input: {
    /** First day of issue */
    from_date: string;
    /** Last day of issue */
    to_date: string;
    /** Language of the sheets; Icelandic when left out */
    lang?: 'is' | 'en';
    /** Short for from_date */
    from?: string;
    /** Short for to_date */
    to?: string;
  }, options?: WriteOptions): Promise<Written<BegunExport>>;
  /** `get-export`: Reads the state of an export, and the address of its file when it is ready. */
  get(input: string | {
    /** The export */
    guid: string;
  }, options?: CallOptions): Promise<AccountExport>;
  /** `get-exports`: Lists the exports of the account and of its books, newest first. */
  list(input?: {
    /** Only exports of this kind */
    kind?: 'account' | 'books';
    /** Records in a page, 100 when left out; the list goes on to its end */
    limit?: number;
    /** The page to begin with */
    page?: number;
  }, options?: CallOptions): RecordList<AccountExport>;
}

export interface AgentsGroup {
  /** `get-access`: Names the account, and lists the scopes and limits of this connection. */
  getAccess(input?: object, options?: CallOptions): Promise<{
    /** Name of the company */
    name: string;
    /** Its kennitala */
    registration_no: string;
    /** Its VAT number */
    vat_no: string;
    /** Its username */
    username: string;
    /** The day of the books */
    today: string;
    /** What the connection may do */
    scopes: ('dashboard_data' | 'manage_customers' | 'nav' | 'create_invoice' | 'payment' | 'recurring' | 'cost' | 'task' | 'sell_product' | 'bookkeeper')[];
    /** What it may do without asking a person; null: it has no limits */
    limits: {
      /** What becomes of its writes */
      mode: 'act' | 'propose' | 'read';
      /** Largest amount of one write, in ISK */
      max_amount: number | null;
      /** Largest sum of the writes of a day, in ISK */
      max_amount_per_day: number | null;
      /** Largest number of writes with a sum on a day */
      max_documents_per_day: number | null;
      /** What becomes of documents for new recipients */
      new_recipients: 'act' | 'propose';
    } | null;
    /** What remains of the limits of the day; null: it has no limits */
    left_today: {
      /** Amount in ISK; null: no bound */
      amount: number | null;
      /** Number of writes with a sum; null: no bound */
      documents: number | null;
    } | null;
  }>;
  /** `get-agents`: Lists the programs that may act for the account. */
  list(input?: object, options?: CallOptions): Promise<{
    /** The programs */
    data: ({
      /** The client_id of the program */
      agent_id: string;
      /** Its name */
      name: string;
      /** What it may do */
      scopes: ('dashboard_data' | 'manage_customers' | 'nav' | 'create_invoice' | 'payment' | 'recurring' | 'cost' | 'task' | 'sell_product' | 'bookkeeper')[];
      /** When it was granted access, UTC */
      granted_at: string;
      /** What it may do without asking a person; null: no bound */
      limits: {
        /** What becomes of its writes */
        mode: 'act' | 'propose' | 'read';
        /** Largest amount of one write, in ISK */
        max_amount: number | null;
        /** Largest sum of the writes of a day, in ISK */
        max_amount_per_day: number | null;
        /** Largest number of writes with a sum on a day */
        max_documents_per_day: number | null;
        /** What becomes of documents for new recipients */
        new_recipients: 'act' | 'propose';
      };
      /** Whether all its calls are refused until the freeze is lifted */
      frozen: boolean;
    })[];
    /** How many there are */
    total: number;
  }>;
  /** `grant-agent`: Grants a program scopes on the account, without the consent page. */
  grant(input: {
    /** The program */
    client_id: string;
    /** What it may do: a list, or a text separated by commas */
    scopes: ('dashboard_data' | 'manage_customers' | 'nav' | 'create_invoice' | 'payment' | 'recurring' | 'cost' | 'task' | 'sell_product' | 'bookkeeper')[] | string;
    /** What it may do without asking a person; what is left out stays */
    limits?: {
      /** act: writes within the bounds are done; propose: every write waits for a person; read: every write is refused */
      mode?: 'act' | 'propose' | 'read';
      /** Largest amount of one write, in ISK; null: no bound */
      max_amount?: number | string | null;
      /** Largest sum of the writes of a day (UTC), in ISK */
      max_amount_per_day?: number | string | null;
      /** Largest number of writes with a sum on a day (UTC) */
      max_documents_per_day?: number | string | null;
      /** propose: a document for a receiver who has never received one from a person or the account's key waits, and so does a change of the addresses that documents of others are sent to */
      new_recipients?: 'act' | 'propose';
    };
    /** Whether all its calls are refused */
    frozen?: true | false | 0 | 1;
    /** When a program is frozen or revoked: close declines its open quotes and deletes its open orders from which nothing was invoiced; keep, or left out, does not change them */
    open_documents?: 'keep' | 'close';
  }, options?: WriteOptions): Promise<Written<null> & {
    /** The client_id of the program */
    agent_id: string;
    /** Its name */
    name: string;
    /** What it may do */
    scopes: ('dashboard_data' | 'manage_customers' | 'nav' | 'create_invoice' | 'payment' | 'recurring' | 'cost' | 'task' | 'sell_product' | 'bookkeeper')[];
    /** When it was granted access, UTC */
    granted_at: string;
    /** What it may do without asking a person; null: no bound */
    limits: {
      /** What becomes of its writes */
      mode: 'act' | 'propose' | 'read';
      /** Largest amount of one write, in ISK */
      max_amount: number | null;
      /** Largest sum of the writes of a day, in ISK */
      max_amount_per_day: number | null;
      /** Largest number of writes with a sum on a day */
      max_documents_per_day: number | null;
      /** What becomes of documents for new recipients */
      new_recipients: 'act' | 'propose';
    };
    /** Whether all its calls are refused until the freeze is lifted */
    frozen: boolean;
  }>;
  /** `change-agent`: Changes the limits of a program, or freezes it. */
  change(input: {
    /** The program */
    agent_id: string;
    /** The limits to change; null takes a bound away */
    limits?: {
      /** act: writes within the bounds are done; propose: every write waits for a person; read: every write is refused */
      mode?: 'act' | 'propose' | 'read';
      /** Largest amount of one write, in ISK; null: no bound */
      max_amount?: number | string | null;
      /** Largest sum of the writes of a day (UTC), in ISK */
      max_amount_per_day?: number | string | null;
      /** Largest number of writes with a sum on a day (UTC) */
      max_documents_per_day?: number | string | null;
      /** propose: a document for a receiver who has never received one from a person or the account's key waits, and so does a change of the addresses that documents of others are sent to */
      new_recipients?: 'act' | 'propose';
    };
    /** true: all its calls are refused */
    frozen?: true | false | 0 | 1;
    /** When a program is frozen or revoked: close declines its open quotes and deletes its open orders from which nothing was invoiced; keep, or left out, does not change them */
    open_documents?: 'keep' | 'close';
  }, options?: WriteOptions): Promise<Written<null> & {
    /** The client_id of the program */
    agent_id: string;
    /** Its name */
    name: string;
    /** What it may do */
    scopes: ('dashboard_data' | 'manage_customers' | 'nav' | 'create_invoice' | 'payment' | 'recurring' | 'cost' | 'task' | 'sell_product' | 'bookkeeper')[];
    /** When it was granted access, UTC */
    granted_at: string;
    /** What it may do without asking a person; null: no bound */
    limits: {
      /** What becomes of its writes */
      mode: 'act' | 'propose' | 'read';
      /** Largest amount of one write, in ISK */
      max_amount: number | null;
      /** Largest sum of the writes of a day, in ISK */
      max_amount_per_day: number | null;
      /** Largest number of writes with a sum on a day */
      max_documents_per_day: number | null;
      /** What becomes of documents for new recipients */
      new_recipients: 'act' | 'propose';
    };
    /** Whether all its calls are refused until the freeze is lifted */
    frozen: boolean;
  }>;
  /** `revoke-agent`: Revokes the grant of a program; all its tokens stop working at once. */
  revoke(input: {
    /** The program */
    agent_id: string;
  }, options?: WriteOptions): Promise<Written<null> & {
    /** The program */
    agent_id: string;
  }>;
  /** `get-audit`: Lists the calls of programs, newest first. */
  audit(input?: {
    /** Only what this program did */
    agent_id?: string;
    /** Only the call that was answered with this action_id */
    action_id?: number;
    /** How many records at most; 50 when left out */
    limit?: number;
    /** Which page of that many; 1 when left out */
    page?: number;
  }, options?: CallOptions): Promise<{
    /** The records */
    data: ({
      /** Who did it; empty where the account called by its key and named nobody */
      agent_id: string;
      /** What was done */
      action: string;
      /** IP address of the caller */
      ip_address: string;
      /** When, UTC */
      timestamp: string;
      /** The action_id that the call was answered with */
      action_id: number;
      /** ok, or the code of the refusal */
      outcome: string;
      /** The record, or the proposal, that the call made or changed */
      target: string | null;
      /** Who approved it; empty where nobody had to */
      person: string;
      /** Kind, receiver and amount of the write; null where the row has none */
      effect: EffectSummary | null;
    })[];
    /** How many there are */
    total: number;
    /** Number of this page */
    page: number;
    /** Number of records in a page */
    limit: number;
    /** The row of this call in the audit log */
    action_id: number;
  }>;
}

/** The groups of the client. */
export abstract class OperationGroups {
  /** Connection */
  readonly connection: ConnectionGroup;
  /** Customers */
  readonly customers: CustomersGroup;
  /** Items */
  readonly items: ItemsGroup;
  /** Invoices */
  readonly invoices: InvoicesGroup;
  /** Payments */
  readonly payments: PaymentsGroup;
  /** Bank */
  readonly bank: BankGroup;
  /** Recurring invoices */
  readonly recurringInvoices: RecurringInvoicesGroup;
  /** Orders */
  readonly orders: OrdersGroup;
  /** Drafts */
  readonly drafts: DraftsGroup;
  /** Quotes */
  readonly quotes: QuotesGroup;
  /** Tasks */
  readonly tasks: TasksGroup;
  /** Product sales */
  readonly productSales: ProductSalesGroup;
  /** Costs */
  readonly costs: CostsGroup;
  /** Bookkeepers */
  readonly bookkeepers: BookkeepersGroup;
  /** Webhooks */
  readonly webhooks: WebhooksGroup;
  /** Proposals */
  readonly proposals: ProposalsGroup;
  /** Reports */
  readonly reports: ReportsGroup;
  /** VAT */
  readonly vat: VatGroup;
  /** Questions */
  readonly questions: QuestionsGroup;
  /** Journal */
  readonly journal: JournalGroup;
  /** Imports */
  readonly imports: ImportsGroup;
  /** Account imports */
  readonly accountImports: AccountImportsGroup;
  /** Exports */
  readonly exports: ExportsGroup;
  /** Agents */
  readonly agents: AgentsGroup;

  constructor(group: (name: string) => object) {
    this.connection = group('connection') as ConnectionGroup;
    this.customers = group('customers') as CustomersGroup;
    this.items = group('items') as ItemsGroup;
    this.invoices = group('invoices') as InvoicesGroup;
    this.payments = group('payments') as PaymentsGroup;
    this.bank = group('bank') as BankGroup;
    this.recurringInvoices = group('recurringInvoices') as RecurringInvoicesGroup;
    this.orders = group('orders') as OrdersGroup;
    this.drafts = group('drafts') as DraftsGroup;
    this.quotes = group('quotes') as QuotesGroup;
    this.tasks = group('tasks') as TasksGroup;
    this.productSales = group('productSales') as ProductSalesGroup;
    this.costs = group('costs') as CostsGroup;
    this.bookkeepers = group('bookkeepers') as BookkeepersGroup;
    this.webhooks = group('webhooks') as WebhooksGroup;
    this.proposals = group('proposals') as ProposalsGroup;
    this.reports = group('reports') as ReportsGroup;
    this.vat = group('vat') as VatGroup;
    this.questions = group('questions') as QuestionsGroup;
    this.journal = group('journal') as JournalGroup;
    this.imports = group('imports') as ImportsGroup;
    this.accountImports = group('accountImports') as AccountImportsGroup;
    this.exports = group('exports') as ExportsGroup;
    this.agents = group('agents') as AgentsGroup;
  }
}
