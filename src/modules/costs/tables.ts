import { VAT_CHARGERS } from '../../domain/costs/cost-figures.ts';
import { COST_STATUSES } from '../../domain/costs/cost-states.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { ReceivedEinvoice } from '../../kernel/ports/ports.ts';
import { MAIL_OUTCOMES } from './mail-in/outcomes.ts';

export const costs = table('costs', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  accounting_status: col.oneOf(COST_STATUSES),
  accounting_message: col.text().withDefault(),
  show_api: col.boolean(),
  auto_approve: col.boolean(),
  description: col.text(),
  supplier_name: col.text(),
  supplier_id: col.text(),
  supplier_country: col.text().withDefault(),
  issue_date: col.date().nullable(),
  due_date: col.date().nullable(),
  /** Twelve digits of an Icelandic account; empty for one abroad, and where none is known. */
  payee_account: col.text().withDefault(),
  payee_iban: col.text().withDefault(),
  /** When a file of transfers has last had it, and how much of it that file pays. */
  exported_at: col.timestamp().nullable().withDefault(),
  exported_amount: col.numeric().nullable().withDefault(),
  listed_on: col.date(),
  amount: col.numeric().nullable(),
  currency: col.text(),
  exchange_rate: col.numeric().nullable().withDefault(),
  paid_amount: col.numeric().withDefault(),
  /** Approved and reported in the account that it came from. */
  is_imported: col.boolean().withDefault(),
  vat_aa: col.numeric(),
  vat_s: col.numeric(),
  vat_deductible: col.smallint().nullable(),
  vat_charged_by: col.oneOf(VAT_CHARGERS).withDefault(),
  cost_code: col.text(),
  how_paid: col.smallint().nullable(),
  credit_note: col.boolean(),
  invoice_number: col.text(),
  project_name: col.text(),
  reading: col.jsonb<object>().nullable().withDefault(),
  xml: col.text().nullable().withDefault(),
  first_approved_at: col.timestamp().nullable().withDefault(),
  /** The person; null where the operator approved. */
  first_approved_by: col.bigint().nullable().withDefault(),
  file_digest: col.bytea().nullable().withDefault(),
  created_at: col.timestamp(),
  updated_at: col.timestamp(),
});

export const costFiles = table('cost_files', {
  account_id: col.bigint(),
  cost_id: col.bigint(),
  role: col.oneOf(['file', 'original']),
  name: col.text(),
  extension: col.text(),
  content_type: col.text(),
  bytes: col.bytea(),
});

export const receiptAddresses = table('receipt_addresses', {
  account_id: col.bigint(),
  token: col.text(),
  senders: col.textArray().withDefault(),
  created_at: col.timestamp(),
});

export const receiptMails = table('receipt_mails', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  message_digest: col.bytea(),
  sender: col.text(),
  subject: col.text(),
  outcome: col.oneOf(MAIL_OUTCOMES),
  costs: col.integer(),
  received_at: col.timestamp(),
});

export const fetchedEinvoices = table('fetched_einvoices', {
  id: col.text(),
  answer: col.jsonb<ReceivedEinvoice>().nullable(),
  tried_at: col.timestamp(),
});
