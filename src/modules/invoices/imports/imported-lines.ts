import type { z } from 'zod';
import type { VatPart } from '../../../domain/imports/open-invoice.ts';
import { checkFigures, totals } from '../../../domain/invoices/totals.ts';
import { bookedVatRates } from '../../../domain/invoices/vat.ts';
import type { PlainDate } from '../../../domain/values/dates.ts';
import { type Decimal, fixed2, sum, ZERO } from '../../../domain/values/money.ts';
import { flag, listOf, number, object } from '../../../kernel/fields/input-fields.ts';
import type { NewGuid } from '../../../kernel/node/ids.ts';
import { type Line, lineRecord } from '../plan/lines.ts';
import type { LineRecord } from '../records/insert-invoice-store.ts';
import { lineInput, MAX_LINES } from '../records/schema.ts';

const importedBody = object({
  items: listOf(lineInput, MAX_LINES),
  is_discount: flag.optional(),
  discount_type: flag.optional(),
  discount_value: number({ places: 4, isRounded: true, min: '0' }).optional(),
});

/** The lines of a document, and the sums and the discount that follow from them. */
export interface ImportedLines {
  lines: LineRecord[];
  sums: Record<'net_s' | 'net_aa' | 'net_z' | 'vat_s' | 'vat_aa' | 'discount_total', string>;
  discount: { is_discount: boolean; discount_is_percent: boolean; discount_value: string };
}

/** What the lines must come to. */
interface KnownSums {
  issueDate: PlainDate;
  amount: Decimal;
  parts: readonly VatPart[];
}

/** The lines as the account has them that has issued the document; null where they do not come to its amount and VAT. */
export function readLines(
  source: Readonly<Record<string, unknown>>,
  { issueDate, amount, parts }: KnownSums,
  newGuid: NewGuid,
): ImportedLines | null {
  const read = importedBody.safeParse(source);
  if (!read.success || read.data.items.length === 0) return null;
  const { is_discount = false, discount_type = false, discount_value = ZERO } = read.data;
  const lines = read.data.items.map(toLine);
  const rates = bookedVatRates(issueDate);
  const discount = is_discount ? { value: discount_value, isPercent: discount_type } : undefined;
  if (checkFigures(lines, { discount, rates })) return null;
  const found = totals(lines, { discount, rates });
  const vat = sum(parts.map((part) => part.vat));
  if (!found.amount.eq(amount) || !found.vatTotal.eq(vat)) return null;
  return {
    lines: lines.flatMap((line, at) => {
      const sums = found.lines[at];
      return sums ? [lineRecord(line, sums, newGuid())] : [];
    }),
    sums: {
      ...{ net_s: fixed2(found.net.S), net_aa: fixed2(found.net.AA), net_z: fixed2(found.net.Z) },
      ...{ vat_s: fixed2(found.vat.S), vat_aa: fixed2(found.vat.AA) },
      discount_total: fixed2(found.discountTotal),
    },
    discount: {
      is_discount,
      discount_is_percent: discount_type,
      discount_value: discount_value.toFixed(),
    },
  };
}

/** It belongs to no item here; its text says what was sold. */
function toLine(input: z.infer<typeof lineInput>): Line {
  const { item_number = '', description = '', qty, uom = 'C62', unit_price = ZERO, tax = 'S' } = input;
  return {
    ...{ itemGuid: null, itemNumber: item_number, description, category: '', uom, productCost: ZERO },
    ...{ qty, unitPrice: unit_price, tax, vatKind: input.vat_kind },
    ...{ discount: input.discount, discountIsPercent: input.discount_type ?? false },
  };
}
