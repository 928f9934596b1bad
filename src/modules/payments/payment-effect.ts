import { remaining } from '../../domain/invoices/invoice-status.ts';
import { fixed2 } from '../../domain/values/money.ts';
import type { Effect, EffectField } from '../../kernel/effects/effect.ts';
import type { SettledInvoice } from '../invoices/records/settle.ts';
import { invoiceRecord } from '../invoices/save/invoice-effect.ts';
import type { PaymentPlan } from './book-payment.ts';

/** The effect of recording a payment: each document with its share and with what is left of it. */
export function paymentEffect(plan: PaymentPlan, settled: readonly SettledInvoice[]): Effect {
  const { amount, currency, components, payer } = plan;
  const [only, ...others] = settled;
  const sole = only && others.length === 0 ? only.before : null;
  return {
    kind: 'payment',
    ...(sole ? { record: invoiceRecord(sole) } : { name: payer?.name ?? '' }),
    amount: amount.toFixed(),
    currency,
    rate: sole && sole.currency === currency ? sole.exchange_rate : null,
    payment: { amount: amount.toFixed(), method: plan.method },
    dates: { paid_on: plan.paidOn },
    deliver: [],
    claim: false,
    fields: [
      ...(plan.direction === 'out' ? [{ name: 'direction', to: plan.direction }] : []),
      ...settledFields(settled),
      ...plan.invoices
        .filter(({ invoice }) => invoice.currency !== currency)
        .map(({ invoice, paid }) => ({
          name: 'paid',
          to: `#${invoice.number}: ${fixed2(paid)} ${currency}`,
        })),
      ...plan.surplus.map(({ payment, amount: taken }) => ({
        name: 'credit_taken',
        to: `${fixed2(taken)} ${payment.currency} · ${payment.paid_on} · ${payment.guid}`,
      })),
      ...fieldUnlessEmpty('payer', payer && `${payer.name} · ${payer.guid}`),
      ...fieldUnlessEmpty('reference', plan.reference),
      ...fieldUnlessEmpty('note', plan.note),
      ...Object.entries({ ...components, acquirer_fee: plan.acquirerFee })
        .filter(([, value]) => value.gt(0))
        .map(([name, value]) => ({ name, to: value.toFixed() })),
    ],
    defaults: plan.isDaySent ? [] : ['paid_on'],
  };
}

function fieldUnlessEmpty(name: string, to: string | null): EffectField[] {
  return to ? [{ name, to }] : [];
}

export function settledFields(settled: readonly SettledInvoice[]): EffectField[] {
  return [...settled.map(settledField), ...claimFields(settled)];
}

/** What becomes of a document: `from` and `to` are what is left to pay of it. */
function settledField({ before, after }: SettledInvoice): EffectField {
  const label = before.number === null ? before.guid : `#${before.number} · ${before.buyer_name}`;
  const left = remaining({ ...before, ...after });
  return {
    name: 'remaining',
    from: `${label}: ${fixed2(remaining(before))} ${before.currency}`,
    to: `${label}: ${fixed2(left)} ${before.currency}`,
  };
}

/** An open claim is lowered at the bank, or cancelled where nothing is left. */
function claimFields(settled: readonly SettledInvoice[]): EffectField[] {
  return settled.flatMap(({ before, after }) => {
    const isOpen = before.is_claim && before.claim_status !== 'paid' && before.claim_status !== 'cancel';
    if (!isOpen) return [];
    return [{ name: 'claim', from: 'sent', to: after.status === 'Paid' ? 'cancel' : 'changed' }];
  });
}
