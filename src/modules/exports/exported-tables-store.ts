import { type Sql, sql } from '../../kernel/database/sql.ts';
import { renditionKindSql } from '../../kernel/database/state-sql.ts';
import type { Table } from '../../kernel/database/table.ts';
import { eventCounters, events } from '../../kernel/database/tables.ts';
import { auditLog } from '../../kernel/operations/tables.ts';
import { accounts, counters, logos, vatLocks, vatPeriodLengths } from '../accounts/tables.ts';
import { knownRecipients } from '../agents/tables.ts';
import {
  bankAccounts,
  bankActions,
  bankBookings,
  bankLines,
  bankMemory,
  bankStatements,
} from '../bank/tables.ts';
import { einvoiceAnswers } from '../costs/einvoice-answers/tables.ts';
import { costFiles, costs, receiptMails } from '../costs/tables.ts';
import { customerContacts, customerNotes, customers } from '../customers/tables.ts';
import { invoiceReminders, mailTexts, paymentMails } from '../deliveries/tables.ts';
import { accountImportRecords, recordImports } from '../imports/tables.ts';
import {
  allocations,
  files,
  invoiceEvents,
  invoiceFiles,
  invoiceLines,
  invoices,
  numberStarts,
  payments,
  renditions,
} from '../invoices/records/tables.ts';
import { items } from '../items/tables.ts';
import { journalAccounts, journalEntries, journalExports, journalLayouts } from '../journal/tables.ts';
import { notificationCursors } from '../notifications/tables.ts';
import { providerReports } from '../payments/tables.ts';
import { people } from '../people/tables.ts';
import { notificationChoices, personPreferences, savedViews } from '../preferences/tables.ts';
import { productSales, saleImages, saleOrders } from '../product-sales/tables.ts';
import { questionAnswers, questions } from '../questions/tables.ts';
import { recurringSchedules } from '../recurring/tables.ts';
import { statementMails } from '../reports/statements/tables.ts';
import { salesDocumentLines, salesDocuments } from '../sales-documents/tables.ts';
import { taskImages, taskLogs, tasks } from '../tasks/tables.ts';
import { vatSubmissions } from '../vat/tables.ts';

export interface ExportedTable {
  table: Table;
  /** What an archive calls its rows: the name of the table, or the one that it had in earlier releases. */
  kind: string;
  /** What its rows are, for the README of an export. */
  about: string;
  /** Columns that stay: secrets, and what means something only on this installation. */
  without: readonly string[];
  /** The column whose bytes are a file of the export, and the path of that file for the row `t`. */
  file: { column: string; path: Sql } | null;
}

/** With the dot; empty where the name has none. */
const extensionOf = (name: Sql) => sql`coalesce(lower(substring(${name} from '[.][A-Za-z0-9]{1,8}$')), '')`;
const imageExtension = sql`case t.content_type when 'image/png' then '.png' when 'image/jpeg' then '.jpg'
  when 'image/webp' then '.webp' else '' end`;

/** The PDF of the present state has the number alone as its name. */
const renditionPath = sql`(select concat('invoices/', case when i.is_imported then 'imported-' end, i.number,
    case when t.kind is not distinct from ${renditionKindSql} then '' else '-' || t.kind end, '.pdf')
  from invoices i where i.account_id = t.account_id and i.id = t.invoice_id)`;

function exported(
  table: Table,
  about: string,
  {
    kind = table.name,
    without = [],
    file = null,
  }: Partial<Pick<ExportedTable, 'kind' | 'without' | 'file'>> = {},
): ExportedTable {
  return { table, kind, about, without: ['account_id', ...without], file };
}

/** The tables of an export, in an order in which rows come after those that they refer to. */
export const EXPORTED: readonly ExportedTable[] = [
  exported(accounts, 'The company and its settings', {
    without: ['api_key_digest', 'password_hash', 'closed_at', 'kept_until'],
  }),
  exported(people, 'Who has used the account; passwords and sign-ins at other companies are left out', {
    without: ['password_hash', 'login_account_id', 'login_id'],
  }),
  exported(counters, 'The last number of each series'),
  exported(numberStarts, 'Where the numbers of invoices were made to go on'),
  exported(logos, 'The logo on documents', {
    file: { column: 'bytes', path: sql`concat('files/logo', ${imageExtension})` },
  }),
  exported(vatPeriodLengths, 'The length of the settlement periods of VAT, by year'),
  exported(vatLocks, 'Locked settlement periods'),
  exported(
    vatSubmissions,
    'VAT returns that were handed in to the tax office; receipt is a PDF, as hexadecimal bytes',
  ),
  exported(knownRecipients, 'Addresses to which documents were sent'),
  exported(personPreferences, 'Choices of people in the console'),
  exported(savedViews, 'Lists that people have named'),
  exported(notificationChoices, 'Which news people are mailed'),
  exported(mailTexts, 'Own texts of mails'),
  exported(customers, 'Customers'),
  exported(customerNotes, 'Notes about customers'),
  exported(customerContacts, 'People at customers'),
  exported(items, 'Items and services'),
  exported(costs, 'Costs; xml is the received e-invoice, reading what was read from the receipt'),
  exported(costFiles, 'Receipts of costs', {
    file: {
      column: 'bytes',
      path: sql`concat('files/costs/', (select c.guid from costs c where c.account_id = t.account_id and c.id = t.cost_id),
        case t.role when 'file' then '' else '-' || t.role end, ${extensionOf(sql`concat('.', t.extension)`)})`,
    },
  }),
  exported(einvoiceAnswers, 'What the senders of received e-invoices were answered'),
  exported(receiptMails, 'Mails that brought receipts'),
  exported(tasks, 'Tasks'),
  exported(taskImages, 'Pictures of time logs', {
    file: { column: 'bytes', path: sql`concat('files/tasks/', t.guid, ${imageExtension})` },
  }),
  exported(salesDocuments, 'Orders, drafts, quotes and templates of recurring invoices', {
    without: ['client_id'],
  }),
  exported(salesDocumentLines, 'Lines of orders, drafts, quotes and templates'),
  exported(recurringSchedules, 'When templates issue invoices'),
  exported(invoices, 'Invoices and credit notes; seller and buyer as they were at issue'),
  exported(invoiceLines, 'Lines of invoices and credit notes'),
  exported(invoiceEvents, 'The timeline of each invoice'),
  exported(renditions, 'PDFs as they were sent', {
    kind: 'invoice_renditions',
    file: { column: 'bytes', path: renditionPath },
  }),
  exported(invoiceReminders, 'Which reminders were sent'),
  exported(files, 'Attachments of documents', {
    file: { column: 'bytes', path: sql`concat('files/attachments/', t.guid, ${extensionOf(sql`t.name`)})` },
  }),
  exported(invoiceFiles, 'Which invoice has which attachment'),
  exported(taskLogs, 'Time and other work that was logged'),
  exported(payments, 'Payments in and out'),
  exported(allocations, 'What each payment settles'),
  exported(paymentMails, 'Receipts that were mailed without an invoice'),
  exported(providerReports, 'Refunds and disputes that the card provider has reported'),
  exported(bankAccounts, 'Bank accounts'),
  exported(bankStatements, 'Statements that were imported'),
  exported(bankLines, 'Transactions on bank accounts'),
  exported(bankBookings, 'How transactions were booked'),
  exported(bankActions, 'The parts of each booking'),
  exported(bankMemory, 'How transactions of the same payer were booked before'),
  exported(questions, 'Questions about documents'),
  exported(questionAnswers, 'What was answered'),
  exported(saleImages, 'Pictures of selling pages', {
    file: { column: 'bytes', path: sql`concat('files/sales/', t.guid, ${imageExtension})` },
  }),
  exported(productSales, 'Selling pages'),
  exported(saleOrders, 'What was bought on selling pages'),
  exported(recordImports, 'Files whose rows became records'),
  exported(accountImportRecords, 'Which record came from which one of another account'),
  exported(statementMails, 'Statements that were mailed to customers'),
  exported(journalAccounts, 'The chart of accounts for the journal'),
  exported(journalLayouts, 'Own layouts of journal files'),
  exported(journalExports, 'Journals that were written', {
    file: { column: 'file', path: sql`concat('files/journals/', t.guid, '.csv')` },
  }),
  exported(journalEntries, 'What the journals had of each document'),
  exported(events, 'Events, as get-events returns them'),
  exported(eventCounters, 'The number of the last event'),
  exported(notificationCursors, 'The last event of which people were mailed'),
  exported(auditLog, 'Who did what, and when'),
];

/** The tables that no export has, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_migrations: 'the schema of the installation',
  settled_sums: 'sums of documents, which are counted anew',
  received_sums: 'sums of payments, which are counted anew',
  cost_sums: 'counts of costs, which are counted anew',
  bank_sums: 'sums of transactions on bank accounts, which are counted anew',
  jobs: 'work of this installation that has not been done yet',
  cron_tasks: 'the clock of the installation',
  primary_timeline: 'the database server of the installation',
  attempts: 'rate limits',
  fetched_einvoices: 'what the access point of the installation has not heard yet',
  idempotency_keys: 'answers for calls that are repeated within a day',
  exchange_rates:
    'rates of the installation, for all accounts; documents have the rate that they were made with',
  sandbox_claims: 'the embedded bank',
  bank_consents: 'given to this installation; another one asks for its own',
  sandbox_transactions: 'the embedded bank',
  sandbox_consents: 'the embedded bank',
  sandbox_mail: 'the embedded mailbox',
  sandbox_einvoices: 'the embedded e-invoice hub',
  sandbox_checkouts: 'the embedded card provider',
  sandbox_tax_returns: 'the embedded tax office',
  sandbox_tax_answers: 'the embedded tax office',
  checkouts: 'card payments that have begun and that the provider reports to this installation',
  api_key_uses: 'the use of a key that stays',
  sessions: 'access',
  invitations: 'access',
  password_resets: 'access',
  setup_keys: 'access',
  second_factors: 'access',
  recovery_codes: 'access',
  tax_logins: 'a password of the tax office',
  clients: 'programs, which are connected anew',
  grants: 'access of programs',
  authorizations: 'access of programs',
  access_tokens: 'access of programs',
  refresh_tokens: 'access of programs',
  program_uses: 'what programs have used of their limits today',
  bookkeepers: 'access of bookkeepers, which are other accounts of this installation',
  webhooks: 'addresses of programs with their secrets',
  webhook_deliveries: 'attempts to reach them',
  receipt_addresses: 'a secret address of this installation',
  stored_calls: 'calls that wait for a decision in this account',
  notifications: 'mails to people that wait here',
  account_imports: 'imports that this installation runs',
  account_exports: 'the exports themselves',
  account_export_parts: 'the exports themselves',
};

/** The columns of a table that an export has. */
export function exportedColumns({ table, without }: ExportedTable): string[] {
  return Object.keys(table.columns).filter((name) => !without.includes(name));
}
