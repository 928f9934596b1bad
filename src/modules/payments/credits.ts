import { remaining } from '../../domain/invoices/invoice-status.ts';
import { payableAmount } from '../../domain/invoices/payments.ts';
import { mostOf } from '../../domain/payments/settlement.ts';
import { type Decimal, decimal, isZero, sum, ZERO } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import {
  type LedgerInvoice,
  type LockedPayment,
  lockCreditOfCustomer,
  lockInvoicesByGuid,
  lockNotesWithCredit,
  lockPayment,
  lockPaymentsWithCredit,
} from '../invoices/records/ledger-store.ts';
import type { InvoiceShare, PaymentPlan, SurplusShare } from './book-payment.ts';
import { nameOf, refuseOtherPaid, refuseRepeated, sumText } from './plan-payment.ts';
import type { AllocationInput } from './schema.ts';

/** What is owed to a customer: the surplus of a payment, or a credit note on what was paid. */
export type Credit = {
  since: string;
  /** As it is paid, and the most that can be taken of it: a note in ISK may have aurar. */
  left: Decimal;
  most: Decimal;
} & ({ payment: LockedPayment } | { note: LedgerInvoice });

function creditOfPayment(payment: LockedPayment): Credit {
  const left = payment.reversed_on === null ? decimal(payment.unallocated) : ZERO;
  return { since: payment.paid_on, left, most: left, payment };
}

function creditOfNote(note: LedgerInvoice): Credit {
  const exact = remaining(note);
  const left = payableAmount(exact, note.currency);
  return { since: note.issue_date, left, most: mostOf(exact, note.currency), note };
}

/** The credits of a customer in one currency, oldest first. The rows are locked. */
export async function lockCredits(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  customerId: number,
  currency: string,
): Promise<Credit[]> {
  await lockCreditOfCustomer(tx, account.id, customerId);
  const notes = await lockNotesWithCredit(tx, account.id, customerId, currency);
  const payments = await lockPaymentsWithCredit(tx, account.id, customerId, currency);
  const credits = [...notes.map(creditOfNote), ...payments.map(creditOfPayment)];
  return credits.sort((a, b) => a.since.localeCompare(b.since));
}

/** The credit that a guid names: of a payment or of a credit note. */
export async function lockCredit(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  guid: string,
): Promise<Credit | null> {
  const [note] = await lockInvoicesByGuid(tx, account.id, [guid]);
  if (note) return note.kind === 'credit' ? creditOfNote(note) : null;
  const payment = await lockPayment(tx, account.id, guid);
  return payment && creditOfPayment(payment);
}

export function currencyOf(credit: Credit): string {
  return 'note' in credit ? credit.note.currency : credit.payment.currency;
}

type Taken = Pick<PaymentPlan, 'invoices' | 'surplus'>;

/** Takes an amount of credits in their order; refuses more than there is. */
export function takeCredits(credits: readonly Credit[], amount: Decimal, currency: string): Taken {
  const total = sum(credits.map(({ left }) => left));
  if (amount.gt(total)) fail('amount_exceeds_credit', sumText(total, currency));
  let wanted = amount;
  const taken = credits.map((credit) => {
    const share = credit.left.lt(wanted) ? credit.left : wanted;
    wanted = wanted.minus(share);
    return { credit, share };
  });
  return toShares(taken);
}

function toShares(taken: readonly { credit: Credit; share: Decimal }[]): Taken {
  const used = taken.filter(({ share }) => !isZero(share));
  return {
    invoices: used.flatMap(({ credit, share }): InvoiceShare[] =>
      'note' in credit ? [{ invoice: credit.note, amount: share, paid: share }] : [],
    ),
    surplus: used.flatMap(({ credit, share }): SurplusShare[] =>
      'payment' in credit ? [{ payment: credit.payment, amount: share }] : [],
    ),
  };
}

/** What money that goes out pays back, as its allocations name it. They must add up to it. */
export async function takeRequested(
  ctx: Pick<WriteContext, 'tx' | 'account'>,
  allocations: readonly AllocationInput[],
  amount: Decimal,
  currency: string,
): Promise<Taken> {
  const guids = allocations.map(
    ({ invoice_guid, payment_guid }, at) =>
      invoice_guid ?? payment_guid ?? fail('field_required', `allocations.${at}.invoice_guid`),
  );
  refuseRepeated(guids);
  // In one order, whatever the order in which they were sent: another payment may name the same ones.
  const credits = new Map<string, Credit | null>();
  for (const guid of guids.toSorted()) credits.set(guid, await lockCredit(ctx, guid));
  const taken: { credit: Credit; share: Decimal }[] = [];
  let left = amount;
  for (const [at, one] of allocations.entries()) {
    const credit = credits.get(guids[at] ?? '');
    if (!credit) await refuseUnknown(ctx, one);
    if (!credit) throw new Error('An unknown credit was refused');
    if (currencyOf(credit) !== currency)
      fail(
        'currency_mismatch',
        'note' in credit ? nameOf(credit.note) : 'The payment',
        currencyOf(credit),
        currency,
      );
    refuseOtherPaid(one, at);
    const share = one.amount ?? (credit.left.lt(left) ? credit.left : left);
    if (share.gt(credit.most)) fail('amount_exceeds_credit', sumText(credit.left, currency));
    left = left.minus(share);
    taken.push({ credit, share });
  }
  if (left.lt(ZERO))
    fail('allocations_exceed_payment', sumText(amount.minus(left), currency), sumText(amount, currency));
  if (!isZero(left)) fail('amount_exceeds_credit', sumText(amount.minus(left), currency));
  return toShares(taken);
}

async function refuseUnknown(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  { invoice_guid }: AllocationInput,
): Promise<never> {
  const [invoice] = invoice_guid ? await lockInvoicesByGuid(tx, account.id, [invoice_guid]) : [];
  if (invoice) fail('invoice_not_payable', violation('pay_back_invoice', String(invoice.number)));
  return fail(invoice_guid ? 'invoice_not_found' : 'payment_not_found');
}
