import { addDays, daysBetween } from '../../../domain/values/dates.ts';
import { decimal, isZero } from '../../../domain/values/money.ts';
import { changedFields } from '../../../kernel/effects/changed-fields.ts';
import type { Effect } from '../../../kernel/effects/effect.ts';
import { deliveryTo, receiverOf } from '../../customers/receiver.ts';
import { invoices } from '../records/tables.ts';
import { buyerFields, DESCRIBED, effectLine, effectVat, invoiceRecord, SETTLED } from './invoice-effect.ts';
import type { LockedDraft } from './issue-draft-store.ts';

/** The effect of issuing a saved invoice. `dropped`: the tasks that its lines do not bill any more. */
export function draftEffect(draft: LockedDraft, dropped: readonly string[]): Effect {
  const { amount, buyer, lines, tasks } = draft;
  const late = daysBetween(draft.issue_date, draft.dated);
  const deliver = deliveryTo(buyer, draft.trading_partner_id);
  const isPaid = draft.mark_paid || isZero(decimal(amount));
  const taskOf = (position: number) => tasks.find(({ line }) => line === position)?.guid;
  const billed = (guid: string | undefined) => (guid && !dropped.includes(guid) ? guid : undefined);
  return {
    kind: draft.kind === 'credit' ? 'credit_note' : 'invoice',
    record: invoiceRecord(draft),
    amount,
    fee: draft.payment_fee,
    currency: draft.currency,
    rate: draft.exchange_rate,
    receiver: receiverOf(buyer, deliver, true),
    lines: lines.map((line, at) => effectLine({ ...line, task_guid: billed(taskOf(at + 1)) })),
    vat: effectVat({
      net: { S: decimal(draft.net_s), AA: decimal(draft.net_aa), Z: decimal(draft.net_z) },
      vat: { S: decimal(draft.vat_s), AA: decimal(draft.vat_aa), Z: decimal('0') },
      ...{ date: draft.issue_date, taxExempt: draft.tax_exempt },
    }),
    dates: {
      issue_date: draft.dated,
      due_date: addDays(draft.due_date, late),
      settlement_date: addDays(draft.settlement_date, late),
      ...(draft.delivery_date !== null && { delivery_date: draft.delivery_date }),
    },
    deliver,
    claim: draft.is_claim && !isPaid,
    ...(draft.mark_paid && { payment: { amount, method: draft.method_payment } }),
    files: draft.files.map(({ name, sha256 }) => ({ name, sha256 })),
    fields: [
      ...changedFields(invoices, null, draft, [...DESCRIBED, ...SETTLED, 'number']),
      ...buyerFields({ id: 0 }, buyer),
    ],
    // A saved invoice cannot be changed; only the clock moves its dates and its rate.
    defaults: ['issue_date', 'due_date', 'settlement_date', 'exchange_rate'],
  };
}
