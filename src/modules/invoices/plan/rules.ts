import { lastIssueDate } from '../../../domain/invoices/invoice-warnings.ts';
import type { LineFigures, TotalsOptions } from '../../../domain/invoices/line-figures.ts';
import { checkFigures, type Totals, totals } from '../../../domain/invoices/totals.ts';
import type { VatRates } from '../../../domain/invoices/vat.ts';
import { addDays, type PlainDate } from '../../../domain/values/dates.ts';
import { type Decimal, decimal, fixed2, isZero, ONE, ZERO } from '../../../domain/values/money.ts';
import { type Account, hasSubscription } from '../../../kernel/access/account.ts';
import { type Failure, fail, failure } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import type { Policy, ReadContext } from '../../../kernel/operations/context.ts';
import { settingsOf } from '../../accounts/settings.ts';
import type { KnownRate } from '../records/invoice-facts-store.ts';
import type { InvoiceInput } from '../records/schema.ts';
import type { ResolvedBuyer } from './buyer.ts';
import type { Checked } from './checked.ts';

export interface InvoiceDates {
  issueDate: PlainDate;
  dueDate: PlainDate;
  settlementDate: PlainDate;
  /** Those that were agreed on. The others follow from the day of the call. */
  sent: readonly DateName[];
}

const DATE_NAMES = ['issue_date', 'due_date', 'settlement_date'] as const;
type DateName = (typeof DATE_NAMES)[number];
type DateInput = Pick<InvoiceInput, DateName>;

/** Issued, due (gjalddagi) and finally due (eindagi), in that order. */
export function resolveDates(input: DateInput, today: PlainDate): InvoiceDates {
  const issueDate = input.issue_date ?? today;
  const latest = lastIssueDate(today);
  if (issueDate > latest) fail('field_invalid', 'issue_date', violation('before', latest));
  const dueDate = input.due_date ?? issueDate;
  const settlementDate = input.settlement_date ?? fail('field_required', 'settlement_date');
  if (dueDate < issueDate)
    fail('field_invalid', 'due_date', violation('after_field', 'issue_date', issueDate));
  if (settlementDate < dueDate)
    fail('field_invalid', 'settlement_date', violation('after_field', 'due_date', dueDate));
  const sent = DATE_NAMES.filter((name) => input[name] !== undefined);
  return { issueDate, dueDate, settlementDate, sent };
}

/** The due dates of an invoice that follows the payment terms of its customer. */
export function datesByTerms(
  { dueDays, settlementDays }: { dueDays: number; settlementDays: number },
  issueDate: PlainDate,
): InvoiceDates {
  return {
    issueDate,
    dueDate: addDays(issueDate, dueDays),
    settlementDate: addDays(issueDate, settlementDays),
    sent: [],
  };
}

type FlagNames =
  | 'is_claim'
  | 'mark_paid'
  | 'is_payment_link'
  | 'method_payment'
  | 'is_discount'
  | 'save'
  | 'currency'
  | 'type';
export type Flags = Partial<Pick<InvoiceInput, FlagNames>>;

type FlagConflict =
  | 'claim_and_paid'
  | 'claim_and_link'
  | 'paid_and_link'
  | 'method_unpaid'
  | 'credit_collected'
  | 'credit_saved';

/** Flags that exclude each other, or need a plan that the account does not have. Each refusal says which one to leave out. */
export function flagFailures(
  input: Flags,
  { account, policy }: Pick<ReadContext, 'account' | 'policy'>,
): Failure[] {
  const { is_claim, mark_paid, is_payment_link, is_discount, save } = input;
  const isCredit = input.type === 'credit';
  const conflicts: [isConflict: boolean | undefined, code: FlagConflict][] = [
    [is_claim && mark_paid, 'claim_and_paid'],
    [is_claim && is_payment_link, 'claim_and_link'],
    [mark_paid && is_payment_link, 'paid_and_link'],
    [input.method_payment !== undefined && !mark_paid, 'method_unpaid'],
    [isCredit && (is_claim || is_payment_link), 'credit_collected'],
    [isCredit && save, 'credit_saved'],
  ];
  const plans = [
    [is_claim, 'is_claim', 'claim'],
    [is_payment_link, 'is_payment_link', 'payment_link'],
    [is_discount, 'is_discount', 'discount'],
  ] as const;
  return [
    ...conflicts.filter(([is]) => is).map(([, code]) => failure('flags_conflict', violation(code))),
    ...plans
      .filter(([is, , plan]) => is && !hasSubscription(account, plan))
      .map(([, field, plan]) => failure('subscription_required', field, plan)),
    ...(is_claim && !claimsIn(input.currency, policy)
      ? [failure('flags_conflict', violation('claim_currency'))]
      : []),
  ];
}

/** Whether the bank collects claims in a currency. */
export function claimsIn(currency: string | undefined, { claimsInAllCurrencies }: Policy): boolean {
  return currency === 'ISK' || claimsInAllCurrencies;
}

/**
 * Whether a document that does not say how it is paid is collected by a claim, because its customer's usually are, in ISK. A
 * default never makes a request fail, so it gives way to every rule that would refuse it.
 */
export function claimsByDefault(
  account: Account,
  { currency, mark_paid, is_payment_link }: Flags,
  { defaults, snapshot }: ResolvedBuyer,
): boolean {
  return (
    defaults.isClaim &&
    !mark_paid &&
    !is_payment_link &&
    currency === 'ISK' &&
    hasSubscription(account, 'claim') &&
    snapshot.registration_no !== '' &&
    (snapshot.output_select !== '2' || account.bankAccount !== '')
  );
}

type DiscountInput = Pick<InvoiceInput, 'is_discount' | 'discount_type' | 'discount_value'>;

/** Adds `is_discount` where it was not sent: a value that was sent counts for customers who usually have a discount. */
export function withDefaultDiscount<I extends DiscountInput>(
  input: I,
  account: Account,
  buyer: Pick<ResolvedBuyer, 'defaults'> | null,
): I {
  if (input.is_discount !== undefined || input.discount_value === undefined) return input;
  return {
    ...input,
    is_discount: (buyer?.defaults.isDiscount ?? false) && hasSubscription(account, 'discount'),
  };
}

export function parseDiscount(input: DiscountInput): TotalsOptions['discount'] {
  if (!input.is_discount) return undefined;
  if (input.discount_value === undefined) fail('field_required', 'discount_value');
  return { value: input.discount_value, isPercent: input.discount_type ?? false };
}

type FeeInput = Pick<InvoiceInput, 'payment_fee' | 'default_payment_fee' | 'currency'>;

/** The fee that was sent, or on request the account's usual one, which is in ISK. Undefined where neither was asked for. */
export function resolveFee(
  account: Account,
  { payment_fee, default_payment_fee, currency }: FeeInput,
): Decimal | undefined {
  if (payment_fee || !default_payment_fee) return payment_fee;
  return currency === 'ISK' ? decimal(settingsOf(account).payment_fee ?? 0) : ZERO;
}

/** ISK for one unit: the rate of the source itself, or else the one known for the day of issue. */
export function resolveInvoiceRate(
  currency: string,
  rate: string | null | undefined,
  known: KnownRate | null,
  issueDate: PlainDate,
): string {
  if (currency === 'ISK') return '1';
  return rate ?? known?.rate ?? fail('exchange_rate_missing', currency, issueDate);
}

const MAX_SUM = decimal('1000000000000');

/** What the client computed as the total. Of a document that is not issued yet it may be rounded to whole krónur. */
export interface ClientAmount {
  amount: Decimal | undefined;
  currency: string;
  isIssued: boolean;
}

/** The sums of the lines, which must equal the amount that the client sent, if it sent one. */
export function checkTotals(
  lines: readonly LineFigures[],
  options: TotalsOptions & { rates: VatRates },
  { amount, currency, isIssued }: ClientAmount,
): Checked<Totals> {
  const problem = checkFigures(lines, options);
  // A discount that does not fit its line has no sums; a negative total has.
  if (problem && problem.code !== 'negative_total')
    return { value: null, problems: [failure('figures_refused', problem)] };
  const value = totals(lines, options);
  if (problem) return { value, problems: [failure('figures_refused', problem)] };
  const figures = [value.net.S, value.net.AA, value.net.Z, value.discountTotal, value.amount];
  if (figures.some((figure) => figure.abs().gt(MAX_SUM))) {
    return { value, problems: [failure('figures_refused', violation('sums_too_large', MAX_SUM.toFixed()))] };
  }
  const off = amount ? value.amount.minus(amount).abs() : ZERO;
  const mayRound = !isIssued && currency === 'ISK' && off.lt(ONE);
  if (amount && !isZero(off) && !mayRound)
    return { value, problems: [failure('amount_mismatch', amount.toFixed(), fixed2(value.amount))] };
  return { value, problems: [] };
}
