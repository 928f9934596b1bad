import { createHash } from 'node:crypto';
import type { Effect, Receiver } from './effect.ts';
import type { DocumentDescription, EffectDescription, EffectSummary } from './effect-schema.ts';

/** The effect as JSON, as it is stored with a proposal and shown to whoever decides. */
export function describeEffect(effect: Effect): EffectDescription {
  const { documents } = effect;
  return { ...describeOne(effect), ...(documents && { documents: documents.map(describeOne) }) };
}

function describeOne(effect: Effect): DocumentDescription {
  const { kind, record, amount, currency, rate, receiver, payment, dates = {}, fields = [] } = effect;
  const exchange_rate = currency === 'ISK' || !rate ? null : Number(rate);
  const named = [...Object.keys(dates), ...fields.map(({ name }) => name)];
  if (exchange_rate !== null) named.push('exchange_rate');
  return {
    kind,
    name: effect.name ?? '',
    record: record ?? null,
    receiver: receiver ? toReceiver(receiver) : null,
    amount: amount === null ? null : Number(amount),
    fee: Number(effect.fee ?? 0) || null,
    currency: amount === null && !payment ? null : currency,
    exchange_rate,
    lines: [...(effect.lines ?? [])],
    vat: (effect.vat ?? []).map((one) => ({
      tax: one.tax,
      rate: Number(one.rate),
      net: Number(one.net),
      vat: Number(one.vat),
    })),
    dates: { ...dates },
    deliver: [...effect.deliver],
    claim: effect.claim,
    payment: payment ? { amount: Number(payment.amount), method: payment.method } : null,
    files: [...(effect.files ?? [])],
    fields: [...fields],
    defaults: (effect.defaults ?? []).filter((name) => named.includes(name)),
  };
}

/** The kennitala says who it is; without one, the profile does. */
function toReceiver({ kennitala, name, customer, addresses }: Receiver) {
  const profile = kennitala === '' && customer !== null ? { customer } : {};
  return { kennitala, name, ...profile, addresses: [...addresses] };
}

/**
 * The digest of what a person has looked at. It covers all of the description but the values that were not sent: the
 * next day, and the work of others, may find other ones and must not make it stale.
 */
export function effectDigest({ documents, ...description }: EffectDescription): string {
  const seen = { ...seenOf(description), ...(documents && { documents: documents.map(seenOf) }) };
  // JSON first, as the stored description is what the database returns of it.
  const canonical = sortKeys(JSON.parse(JSON.stringify(seen)));
  return createHash('sha256').update(JSON.stringify(canonical)).digest('base64url');
}

function seenOf({ defaults, dates, fields, exchange_rate, ...rest }: DocumentDescription): object {
  const isSent = (name: string) => !defaults.includes(name);
  return {
    ...rest,
    dates: Object.fromEntries(Object.entries(dates).filter(([name]) => isSent(name))),
    fields: fields.filter(({ name }) => isSent(name)),
    exchange_rate: isSent('exchange_rate') ? exchange_rate : null,
  };
}

/** The database returns the keys of an object in an order of its own. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, one]) => [name, sortKeys(one)]);
}

/** What a rehearsed write would do, as the answer of a dry run has it: the description without what is empty. */
export type PredictedEffect = Partial<DocumentDescription> & {
  number?: string;
  documents?: readonly Partial<DocumentDescription>[];
  events: readonly string[];
};

export function toPredictedEffect(
  effect: Effect | null,
  number: string | null,
  events: readonly string[],
): PredictedEffect {
  if (!effect) return { events };
  const { kind, deliver, claim, documents, ...description } = describeEffect(effect);
  const predicted = {
    kind,
    ...(number !== null && { number }),
    ...withoutEmpty(description),
    deliver,
    claim,
  };
  return { ...predicted, ...(documents && { documents: documents.map(withoutEmpty) }), events };
}

function withoutEmpty<D extends object>(description: D): Partial<D> {
  const said = Object.entries(description).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(said) as Partial<D>;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** What it was, for whom, and how much: for the log, and to tell proposals apart. */
export function summarizeEffect(effect: Effect | EffectDescription): EffectSummary {
  const { kind, record, receiver, amount, currency } = effect;
  return {
    kind,
    ...(record && { record: record.kind, number: record.number }),
    name: receiver?.name ?? record?.name ?? effect.name ?? '',
    ...(amount !== null && { amount: Number(amount), currency: currency ?? 'ISK' }),
  };
}
