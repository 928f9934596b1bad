import { bookedVatRates } from '../../domain/invoices/vat.ts';
import { netPrice } from '../../domain/sales/selling.ts';
import { fixed2, isZero } from '../../domain/values/money.ts';
import { recordRow } from '../../kernel/database/row.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { createdRecord } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { checkVatKind } from '../items/rules.ts';
import { insertItem, nextItemNumber } from '../items/store.ts';
import { checkEvent, checkQuestions, checkSelling, holdDays } from './rules.ts';
import { type SaleInput, saleInput } from './schema.ts';
import { insertSale, itemCte } from './store.ts';

export const createProductSale = defineWrite({
  name: 'create-product-sale',
  summary: 'Creates a product sale, and an item of the catalogue for it.',
  description:
    'The answer has the address of the public page where buyers order and pay. A sale can be closed and changed in the console.',
  access: { scope: null },
  events: ['item.created', 'sale.created'],
  input: saleInput,
  output: createdRecord,
  refusals: ['subscription_required'],
  async run(ctx, input) {
    checkSelling(ctx.account, input.type);
    // An invoice of 0 is never paid, so a free subscription would have a new overdue invoice every month.
    if (input.type === 'SUB' && isZero(input.amount))
      fail('field_invalid', 'amount', violation('subscription_amount'));
    const stock = resolveStock(input);
    const fields = checkQuestions(input.fields);
    const tax = input.tax ?? (input.type === 'DONA' ? 'Z' : 'S');
    const vat_kind = checkVatKind('vat_kind', tax, input.vat_kind) ?? null;
    const itemGuid = ctx.newGuid();
    ctx.emit('item.created', { guid: itemGuid });
    const item = insertItem(
      ctx.account.id,
      itemGuid,
      {
        item_number: await nextItemNumber(ctx.tx, ctx.account.id),
        description: input.name,
        uom: 'C62',
        tax,
        vat_kind,
        unit_price: netPrice(input.amount, tax, bookedVatRates(ctx.today)).toFixed(),
        product_cost: '0',
        category: '',
        active: true,
      },
      ctx.now,
    );
    const sale = {
      guid: ctx.newGuid(),
      type: input.type,
      is_open: input.open ?? true,
      description: input.description ?? '',
      terms: input.terms ?? '',
      amount: fixed2(input.amount),
      tax,
      vat_kind,
      fields,
      requires: [...new Set(input.requires ?? [])],
      ...checkEvent(input.type, input),
      hold_days: holdDays(input.type, input.hold_days),
      ...stock,
    };
    ctx.emit('sale.created', { guid: sale.guid, open: sale.is_open });
    const result = insertSale(ctx.account.id, sale, ctx.now);
    return ctx.finish({ target: sale.guid, ctes: itemCte(item), row: recordRow, result });
  },
});

function resolveStock({ inventory_control, inventory_count }: SaleInput) {
  const isControlled = inventory_control ?? inventory_count !== undefined;
  if (isControlled && inventory_count === undefined) fail('field_required', 'inventory_count');
  return { inventory_control: isControlled, inventory_count: inventory_count ?? 0 };
}
