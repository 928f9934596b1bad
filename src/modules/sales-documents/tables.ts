import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { BuyerChanges } from '../invoices/plan/buyer.ts';
import { sharedColumns, sharedLineColumns } from '../invoices/records/tables.ts';

export const salesDocuments = table('sales_documents', {
  account_id: bigint(),
  ...sharedColumns,
  id: bigint().identity(),
  guid: uuid(),
  kind: oneOf(['order', 'draft', 'quote', 'recurring']),
  status: oneOf(['open', 'invoiced', 'declined']).withDefault(),
  number: bigint().nullable(),
  exchange_rate: numeric().nullable(),
  due_days: integer().nullable(),
  due_date: date().nullable(),
  settlement_days: integer().nullable(),
  settlement_date: date().nullable(),
  mark_paid: boolean(),
  buyer_changes: jsonb<BuyerChanges>(),
  created_at: timestamp(),
  updated_at: timestamp(),
  valid_until: date().nullable().withDefault(),
  accept_as: oneOf(['invoice', 'draft']).withDefault(),
  remind: boolean().withDefault(),
  reminded_at: timestamp().nullable().withDefault(),
  sent_at: timestamp().nullable().withDefault(),
  sent_to: text().withDefault(),
  sending_to: text().withDefault(),
  send_error: text().withDefault(),
  answered_at: timestamp().nullable().withDefault(),
  answered_by: text().withDefault(),
  decline_reason: text().withDefault(),
  client_id: text().nullable().withDefault(),
});

export const salesDocumentLines = table('sales_document_lines', {
  account_id: bigint(),
  ...sharedLineColumns,
  sales_document_id: bigint(),
  position: integer(),
  invoiced_qty: numeric().withDefault(),
});
