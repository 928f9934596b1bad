import { isPaidUp, refundsOfNotes, statusBySettlement } from '../../../domain/payments/settlement.ts';
import { type Decimal, decimal, fixed2, isZero } from '../../../domain/values/money.ts';
import { EMPTY, type Sql } from '../../../kernel/database/sql.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { emitSalePaid } from './event-store.ts';
import type { LedgerInvoice, LedgerNote } from './ledger-store.ts';
import { type InvoiceSettlement, settleInvoicesCtes } from './ledger-write-store.ts';

/** What of an invoice a payment changes. */
export interface LedgerChange {
  invoice: LedgerInvoice;
  /** The sum of its payments afterwards. */
  paidAmount: Decimal;
  /** The day of the last of them; null without any. */
  paidOn: string | null;
  /** The status that it has while something of it is owed. */
  open: 'Sent' | 'Collection';
}

interface SettledNote extends InvoiceSettlement {
  before: LedgerNote;
}

/** An invoice or credit note after a change of its payments, with those of its notes that change with it. */
export interface SettledInvoice {
  before: LedgerInvoice;
  after: InvoiceSettlement;
  notes: readonly SettledNote[];
}

/** A credit note is paid when nothing of it is left to pay back, an invoice when its payments leave nothing to pay. */
export function settleInvoice({ invoice, paidAmount, paidOn, open }: LedgerChange): SettledInvoice {
  const { id, refund_amount } = invoice;
  const paid_amount = fixed2(paidAmount);
  if (invoice.kind === 'credit') {
    const isPaid = isPaidUp(decimal(refund_amount).minus(paidAmount), invoice.currency);
    const status = isPaid ? 'Paid' : 'Sent';
    const after = { id, status, paid_amount, refund_amount, paid_on: paidOn } as const;
    return { before: invoice, after, notes: [] };
  }
  const status = statusBySettlement({ ...invoice, paid_amount }, open);
  const after = { id, status, paid_amount, refund_amount, paid_on: paidOn };
  const refunds = refundsOfNotes(
    { ...invoice, paid_amount },
    invoice.notes.map(({ amount }) => amount),
  );
  const isSettled = status === 'Paid' || status === 'Cancelled';
  const notes = invoice.notes.map((note, at): SettledNote => {
    const refund = refunds[at] ?? decimal('0');
    const left = refund.minus(note.paid_amount);
    const isPaid = (isSettled || note.mark_paid) && isPaidUp(left, invoice.currency);
    return {
      before: note,
      id: note.id,
      status: isPaid ? 'Paid' : 'Sent',
      paid_amount: note.paid_amount,
      refund_amount: fixed2(refund),
      paid_on: isPaid ? (note.paid_on ?? paidOn) : isZero(decimal(note.paid_amount)) ? null : note.paid_on,
    };
  });
  const changed = notes.filter(
    ({ before, status: now, refund_amount: refund }) =>
      before.status !== now || !decimal(before.refund_amount).eq(refund),
  );
  return { before: invoice, after, notes: changed };
}

/** The CTEs that store what became of documents and their notes. */
export function settlementCtes(ctx: WriteContext, settled: readonly SettledInvoice[], more?: Sql): Sql {
  if (settled.length === 0) return EMPTY;
  const documents = settled.map(({ after }) => after);
  const notes = settled.flatMap(({ notes: changed }) => changed.map(({ before: _, ...note }) => note));
  return settleInvoicesCtes(ctx.account.id, documents, notes, ctx.now, more);
}

function subjectOf({ guid, number }: { guid: string; number: number | null }, kind: 'invoice' | 'credit') {
  return { guid, number: number === null ? null : String(number), kind };
}

export function invoiceSubject(invoice: Pick<LedgerInvoice, 'guid' | 'number' | 'kind'>) {
  return subjectOf(invoice, invoice.kind);
}

/** Emits that invoices and credit notes became paid or are owed again, and queues what follows at bank and provider. */
export function followSettlement(
  ctx: WriteContext,
  settled: readonly SettledInvoice[],
  { isClaimPayment = false }: { isClaimPayment?: boolean } = {},
): void {
  for (const { before, after, notes } of settled) {
    const { guid } = before;
    const isPaid = after.status === 'Paid' && before.status !== 'Paid';
    if (isPaid) {
      const paid_on = after.paid_on ?? ctx.today;
      ctx.emit('invoice.paid', { ...invoiceSubject(before), paid_on });
      for (const note of notes.filter(
        ({ status, before: was }) => status === 'Paid' && was.status !== 'Paid',
      ))
        ctx.emit('invoice.paid', { ...subjectOf(note.before, 'credit'), paid_on });
      if (before.kind === 'invoice') emitSalePaid(ctx, guid);
    }
    if (before.status === 'Paid' && after.status !== 'Paid')
      ctx.emit('invoice.reopened', invoiceSubject(before));
    if (!isClaimPayment) queueClaimChange(ctx, before, after.status);
    if (before.is_payment_link) ctx.enqueue('end-checkouts', { invoice_guid: guid });
  }
}

/** A claim without a status may be on its way to the bank, so it is cancelled as an open one is. */
export function queueClaimChange(
  ctx: WriteContext,
  { guid, is_claim, claim_status }: Pick<LedgerInvoice, 'guid' | 'is_claim' | 'claim_status'>,
  status: InvoiceSettlement['status'],
): void {
  if (!is_claim || claim_status === 'paid' || claim_status === 'cancel') return;
  const isOver = status === 'Paid' || status === 'Cancelled';
  if (isOver) ctx.enqueue('cancel-claim', { invoice_guid: guid });
  else if (claim_status === 'sent') ctx.enqueue('change-claim', { invoice_guid: guid });
}
