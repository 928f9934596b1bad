import type { PlainDate } from '../../../domain/dates.ts';
import type { LineFigures, TotalsOptions } from '../../../domain/line-figures.ts';
import { type Decimal, decimal, fixed2 } from '../../../domain/money.ts';
import { checkFigures, type Totals, totals } from '../../../domain/totals.ts';
import { type Account, subscribes } from '../../../kernel/account.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import type { InvoiceInput } from '../schema.ts';

export interface InvoiceDates {
  issueDate: PlainDate;
  dueDate: PlainDate;
  settlementDate: PlainDate;
}

/** Issued, due (gjalddagi) and finally due (eindagi), in that order. */
export function resolveDates(
  input: Pick<InvoiceInput, 'type' | 'issue_date' | 'due_date' | 'settlement_date'>,
  today: PlainDate,
): InvoiceDates {
  const issueDate = input.issue_date ?? today;
  const dueDate = input.due_date ?? issueDate;
  // Nobody pays a credit note, so its final due date is only a formality.
  const settlementDate = input.settlement_date ?? (input.type === 'credit' ? dueDate : null);
  if (settlementDate === null) fail('field_required', 'settlement_date');
  if (dueDate < issueDate)
    fail('field_invalid', 'due_date', violation('after_field', 'issue_date', issueDate));
  if (settlementDate < dueDate)
    fail('field_invalid', 'settlement_date', violation('after_field', 'due_date', dueDate));
  return { issueDate, dueDate, settlementDate };
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

/** Which flags exclude each other; each refusal says which one to leave out. */
export function checkFlags(input: Flags, account: Account): void {
  const { is_claim, mark_paid, is_payment_link, save, type } = input;
  if (is_claim && mark_paid) fail('flags_conflict', violation('claim_and_paid'));
  if (is_claim && is_payment_link) fail('flags_conflict', violation('claim_and_link'));
  if (mark_paid && is_payment_link) fail('flags_conflict', violation('paid_and_link'));
  if (input.method_payment !== undefined && !mark_paid) {
    fail('flags_conflict', violation('method_unpaid'));
  }
  if (save && mark_paid) fail('flags_conflict', violation('draft_paid'));
  if (type === 'credit') {
    if (is_claim || is_payment_link) fail('flags_conflict', violation('credit_collected'));
    if (save) fail('flags_conflict', violation('credit_saved'));
  }
  if (is_claim && !subscribes(account, 'claim')) fail('subscription_required', 'is_claim', 'claim');
  if (is_payment_link && !subscribes(account, 'payment_link')) {
    fail('subscription_required', 'is_payment_link', 'payment_link');
  }
  if (input.is_discount && !subscribes(account, 'discount'))
    fail('subscription_required', 'is_discount', 'discount');
  if (is_claim && input.currency !== 'ISK') fail('flags_conflict', violation('claim_currency'));
}

type DiscountInput = Pick<InvoiceInput, 'is_discount' | 'discount_type' | 'discount_value'>;

export function parseDiscount(input: DiscountInput): TotalsOptions['discount'] {
  if (!input.is_discount) return undefined;
  if (input.discount_value === undefined) fail('field_required', 'discount_value');
  return { value: input.discount_value, isPercent: input.discount_type ?? false };
}

const LARGEST = decimal('1000000000000');

/** The sums that the lines make, which must be the amount that the client sent, if it sent one. */
export function checkedTotals(
  lines: readonly LineFigures[],
  options: TotalsOptions,
  sent: Decimal | undefined,
): Totals {
  const problem = checkFigures(lines, options);
  if (problem) fail('figures_refused', problem);
  const sums = totals(lines, options);
  const figures = [sums.net.S, sums.net.AA, sums.net.Z, sums.discountTotal, sums.amount];
  if (figures.some((figure) => figure.abs().gt(LARGEST))) {
    fail('figures_refused', violation('sums_too_large', LARGEST.toFixed()));
  }
  if (sent && !sums.amount.eq(sent)) fail('amount_mismatch', sent.toFixed(), fixed2(sums.amount));
  return sums;
}
