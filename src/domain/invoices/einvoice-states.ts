export const EINVOICE_STATES = ['queued', 'sent', 'delivered', 'rejected', 'failed'] as const;
export type EinvoiceState = (typeof EINVOICE_STATES)[number];

/** The states that the e-invoice network can report for a document. */
export const HUB_STATES = ['sent', 'delivered', 'rejected', 'failed'] as const;
export type HubState = (typeof HUB_STATES)[number];

/**
 * The states from which each state can be reached. A buyer may reject a delivered document; final states are never
 * left.
 */
const ALLOWED_FROM: Readonly<Record<EinvoiceState, readonly EinvoiceState[]>> = {
  queued: ['queued'],
  sent: ['queued'],
  delivered: ['queued', 'sent'],
  rejected: ['queued', 'sent', 'delivered'],
  failed: ['queued', 'sent'],
};

export function statesBefore(to: EinvoiceState): readonly EinvoiceState[] {
  return ALLOWED_FROM[to];
}

/** Whether the document may be sent again: only if the network has not accepted it. */
export function maySendAgain(state: string): boolean {
  return state === 'rejected' || state === 'failed';
}
