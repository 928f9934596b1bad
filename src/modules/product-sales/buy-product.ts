import { addDays } from '../../domain/dates.ts';
import { normalizeKennitala } from '../../domain/kennitala.ts';
import { type Decimal, decimal, isZero, ZERO } from '../../domain/money.ts';
import { exactLine, paymentDeadline } from '../../domain/selling.ts';
import { subscribes } from '../../kernel/account.ts';
import type { ReadContext, WriteContext } from '../../kernel/context.ts';
import { isCheckViolation, SerializationFailure } from '../../kernel/database/database.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { newCustomer } from '../customers/rules.ts';
import { type ResolvedBuyer, resolveBuyer, resolveTradingPartner } from '../invoices/issue/buyer.ts';
import type { Line } from '../invoices/issue/lines.ts';
import { type InvoicePlan, planInvoice } from '../invoices/issue/plan.ts';
import { invoiceTexts } from '../invoices/issue/record.ts';
import { checkedTotals } from '../invoices/issue/rules.ts';
import {
  orderSteps,
  type PurchaseFacts,
  readPurchaseFacts,
  STOCK_RULE,
  selectCreatedPurchase,
} from './buy-store.ts';
import { kennitalaViolation, missingFrom } from './purchase-violations.ts';
import { checkSelling } from './rules.ts';
import { type Purchase, type PurchaseInput, purchase, purchaseInput } from './schema.ts';
import type { SaleField } from './store.ts';
import { planSubscription } from './subscription.ts';

/** The one way to buy, at the public page and at the counter. */
export const buyProduct = defineWrite({
  name: 'buy-product',
  summary: 'Sells from a product sale: takes the stock, finds or makes the customer, and issues the invoice.',
  scope: null,
  input: purchaseInput,
  output: purchase,
  refusals: [
    'subscription_required',
    'product_sale_not_found',
    'sale_closed',
    'sold_out',
    'amount_mismatch',
    'figures_refused',
  ],
  async prepare(ctx, input) {
    const profile = profileOf(ctx, input);
    const sale = await readPurchaseFacts(ctx.db, ctx.account.id, input.guid, profile.registration_no);
    if (!sale) fail('product_sale_not_found');
    checkSelling(ctx.account, sale.type);
    if (!sale.is_open) fail('sale_closed');
    const { qty = 1 } = input;
    if (sale.inventory_control && qty > sale.inventory_count) fail('sold_out', sale.inventory_count);
    const [missing] = missingFrom(sale, input);
    if (missing) throw missing;
    return { profile, sale, answers: answersOf(input, sale.fields) };
  },
  async run(ctx, input, { profile, sale, answers }): Promise<Purchase> {
    const customer = resolveBuyer(ctx, profile, { customer: sale.customer, catalogue: [], rate: null });
    const first = planOf(ctx, input, sale, customer);
    const plan =
      sale.type === 'SUB'
        ? await planSubscription(ctx, sale.name, customer, first, subscribes(ctx.account, 'payment_link'))
        : first;
    const { guid, ctes: invoice, result } = planInvoice(ctx, plan);
    const order = {
      saleId: sale.id,
      takesStock: sale.inventory_control,
      payBy: plan.status === 'Sent' ? paymentDeadline(sale, ctx.today) : null,
      qty: input.qty ?? 1,
      name: profile.name,
      email: profile.email,
      phone_number: profile.phone_number,
      kennitala: profile.registration_no,
      address: profile.address,
      zip: profile.zip,
      city: profile.city,
      message: input.message ?? '',
      fields: answers,
    };
    const { snapshot } = customer;
    // The mail of the invoice leads to the tickets; where that goes elsewhere or nowhere, they have one of their own.
    const isMailed = snapshot.output_select === '3' && snapshot.email === profile.email;
    if (sale.type === 'EVENT' && !isMailed)
      ctx.enqueue('send-mail', {
        invoice_guid: guid,
        series: 'tickets',
        about: 'tickets',
        email: profile.email,
      });
    const ctes = orderSteps(ctx.account.id, invoice, order, ctx.now);
    try {
      const done = await ctx.finishIf<Purchase>({
        target: guid,
        ctes,
        result: selectCreatedPurchase(result),
      });
      return done ?? fail('product_sale_not_found');
    } catch (error) {
      // Others bought since the stock was looked at. The next attempt looks again, and can say what is left.
      if (isCheckViolation(error, STOCK_RULE)) throw new SerializationFailure('The stock went to others');
      throw error;
    }
  },
});

/** The buyer as a customer. It is checked whole, though a customer who is known stays as the profile is. */
function profileOf(ctx: ReadContext, input: PurchaseInput) {
  const wrong = kennitalaViolation(ctx.policy, input.kennitala ?? '');
  if (wrong) throw wrong;
  const { name, email, phone_number = '', address = '', zip = '', city = '', lang } = input;
  const registration_no = normalizeKennitala(input.kennitala ?? '');
  const profile = { name, email, phone_number, address, zip, city, registration_no, lang };
  newCustomer(ctx, profile);
  return profile;
}

/** The answers in the order of the questions. An answer to nothing that was asked is a mistake worth telling. */
function answersOf({ fields }: PurchaseInput, asked: readonly SaleField[]) {
  const given = new Map(Object.entries(fields ?? {}).map(([label, value]) => [label.trim(), value ?? '']));
  const labels = asked.map(({ label }) => label);
  for (const label of given.keys()) {
    if (labels.includes(label)) continue;
    const known = labels.length > 0 ? `it asks for: ${labels.join(', ')}` : 'it asks for nothing';
    fail('field_invalid', `fields.${label.slice(0, 100)}`, `is not asked for by this sale; ${known}`);
  }
  return asked.map(({ label }) => ({ label, value: given.get(label) ?? '' }));
}

function planOf(
  ctx: WriteContext,
  input: PurchaseInput,
  sale: PurchaseFacts,
  customer: ResolvedBuyer,
): InvoicePlan {
  const qty = decimal(input.qty ?? 1);
  const price = priceOf(input, sale);
  const lines = [lineOf(sale, price, qty)];
  const asked = sale.type === 'DONA' ? undefined : input.amount;
  const sums = checkedTotals(lines, { taxExempt: customer.taxExempt }, asked);
  const isPaid = input.paid === true || isZero(sums.amount);
  // What lapses is due on the last day for paying, so that no invoice promises another.
  const last = paymentDeadline(sale, ctx.today);
  return {
    ...customer,
    kind: 'invoice',
    status: isPaid ? 'Paid' : 'Sent',
    referId: null,
    currency: 'ISK',
    exchangeRate: '1',
    dates: {
      issueDate: ctx.today,
      dueDate: isPaid ? ctx.today : (last ?? addDays(ctx.today, customer.dueDays)),
      settlementDate: isPaid ? ctx.today : (last ?? addDays(ctx.today, customer.settlementDays)),
    },
    texts: invoiceTexts({ terms: sale.terms }),
    tradingPartnerId: resolveTradingPartner(ctx, undefined, customer),
    lines,
    newItems: [],
    sums,
    discount: undefined,
    paymentFee: ZERO,
    isClaim: false,
    isPaymentLink: !isPaid && subscribes(ctx.account, 'payment_link'),
    methodPayment: null,
    files: [],
  };
}

/** What one costs. The giver decides on a donation; what the sale names is a suggestion. */
function priceOf({ amount, qty = 1 }: PurchaseInput, sale: PurchaseFacts): Decimal {
  if (sale.type !== 'DONA') return decimal(sale.amount);
  if (qty !== 1) fail('field_invalid', 'qty', 'must be 1 for a donation; send amount instead');
  const given = amount ?? decimal(sale.amount);
  return isZero(given) ? fail('field_required', 'amount') : given;
}

function lineOf({ item, tax }: PurchaseFacts, price: Decimal, qty: Decimal): Line {
  const { unitPrice, discount } = exactLine(price, qty, tax);
  return {
    itemGuid: item.guid,
    itemNumber: item.item_number,
    description: item.description,
    category: item.category,
    uom: 'C62',
    productCost: decimal(item.product_cost),
    qty,
    unitPrice,
    tax,
    ...(isZero(discount) ? {} : { discount }),
    discountIsPercent: false,
  };
}
