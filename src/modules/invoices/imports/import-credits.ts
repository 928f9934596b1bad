import type { z } from 'zod';
import type { FileRecord } from '../../../domain/imports/records.ts';
import { CURRENCIES } from '../../../domain/values/codes.ts';
import { fixed2 } from '../../../domain/values/money.ts';
import { choice, date, number, object, text } from '../../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { judgeRow, type RecordPlan, type RowFate } from '../../../kernel/operations/record-import.ts';
import { parse } from '../../../kernel/write/input.ts';
import { findRate } from '../../costs/store.ts';
import { sellerSnapshot } from '../records/seller.ts';
import { type BuyersOfRows, findBuyers } from './buyers.ts';
import { emitImported } from './imported-events.ts';
import { type CreditRow, toCredit } from './open-invoice-records.ts';
import { insertOpenInvoices, listImportedCredits } from './open-invoice-store.ts';

const importedCredit = object({
  key: text(100)(),
  amount: number({ places: 2, min: '0.01' })(),
  currency: choice(CURRENCIES)(),
  paid_on: date(),
  reference: text(200).optional(),
  note: text(1000).optional(),
});

/** Plans the credit of customers that payments have left in another system. `key` identifies each in a later import. */
export async function planCredits(ctx: WriteContext, records: readonly FileRecord[]): Promise<RecordPlan> {
  const buyers = await findBuyers(ctx, records);
  const keys = records.flatMap(({ fields }) => fields.key ?? []);
  const known = new Map(
    (await listImportedCredits(ctx.tx, ctx.account.id, keys)).map((one) => [one.source_key, one.guid]),
  );
  const guids = new Map<number, string>();
  const added: CreditRow[] = [];
  const rows: RowFate[] = [];
  for (const { row, fields } of records) {
    const before = known.get(fields.key ?? '');
    const judged = before ? null : await readCredit(ctx, fields, buyers.of(row));
    if (judged && 'refusal' in judged) {
      rows.push({ row, fate: 'refused', message: judged.refusal });
      continue;
    }
    const guid = before ?? ctx.newGuid();
    guids.set(row, guid);
    if (judged) added.push({ guid, ...judged.value });
    rows.push({ row, fate: judged ? 'new' : 'same', message: '' });
  }
  return { rows, guids, ...writeCredits(ctx, added, buyers) };
}

async function readCredit(
  ctx: WriteContext,
  fields: FileRecord['fields'],
  buyer: ReturnType<BuyersOfRows['of']>,
): Promise<{ value: Omit<CreditRow, 'guid'> } | { refusal: string }> {
  if ('refusal' in buyer) return buyer;
  const read = judgeRow(() => parse<z.infer<typeof importedCredit>>({ input: importedCredit }, fields));
  if ('refusal' in read) return read;
  const { key, amount, currency, paid_on: paidOn, reference = '', note = '' } = read.value;
  if (paidOn > ctx.today) return { refusal: `paid_on must not be after today, ${ctx.today}` };
  const rate = currency === 'ISK' ? '1' : await findRate(ctx.tx, currency, paidOn);
  if (!rate) return { refusal: `No rate of ${currency} is known for ${paidOn}` };
  return {
    value: { key, reference, note, amount: fixed2(amount), currency, rate, paidOn, buyer: buyer.value },
  };
}

function writeCredits(
  ctx: WriteContext,
  added: readonly CreditRow[],
  buyers: BuyersOfRows,
): Pick<RecordPlan, 'ctes' | 'bookedOn'> {
  const credits = added.map(toCredit);
  const newCustomers = buyers.insertNew(ctx, added);
  emitImported(ctx, [], credits);
  const seller = sellerSnapshot(ctx.account);
  const hasNewCustomers = newCustomers.length > 0;
  return {
    ctes: [...newCustomers, ...insertOpenInvoices(ctx, { invoices: [], credits, seller, hasNewCustomers })],
    bookedOn: added.map(({ paidOn }) => paidOn),
  };
}
