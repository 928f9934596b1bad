import { bookedVatRates, type VatRates } from '../../../domain/invoices/vat.ts';
import { exactLine, paymentDeadline } from '../../../domain/sales/selling.ts';
import { type Decimal, decimal, isZero } from '../../../domain/values/money.ts';
import { hasSubscription } from '../../../kernel/access/account.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { type ResolvedBuyer, resolveTradingPartner } from '../../invoices/plan/buyer.ts';
import { checkRule, valid } from '../../invoices/plan/checked.ts';
import { invoiceTexts } from '../../invoices/plan/invoice-texts.ts';
import { allLines, type Line } from '../../invoices/plan/lines.ts';
import type { InvoicePlan, InvoiceSource } from '../../invoices/plan/plan.ts';
import { datesByTerms } from '../../invoices/plan/rules.ts';
import type { PurchaseInput } from '../schema.ts';
import type { PurchaseFacts } from './buy-store.ts';

/** The invoice of a purchase that is still to be paid. */
export function purchaseSource(
  ctx: WriteContext,
  input: PurchaseInput,
  sale: PurchaseFacts,
  customer: ResolvedBuyer,
): InvoiceSource {
  // An order that lapses is due on its last day for paying, so that the invoice names no other day.
  const lastDay = paymentDeadline(sale, ctx.today);
  const terms = datesByTerms(customer, ctx.today);
  const rates = bookedVatRates(ctx.today);
  return {
    vatDate: ctx.today,
    texts: invoiceTexts({ terms: sale.terms }),
    dates: valid(lastDay ? { ...terms, dueDate: lastDay, settlementDate: lastDay } : terms),
    buyer: valid(customer),
    lines: checkRule(() =>
      allLines([saleLine(sale, resolvePrice(input, sale), decimal(input.qty ?? 1), rates)]),
    ),
    tradingPartnerId: checkRule(() => resolveTradingPartner(ctx, undefined, customer)),
    amount: sale.type === 'DONA' ? undefined : input.amount,
    isPaymentLink: hasSubscription(ctx.account, 'payment_link'),
  };
}

/** A purchase that is paid already, or costs nothing, leaves nothing to collect. */
export function settleIfPaid(plan: InvoicePlan, isPaid: boolean): InvoicePlan {
  if (!isPaid && !isZero(plan.sums.amount)) return plan;
  const { issueDate } = plan.dates;
  const dates = { issueDate, dueDate: issueDate, settlementDate: issueDate, sent: [] };
  return { ...plan, status: 'Paid', paymentSource: 'sale', dates, isPaymentLink: false };
}

/** The giver decides about a donation; the amount of the sale is a suggestion. */
function resolvePrice({ amount, qty = 1 }: PurchaseInput, sale: PurchaseFacts): Decimal {
  if (sale.type !== 'DONA') return decimal(sale.amount);
  if (qty !== 1) fail('field_invalid', 'qty', 'must be 1 for a donation; send amount instead');
  const donation = amount ?? decimal(sale.amount);
  return isZero(donation) ? fail('field_required', 'amount') : donation;
}

function saleLine(
  { item, tax, vat_kind: vatKind }: PurchaseFacts,
  price: Decimal,
  qty: Decimal,
  rates: VatRates,
): Line {
  const { unitPrice, discount } = exactLine(price, qty, tax, rates);
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
    vatKind,
    ...(isZero(discount) ? {} : { discount }),
    discountIsPercent: false,
  };
}
