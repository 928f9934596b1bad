import type { Delivery, Effect, EffectRecord, Receiver, Redirection } from '../../kernel/effects/effect.ts';
import type { CustomerFields } from './store.ts';

/** The part of a profile, or of its copy in a document, that says who receives something and where. */
type Addressee = Pick<CustomerFields, 'name' | 'registration_no' | 'output_select' | 'email'>;

/** Where a document for this customer goes when it is issued. */
export function deliveryTo(
  { output_select, email, registration_no }: Omit<Addressee, 'name'>,
  tradingPartnerId: string,
): Delivery[] {
  if (output_select === '2') return [{ channel: 'einvoice', to: tradingPartnerId || registration_no }];
  return output_select === '3' && email !== '' ? [{ channel: 'email', to: email }] : [];
}

export function receiverOf(
  { registration_no, name, guid }: Pick<Addressee, 'registration_no' | 'name'> & { guid: string },
  delivery: readonly Delivery[],
  isKnown: boolean,
): Receiver {
  return {
    kennitala: registration_no,
    name,
    customer: isKnown ? guid : null,
    addresses: delivery.map(({ channel, to }) => `${channel}:${to.toLowerCase()}`),
  };
}

/** A profile with everything that decides where its documents go. */
type Destination = Addressee & Pick<CustomerFields, 'trading_partner_id'> & { guid: string };

/** A profile as the effect of a write names it. */
export function customerRecord({ guid, customer_number, name }: NamedProfile): EffectRecord {
  return { kind: 'customer', guid, number: customer_number, name };
}

type NamedProfile = Pick<CustomerFields, 'customer_number' | 'name'> & { guid: string };

/**
 * The part of the effect of a change after which documents of others go to this profile as it is now. Such a change has no
 * sum and delivers nothing by itself, so only the limit on new recipients counts. Quotes are mailed whatever the way of
 * delivery.
 */
export function redirectionTo(
  profile: Destination,
  redirects: Redirection,
): Required<Pick<Effect, 'receiver' | 'redirects'>> {
  return { receiver: destinationOf(profile), redirects };
}

function destinationOf(profile: Destination): Receiver {
  const delivery = deliveryTo(profile, profile.trading_partner_id);
  const mailed = profile.email === '' ? [] : [{ channel: 'email' as const, to: profile.email }];
  return receiverOf(profile, profile.output_select === '3' ? delivery : [...delivery, ...mailed], true);
}

/** Whether documents for the profile reach somebody else after the change. Printed ones go where the paper says. */
export function isRedirected(before: CustomerFields, after: CustomerFields, guid: string): boolean {
  const reached = (profile: CustomerFields) => {
    const { output_select, active, address, zip, city } = profile;
    const paper = output_select === '4' ? [address, zip, city] : [];
    return JSON.stringify([destinationOf({ ...profile, guid }), active, paper]);
  };
  return reached(before) !== reached(after);
}
