import { paymentDeadline } from '../../../domain/sales/selling.ts';
import { normalizeKennitala } from '../../../domain/values/kennitala.ts';
import { hasSubscription } from '../../../kernel/access/account.ts';
import { isCheckViolation, SerializationFailure } from '../../../kernel/database/database.ts';
import type { Sql } from '../../../kernel/database/sql.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import type { ReadContext, WriteContext } from '../../../kernel/operations/context.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { newCustomer } from '../../customers/rules.ts';
import {
  type CustomerInput,
  lockNewCustomer,
  type ResolvedBuyer,
  resolveBuyer,
} from '../../invoices/plan/buyer.ts';
import { valueOrThrow } from '../../invoices/plan/checked.ts';
import { type InvoicePlan, planInvoice } from '../../invoices/plan/plan.ts';
import { ISSUE_EVENTS } from '../../invoices/records/event-store.ts';
import type { BuyerSnapshot } from '../../invoices/records/invoice-facts-store.ts';
import { buildInvoiceStatement } from '../../invoices/save/invoice-statement.ts';
import { checkSelling } from '../rules.ts';
import { type Purchase, type PurchaseInput, purchase, purchaseInput } from '../schema.ts';
import {
  type BuyerKeys,
  customerOfKennitala,
  emitPurchase,
  type PurchaseFacts,
  profileOfVisitor,
  purchaseStatement,
  readPurchaseFacts,
  STOCK_CONSTRAINT,
} from './buy-store.ts';
import { planSubscription } from './plan-subscription.ts';
import { purchaseSource, settleIfPaid } from './purchase-source.ts';
import { kennitalaViolation, missingFields, unsafeTexts } from './purchase-violations.ts';
import { resolveVisitor } from './visitor.ts';

/** How a buyer becomes the customer of the invoice. */
interface BuyerRules {
  /** The condition that finds the buyer's profile. */
  isBuyer(keys: BuyerKeys): Sql;
  resolve(ctx: WriteContext, profile: CustomerInput, sale: PurchaseFacts): ResolvedBuyer;
  check(input: PurchaseInput): void;
}

/** A sale at the counter: the seller says who buys, and a kennitala finds the customer. */
export const buyProduct = definePurchase({
  isBuyer: customerOfKennitala,
  resolve: resolveBuyer,
  check: () => {},
});

/** A sale on the public page: nobody is signed in, so the buyer is only what the buyer typed. */
export const buyAsVisitor = definePurchase({
  isBuyer: profileOfVisitor,
  resolve: resolveVisitor,
  check: refuseUnsafeTexts,
});

function definePurchase({ isBuyer, resolve, check }: BuyerRules) {
  return defineWrite({
    name: 'buy-product',
    summary:
      'Sells from a product sale: takes the stock, finds or creates the customer, and issues the invoice.',
    description:
      'Use it for a sale at the counter. The buyer gets the invoice by mail and, for an event, the tickets.',
    access: { scope: null },
    books: true,
    events: ['sale.ordered', 'sale.paid', 'recurring.created', ...ISSUE_EVENTS],
    input: purchaseInput,
    output: purchase,
    refusals: [
      'period_locked',
      'subscription_required',
      'product_sale_not_found',
      'sale_closed',
      'sold_out',
      'amount_mismatch',
      'figures_refused',
    ],
    async prepare(ctx, input) {
      check(input);
      const profile = buyerProfile(ctx, input);
      const sale = await readPurchaseFacts(ctx.db, ctx.account.id, input.guid, isBuyer(profile));
      if (!sale) fail('product_sale_not_found');
      checkSelling(ctx.account, sale.type);
      if (!sale.is_open) fail('sale_closed');
      const { qty = 1 } = input;
      if (sale.inventory_control && qty > sale.inventory_count) fail('sold_out', sale.inventory_count);
      const [missing] = missingFields(sale, input);
      if (missing) throw missing;
      return { profile, sale, answers: sortAnswers(input, sale.fields) };
    },
    async run(ctx, input, { profile, sale, answers }): Promise<Purchase> {
      const customer = resolve(ctx, profile, sale);
      await lockNewCustomer(ctx, customer.buyer);
      const plan = await planPurchase(ctx, input, sale, customer);
      const invoice = buildInvoiceStatement(ctx, plan);
      emitPurchase(ctx, input.guid, invoice.target, plan.status === 'Paid');
      if (sale.type === 'EVENT') queueTickets(ctx, invoice.target, customer.snapshot, profile.email);
      const { registration_no: kennitala, lang: _lang, ...buyer } = profile;
      const order = {
        ...buyer,
        kennitala,
        sale_id: sale.id,
        took_stock: sale.inventory_control,
        pay_by: plan.status === 'Sent' ? paymentDeadline(sale, ctx.today) : null,
        qty: input.qty ?? 1,
        message: input.message ?? '',
        fields: answers,
      };
      return finishPurchase(ctx, purchaseStatement(ctx.account.id, invoice, order, ctx.now));
    },
  });
}

/** The invoice of the purchase; that of a subscription is the first of a recurring invoice. */
async function planPurchase(
  ctx: WriteContext,
  input: PurchaseInput,
  sale: PurchaseFacts,
  customer: ResolvedBuyer,
): Promise<InvoicePlan> {
  const unpaid = valueOrThrow(planInvoice(ctx.account, purchaseSource(ctx, input, sale, customer)));
  const plan = settleIfPaid(unpaid, input.paid === true);
  if (sale.type !== 'SUB') return plan;
  const hasPaymentLink = hasSubscription(ctx.account, 'payment_link');
  return planSubscription(ctx, sale.name, customer, plan, hasPaymentLink);
}

async function finishPurchase(
  ctx: WriteContext,
  statement: ReturnType<typeof purchaseStatement>,
): Promise<Purchase> {
  try {
    return await ctx.finish(statement);
  } catch (error) {
    // Concurrent purchases took the stock after `prepare` read it. The retry reads it again, and can say what is left.
    if (isCheckViolation(error, STOCK_CONSTRAINT)) throw new SerializationFailure('The stock went to others');
    throw error;
  }
}

/** The mail of the invoice links to the tickets; where the buyer does not get that mail, the tickets have one of their own. */
function queueTickets(ctx: WriteContext, invoiceGuid: string, customer: BuyerSnapshot, email: string): void {
  const isMailed = customer.output_select === '3' && customer.email === email;
  if (!isMailed)
    ctx.enqueue('send-mail', { invoice_guid: invoiceGuid, series: 'tickets', about: 'tickets', email });
}

/** The buyer as a customer. All of it is checked, though a known customer's profile stays as it is. */
function buyerProfile(ctx: ReadContext, input: PurchaseInput) {
  const refusal = kennitalaViolation(ctx.policy, input.kennitala ?? '');
  if (refusal) throw refusal;
  const { name, email, phone_number = '', address = '', zip = '', city = '', lang } = input;
  const registration_no = normalizeKennitala(input.kennitala ?? '');
  const profile = { name, email, phone_number, address, zip, city, registration_no, lang };
  newCustomer(ctx, profile);
  return profile;
}

function refuseUnsafeTexts(input: PurchaseInput): void {
  const [unsafe] = unsafeTexts(input);
  if (unsafe) throw unsafe;
}

/** The answers in the order of the questions. An answer to a question that the sale does not have is refused. */
function sortAnswers({ fields }: PurchaseInput, questions: PurchaseFacts['fields']) {
  const answers = new Map(Object.entries(fields ?? {}).map(([label, value]) => [label.trim(), value ?? '']));
  const labels = questions.map(({ label }) => label);
  for (const label of answers.keys()) {
    if (labels.includes(label)) continue;
    const known = labels.length > 0 ? `it asks for: ${labels.join(', ')}` : 'it asks for nothing';
    fail('field_invalid', `fields.${label.slice(0, 100)}`, `is not asked for by this sale; ${known}`);
  }
  return labels.map((label) => ({ label, value: answers.get(label) ?? '' }));
}
