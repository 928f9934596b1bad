export const PROPOSAL_STATES = ['waiting', 'approved', 'declined', 'withdrawn', 'expired'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** Days after which a proposal that nobody decided expires. */
export const PROPOSAL_DAYS = 14;

/** A program cannot fill the tray faster than people empty it. */
export const MAX_WAITING = 200;

type ProposalEvent = 'approve' | 'decline' | 'withdraw' | 'expire';

const OUTCOME: Readonly<Record<ProposalEvent, ProposalState>> = {
  approve: 'approved',
  decline: 'declined',
  withdraw: 'withdrawn',
  expire: 'expired',
};

/** The state after an event; null where the proposal has ended already, because every end is final. */
export function decide(state: ProposalState, event: ProposalEvent): ProposalState | null {
  return state === 'waiting' ? OUTCOME[event] : null;
}
