import { payableAmount } from '../../../domain/invoices/payments.ts';
import { mostPayable } from '../../../domain/payments/settlement.ts';
import { toPlainDate } from '../../../domain/values/dates.ts';
import { type Decimal, decimal, fixed2, isZero, ZERO } from '../../../domain/values/money.ts';
import { recordRow } from '../../../kernel/database/row.ts';
import { EMPTY, joinCtes } from '../../../kernel/database/sql.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { findRate } from '../../costs/store.ts';
import { type LedgerInvoice, lockInvoicesByGuid } from '../../invoices/records/ledger-store.ts';
import { selectInvoiceIds } from '../../invoices/records/ledger-write-store.ts';
import { bookPayment, PAYMENT_EVENTS, type PaymentPlan } from '../book-payment.ts';
import { isOwedInvoice, onlyPayer } from '../record-payment.ts';
import { feeTaken, isReceived, messageSql, receivedCtes, selectInserted } from './receive-store.ts';
import type { CheckoutOfInvoice } from './schema.ts';

interface ReceivedPayment extends CheckoutOfInvoice {
  amount: string;
  currency: string;
  paid_at: Date;
  /** The id of the payment at the provider. */
  reference: string;
  /** The fee of the provider; null while it is not known. */
  acquirer_fee: string | null;
}

/** The code for other methods: PAYMENT_METHODS has no code for payment providers. */
export const OTHER_METHOD = 8;

/**
 * A payment by the link has come in. It settles what is owed; a surplus stays as credit, and a person is notified.
 * Where the invoice is not in the books, all of it is credit without a customer, which waits in the inbox.
 */
export const receivePayment = defineTransaction({
  name: 'receive-payment',
  isAllowedWhenClosed: true,
  events: PAYMENT_EVENTS,
  async run(ctx, received: ReceivedPayment) {
    const { invoice_guid, checkout_id: checkoutId } = received;
    // The lock closes the TOCTOU window against a concurrent credit note or another payment.
    const [invoice] = await lockInvoicesByGuid(ctx.tx, ctx.account.id, [invoice_guid]);
    if (await isReceived(ctx.tx, ctx.account.id, checkoutId)) fail('invoice_locked');
    const plan = await planReceived(ctx, invoice ?? null, received);
    if (!invoice) {
      const { guid: target, ctes } = bookPayment(ctx, { ...plan, note: OF_NOTHING_KNOWN });
      return ctx.finish({ target, row: recordRow, ctes, result: selectInserted });
    }
    const note = unexpectedNote(invoice, plan);
    const booked = bookPayment(ctx, plan, { more: note === '' ? EMPTY : messageSql(note) });
    const [settled] = booked.settled;
    if (settled?.after.status === 'Paid' && invoice.email !== '')
      ctx.enqueue('send-mail', {
        invoice_guid,
        series: 'receipt',
        about: 'receipt',
        payment_guid: booked.guid,
      });
    const isSettling = settled !== undefined;
    const ended = receivedCtes(ctx.account.id, {
      invoiceId: invoice.id,
      checkoutId,
      note,
      isSettling,
      now: ctx.now,
    });
    return ctx.finish({
      target: invoice_guid,
      row: recordRow,
      ctes: joinCtes(booked.ctes, ended),
      result: selectInvoiceIds(invoice),
    });
  },
});

const OF_NOTHING_KNOWN = 'It came in by a payment link for an invoice that is not in the books';

/** The fee is taken before the invoice, once for all payments of it, and only of the currency that it was charged in. */
export async function planReceived(
  ctx: WriteContext,
  invoice: LedgerInvoice | null,
  { amount: text, currency, paid_at, checkout_id, reference, acquirer_fee }: ReceivedPayment,
): Promise<PaymentPlan> {
  const amount = decimal(text);
  const settled = invoice && currency === invoice.currency && isOwedInvoice(invoice) ? invoice : null;
  const fee = settled ? smaller(amount, await feeOwed(ctx, settled)) : ZERO;
  const share = settled ? smaller(amount.minus(fee), payableAmount(mostPayable(settled), currency)) : ZERO;
  const shares = settled && !isZero(share) ? [{ invoice: settled, amount: share, paid: share }] : [];
  return {
    direction: 'in',
    source: 'payment_link',
    sourceKey: checkout_id,
    amount,
    currency,
    exchangeRate: await rateOrOne(ctx, invoice, currency, toPlainDate(paid_at)),
    paidOn: toPlainDate(paid_at),
    isDaySent: true,
    method: OTHER_METHOD,
    reference,
    note: '',
    payer: await onlyPayer(ctx, invoice ? [invoice.customer_id] : []),
    components: { interest: ZERO, charge: ZERO, fee },
    acquirerFee: smaller(amount, decimal(acquirer_fee ?? '0')),
    invoices: shares,
    surplus: [],
  };
}

async function feeOwed({ tx, account }: WriteContext, invoice: LedgerInvoice): Promise<Decimal> {
  const charged = payableAmount(invoice.payment_fee, invoice.currency);
  if (isZero(charged)) return ZERO;
  const owed = charged.minus(await feeTaken(tx, account.id, invoice.id));
  return owed.gt(ZERO) ? owed : ZERO;
}

/** Money that came in is recorded, also where nobody has stored a rate of its currency. */
async function rateOrOne(
  { tx }: WriteContext,
  invoice: LedgerInvoice | null,
  currency: string,
  day: string,
): Promise<string> {
  if (currency === 'ISK') return '1';
  const ofInvoice = currency === invoice?.currency ? invoice.exchange_rate : '1';
  return (await findRate(tx, currency, day)) ?? ofInvoice;
}

function smaller(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b;
}

/** The notice for a person: money came in that exceeds the invoice, and is credit of the customer now. */
function unexpectedNote(
  invoice: LedgerInvoice,
  { amount, currency, paidOn, invoices, components }: PaymentPlan,
): string {
  const [share] = invoices;
  const surplus = amount.minus(components.fee).minus(share?.paid ?? ZERO);
  if (isZero(surplus)) return '';
  const came = `${fixed2(amount)} ${currency} came in by the payment link on ${paidOn}`;
  const credit = 'it is credit of the customer now: refund it, or apply it to another invoice';
  if (currency !== invoice.currency) return `${came}, and the invoice is in ${invoice.currency}; ${credit}`;
  if (!share) return `${came}, when the invoice was already settled; ${credit}`;
  return `${came}, which is ${fixed2(surplus)} ${currency} more than was due; ${credit}`;
}
