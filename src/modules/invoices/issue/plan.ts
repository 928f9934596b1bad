import type { InvoiceDiscount } from '../../../domain/line-figures.ts';
import { type Decimal, fixed2 } from '../../../domain/money.ts';
import type { Totals } from '../../../domain/totals.ts';
import type { Account } from '../../../kernel/account.ts';
import type { WriteContext } from '../../../kernel/context.ts';
import type { Sql } from '../../../kernel/database/sql.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { einvoiceProblems } from '../../../rendering/ubl/preflight.ts';
import { queueDelivery } from '../deliver/delivery.ts';
import { paymentLink } from '../pay/payment-link.ts';
import {
  type Buyer,
  type BuyerSnapshot,
  insertInvoice,
  type NewItem,
  selectCreatedInvoice,
} from './issue-store.ts';
import type { Line } from './lines.ts';
import { lineRecords, sellerSnapshot, totalsColumns } from './record.ts';
import type { InvoiceDates } from './rules.ts';

/** An invoice or credit note that is about to be stored, wherever it comes from. Its rules have been checked. */
export interface InvoicePlan {
  kind: 'invoice' | 'credit';
  status: 'Draft' | 'Sent' | 'Paid';
  referId: number | null;
  buyer: Buyer;
  snapshot: BuyerSnapshot;
  taxExempt: boolean;
  currency: string;
  exchangeRate: string;
  dates: InvoiceDates;
  texts: InvoiceTexts;
  tradingPartnerId: string;
  lines: readonly Line[];
  newItems: NewItem[];
  sums: Totals;
  discount: InvoiceDiscount | undefined;
  paymentFee: Decimal;
  isClaim: boolean;
  isPaymentLink: boolean;
  methodPayment: number | null;
  files: string[];
  /** Somebody else sees to it that the customer gets it. */
  isDeliveredElsewhere?: boolean;
  /** The tasks whose time it bills, held by this transaction. */
  tasks?: readonly number[];
  /** The order, draft, quote or template that it comes from. */
  source?: InvoiceSource;
}

export interface InvoiceSource {
  documentId: number;
  /** Which occurrence of a recurring template it is. */
  occurrence: number | null;
  orderReference: string;
}

export interface InvoiceTexts {
  delivery_date: string | null;
  description: string;
  booking: string;
  cost_provide: string;
  terms: string;
}

export interface PlannedInvoice {
  guid: string;
  amount: string;
  ctes: Sql;
  result: Sql;
}

/** The steps that store it and the query that answers for it, for `ctx.finish`; what follows it is queued. */
export function planInvoice(ctx: WriteContext, plan: InvoicePlan): PlannedInvoice {
  if (plan.isClaim && plan.snapshot.registration_no === '') {
    fail('field_required', 'customer.registration_no (is_claim needs the kennitala of the payer)');
  }
  checkEinvoice(ctx.account, plan);
  const guid = ctx.newGuid();
  const { discount, status, sums, dates } = plan;
  const invoice = {
    ...plan.texts,
    ...totalsColumns(sums),
    guid,
    kind: plan.kind,
    status,
    refer_id: plan.referId,
    seller: sellerSnapshot(ctx.account),
    buyer: plan.snapshot,
    currency: plan.currency,
    exchange_rate: plan.exchangeRate,
    issue_date: dates.issueDate,
    due_date: dates.dueDate,
    settlement_date: dates.settlementDate,
    trading_partner_id: plan.tradingPartnerId,
    tax_exempt: plan.taxExempt,
    is_discount: discount !== undefined,
    discount_is_percent: discount?.isPercent ?? false,
    discount_value: discount?.value.toFixed() ?? '0',
    payment_fee: fixed2(plan.paymentFee),
    is_claim: plan.isClaim,
    is_payment_link: plan.isPaymentLink,
    method_payment: plan.methodPayment,
    paid_on: status === 'Paid' ? ctx.today : null,
    accounting_status: status === 'Draft' ? '' : 'Created',
    sales_document_id: plan.source?.documentId ?? null,
    occurrence: plan.source?.occurrence ?? null,
    order_reference: plan.source?.orderReference ?? '',
    xml_status: status !== 'Draft' && plan.snapshot.output_select === '2' ? 'queued' : '',
  };
  if (plan.isClaim && status === 'Sent') ctx.enqueue('send-claim', { invoice_guid: guid });
  if (status !== 'Draft' && !plan.isDeliveredElsewhere) queueDelivery(ctx, guid, plan.snapshot.output_select);
  const { buyer, newItems, files, tasks = [] } = plan;
  const lines = lineRecords(ctx, plan.lines, sums);
  return {
    guid,
    amount: invoice.amount,
    ctes: insertInvoice(ctx.account.id, { invoice, lines, buyer, newItems, files, tasks, now: ctx.now }),
    result: selectCreatedInvoice(plan.isPaymentLink ? paymentLink(ctx, guid) : null),
  };
}

/** Who gets e-invoices is told at once what the network would miss. A credit note says what its invoice said. */
export function checkEinvoice(
  account: Account,
  plan: Pick<InvoicePlan, 'kind' | 'snapshot' | 'tradingPartnerId' | 'isClaim'>,
): void {
  if (plan.kind === 'credit' || plan.snapshot.output_select !== '2') return;
  const problems = einvoiceProblems({
    seller: sellerSnapshot(account),
    buyer: plan.snapshot,
    trading_partner_id: plan.tradingPartnerId,
    is_claim: plan.isClaim,
  });
  if (problems.length > 0) fail('einvoice_refused', problems);
}
