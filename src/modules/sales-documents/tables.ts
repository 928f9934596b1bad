import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { BuyerChanges } from '../invoices/plan/buyer.ts';
import { sharedColumns, sharedLineColumns } from '../invoices/records/tables.ts';

export const salesDocuments = table('sales_documents', {
  account_id: col.bigint(),
  ...sharedColumns,
  id: col.bigint().identity(),
  guid: col.uuid(),
  kind: col.oneOf(['order', 'draft', 'quote', 'recurring']),
  status: col.oneOf(['open', 'invoiced', 'declined']).withDefault(),
  number: col.bigint().nullable(),
  exchange_rate: col.numeric().nullable(),
  due_days: col.integer().nullable(),
  due_date: col.date().nullable(),
  settlement_days: col.integer().nullable(),
  settlement_date: col.date().nullable(),
  mark_paid: col.boolean(),
  buyer_changes: col.jsonb<BuyerChanges>(),
  created_at: col.timestamp(),
  updated_at: col.timestamp(),
  valid_until: col.date().nullable().withDefault(),
  accept_as: col.oneOf(['invoice', 'draft']).withDefault(),
  remind: col.boolean().withDefault(),
  reminded_at: col.timestamp().nullable().withDefault(),
  sent_at: col.timestamp().nullable().withDefault(),
  sent_to: col.text().withDefault(),
  sending_to: col.text().withDefault(),
  send_error: col.text().withDefault(),
  answered_at: col.timestamp().nullable().withDefault(),
  answered_by: col.text().withDefault(),
  decline_reason: col.text().withDefault(),
  client_id: col.text().nullable().withDefault(),
});

export const salesDocumentLines = table('sales_document_lines', {
  account_id: col.bigint(),
  ...sharedLineColumns,
  sales_document_id: col.bigint(),
  position: col.integer(),
  invoiced_qty: col.numeric().withDefault(),
});
