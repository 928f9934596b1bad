import type { OutputOf, Webhook } from '../../api/types.ts';

export type Delivery = OutputOf<'get-webhook-deliveries'>[number];
export type DeliveryState = 'waiting' | 'failing' | 'delivered' | 'failed';

/** What waits for another attempt because the last one failed is not shown like what was never tried. */
export function shownState({ state, tries }: Pick<Delivery, 'state' | 'tries'>): DeliveryState {
  return state === 'waiting' && tries.length > 0 ? 'failing' : (state as DeliveryState);
}

/** Its time to be sent has come, so its state changes any moment. */
export function isOnItsWay({ state, next_at }: Pick<Delivery, 'state' | 'next_at'>, now: Date): boolean {
  return state === 'waiting' && next_at !== null && new Date(`${next_at.replace(' ', 'T')}Z`) <= now;
}

/** What can be sent at once: again, or before its next attempt. A message that is on its way already cannot. */
export function resendLabel(
  delivery: Pick<Delivery, 'state' | 'tries' | 'type'>,
  webhook: Pick<Webhook, 'state'>,
): 'webhooks.resend' | 'webhooks.send-now' | null {
  if (webhook.state !== 'active' || delivery.type === 'webhook.test') return null;
  const state = shownState(delivery);
  if (state === 'waiting') return null;
  return state === 'failing' ? 'webhooks.send-now' : 'webhooks.resend';
}
