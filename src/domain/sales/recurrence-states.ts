export const RECURRING_STATES = ['active', 'paused', 'stopped', 'finished'] as const;
export type RecurringState = (typeof RECURRING_STATES)[number];

export type RecurringEvent = 'change' | 'pause' | 'resume' | 'stop';

/** The states in which each event is allowed. Stopped and finished templates are final. */
const ALLOWED_STATES: Readonly<Record<RecurringEvent, readonly RecurringState[]>> = {
  change: ['active', 'paused'],
  pause: ['active'],
  resume: ['paused'],
  stop: ['active', 'paused'],
};

export function canApply(state: RecurringState, event: RecurringEvent): boolean {
  return ALLOWED_STATES[event].includes(state);
}
