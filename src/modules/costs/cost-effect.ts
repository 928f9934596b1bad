import { changedFields } from '../../kernel/effects/changed-fields.ts';
import { type Effect, type EffectRecord, toEffectFile } from '../../kernel/effects/effect.ts';
import type { LockedCost } from './store.ts';
import { costs } from './tables.ts';
import type { NewCostRecord } from './write-store.ts';

/** A receipt whose sum is not known yet counts as a document. */
export function costEffect(cost: NewCostRecord, { isRateSent }: { isRateSent: boolean }): Effect {
  const { fields, file, digest, auto_approve } = cost;
  const { amount, currency, exchange_rate: rate, issue_date, supplier_name, description } = fields;
  return {
    kind: 'cost',
    name: supplier_name || description,
    amount: amount ?? '0',
    currency,
    rate,
    dates: issue_date === null ? {} : { issue_date },
    deliver: [],
    claim: false,
    files: file && digest ? [toEffectFile({ name: file.name, sha256: digest })] : [],
    fields: changedFields(costs, null, { ...fields, auto_approve }, DESCRIBED),
    defaults: isRateSent ? [] : ['exchange_rate'],
  };
}

const DESCRIBED = ['amount', 'currency', 'exchange_rate', 'issue_date'];

/** A cost as the effect of a write names it. */
export function costRecord({ guid, supplier_name, description }: LockedCost): EffectRecord {
  return { kind: 'cost', guid, number: '', name: supplier_name || description };
}
