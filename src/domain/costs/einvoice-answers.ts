/** What the receiver of an e-invoice can answer its sender. */
export const EINVOICE_ANSWERS = ['accepted', 'rejected', 'in_query'] as const;
export type EinvoiceAnswer = (typeof EINVOICE_ANSWERS)[number];

/** An answer is queued until the network has taken or refused it. */
export const ANSWER_STATES = ['queued', 'sent', 'refused'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/** The sender must learn why it is not paid, or not yet. */
export function needsReason(answer: EinvoiceAnswer): boolean {
  return answer !== 'accepted';
}

/** Whether the sender has its answer, after which there is no other. What the network refused has reached nobody. */
export function isFinalAnswer({ answer, state }: { answer: string; state: string }): boolean {
  return answer !== 'in_query' && state !== 'refused';
}
