import type { InvoiceWarning } from '../../../domain/invoices/invoice-warnings.ts';
import type { InvoiceDiscount } from '../../../domain/invoices/line-figures.ts';
import type { Totals } from '../../../domain/invoices/totals.ts';
import { bookedVatRates } from '../../../domain/invoices/vat.ts';
import type { PaymentSource } from '../../../domain/payments/payment.ts';
import type { Period, PlainDate } from '../../../domain/values/dates.ts';
import { type Decimal, ZERO } from '../../../domain/values/money.ts';
import type { Account } from '../../../kernel/access/account.ts';
import { type Failure, failure } from '../../../kernel/failures/failure.ts';
import { einvoiceViolations } from '../../../rendering/ubl/preflight.ts';
import type { FoundFile } from '../files/file-store.ts';
import type { NewItem } from '../records/insert-invoice-store.ts';
import { sellerSnapshot } from '../records/seller.ts';
import type { PlanBuyer } from './buyer.ts';
import { type Checked, valid } from './checked.ts';
import type { InvoiceTexts } from './invoice-texts.ts';
import type { Line, ResolvedLines } from './lines.ts';
import { type ClientAmount, checkTotals, type InvoiceDates } from './rules.ts';

/** Values that need no rule. A source gives those that differ from `DEFAULTS`. */
interface PlanValues {
  kind: 'invoice' | 'credit';
  status: 'Draft' | 'Sent' | 'Paid';
  /** The invoice that a credit note credits. */
  refer: ReferredInvoice | null;
  currency: string;
  /** The exchange rate was sent, and is not that of the day. */
  isRateSent: boolean;
  paymentFee: Decimal;
  isClaim: boolean;
  isPaymentLink: boolean;
  /** `mark_paid`: a draft remembers it until it is issued. */
  isPaidAtIssue: boolean;
  methodPayment: number | null;
  /** How a payment that comes with it was reported. */
  paymentSource: PaymentSource;
  /** How much of a credit note is owed to the customer. */
  refund: Decimal;
  /** The days whose work or service is invoiced, where they are known. */
  period: Period | null;
  /** The caller queues a mail of its own that brings the invoice to the customer. */
  isDeliveredElsewhere: boolean;
  /** The order, draft, quote or template that it comes from. */
  origin: DocumentOrigin | null;
  warnings: readonly InvoiceWarning[];
}

const DEFAULTS: PlanValues = {
  kind: 'invoice',
  status: 'Sent',
  refer: null,
  currency: 'ISK',
  isRateSent: false,
  paymentFee: ZERO,
  isClaim: false,
  isPaymentLink: false,
  isPaidAtIssue: false,
  methodPayment: null,
  paymentSource: 'manual',
  refund: ZERO,
  period: null,
  isDeliveredElsewhere: false,
  origin: null,
  warnings: [],
};

interface ReferredInvoice {
  id: number;
  number: string | null;
  issueDate: string;
}

export interface DocumentOrigin {
  documentId: number;
  /** Which occurrence of a recurring template it is. */
  occurrence: number | null;
  orderReference: string;
}

/** An invoice or credit note that can be stored or printed, wherever it comes from. */
export interface InvoicePlan extends PlanValues, PlanBuyer {
  exchangeRate: string;
  dates: InvoiceDates;
  texts: InvoiceTexts;
  tradingPartnerId: string;
  lines: readonly Line[];
  newItems: NewItem[];
  sums: Totals;
  discount: InvoiceDiscount | undefined;
  files: readonly FoundFile[];
  /** The tasks whose time it bills; a write has locked them. */
  tasks: readonly number[];
}

/**
 * What differs between the ways to an invoice: the body of create-invoice, its compact body, an order, draft, quote or
 * template, a purchase, a credit note. Each part is a rule that has been run already; `planInvoice` puts them in order.
 */
export interface InvoiceSource extends Partial<PlanValues> {
  texts: InvoiceTexts;
  /** The day whose VAT rates apply: the day of issue, for a credit note that of the invoice which it credits. */
  vatDate: PlainDate;
  /** Flags that exclude each other, or need another plan. */
  conflicts?: readonly Failure[];
  dates: Checked<InvoiceDates>;
  /** Fields without which nothing can be looked up. */
  missing?: readonly Failure[];
  buyer: Checked<PlanBuyer>;
  lines: Checked<ResolvedLines>;
  discount?: Checked<InvoiceDiscount | undefined>;
  exchangeRate?: Checked<string>;
  tradingPartnerId: Checked<string>;
  /** The total that the client computed itself. */
  amount?: Decimal | undefined;
  files?: Checked<readonly FoundFile[]>;
  tasks?: Checked<readonly number[]>;
}

/** `value` is null where not even a draft could be printed; `sums` are those of the lines that could be resolved. */
export interface PlanResult extends Checked<InvoicePlan> {
  sums: Totals | null;
}

/**
 * Turns any source into the plan of an invoice and the list of its problems, in the order in which create-invoice
 * refuses. Writes throw the first problem (`valueOrThrow`); previews return all of them.
 */
export function planInvoice(account: Account, source: InvoiceSource): PlanResult {
  const {
    conflicts = [],
    missing = [],
    dates,
    buyer,
    lines,
    discount = valid(lines.value?.discount),
    exchangeRate = valid('1'),
    tradingPartnerId,
    amount,
    files = valid([]),
    tasks = valid([]),
    texts,
    vatDate,
    ...values
  } = source;
  const planValues = { ...DEFAULTS, ...values };
  const { currency, status } = planValues;
  const sums = planSums(lines, discount, buyer, vatDate, { amount, currency, isIssued: status !== 'Draft' });
  const problems = [
    ...conflicts,
    ...dates.problems,
    ...missing,
    ...buyer.problems,
    ...lines.problems,
    ...discount.problems,
    ...exchangeRate.problems,
    ...tradingPartnerId.problems,
    ...sums.problems,
    ...files.problems,
    ...tasks.problems,
    ...recipientFailures(account, planValues, buyer.value, tradingPartnerId.value),
  ];
  const isPrintable =
    dates.value && buyer.value && lines.value?.isComplete && sums.value && exchangeRate.value;
  if (!isPrintable) return { value: null, problems, sums: sums.value };
  // The customer may come with defaults of its profile; the source has applied those that count.
  const { buyer: customer, snapshot, taxExempt } = buyer.value;
  const plan: InvoicePlan = {
    ...planValues,
    buyer: customer,
    snapshot,
    taxExempt,
    texts,
    dates: dates.value,
    exchangeRate: exchangeRate.value,
    tradingPartnerId: tradingPartnerId.value ?? '',
    lines: lines.value.lines,
    newItems: lines.value.newItems,
    sums: sums.value,
    discount: discount.value ?? undefined,
    files: files.value ?? [],
    tasks: tasks.value ?? [],
  };
  return { value: plan, problems, sums: sums.value };
}

/**
 * Sums of an unfinished invoice are computed from what there is, but checked only where nothing is missing that they
 * depend on: without all lines the discount might fit, and without the customer the VAT is not known.
 */
function planSums(
  lines: Checked<ResolvedLines>,
  discount: Checked<InvoiceDiscount | undefined>,
  buyer: Checked<PlanBuyer>,
  vatDate: PlainDate,
  client: ClientAmount,
): Checked<Totals> {
  const hasFigures = lines.value?.isComplete && lines.problems.length === 0 && discount.problems.length === 0;
  const options = {
    discount: discount.value ?? undefined,
    taxExempt: buyer.value?.taxExempt ?? false,
    rates: bookedVatRates(vatDate),
  };
  const amount = buyer.value ? client.amount : undefined;
  const sums = checkTotals(lines.value?.lines ?? [], options, { ...client, amount });
  return hasFigures ? sums : { value: sums.value, problems: [] };
}

/** Details of the recipient that the bank or the e-invoice network requires. A credit note takes the same way as its invoice. */
function recipientFailures(
  account: Account,
  { kind, isClaim }: PlanValues,
  buyer: PlanBuyer | null,
  tradingPartnerId: string | null,
): Failure[] {
  if (!buyer || kind === 'credit') return [];
  const { snapshot } = buyer;
  const problems: Failure[] = [];
  if (isClaim && snapshot.registration_no === '')
    problems.push(
      failure('field_required', 'customer.registration_no (is_claim needs the kennitala of the payer)'),
    );
  if (snapshot.output_select === '2' && tradingPartnerId !== null) {
    const lacking = einvoiceViolations({
      seller: sellerSnapshot(account),
      buyer: snapshot,
      trading_partner_id: tradingPartnerId,
      is_claim: isClaim,
    });
    if (lacking.length > 0) problems.push(failure('einvoice_refused', lacking));
  }
  return problems;
}

/** Whether it makes a customer or items, and not only the document. */
export function bringsRecords({ buyer, newItems }: InvoicePlan): boolean {
  return !('id' in buyer) || newItems.length > 0;
}
