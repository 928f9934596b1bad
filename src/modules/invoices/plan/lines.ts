import type { InvoiceDiscount, LineFigures } from '../../../domain/invoices/line-figures.ts';
import type { LineTotals } from '../../../domain/invoices/totals.ts';
import type { VatCode, VatKind } from '../../../domain/invoices/vat.ts';
import { type Decimal, decimal, fixed2 } from '../../../domain/values/money.ts';
import type { LineFields, LineRecord, NewItem } from '../records/insert-invoice-store.ts';

/** A line with everything that the invoice stores of it. */
export interface Line extends LineFigures {
  /** Null on a free line, which belongs to no item of the catalogue. */
  itemGuid: string | null;
  itemNumber: string;
  description: string;
  category: string;
  uom: string;
  productCost: Decimal;
  /** Why a line of code Z has no VAT, where that is stated. */
  vatKind?: VatKind | null | undefined;
  /** The task whose time it bills. */
  taskGuid?: string | undefined;
}

export interface ResolvedLines {
  lines: Line[];
  /** Inline items that the catalogue does not have yet. */
  newItems: NewItem[];
  /** For each line its place among the requested ones, from 1. */
  positions: number[];
  /** There is a line, and no requested one is missing because it could not be resolved. */
  isComplete: boolean;
  /** Where the lines are a part of something, the part of the discount on the whole that goes with them. */
  discount?: InvoiceDiscount | undefined;
}

export function allLines(lines: Line[], discount?: InvoiceDiscount): ResolvedLines {
  const positions = lines.map((_, index) => index + 1);
  return { lines, newItems: [], positions, isComplete: lines.length > 0, discount };
}

/** A stored line of an invoice, order, draft, quote or template. */
export function lineFromRow(row: LineFields): Line {
  return {
    itemGuid: row.item_guid,
    itemNumber: row.item_number,
    description: row.description,
    category: row.category,
    uom: row.uom,
    tax: row.tax as VatCode,
    vatKind: row.vat_kind,
    qty: decimal(row.qty),
    unitPrice: decimal(row.unit_price),
    productCost: decimal(row.product_cost),
    discount: decimal(row.discount),
    discountIsPercent: row.discount_is_percent,
  };
}

/** The columns of a line, on an invoice or on a sales document. */
export function lineFields(line: Line, guid: string): LineFields {
  return {
    guid,
    item_guid: line.itemGuid,
    item_number: line.itemNumber,
    description: line.description,
    category: line.category,
    qty: line.qty.toFixed(),
    uom: line.uom,
    tax: line.tax,
    vat_kind: line.tax === 'Z' ? (line.vatKind ?? null) : null,
    unit_price: line.unitPrice.toFixed(),
    product_cost: line.productCost.toFixed(),
    discount: line.discount?.toFixed() ?? '0',
    discount_is_percent: line.discountIsPercent ?? false,
  };
}

/** A line of an invoice keeps the sums that it was issued with. */
export function lineRecord(line: Line, sums: LineTotals, guid: string): LineRecord {
  const { net, vat, discount } = sums;
  return {
    ...lineFields(line, guid),
    task_guid: line.taskGuid ?? null,
    net: fixed2(net),
    vat: fixed2(vat),
    discount_total: fixed2(discount),
  };
}
