import type { SaleType } from '../../domain/sales/selling.ts';
import { fixed2, isZero } from '../../domain/values/money.ts';
import { isCheckViolation } from '../../kernel/database/database.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { clock, date, flag, guid, integer, number, object } from '../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { checkVatKind } from '../items/rules.ts';
import { vatKind } from '../items/schema.ts';
import { checkEvent, checkQuestions, holdDays } from './rules.ts';
import { saleQuestions, saleTax, saleTexts } from './schema.ts';
import { STOCK_CONSTRAINT } from './sell/buy-store.ts';
import { emitSaleUpdated, findSale, updateSale } from './store.ts';

const MAX_STOCK = 1_000_000;

export const setProductSale = defineWrite({
  name: 'set-product-sale',
  summary: 'Opens or closes a product sale, or changes its page. Fields that are not sent stay as they are.',
  access: { scope: null },
  events: ['sale.updated'],
  input: object({
    guid: guid('The sale'),
    open: flag.optional('Whether buyers can order'),
    ...saleTexts,
    event_date: date.clearable('The day of an event; empty: it has none'),
    event_time: clock.clearable('When an event begins; empty: no time is stated'),
    tax: saleTax.describe('VAT code, for later orders'),
    vat_kind: vatKind,
    fields: saleQuestions.describe('All questions to buyers, for later orders'),
    amount: number({ places: 2, isRounded: true, min: '0', max: '1000000000' }).optional(
      'Price of one with VAT, for later orders',
    ),
    inventory_add: integer(-MAX_STOCK, MAX_STOCK).optional(
      'Change of the stock: positive adds, negative removes; the stock is limited from then on',
    ),
  }),
  output: createdRecord,
  refusals: ['product_sale_not_found', 'sold_out'],
  async prepare(ctx, input): Promise<{ type: SaleType; left: number }> {
    const sale = (await findSale(ctx.db, ctx.account.id, input.guid)) ?? fail('product_sale_not_found');
    if (sale.type === 'SUB' && input.amount && isZero(input.amount))
      fail('field_invalid', 'amount', violation('subscription_amount'));
    checkVatKind('vat_kind', input.tax ?? sale.tax, input.vat_kind);
    return { type: sale.type, left: sale.inventory_control ? sale.inventory_count : 0 };
  },
  async run(ctx, input, { type, left }) {
    const {
      open,
      description,
      terms,
      amount,
      tax,
      vat_kind,
      fields,
      requires,
      hold_days,
      inventory_add: added = null,
    } = input;
    checkEvent(type, input);
    const { event_date, event_time: event_minute, event_place } = input;
    const change = {
      open,
      description,
      terms,
      amount: amount && fixed2(amount),
      tax,
      vat_kind,
      fields: fields ? checkQuestions(fields) : undefined,
      hold_days: hold_days === undefined ? undefined : holdDays(type, hold_days),
      requires: requires ? [...new Set(requires)] : undefined,
      event_date,
      event_minute,
      event_place: type === 'EVENT' ? event_place : undefined,
      added,
    };
    const update = updateSale(ctx.account.id, input.guid, change, ctx.now);
    emitSaleUpdated(ctx, input.guid);
    try {
      return (await ctx.finishIf({ target: input.guid, ...update })) ?? fail('product_sale_not_found');
    } catch (error) {
      if (isCheckViolation(error, STOCK_CONSTRAINT)) fail('sold_out', left);
      throw error;
    }
  },
});
