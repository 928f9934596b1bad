import type { Cell } from '../files/spreadsheet.ts';

/** A column of a sheet: the text key of its heading, and the cell of a record. `t` answers '' for a key without text. */
type Column<Row> = readonly [heading: string, cell: (row: Row, t: (key: string) => string) => Cell];

interface Booked {
  effect: number;
  vat_24: number;
  vat_11: number;
  currency: string;
}

interface BookedInvoice extends Booked {
  number: string;
  customer_name: string;
  registration_no: string;
  issue_date: string;
  due_date: string;
  settlement_date: string;
  tab: string;
  net_24: number;
  net_11: number;
  net_0: number;
  remaining: number;
  exchange_rate: number;
  paid_on: string | null;
  method_payment: number | null;
}

interface BookedCost extends Booked {
  supplier_name: string;
  supplier_id: string;
  invoice_number: string;
  issue_date: string | null;
  created_date: string;
  description: string;
  cost_code: string;
  state: string;
  net: number;
  vat_abroad: number;
  exchange_rate: number | null;
  how_paid: number | null;
}

/** Invoices with all that an accountant books. Credit notes are negative. */
export const INVOICE_COLUMNS: readonly Column<BookedInvoice>[] = [
  ['field.number', ({ number }) => number],
  ['field.customer', ({ customer_name }) => customer_name],
  ['field.registration_no', ({ registration_no }) => registration_no],
  ['field.issue_date', ({ issue_date }) => issue_date],
  ['field.due_date', ({ due_date }) => due_date],
  ['field.settlement_date', ({ settlement_date }) => settlement_date],
  ['field.status', ({ tab }, t) => t(`state.${tab}`)],
  ['export.net24', ({ net_24 }) => net_24],
  ['export.net11', ({ net_11 }) => net_11],
  ['export.net0', ({ net_0 }) => net_0],
  ['total.vat24', ({ vat_24 }) => vat_24],
  ['total.vat11', ({ vat_11 }) => vat_11],
  ['field.amount', ({ effect }) => effect],
  ['invoice.remaining', ({ remaining }) => remaining],
  ['field.currency', ({ currency }) => currency],
  ['field.exchange_rate', ({ exchange_rate }) => exchange_rate],
  ['export.paid-on', ({ paid_on }) => paid_on ?? ''],
  ['field.method_payment', ({ method_payment }, t) => t(`method.${method_payment}`)],
];

/** Costs with all that an accountant books. Credit notes are negative. */
export const COST_COLUMNS: readonly Column<BookedCost>[] = [
  ['field.supplier_name', ({ supplier_name }) => supplier_name],
  ['field.registration_no', ({ supplier_id }) => supplier_id],
  ['field.invoice_number', ({ invoice_number }) => invoice_number],
  ['field.date', ({ issue_date, created_date }) => issue_date ?? created_date],
  ['field.description', ({ description }) => description],
  ['field.cost_code', ({ cost_code }, t) => [cost_code, t(`code.${cost_code}`)].filter(Boolean).join(' ')],
  ['field.status', ({ state }, t) => t(`cost.${state}`)],
  ['total.net', ({ net }) => net],
  ['total.vat24', ({ vat_24 }) => vat_24],
  ['total.vat11', ({ vat_11 }) => vat_11],
  ['export.vat-abroad', ({ vat_abroad }) => vat_abroad],
  ['field.amount', ({ effect }) => effect],
  ['field.currency', ({ currency }) => currency],
  ['field.exchange_rate', ({ exchange_rate }) => exchange_rate ?? ''],
  ['field.how_paid', ({ how_paid }, t) => t(`paid-by.${how_paid}`)],
];

export interface BookSheet<Row> {
  headings: string[];
  toCells: (row: Row) => Cell[];
}

/** The sheet in the language of the texts. */
export function bookSheet<Row>(columns: readonly Column<Row>[], t: (key: string) => string): BookSheet<Row> {
  return {
    headings: columns.map(([heading]) => t(heading)),
    toCells: (row) => columns.map(([, cell]) => cell(row, t)),
  };
}
