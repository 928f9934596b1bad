export const RECURRING_STATES = ['active', 'paused', 'stopped', 'finished'] as const;
export type RecurringState = (typeof RECURRING_STATES)[number];

export type RecurringEvent = 'pause' | 'resume' | 'stop';

/** In which states a template can be paused, resumed or stopped. What has ended has ended. */
const FROM: Readonly<Record<RecurringEvent, readonly RecurringState[]>> = {
  pause: ['active'],
  resume: ['paused'],
  stop: ['active', 'paused'],
};

export function mayBecome(state: RecurringState, event: RecurringEvent): boolean {
  return FROM[event].includes(state);
}
