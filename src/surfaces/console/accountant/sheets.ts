import type { z } from 'zod';
import type { Cell } from '../../../domain/files/spreadsheet.ts';
import type { Lang } from '../../../domain/values/codes.ts';
import type { findCosts } from '../../../modules/costs/search.ts';
import type { findInvoices } from '../../../modules/invoices/read/search.ts';
import { archiveTexts } from './texts.ts';

export type FoundInvoice = z.infer<typeof findInvoices.output>['rows'][number];
export type FoundCost = z.infer<typeof findCosts.output>['rows'][number];

export interface SheetOf<Row> {
  headings: readonly string[];
  toCells(row: Row): Cell[];
}

/** Invoices as the console exports its list, with all that an accountant books. Credit notes are negative. */
export function invoiceSheet(lang: Lang): SheetOf<FoundInvoice> {
  const t = archiveTexts(lang);
  const headings = [
    ...['field.number', 'field.customer', 'field.registration_no', 'field.issue_date', 'field.due_date'],
    ...['field.settlement_date', 'field.status', 'export.net24', 'export.net11', 'export.net0'],
    ...['total.vat24', 'total.vat11', 'field.amount', 'invoice.remaining', 'field.currency'],
    ...['field.exchange_rate', 'export.paid-on', 'field.method_payment'],
  ];
  const toCells = (row: FoundInvoice): Cell[] => [
    ...[row.number, row.customer_name, row.registration_no, row.issue_date, row.due_date],
    ...[row.settlement_date, t(`state.${row.tab}`), row.net_24, row.net_11, row.net_0],
    ...[row.vat_24, row.vat_11, row.effect, row.remaining, row.currency],
    ...[row.exchange_rate, row.paid_on ?? '', t(`method.${row.method_payment}`)],
  ];
  return { headings: headings.map(t), toCells };
}

export function costSheet(lang: Lang): SheetOf<FoundCost> {
  const t = archiveTexts(lang);
  const headings = [
    ...['field.supplier_name', 'field.registration_no', 'field.invoice_number', 'field.date'],
    ...['field.description', 'field.cost_code', 'field.status', 'total.net', 'total.vat24', 'total.vat11'],
    ...['field.amount', 'field.currency', 'field.exchange_rate', 'field.how_paid'],
  ];
  const toCells = (row: FoundCost): Cell[] => [
    ...[row.supplier_name, row.supplier_id, row.invoice_number, row.issue_date ?? row.created_date],
    ...[row.description, [row.cost_code, t(`code.${row.cost_code}`)].filter(Boolean).join(' ')],
    ...[t(`cost.${row.state}`), row.net, row.vat_24, row.vat_11],
    ...[row.effect, row.currency, row.exchange_rate ?? '', t(`paid-by.${row.how_paid}`)],
  ];
  return { headings: headings.map(t), toCells };
}
