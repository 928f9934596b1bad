import { buyerAbroad } from '../../domain/invoices/foreign-buyer.ts';
import type { DateRange } from '../../domain/values/dates.ts';
import { type BoxSums, sumBoxes } from '../../domain/vat/boxes.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { type BuyerRow, listBuyersWithoutVat, type MonthRow, sumBoxesByMonth } from './box-store.ts';

/** The exact sums of the boxes of a period. */
export async function readPeriodBoxes(db: Queryable, accountId: number, days: DateRange): Promise<BoxSums> {
  return boxesOf(await readMonths(db, accountId, days), days);
}

export async function readMonths(db: Queryable, accountId: number, days: DateRange): Promise<MonthRow[]> {
  return sumBoxesByMonth(db, accountId, days, await readBuyersAbroad(db, accountId, days));
}

export async function readBuyersAbroad(
  db: Queryable,
  accountId: number,
  days: DateRange,
): Promise<BuyerRow[]> {
  const buyers = await listBuyersWithoutVat(db, accountId, days);
  return buyers.filter(({ trading_partner_id, ...buyer }) => buyerAbroad({ trading_partner_id, buyer }));
}

export function boxesOf(months: readonly MonthRow[], { from, to }: DateRange): BoxSums {
  return sumBoxes(months.filter(({ month }) => month >= from.slice(0, 7) && month <= to.slice(0, 7)));
}
