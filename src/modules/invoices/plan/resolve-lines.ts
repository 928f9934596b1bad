import type { LineFigures } from '../../../domain/invoices/line-figures.ts';
import type { VatCode, VatKind } from '../../../domain/invoices/vat.ts';
import { type Decimal, decimal, ZERO } from '../../../domain/values/money.ts';
import { fail, failure } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import type { NewGuid } from '../../../kernel/node/ids.ts';
import { checkVatKind } from '../../items/rules.ts';
import type { ItemRow } from '../../items/store.ts';
import type { NewItem } from '../records/insert-invoice-store.ts';
import type { LineInput } from '../records/schema.ts';
import { type Checked, checkRule } from './checked.ts';
import type { Line, ResolvedLines } from './lines.ts';

type LineKind = 'by_guid' | 'new_item' | 'free' | 'by_number' | 'by_task' | 'unknown';

/** The ways in which a line says what is sold. A free line stands on its document only and is tied to no item. */
function lineKind({ guid, add_new, item_number, description, unit_price, task_guid }: LineInput): LineKind {
  if (guid) return 'by_guid';
  if (add_new) return 'new_item';
  if (description && unit_price !== undefined) return 'free';
  if (item_number && !description) return 'by_number';
  return task_guid ? 'by_task' : 'unknown';
}

/** The item numbers to look up in the catalogue. That of a free line is only text. */
export function catalogueNumbers(lines: readonly LineInput[]): string[] {
  return lines.flatMap((line) => {
    const kind = lineKind(line);
    return kind === 'new_item' || kind === 'by_number' ? (line.item_number ?? []) : [];
  });
}

/** The tasks whose lines name no item: they are sold as what the task is sold as. */
export function tasksOfItems(lines: readonly LineInput[]): string[] {
  return lines.flatMap((line) => (lineKind(line) === 'by_task' ? (line.task_guid ?? []) : []));
}

/** Such lines with the items of their tasks. */
export function withTaskItems(
  lines: readonly LineInput[],
  tasks: readonly { guid: string; item_guid: string }[],
): LineInput[] {
  return lines.map((line) => {
    const task = lineKind(line) === 'by_task' && tasks.find(({ guid }) => guid === line.task_guid);
    return task ? { ...line, guid: task.item_guid } : line;
  });
}

/** The items that lines may refer to, and those that lines before have added. */
interface Catalogue {
  byGuid: ReadonlyMap<string, ItemRow>;
  byNumber: ReadonlyMap<string, ItemRow>;
  added: Map<string, NewItem>;
}

/**
 * Completes the requested lines from the catalogue. An inactive item is refused, except where it stood on the document
 * before (`keptItems`) and where the line bills a task, whose work was agreed on already.
 */
export function resolveLines(
  requested: readonly LineInput[],
  items: readonly ItemRow[],
  newGuid: NewGuid,
  keptItems: readonly string[] = [],
): Checked<ResolvedLines> {
  const catalogue: Catalogue = {
    byGuid: new Map(items.map((item) => [item.guid, item])),
    byNumber: new Map(items.map((item) => [item.item_number, item])),
    added: new Map(),
  };
  const problems = inactiveItems(requested, catalogue, keptItems).map((item) =>
    failure('item_inactive', item.item_number),
  );
  const lines: Line[] = [];
  const positions: number[] = [];
  for (const [index, line] of requested.entries()) {
    const at = `items[${index}]`;
    const resolved = checkRule(() => resolveLine(line, at, catalogue, newGuid));
    problems.push(...resolved.problems);
    if (!resolved.value) continue;
    lines.push(resolved.value);
    positions.push(index + 1);
  }
  const isComplete = lines.length > 0 && lines.length === requested.length;
  return { value: { lines, newItems: [...catalogue.added.values()], positions, isComplete }, problems };
}

function resolveLine(line: LineInput, at: string, catalogue: Catalogue, newGuid: NewGuid): Line {
  switch (lineKind(line)) {
    case 'by_guid':
    case 'by_number':
      return catalogueLine(line, existingItem(line, catalogue) ?? refuseUnknownItem(line, at), at);
    case 'new_item':
      return newItemLine(line, at, catalogue, newGuid);
    case 'free':
      return freeLine(line, at);
    case 'by_task':
      return fail('task_not_found');
    case 'unknown':
      return fail('field_invalid', at, violation('item'));
  }
}

/** The item that a line refers to by guid or by its number. */
function existingItem(line: LineInput, { byGuid, byNumber }: Catalogue): ItemRow | undefined {
  if (line.guid) return byGuid.get(line.guid);
  return lineKind(line) === 'by_number' ? byNumber.get(line.item_number ?? '') : undefined;
}

function refuseUnknownItem({ guid }: LineInput, at: string): never {
  if (guid) fail('item_not_found');
  return fail('field_invalid', `${at}.item_number`, violation('known_item'));
}

/** A line that brings its own item (`add_new`) is not checked, because it describes its item itself. */
function inactiveItems(
  requested: readonly LineInput[],
  catalogue: Catalogue,
  keptItems: readonly string[],
): ItemRow[] {
  const items = requested.flatMap((line) => {
    const item = line.task_guid ? undefined : existingItem(line, catalogue);
    return item && !item.active && !keptItems.includes(item.guid) ? [item] : [];
  });
  return [...new Set(items)];
}

function catalogueLine(line: LineInput, item: ItemRow, at: string): Line {
  const tax = line.tax ?? (item.tax as VatCode);
  return {
    itemGuid: item.guid,
    itemNumber: item.item_number,
    description: line.description || item.description,
    category: item.category,
    uom: line.uom ?? item.uom,
    productCost: decimal(item.product_cost),
    vatKind: kindOf(line, tax, at) ?? item.vat_kind,
    taskGuid: line.task_guid,
    ...figures(line, line.unit_price ?? decimal(item.unit_price), tax),
  };
}

function freeLine(line: LineInput, at: string): Line {
  const tax = line.tax ?? 'S';
  return {
    itemGuid: null,
    itemNumber: line.item_number ?? '',
    description: line.description ?? '',
    category: '',
    uom: line.uom ?? 'C62',
    productCost: ZERO,
    vatKind: kindOf(line, tax, at),
    taskGuid: line.task_guid,
    ...figures(line, line.unit_price ?? ZERO, tax),
  };
}

/** A known item number is that item, with the price and text of the line; an unknown one becomes a new item. */
function newItemLine(line: LineInput, at: string, { byNumber, added }: Catalogue, newGuid: NewGuid): Line {
  const itemNumber = line.item_number || fail('field_required', `${at}.item_number`);
  const description = line.description || fail('field_required', `${at}.description`);
  const uom = line.uom ?? fail('field_required', `${at}.uom`);
  const unitPrice = line.unit_price ?? fail('field_required', `${at}.unit_price`);
  const tax = line.tax ?? fail('field_required', `${at}.tax`);
  const vatKind = kindOf(line, tax, at);
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
      vat_kind: vatKind ?? null,
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
    vatKind: vatKind ?? known?.vat_kind,
    taskGuid: line.task_guid,
    ...figures(line, unitPrice, tax),
  };
}

function kindOf(line: LineInput, tax: VatCode, at: string): VatKind | undefined {
  return checkVatKind(`${at}.vat_kind`, tax, line.vat_kind);
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
