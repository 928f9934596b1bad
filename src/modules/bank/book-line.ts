import type { BankAction } from '../../domain/bank/actions.ts';
import { memoryKeys } from '../../domain/bank/matching/evidence.ts';
import { sum, toWire } from '../../domain/values/money.ts';
import { joinCtes } from '../../kernel/database/sql.ts';
import type { Effect, EffectField } from '../../kernel/effects/effect.ts';
import { NOTHING_OUTSIDE } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { findRate } from '../costs/store.ts';
import { type BookedPayments, bookPayments, type PaymentPlan } from '../payments/book-payment.ts';
import { settledFields } from '../payments/payment-effect.ts';
import {
  type ActionRecord,
  insertBookingCtes,
  lineAnswer,
  type Remembered,
  rememberCte,
  selectLineAnswer,
} from './booking-store.ts';
import { describeActions } from './describe-actions.ts';
import { type LineRow, lockLine } from './line-store.ts';
import { type PlannedActions, planActions } from './plan-actions.ts';
import { toMatchedLine } from './proposals.ts';
import { toAction, toBankLine } from './read.ts';
import type { ActionOutput } from './schema.ts';

/** Locks a line that must be in this state. */
export async function lockLineIn(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  guid: string,
  state: LineRow['state'],
): Promise<LineRow> {
  const line = (await lockLine(tx, account.id, guid)) ?? fail('bank_line_not_found');
  if (line.state !== state) fail('bank_line_state', line.state, state);
  return line;
}

export function lineEvent({ guid, amount, currency }: LineRow) {
  return { guid, amount: toWire(amount), currency };
}

/** The line as an effect names it. */
export function lineRecord({ guid, counterparty_name, text }: LineRow) {
  return { kind: 'bank_line' as const, guid, number: '', name: counterparty_name || text };
}

/** Books a locked open line: payments, their settlements, the booking and the line are stored by one statement. */
export async function bookLine(
  ctx: WriteContext,
  line: LineRow,
  sent: readonly BankAction[],
  { isAutomatic }: { isAutomatic: boolean },
) {
  const { account, now } = ctx;
  const planned = await planActions(ctx, line, sent);
  const { actions, plans, costs } = planned;
  const booked = plans.length === 0 ? null : bookPayments(ctx, plans);
  const records = toRecords(actions, booked);
  const booking = {
    guid: ctx.newGuid(),
    is_automatic: isAutomatic,
    exchange_rate: await rateOfLine(ctx, line, plans),
    booked_at: now,
    booked_by: ctx.caller.person?.id ?? null,
  };
  const done = records.map((record) => record.done as ActionOutput);
  const shown = {
    guid: booking.guid,
    id: 0,
    is_automatic: isAutomatic,
    booked_at: now.toISOString().slice(0, 19).replace('T', ' '),
    actions: done,
  };
  const after = toBankLine({ ...line, state: 'booked', reason: '', booking: shown });
  ctx.emit('bank.booked', lineEvent(line));
  const memory = isAutomatic ? null : whatToRemember(line, actions, plans);
  const stored = insertBookingCtes(account.id, line.id, booking, records);
  const ctes = [
    ...(booked ? [booked.ctes] : []),
    stored,
    ...costs.ctes(),
    ...(memory && memory.keys.length > 0 ? [rememberCte(account.id, memory.keys, memory.what, now)] : []),
  ];
  return ctx.finish({
    target: line.guid,
    row: lineAnswer,
    ctes: joinCtes(...ctes),
    result: selectLineAnswer(after),
    effect: bookingEffect(line, planned, booked),
  });
}

/** ISK for one unit of the line's currency, for the journal; null where no rate is known. */
async function rateOfLine(
  { tx }: Pick<WriteContext, 'tx'>,
  { currency, value_on, booked_on }: LineRow,
  plans: readonly PaymentPlan[],
): Promise<string | null> {
  if (currency === 'ISK') return '1';
  return plans[0]?.exchangeRate ?? findRate(tx, currency, value_on ?? booked_on);
}

/** Each action with the guids that came of it; `settled` has a record for each payment that it ties. */
function toRecords(actions: readonly BankAction[], booked: BookedPayments | null): ActionRecord[] {
  const payments = [...(booked?.payments ?? [])];
  return actions.flatMap((action): ActionRecord[] => {
    if (action.type === 'settled')
      return action.payments.map((guid) => ({
        type: 'settled',
        amount: '0',
        payment_guid: guid,
        cost_guid: null,
        done: { type: 'settled', payments: [guid] },
      }));
    const shown = toAction(action);
    const base = {
      type: action.type,
      amount: action.amount,
      payment_guid: null,
      cost_guid: null,
      done: shown,
    };
    if (action.type === 'cost') return [{ ...base, cost_guid: action.cost_guid }];
    if (action.type !== 'payment') return [base];
    const payment = payments.shift();
    if (!payment) throw new Error('Each payment action has recorded a payment');
    const allocations = payment.allocations.flatMap(({ invoice_guid, amount, paid }) =>
      invoice_guid === null ? [] : [{ invoice_guid, amount, paid }],
    );
    const customer = payment.customer && { customer_guid: payment.customer.guid };
    const done = {
      type: 'payment',
      amount: shown.amount,
      ...customer,
      allocations,
      payment_guid: payment.guid,
    };
    return [{ ...base, payment_guid: payment.guid, done }];
  });
}

/** A line of one payment says whose money it is, and one of other money what such a text means. */
function whatToRemember(
  line: LineRow,
  actions: readonly BankAction[],
  plans: readonly PaymentPlan[],
): { keys: string[]; what: Remembered } | null {
  const [action, ...others] = actions.filter(({ type }) => type !== 'fee');
  const keys = memoryKeys(toMatchedLine(line));
  if (!action || others.length > 0) return null;
  if (action.type === 'other')
    return { keys, what: { customer_guid: null, code: action.code, note: action.note } };
  const payer = action.type === 'payment' ? plans[0]?.payer : null;
  if (!payer) return null;
  // The text of one payment says nothing about the next.
  const ofPayer = keys.filter((key) => !key.startsWith('text:'));
  return { keys: ofPayer, what: { customer_guid: payer.guid, code: null, note: '' } };
}

function bookingEffect(
  line: LineRow,
  { actions, plans, names }: PlannedActions,
  booked: BookedPayments | null,
): Effect {
  const record = lineRecord(line);
  const fields: EffectField[] = [
    ...describeActions(actions, line.currency, plans, names).map((to) => ({ name: 'action', to })),
    ...(booked ? settledFields(booked.settled) : []),
    ...plans.flatMap(({ payer }) => (payer ? [{ name: 'payer', to: `${payer.name} · ${payer.guid}` }] : [])),
  ];
  if (plans.length === 0) return { kind: 'change', record, ...NOTHING_OUTSIDE, fields };
  const amount = sum(plans.map((plan) => plan.amount)).toFixed();
  return {
    kind: 'payment',
    record,
    amount,
    currency: line.currency,
    rate: plans[0]?.exchangeRate ?? null,
    payment: { amount, method: plans[0]?.method ?? null },
    dates: { paid_on: plans[0]?.paidOn ?? line.booked_on },
    deliver: [],
    claim: false,
    fields,
  };
}
