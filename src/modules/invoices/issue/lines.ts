import type { InvoiceDiscount, LineFigures } from '../../../domain/line-figures.ts';
import { type Decimal, decimal, decimalPlaces, fixed2 } from '../../../domain/money.ts';
import type { LineTotals } from '../../../domain/totals.ts';
import type { VatCode } from '../../../domain/vat.ts';
import { type Failure, fail, failure } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import type { NewGuid } from '../../../kernel/ids.ts';
import type { ItemRow } from '../../items/store.ts';
import type { LineInput } from '../schema.ts';
import { type Attempt, attempt } from './attempt.ts';
import type { LineFields, LineRecord, NewItem } from './issue-store.ts';

/** A line with everything that the invoice stores of it. */
export interface Line extends LineFigures {
  /** Null on a free line, which belongs to no item of the catalogue. */
  itemGuid: string | null;
  itemNumber: string;
  description: string;
  category: string;
  uom: string;
  productCost: Decimal;
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

/**
 * Completes the requested lines from the catalogue. An inactive item is refused, except where it stood on the document
 * before (`keptItems`) and where the line bills a task, whose work was agreed on already.
 */
export function resolveLines(
  requested: readonly LineInput[],
  catalogue: readonly ItemRow[],
  newGuid: NewGuid,
  keptItems: readonly string[] = [],
): Attempt<ResolvedLines> {
  const byGuid = new Map(catalogue.map((item) => [item.guid, item]));
  const byNumber = new Map(catalogue.map((item) => [item.item_number, item]));
  const added = new Map<string, NewItem>();
  const problems = inactiveItems(requested, byGuid, keptItems).map((item) =>
    failure('item_inactive', item.item_number),
  );
  const lines: Line[] = [];
  const positions: number[] = [];
  for (const [index, line] of requested.entries()) {
    const at = `items[${index}]`;
    const resolved = attempt(() =>
      line.guid
        ? existingLine(line, byGuid.get(line.guid) ?? fail('item_not_found'))
        : inlineLine(line, at, byNumber, added, newGuid),
    );
    problems.push(...resolved.problems);
    if (!resolved.value) continue;
    problems.push(...quantityProblems(resolved.value, at));
    lines.push(resolved.value);
    positions.push(index + 1);
  }
  const isComplete = lines.length > 0 && lines.length === requested.length;
  return { value: { lines, newItems: [...added.values()], positions, isComplete }, problems };
}

/** A line that brings its own item (`add_new`) is not checked, because it describes its item itself. */
function inactiveItems(
  requested: readonly LineInput[],
  byGuid: ReadonlyMap<string, ItemRow>,
  keptItems: readonly string[],
): ItemRow[] {
  const items = requested.flatMap(({ guid, task_guid }) => {
    const item = guid && !task_guid && !keptItems.includes(guid) ? byGuid.get(guid) : undefined;
    return item && !item.active ? [item] : [];
  });
  return [...new Set(items)];
}

function existingLine(line: LineInput, item: ItemRow): Line {
  return {
    itemGuid: item.guid,
    itemNumber: item.item_number,
    description: line.description || item.description,
    category: item.category,
    uom: line.uom ?? item.uom,
    productCost: decimal(item.product_cost),
    taskGuid: line.task_guid,
    ...figures(line, line.unit_price ?? decimal(item.unit_price), line.tax ?? (item.tax as VatCode)),
  };
}

/** A known item number is that item, with the price and text of the line; an unknown one becomes a new item. */
function inlineLine(
  line: LineInput,
  at: string,
  byNumber: Map<string, ItemRow>,
  added: Map<string, NewItem>,
  newGuid: NewGuid,
): Line {
  if (!line.add_new) {
    fail('field_invalid', at, violation('item'));
  }
  const itemNumber = line.item_number || fail('field_required', `${at}.item_number`);
  const description = line.description || fail('field_required', `${at}.description`);
  const uom = line.uom ?? fail('field_required', `${at}.uom`);
  const unitPrice = line.unit_price ?? fail('field_required', `${at}.unit_price`);
  const tax = line.tax ?? fail('field_required', `${at}.tax`);
  const known = byNumber.get(itemNumber);
  let itemGuid = known?.guid ?? added.get(itemNumber)?.guid;
  if (!itemGuid) {
    itemGuid = newGuid();
    added.set(itemNumber, {
      guid: itemGuid,
      item_number: itemNumber,
      description,
      uom,
      tax,
      unit_price: unitPrice.toFixed(),
    });
  }
  return {
    itemGuid,
    itemNumber,
    description,
    category: known?.category ?? '',
    uom,
    productCost: decimal(known?.product_cost ?? '0'),
    taskGuid: line.task_guid,
    ...figures(line, unitPrice, tax),
  };
}

function figures(line: LineInput, unitPrice: Decimal, tax: VatCode): LineFigures {
  return {
    qty: line.qty,
    unitPrice,
    tax,
    discount: line.discount,
    discountIsPercent: line.discount_type ?? false,
  };
}

export function quantityProblems({ qty, uom }: Pick<Line, 'qty' | 'uom'>, at: string): Failure[] {
  const isBroken = uom === 'C62' && decimalPlaces(qty) > 0;
  return isBroken ? [failure('field_invalid', `${at}.qty`, violation('pieces'))] : [];
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
