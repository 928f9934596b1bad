import { DeliveryRejected } from '../kernel/ports/ports.ts';

/** A refusal may be temporary (greylisting), so a refused mail is retried a few times before it is given up. */
const MAX_REFUSALS = 5;

/** Whether the mail server has refused the mail often enough that it is given up. */
export function isRefusedForGood(error: unknown, attempts: number): boolean {
  return error instanceof DeliveryRejected && error.refused && attempts >= MAX_REFUSALS;
}
