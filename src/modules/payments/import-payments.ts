import { payableAmount } from '../../domain/invoices/payments.ts';
import { isPaidUp, mostPayable } from '../../domain/payments/settlement.ts';
import type { PlainDate } from '../../domain/values/dates.ts';
import { type Decimal, ZERO } from '../../domain/values/money.ts';
import { noAnswer } from '../../kernel/database/no-answer.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { lockedDays } from '../../kernel/write/locked-periods.ts';
import { type LedgerInvoice, lockInvoicesByGuid } from '../invoices/records/ledger-store.ts';
import { bookPayments, NO_COMPONENTS, type PaymentPlan } from './book-payment.ts';
import { listImportedShares } from './imported-shares-store.ts';
import { findPayers, type Payer } from './payment-store.ts';

/** How much of an imported invoice the account has settled that it came from, and on which day the last of it. */
export interface SettledElsewhere {
  guid: string;
  amount: Decimal;
  on: PlainDate | undefined;
}

/**
 * The outcome for an invoice: what was settled of it elsewhere since its import is a payment here, or the reason why
 * not.
 */
type Outcome = 'same' | 'paid' | { refusal: string };

/**
 * Records what was settled of imported invoices in the account that they came from, beyond what came with them. Runs as a part
 * of another write.
 */
export async function recordImportedPayments(
  ctx: WriteContext,
  settled: readonly SettledElsewhere[],
): Promise<ReadonlyMap<string, Outcome>> {
  const guids = settled.map(({ guid }) => guid);
  const invoices = new Map(
    (await lockInvoicesByGuid(ctx.tx, ctx.account.id, guids)).map((one) => [one.guid, one]),
  );
  const ids = [...invoices.values()].map(({ id }) => id);
  const imported = await listImportedShares(ctx.tx, ctx.account.id, ids);
  const locked = await lockedDays(ctx, [...new Set(settled.map(({ on = ctx.today }) => on))]);
  const outcomes = new Map<string, Outcome>();
  const shares: Share[] = [];
  for (const { guid, amount, on: paidOn = ctx.today } of settled) {
    const invoice = invoices.get(guid);
    if (invoice?.kind !== 'invoice') continue;
    const before = imported.get(invoice.id) ?? '0';
    const share = { invoice, amount: payableAmount(amount, invoice.currency).minus(before), paidOn };
    const isSame = isPaidUp(share.amount.abs(), invoice.currency);
    const refusal = isSame ? null : (refusalOf(share, ctx.today) ?? locked.get(paidOn)?.message);
    outcomes.set(guid, isSame ? 'same' : refusal ? { refusal } : 'paid');
    if (!isSame && !refusal) shares.push(share);
  }
  if (shares.length > 0) await ctx.part((part) => book(part, shares));
  return outcomes;
}

interface Share {
  invoice: LedgerInvoice;
  amount: Decimal;
  paidOn: PlainDate;
}

function refusalOf({ invoice, amount, paidOn }: Share, today: PlainDate): string | null {
  if (amount.lt(ZERO)) return 'Less of it is settled there now than when it came';
  if (paidOn > today) return `paid_on must not be after today, ${today}`;
  if (invoice.written_off_on) return 'More of it was settled there, and it is written off here';
  const most = mostPayable(invoice);
  return amount.gt(most)
    ? `${amount.toFixed()} more was settled there, and ${most.toFixed()} is left to pay here`
    : null;
}

async function book(ctx: WriteContext, shares: readonly Share[]): Promise<void> {
  const ids = shares.flatMap(({ invoice: { customer_id } }) => customer_id ?? []);
  const payers = new Map((await findPayers(ctx.tx, ctx.account.id, { ids })).map((one) => [one.id, one]));
  const plans = shares.map((share) => toPlan(share, payers.get(share.invoice.customer_id ?? 0) ?? null));
  const { ctes } = bookPayments(ctx, plans);
  const bookedOn = [...new Set(shares.map(({ paidOn }) => paidOn))];
  await ctx.finish({ target: null, ...noAnswer, ctes, bookedOn });
}

function toPlan({ invoice, amount, paidOn }: Share, payer: Payer | null): PaymentPlan {
  const { currency, exchange_rate: exchangeRate } = invoice;
  return {
    ...{ direction: 'in', source: 'import', sourceKey: null, amount, currency, exchangeRate, paidOn },
    ...{ isDaySent: true, method: null, reference: '', note: '', payer },
    ...{ components: NO_COMPONENTS, acquirerFee: ZERO, surplus: [] },
    invoices: [{ invoice, amount, paid: amount }],
  };
}
