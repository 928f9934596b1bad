import { conflict, gone, notFound, tooMany, waiting } from './entry.ts';

/** The part of the catalogue in `failure.ts` about proposals of programs, events and webhooks. */
export const PROGRAM_FAILURES = {
  approval_required: waiting(
    (reasons: string) =>
      `This has to be approved by a person before it is done (${reasons}); the proposal says where, and nothing was done yet`,
  ),
  proposal_not_found: notFound('No proposal found'),
  proposal_closed: conflict((state: string) => `This proposal is ${state} already, so it stays as it is`),
  proposal_changed: conflict('What this proposal does has changed since you looked at it; look at it again'),
  proposal_orphaned: conflict('The program that proposed this was disconnected, so it can only be declined'),
  too_many_proposals: tooMany(
    (max: string) => `${max} proposals of this agent wait already; wait until people have decided about them`,
  ),
  cursor_expired: gone(
    'Events after this cursor are not kept any more; leave after out to begin with the oldest one',
  ),
  webhook_not_found: notFound('No webhook found'),
  webhook_disabled: conflict('The webhook is disabled; set its state to active with update-webhook first'),
  webhooks_full: conflict(
    (max: number) => `An account can have ${max} webhooks; delete one that is not used`,
  ),
  event_not_found: notFound('No event found'),
} as const;
