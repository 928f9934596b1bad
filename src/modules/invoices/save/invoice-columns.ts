import { payableAmount } from '../../../domain/invoices/payments.ts';
import type { Totals } from '../../../domain/invoices/totals.ts';
import { type Decimal, fixed2, ZERO } from '../../../domain/values/money.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { lineRecord } from '../plan/lines.ts';
import type { InvoicePlan } from '../plan/plan.ts';
import type { InvoiceRecord, LineRecord } from '../records/insert-invoice-store.ts';
import { sellerSnapshot } from '../records/seller.ts';

/** The columns of a planned invoice, for the database and for the PDF of a preview alike. */
export function invoiceColumns(
  { account, today }: Pick<WriteContext, 'account' | 'today'>,
  plan: InvoicePlan,
  guid: string,
): InvoiceRecord {
  const { status, dates, origin } = plan;
  return {
    ...sharedPlanColumns(plan),
    ...totalsColumns(plan.sums),
    guid,
    kind: plan.kind,
    status,
    refer_id: plan.refer?.id ?? null,
    refund_amount: fixed2(plan.refund),
    paid_amount: fixed2(paidAtIssue(plan)),
    seller: sellerSnapshot(account),
    exchange_rate: plan.exchangeRate,
    period_start: plan.period?.start ?? null,
    period_end: plan.period?.end ?? null,
    issue_date: dates.issueDate,
    due_date: dates.dueDate,
    settlement_date: dates.settlementDate,
    paid_on: status === 'Paid' ? today : null,
    accounting_status: status === 'Draft' ? '' : 'Created',
    sales_document_id: origin?.documentId ?? null,
    occurrence: origin?.occurrence ?? null,
    order_reference: origin?.orderReference ?? '',
    xml_status: status !== 'Draft' && plan.snapshot.output_select === '2' ? 'queued' : '',
  };
}

/** What is paid when the document is issued: all of an invoice as it is paid, of a credit note what is owed to the customer. */
export function paidAtIssue({ kind, status, sums, currency, refund, isPaidAtIssue }: InvoicePlan): Decimal {
  if (kind === 'credit') return isPaidAtIssue && status === 'Paid' ? payableAmount(refund, currency) : ZERO;
  return status === 'Paid' ? payableAmount(sums.amount, currency) : ZERO;
}

/** The columns that an order, draft, quote or template has too. */
export function sharedPlanColumns(plan: InvoicePlan) {
  const { discount } = plan;
  return {
    ...plan.texts,
    buyer: plan.snapshot,
    currency: plan.currency,
    trading_partner_id: plan.tradingPartnerId,
    amount: fixed2(plan.sums.amount),
    tax_exempt: plan.taxExempt,
    is_discount: discount !== undefined,
    discount_is_percent: discount?.isPercent ?? false,
    discount_value: discount?.value.toFixed() ?? '0',
    payment_fee: fixed2(plan.paymentFee),
    is_claim: plan.isClaim,
    is_payment_link: plan.isPaymentLink,
    mark_paid: plan.isPaidAtIssue,
    method_payment: plan.methodPayment,
  };
}

export function lineRecords({ newGuid }: Pick<WriteContext, 'newGuid'>, plan: InvoicePlan): LineRecord[] {
  return plan.lines.map((line, index) => {
    const lineSums = plan.sums.lines[index];
    if (!lineSums) throw new Error('Every line has its sums');
    return lineRecord(line, lineSums, newGuid());
  });
}

function totalsColumns({ net, vat, discountTotal }: Totals) {
  return {
    net_s: fixed2(net.S),
    net_aa: fixed2(net.AA),
    net_z: fixed2(net.Z),
    vat_s: fixed2(vat.S),
    vat_aa: fixed2(vat.AA),
    discount_total: fixed2(discountTotal),
  };
}
