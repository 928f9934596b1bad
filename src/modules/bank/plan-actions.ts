import { type BankAction, remainderOf, type SettledPayment, totalOf } from '../../domain/bank/actions.ts';
import { type Decimal, decimal, fixed2, isNegative, isZero, sum, ZERO } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import type { PaymentPlan } from '../payments/book-payment.ts';
import { planPayment } from '../payments/record-payment.ts';
import { listBankAccounts } from './account-store.ts';
import { lockSettled } from './booking-store.ts';
import type { NamedRecords } from './describe-actions.ts';
import type { LineRow } from './line-store.ts';
import { PaidCosts } from './pay-costs.ts';
import type { ActionInput } from './schema.ts';

/** Money that was transferred to or from the account. */
const DIRECT_DEPOSIT = 9;

/** The actions as they were sent, with all that each needs. One may leave its amount out and takes what the others leave. */
export async function toActions(
  ctx: Pick<WriteContext, 'tx' | 'account'>,
  line: LineRow,
  sent: readonly ActionInput[],
): Promise<BankAction[]> {
  const open = sent.findIndex(({ type, amount }) => type !== 'settled' && amount === undefined);
  const left = sent[open];
  if (!left) return withAmounts(sent);
  const others = withAmounts(sent.filter((_, at) => at !== open));
  const settled = await checkSettled(ctx, line, others);
  const amount = remainderOf(decimal(line.amount), left.type, others, settled);
  if (!amount.gt(0)) fail('field_required', `actions[${open}].amount`);
  return withAmounts(sent.with(open, { ...left, amount }));
}

function withAmounts(sent: readonly ActionInput[]): BankAction[] {
  return sent.map((one, at): BankAction => {
    const need = <K extends keyof ActionInput>(name: K): NonNullable<ActionInput[K]> =>
      one[name] ?? fail('field_required', `actions[${at}].${name}`);
    if (one.type === 'settled') {
      const payments = need('payments');
      if (payments.length === 0) fail('field_required', `actions[${at}].payments`);
      return { type: 'settled', payments };
    }
    const amount = fixed2(need('amount'));
    if (one.type === 'cost') {
      const paid = one.cost_amount && { cost_amount: fixed2(one.cost_amount) };
      return { type: 'cost', cost_guid: need('cost_guid'), amount, ...paid };
    }
    if (one.type === 'transfer')
      return { type: 'transfer', bank_account_guid: need('bank_account_guid'), amount };
    if (one.type === 'other') return { type: 'other', code: need('code'), note: one.note ?? '', amount };
    if (one.type === 'fee') return { type: 'fee', amount };
    const allocations = one.allocations?.map(({ invoice_guid, ...share }) => ({
      invoice_guid,
      ...(share.amount && { amount: fixed2(share.amount) }),
      ...(share.paid && { paid: fixed2(share.paid) }),
    }));
    return {
      type: 'payment',
      amount,
      ...(one.customer_guid !== undefined && { customer_guid: one.customer_guid }),
      ...(allocations && { allocations }),
    };
  });
}

export interface PlannedActions {
  actions: BankAction[];
  plans: PaymentPlan[];
  costs: PaidCosts;
  names: NamedRecords;
}

/** What the actions of a locked line do, checked on locked rows; those of costs say what is paid of each. */
export async function planActions(
  ctx: WriteContext,
  line: LineRow,
  sent: readonly BankAction[],
): Promise<PlannedActions> {
  const settled = await checkSettled(ctx, line, sent);
  checkTotal(line, sent, settled);
  const costs = new PaidCosts(ctx);
  const names: NamedRecords = new Map(settled.map(({ guid, name }) => [guid, name]));
  const actions: BankAction[] = [];
  for (const action of sent) {
    if (action.type === 'transfer') {
      const { guid, name, account_no, iban } = await checkTransfer(ctx, line, action.bank_account_guid);
      names.set(guid, `${name} · ${account_no || iban}`);
    }
    actions.push(action.type === 'cost' ? await costs.pay(line, action) : action);
  }
  for (const [guid, name] of costs.names()) names.set(guid, name);
  return { actions, plans: await planPayments(ctx, line, actions), costs, names };
}

async function planPayments(
  ctx: WriteContext,
  line: LineRow,
  actions: readonly BankAction[],
): Promise<PaymentPlan[]> {
  const plans: PaymentPlan[] = [];
  for (const action of actions) if (action.type === 'payment') plans.push(await planOf(ctx, line, action));
  refuseRepeated(plans);
  return isNegative(decimal(line.amount)) ? plans : withFees(plans, feesOf(actions));
}

function checkTotal(line: LineRow, actions: readonly BankAction[], settled: readonly SettledPayment[]): void {
  const amount = decimal(line.amount);
  const total = totalOf(amount, actions, settled);
  if (actions.length === 0 || !total.eq(amount))
    fail('actions_do_not_add_up', `${fixed2(total)} ${line.currency}`, `${fixed2(amount)} ${line.currency}`);
}

async function checkSettled(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  line: LineRow,
  actions: readonly BankAction[],
): Promise<(SettledPayment & { name: string })[]> {
  const guids = actions.flatMap((action) => (action.type === 'settled' ? action.payments : []));
  if (guids.length === 0) return [];
  const found = await lockSettled(tx, account.id, guids);
  return guids.map((guid, at) => {
    const payment = found.find((one) => one.guid === guid) ?? fail('payment_not_found');
    if (payment.reversed_on !== null) fail('payment_reversed');
    if (payment.tied_to !== null || guids.indexOf(guid) !== at) fail('payment_tied');
    if (payment.currency !== line.currency)
      fail('currency_mismatch', 'The payment', payment.currency, line.currency);
    const { payer, received, currency, paid_on } = payment;
    const parts = [`${fixed2(decimal(received).abs())} ${currency}`, payer ?? '', paid_on];
    return { guid, received: decimal(received), name: parts.filter(Boolean).join(' · ') };
  });
}

async function checkTransfer(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  line: LineRow,
  guid: string,
) {
  if (guid === line.bank_account_guid) fail('field_invalid', 'actions', violation('transfer_to_itself'));
  const [found] = await listBankAccounts(tx, account.id, guid);
  return found ?? fail('bank_account_not_found');
}

const MAX_REFERENCE = 140;

async function planOf(
  ctx: WriteContext,
  line: LineRow,
  { amount, customer_guid, allocations }: Extract<BankAction, { type: 'payment' }>,
): Promise<PaymentPlan> {
  const isOut = isNegative(decimal(line.amount));
  const plan = await planPayment(ctx, {
    amount: decimal(amount),
    currency: line.currency as PaymentCurrency,
    direction: isOut ? 'out' : 'in',
    paid_on: line.value_on ?? line.booked_on,
    method_payment: DIRECT_DEPOSIT,
    reference: (line.reference || line.text).slice(0, MAX_REFERENCE),
    customer_guid,
    allocations: allocations?.map((one) => ({
      invoice_guid: one.invoice_guid,
      amount: one.amount === undefined ? undefined : decimal(one.amount),
      paid: one.paid === undefined ? undefined : decimal(one.paid),
    })),
  });
  return { ...plan, source: 'bank', bankLine: line.guid };
}
type PaymentCurrency = NonNullable<Parameters<typeof planPayment>[1]['currency']>;

/** What fits is checked for each payment by itself. */
function refuseRepeated(plans: readonly PaymentPlan[]): void {
  const ids = plans.flatMap((plan) => [
    ...new Set(plan.invoices.map(({ invoice }) => `invoice ${invoice.id}`)),
    ...new Set(plan.surplus.map(({ payment }) => `payment ${payment.id}`)),
  ]);
  if (new Set(ids).size < ids.length) fail('field_invalid', 'actions', violation('allocations_repeated'));
}

function feesOf(actions: readonly BankAction[]): Decimal {
  return sum(actions.flatMap((action) => (action.type === 'fee' ? [decimal(action.amount)] : [])));
}

/** A fee belongs to the payments that are recorded with it, up to their sum. */
function withFees(plans: readonly PaymentPlan[], fees: Decimal): PaymentPlan[] {
  let left = fees;
  return plans.map((plan) => {
    if (isZero(left)) return plan;
    const acquirerFee = left.gt(plan.amount) ? plan.amount : left;
    left = left.minus(acquirerFee);
    return { ...plan, acquirerFee: acquirerFee.plus(ZERO) };
  });
}
