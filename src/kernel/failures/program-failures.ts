/** The part of the catalogue in `failure.ts` about proposals of programs, events and webhooks. */
export const PROGRAM_FAILURES = {
  approval_required: {
    kind: 'waiting',
    message: (reasons: string) =>
      `This has to be approved by a person before it is done (${reasons}); the proposal says where, and nothing was done yet`,
  },
  proposal_not_found: { kind: 'not_found', message: 'No proposal found' },
  proposal_closed: {
    kind: 'conflict',
    message: (state: string) => `This proposal is ${state} already, so it stays as it is`,
  },
  proposal_changed: {
    kind: 'conflict',
    message: 'What this proposal does has changed since you looked at it; look at it again',
  },
  proposal_orphaned: {
    kind: 'conflict',
    message: 'The program that proposed this was disconnected, so it can only be declined',
  },
  too_many_proposals: {
    kind: 'too_many',
    message: (max: string) =>
      `${max} proposals of this agent wait already; wait until people have decided about them`,
  },
  cursor_expired: {
    kind: 'gone',
    message: 'Events after this cursor are not kept any more; leave after out to begin with the oldest one',
  },
  webhook_not_found: { kind: 'not_found', message: 'No webhook found' },
  webhook_disabled: {
    kind: 'conflict',
    message: 'The webhook is disabled; set its state to active with update-webhook first',
  },
  webhooks_full: {
    kind: 'conflict',
    message: (max: number) => `An account can have ${max} webhooks; delete one that is not used`,
  },
  event_not_found: { kind: 'not_found', message: 'No event found' },
} as const;
