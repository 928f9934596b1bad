import { VAT_CHARGERS } from '../../domain/costs/cost-figures.ts';
import { COST_STATUSES } from '../../domain/costs/cost-states.ts';
import {
  bigint,
  boolean,
  bytea,
  date,
  integer,
  jsonb,
  numeric,
  oneOf,
  smallint,
  text,
  textArray,
  timestamp,
  uuid,
} from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { ReceivedEinvoice } from '../../kernel/ports/ports.ts';
import { MAIL_OUTCOMES } from './mail-in/outcomes.ts';

export const costs = table('costs', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  accounting_status: oneOf(COST_STATUSES),
  accounting_message: text().withDefault(),
  show_api: boolean(),
  auto_approve: boolean(),
  description: text(),
  supplier_name: text(),
  supplier_id: text(),
  supplier_country: text().withDefault(),
  issue_date: date().nullable(),
  due_date: date().nullable(),
  /** Twelve digits of an Icelandic account; empty for one abroad, and where none is known. */
  payee_account: text().withDefault(),
  payee_iban: text().withDefault(),
  /** When a file of transfers has last had it, and how much of it that file pays. */
  exported_at: timestamp().nullable().withDefault(),
  exported_amount: numeric().nullable().withDefault(),
  listed_on: date(),
  amount: numeric().nullable(),
  currency: text(),
  exchange_rate: numeric().nullable().withDefault(),
  paid_amount: numeric().withDefault(),
  /** Approved and reported in the account that it came from. */
  is_imported: boolean().withDefault(),
  vat_aa: numeric(),
  vat_s: numeric(),
  vat_deductible: smallint().nullable(),
  vat_charged_by: oneOf(VAT_CHARGERS).withDefault(),
  cost_code: text(),
  how_paid: smallint().nullable(),
  credit_note: boolean(),
  invoice_number: text(),
  project_name: text(),
  reading: jsonb<object>().nullable().withDefault(),
  xml: text().nullable().withDefault(),
  first_approved_at: timestamp().nullable().withDefault(),
  /** The person; null where the operator approved. */
  first_approved_by: bigint().nullable().withDefault(),
  file_digest: bytea().nullable().withDefault(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const costFiles = table('cost_files', {
  account_id: bigint(),
  cost_id: bigint(),
  role: oneOf(['file', 'original']),
  name: text(),
  extension: text(),
  content_type: text(),
  bytes: bytea(),
});

export const receiptAddresses = table('receipt_addresses', {
  account_id: bigint(),
  token: text(),
  senders: textArray().withDefault(),
  created_at: timestamp(),
});

export const receiptMails = table('receipt_mails', {
  account_id: bigint(),
  id: bigint().identity(),
  message_digest: bytea(),
  sender: text(),
  subject: text(),
  outcome: oneOf(MAIL_OUTCOMES),
  costs: integer(),
  received_at: timestamp(),
});

export const fetchedEinvoices = table('fetched_einvoices', {
  id: text(),
  answer: jsonb<ReceivedEinvoice>().nullable(),
  tried_at: timestamp(),
});
