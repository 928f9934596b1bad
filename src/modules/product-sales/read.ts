import { attendeeStatus, saleTypeCode } from '../../domain/sales/selling.ts';
import { toWire } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, integer, object, text } from '../../kernel/fields/input-fields.ts';
import { countOutput } from '../../kernel/fields/output-fields.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, type ListTotal, MAX_ROWS, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { saleUrl } from './public/links.ts';
import { checkSubscription } from './rules.ts';
import { type Attendee, attendee, type ProductSale, productSale } from './schema.ts';
import {
  type AttendeeRow,
  countBuyers,
  countSales,
  findSale,
  listAttendees,
  listSales,
  type SaleRow,
} from './store.ts';

const DEFAULT_LIMIT = 10;

const searchFields = { search_text: text(200).optional('A part of the name or the description') };

export const getProductSales = defineList({
  name: 'get-product-sales',
  summary: 'Lists product sales, oldest first.',
  description:
    'Product sales are the public pages where goods, tickets, subscriptions and donations are sold. Each row has the address of its page.',
  access: { scope: 'sell_product' },
  input: object({
    ...searchFields,
    limit: integer(1, MAX_ROWS).optional(`How many records at most; ${DEFAULT_LIMIT} when left out`),
    page: pageFields.page,
  }),
  output: productSale,
  refusals: ['subscription_required'],
  async *run(ctx, { search_text, limit = DEFAULT_LIMIT, page = 1 }) {
    checkSubscription(ctx.account);
    const rows = batches<SaleRow>({ limit, page }, (range) =>
      listSales(ctx.db, ctx.account.id, search_text, range),
    );
    yield* mapBatches(rows, (row) => toProductSale(ctx, row));
    return { total: await countSales(ctx.db, ctx.account.id, search_text), page } satisfies ListTotal;
  },
});

export const getCountProductSales = defineRead({
  name: 'get-count-product-sales',
  summary: 'Counts product sales, with the filter of the list.',
  description: 'Returns the number of product sales in the list, for example to plan pages.',
  access: { scope: 'sell_product' },
  input: object(searchFields),
  output: countOutput,
  refusals: ['subscription_required'],
  run({ db, account }, { search_text }) {
    checkSubscription(account);
    return countSales(db, account.id, search_text);
  },
});

export const getProductSale = defineRead({
  name: 'get-product-sale',
  summary: 'Reads one product sale.',
  access: { scope: 'sell_product' },
  input: object({ guid: guid('The sale') }),
  output: productSale,
  refusals: ['product_sale_not_found'],
  async run(ctx, input) {
    const row = await findSale(ctx.db, ctx.account.id, input.guid);
    return row ? toProductSale(ctx, row) : fail('product_sale_not_found');
  },
});

export const getProductSaleAttends = defineList({
  name: 'get-product-sale-attends',
  summary: 'Lists the buyers of tickets to an event, first buyer first.',
  description:
    'Use it for a guest list or name tags. Each row says whether the tickets are paid, and whether the guests have arrived.',
  access: { scope: 'sell_product' },
  input: object({ guid: guid('A product sale of type EVENT'), ...pageFields }),
  output: attendee,
  refusals: ['subscription_required', 'product_sale_not_found', 'sale_has_no_attendees'],
  async *run({ db, account, today }, input) {
    checkSubscription(account);
    const sale = await countBuyers(db, account.id, input.guid);
    if (!sale) fail('product_sale_not_found');
    if (sale.type !== 'EVENT') fail('sale_has_no_attendees');
    const rows = batches<AttendeeRow>(input, (range) => listAttendees(db, account.id, input.guid, range));
    yield* mapBatches(rows, (row) => toAttendee(row, today));
    return { total: sale.count, page: input.page ?? 1 } satisfies ListTotal;
  },
});

export function toProductSale(ctx: Pick<ReadContext, 'account' | 'policy'>, row: SaleRow): ProductSale {
  const { guid: sale, is_open, type, terms, name, description, amount } = row;
  return {
    guid: sale,
    status: is_open ? 1 : 0,
    is_open,
    type: saleTypeCode(type),
    url: saleUrl(ctx, sale),
    terms,
    name,
    description,
    amount: toWire(amount),
    inventory_control: row.inventory_control,
    inventory_count: row.inventory_count,
  };
}

export function toAttendee(row: AttendeeRow, today: string): Attendee {
  const { id: _, email, status, credited, credited_qty, due_date: dueDate, attended, ...same } = row;
  return {
    ...same,
    seats_credited: credited_qty,
    attendee: email === '' ? row.name : `${row.name} (${email})`,
    invoice_status: attendeeStatus({ status, credited, dueDate }, today),
    attended: attended ? 'true' : 'false',
  };
}
