import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  oneOf,
  timestamp,
  uuid,
} from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { BuyerChanges } from '../invoices/issue/buyer.ts';
import { sharedColumns, sharedLineColumns } from '../invoices/tables.ts';

export const salesDocuments = table('sales_documents', {
  account_id: bigint(),
  ...sharedColumns,
  id: bigint().identity(),
  guid: uuid(),
  kind: oneOf(['order', 'draft', 'quote', 'recurring']),
  status: oneOf(['open', 'invoiced']).withDefault(),
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
});

export const salesDocumentLines = table('sales_document_lines', {
  account_id: bigint(),
  ...sharedLineColumns,
  sales_document_id: bigint(),
  position: integer(),
  invoiced_qty: numeric().withDefault(),
});
