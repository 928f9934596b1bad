/** What a stored call waits for: a person who decides about it, or the clock, so that it can be undone until then. */
export const AWAITED = ['person', 'clock'] as const;
type AwaitedParty = (typeof AWAITED)[number];

/** The states of a call that waits for a person. */
export const PROPOSAL_STATES = ['waiting', 'approved', 'declined', 'withdrawn', 'expired'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** The states of a call that waits for the clock. `seen`: refused, and a person has taken note of it. */
export const ACTION_STATES = ['waiting', 'running', 'done', 'undone', 'refused', 'seen'] as const;
type ActionState = (typeof ACTION_STATES)[number];

export const CALL_STATES = [...new Set<ProposalState | ActionState>([...PROPOSAL_STATES, ...ACTION_STATES])];

/** Days after which a proposal that nobody decided expires. */
export const PROPOSAL_DAYS = 14;

/** A program cannot fill the tray faster than people empty it. */
export const MAX_WAITING = 200;

/** For how long an action can be undone. */
export const UNDO_SECONDS = 10;

interface Transition {
  waitsFor: AwaitedParty;
  from: ProposalState | ActionState;
  to: ProposalState | ActionState;
}

/** What ends a stored call. Every end is final, but for a refusal, which waits until somebody has seen it. */
export const CALL_ENDS = {
  approve: { waitsFor: 'person', from: 'waiting', to: 'approved' },
  decline: { waitsFor: 'person', from: 'waiting', to: 'declined' },
  withdraw: { waitsFor: 'person', from: 'waiting', to: 'withdrawn' },
  expire: { waitsFor: 'person', from: 'waiting', to: 'expired' },
  undo: { waitsFor: 'clock', from: 'waiting', to: 'undone' },
  complete: { waitsFor: 'clock', from: 'running', to: 'done' },
  refuse: { waitsFor: 'clock', from: 'running', to: 'refused' },
  dismiss: { waitsFor: 'clock', from: 'refused', to: 'seen' },
} as const satisfies Record<string, Transition>;
export type CallEnd = keyof typeof CALL_ENDS;
