import type { LineFigures } from '../../../domain/line-figures.ts';
import { type Decimal, decimal, decimalPlaces, fixed2 } from '../../../domain/money.ts';
import type { LineTotals } from '../../../domain/totals.ts';
import type { VatCode } from '../../../domain/vat.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import type { NewGuid } from '../../../kernel/ids.ts';
import type { ItemRow } from '../../items/store.ts';
import type { LineInput } from '../schema.ts';
import type { LineFields, LineRecord, NewItem } from './issue-store.ts';

/** A line with everything that the invoice will say of it. */
export interface Line extends LineFigures {
  itemGuid: string;
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
  newItems: NewItem[];
}

/** Completes the sent lines from the catalogue, and says which inline items are new to it. */
export function resolveLines(
  sent: readonly LineInput[],
  catalogue: readonly ItemRow[],
  newGuid: NewGuid,
): ResolvedLines {
  const byGuid = new Map(catalogue.map((item) => [item.guid, item]));
  const byNumber = new Map(catalogue.map((item) => [item.item_number, item]));
  const added = new Map<string, NewItem>();
  const lines = sent.map((line, index) => {
    const at = `items[${index}]`;
    const resolved = line.guid
      ? existingLine(line, byGuid.get(line.guid) ?? fail('item_not_found'))
      : inlineLine(line, at, byNumber, added, newGuid);
    checkQuantity(resolved, at);
    return resolved;
  });
  return { lines, newItems: [...added.values()] };
}

/**
 * What is out of use goes on no new line. It may stay where it stood before (`kept`), and what bills a task is of
 * work that was agreed on already. A line that brings its own item is the client's word, whatever the catalogue says.
 */
export function checkActive(
  sent: readonly LineInput[],
  catalogue: readonly ItemRow[],
  kept: readonly string[] = [],
): void {
  const inactive = new Map(catalogue.filter(({ active }) => !active).map((item) => [item.guid, item]));
  for (const { guid, task_guid } of sent) {
    const item = guid && !task_guid && !kept.includes(guid) && inactive.get(guid);
    if (item) fail('item_inactive', item.item_number);
  }
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

export function checkQuantity({ qty, uom }: Pick<Line, 'qty' | 'uom'>, at: string): void {
  if (uom === 'C62' && decimalPlaces(qty) > 0) fail('field_invalid', `${at}.qty`, violation('pieces'));
}

/** A line as it is stored, on an invoice or on what becomes one. */
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

/** With the sums that it had when the invoice was made. */
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
