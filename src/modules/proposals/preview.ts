import { createHash } from 'node:crypto';
import type { Delivery, Effect, EffectLine, Receiver } from '../../kernel/effect.ts';
import { UploadedFile } from '../../kernel/fields/uploaded-file.ts';

/**
 * What a write does, as the person who decides sees it. Without a sum or a delivery, its fields say what it does; of a
 * template they say when its invoices are made.
 */
export interface Preview {
  amount: number | null;
  /** Charged on top of the amount when it is paid; null or, in previews of earlier releases, unset where there is none. */
  fee?: number | null | undefined;
  currency: string | null;
  receiver: Omit<Receiver, 'customer'> | null;
  lines: readonly EffectLine[];
  deliver: readonly Delivery[];
  claim: boolean;
  fields: unknown;
}

export function toPreview(effect: Effect | null, raw: unknown): Preview {
  const receiver = effect?.receiver;
  return {
    amount: effect && effect.amount !== null ? Number(effect.amount) : null,
    fee: Number(effect?.fee ?? 0) || null,
    currency: effect?.currency ?? null,
    receiver: receiver
      ? { kennitala: receiver.kennitala, name: receiver.name, addresses: receiver.addresses }
      : null,
    lines: effect?.lines ?? [],
    deliver: effect?.deliver ?? [],
    claim: effect?.claim ?? false,
    fields: effect && !isOnlyRedirection(effect) ? (effect.terms ?? null) : raw,
  };
}

/** It issues, sets up and sends nothing itself: the fields say what it changes, and the receiver what follows from that. */
function isOnlyRedirection({ amount, deliver }: Effect): boolean {
  return amount === null && deliver.length === 0;
}

/**
 * The digest of what a person has looked at. It has no number, id or time in it: the work of others, which moves these, must
 * not make it stale.
 */
export function previewDigest({
  amount,
  fee,
  currency,
  receiver,
  lines,
  deliver,
  claim,
  fields,
}: Preview): string {
  const seen = [
    amount,
    currency,
    receiver && [receiver.kennitala, receiver.name, receiver.addresses],
    lines.map((line) => [
      line.item_number,
      line.description,
      Number(line.qty),
      line.uom,
      Number(line.unit_price),
      line.discount,
      line.tax,
    ]),
    deliver.map(({ channel, to }) => [channel, to]),
    claim,
    sortKeys(fields),
    ...(fee ? [fee] : []),
  ];
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url');
}

/** The database returns the keys of an object in an order of its own. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null || value instanceof UploadedFile) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sortKeys(one)]);
}
