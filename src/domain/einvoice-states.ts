export const EINVOICE_STATES = ['queued', 'sent', 'delivered', 'rejected', 'failed'] as const;
export type EinvoiceState = (typeof EINVOICE_STATES)[number];

/** What a network may say of a document that it has taken. */
export const HUB_STATES = ['sent', 'delivered', 'rejected', 'failed'] as const;
export type HubState = (typeof HUB_STATES)[number];

/** From where the network's word is believed. A buyer may refuse what was delivered; nothing comes back to life. */
const REACHED_FROM: Readonly<Record<EinvoiceState, readonly EinvoiceState[]>> = {
  queued: ['queued'],
  sent: ['queued'],
  delivered: ['queued', 'sent'],
  rejected: ['queued', 'sent', 'delivered'],
  failed: ['queued', 'sent'],
};

export function reachedFrom(to: EinvoiceState): readonly EinvoiceState[] {
  return REACHED_FROM[to];
}

/** Whether the document may be given to the network once more: only when it has not taken the first one. */
export function maySendAgain(state: string): boolean {
  return state === 'rejected' || state === 'failed';
}
