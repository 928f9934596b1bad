import { isPaidUp } from '../../domain/payments/settlement.ts';
import { type Decimal, decimal, fixed2, sum, ZERO } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import {
  type AllocationRow,
  type LedgerInvoice,
  type LockedPayment,
  listAllocations,
  listCreditUses,
  listOtherPaymentDays,
  lockInvoicesById,
  lockPayment,
} from '../invoices/records/ledger-store.ts';
import { type SettledInvoice, settleInvoice } from '../invoices/records/settle.ts';

/** A payment that is about to change, with all that it settles; everything is locked. */
export interface OpenPayment {
  payment: LockedPayment;
  allocations: readonly AllocationRow[];
  invoices: readonly LedgerInvoice[];
}

/** Locks a payment that counts. The invoices come first, in the order in which every payment locks them. */
export async function openPayment(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  found: { id: number; guid: string },
  { ofBankLine = false }: { ofBankLine?: boolean } = {},
): Promise<OpenPayment> {
  const known = await listAllocations(tx, account.id, found.id);
  const invoices = await lockInvoicesById(tx, account.id, invoiceIds(known));
  const payment = (await lockPayment(tx, account.id, found.guid)) ?? fail('payment_not_found');
  if (payment.reversed_on !== null) fail('payment_reversed');
  if (payment.bank_line_guid !== null && !ofBankLine) fail('payment_from_bank_line');
  const allocations = await listAllocations(tx, account.id, found.id);
  // Somebody else has allocated it between the two: the invoices that are locked are not all that it settles.
  const isSame = invoiceIds(allocations).every((id) => invoices.some((invoice) => invoice.id === id));
  return isSame ? { payment, allocations, invoices } : openPayment({ tx, account }, found, { ofBankLine });
}

function invoiceIds(allocations: readonly AllocationRow[]): number[] {
  return [...new Set(allocations.flatMap(({ invoice_id }) => invoice_id ?? []))];
}

/** What the payment settles of an invoice now. */
export function shareOf({ allocations }: Pick<OpenPayment, 'allocations'>, invoiceId: number): Decimal {
  const ofInvoice = allocations.filter(({ invoice_id }) => invoice_id === invoiceId);
  return sum(ofInvoice.map(({ amount }) => decimal(amount)));
}

/** What became of invoices where a payment settles other shares of them than before. */
export async function resettle(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  open: OpenPayment,
  invoices: readonly LedgerInvoice[],
  newShare: (invoice: LedgerInvoice) => Decimal,
): Promise<SettledInvoice[]> {
  const ids = invoices.map(({ id }) => id);
  const others = ids.length === 0 ? [] : await listOtherPaymentDays(tx, account.id, ids, open.payment.id);
  const settled = invoices.map((invoice) => {
    if (invoice.written_off_on !== null) fail('invoice_not_payable', violation('pay_written_off'));
    const other = others.find(({ invoice_id }) => invoice_id === invoice.id);
    const share = newShare(invoice);
    const own = share.gt(ZERO) ? open.payment.paid_on : null;
    const days = [own, other?.paid_on ?? null].flatMap((day) => day ?? []).sort();
    return settleInvoice({
      invoice,
      paidAmount: decimal(invoice.paid_amount).minus(shareOf(open, invoice.id)).plus(share),
      paidOn: days.at(-1) ?? null,
      open: invoice.status === 'Collection' || other?.was_collected ? 'Collection' : 'Sent',
    });
  });
  await refuseUsedCredit({ tx, account }, settled);
  return settled;
}

/** Credit of a note on what was paid is gone with the payment, unless it was used already. */
async function refuseUsedCredit(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  settled: readonly SettledInvoice[],
): Promise<void> {
  const overused = settled.flatMap(({ before, notes }) =>
    notes
      .filter(
        ({ paid_amount, refund_amount }) =>
          !isPaidUp(decimal(paid_amount).minus(refund_amount), before.currency),
      )
      .map(({ id }) => id),
  );
  if (overused.length > 0) await refuseUses({ tx, account }, { paymentId: null, noteIds: overused });
}

/** Names the payments that have used a credit, and must be reversed before it can be taken away. */
export async function refuseUses(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  credit: { paymentId: number | null; noteIds: readonly number[] },
): Promise<void> {
  const uses = await listCreditUses(tx, account.id, credit);
  if (uses.length > 0) fail('credit_already_used', uses.map(({ guid }) => guid).join(', '));
}

/** What others have taken of the surplus of a payment. */
export function takenOf({ payment, allocations }: OpenPayment): Decimal {
  const { amount, interest, charge, fee, unallocated } = payment;
  const parts = [interest, charge, fee, unallocated, ...allocations.map(({ paid }) => paid)];
  const taken = decimal(amount).minus(sum(parts.map(decimal)));
  return decimal(fixed2(taken));
}
