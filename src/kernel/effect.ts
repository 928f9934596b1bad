import type { Database } from './database/database.ts';

/**
 * What a write does to the world outside of the books. One description serves the answer of a dry run (`would`), the
 * bounds of a program, and the preview of a proposal.
 */
export interface Effect {
  /** With VAT, in `currency`. Null where something goes out that adds no sum, such as an invoice that is sent again. */
  amount: string | null;
  /** Charged on top of `amount` when the claim or the payment link is paid; unset where there is none. */
  fee?: string;
  currency: string;
  /** ISK for one unit of the currency, as the document has it. */
  rate?: string | null;
  receiver?: Receiver;
  lines?: readonly EffectLine[];
  deliver: readonly Delivery[];
  /** Whether a claim is made at the bank. */
  claim: boolean;
  /** The write changes where documents of others go; `receiver` is who gets them from then on. */
  redirects?: Redirection;
  /** What else a person has to see before approving: the schedule of a template, which is on no document. */
  terms?: Readonly<Record<string, string | number>>;
  /** Prints the document that the write makes or sends; unset where there is none. `db` reads what only a print needs. */
  print?(db: Database): Promise<PrintedDocument>;
}

/**
 * Whose documents a write sends elsewhere. `others`: documents that others have made or will make for another receiver.
 * Else those that name one profile, which a program may change as long as it made the profile itself and nobody else has
 * used it; `kennitalas` are those of the profile before and after.
 */
export type Redirection = 'others' | { customer: string; kennitalas: readonly string[] };

export interface PrintedDocument {
  fileName: string;
  pdf: Buffer;
}

export interface Receiver {
  /** Empty where none is known. */
  kennitala: string;
  name: string;
  /** The profile of the receiver; null where this write creates it. */
  customer: string | null;
  /** Where the document goes, now or when it is issued: `email:…` and `einvoice:…`. Empty where nothing is sent. */
  addresses: readonly string[];
}

export interface EffectLine {
  item_number: string;
  description: string;
  qty: string;
  uom: string;
  unit_price: string;
  discount: string;
  tax: string;
}

export interface Delivery {
  channel: 'email' | 'einvoice';
  to: string;
}

/** What a rehearsed write would do, as the answer of a dry run has it. */
export interface PredictedEffect {
  number?: string;
  amount?: number;
  currency?: string;
  receiver?: Omit<Receiver, 'customer'>;
  deliver?: readonly Delivery[];
  claim?: boolean;
  events: readonly string[];
}

export function toPredictedEffect(
  effect: Effect | null,
  number: string | null,
  events: readonly string[],
): PredictedEffect {
  if (!effect) return { events };
  const { amount, currency, receiver, deliver, claim } = effect;
  return {
    ...(number !== null && { number }),
    ...(amount !== null && { amount: Number(amount), currency }),
    ...(receiver && {
      receiver: { kennitala: receiver.kennitala, name: receiver.name, addresses: receiver.addresses },
    }),
    deliver,
    claim,
    events,
  };
}
