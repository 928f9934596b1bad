import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import type { EmbeddedConsents, SandboxConsent } from './embedded-consents.ts';
import { refuse } from './refuse.ts';

const reference = z.union([z.strictObject({ iban: z.string() }), z.strictObject({ bban: z.string() })]);
const references = z.array(reference).min(1);
const body = z.strictObject({
  access: z.strictObject({ accounts: references, balances: references, transactions: references }),
  recurringIndicator: z.literal(true),
  validUntil: z.iso.date(),
  frequencyPerDay: z.int().min(1),
  combinedServiceIndicator: z.literal(false),
});

export async function askConsent(
  consents: EmbeddedConsents,
  accountId: number,
  request: Request,
): Promise<Response> {
  const { data, error } = body.safeParse(parseJson(await request.text()));
  if (!data) return refuse(400, 'FORMAT_ERROR', error.message);
  const redirect_uri = request.headers.get('tpp-redirect-uri');
  if (!redirect_uri || !request.headers.get('psu-ip-address'))
    return refuse(400, 'FORMAT_ERROR', 'TPP-Redirect-URI and PSU-IP-Address are needed');
  const { consentId, url } = await consents.ask(accountId, {
    account_nos: data.access.transactions.map((one) => ('iban' in one ? one.iban : one.bban)),
    valid_until: data.validUntil,
    frequency: data.frequencyPerDay,
    redirect_uri,
  });
  const self = `/v1/consents/${consentId}`;
  const _links = {
    scaRedirect: { href: url },
    self: { href: self },
    status: { href: `${self}/status` },
  };
  return Response.json(
    { consentStatus: 'received', consentId, _links },
    { status: 201, headers: { location: self, 'aspsp-sca-approach': 'REDIRECT' } },
  );
}

export async function showConsent(
  consents: EmbeddedConsents,
  accountId: number,
  consentId: string,
): Promise<Response> {
  const consent = await consents.findOf(accountId, consentId);
  if (!consent) return refuse(403, 'CONSENT_UNKNOWN', 'There is no such consent');
  const accounts = consent.account_nos.map((number) =>
    /^[A-Z]/.test(number) ? { iban: number } : { bban: number },
  );
  const isOver = consent.status === 'valid' && consents.isExpired(consent);
  return Response.json({
    access: { accounts, balances: accounts, transactions: accounts },
    recurringIndicator: true,
    validUntil: consent.valid_until,
    frequencyPerDay: consent.frequency,
    lastActionDate: consent.valid_until,
    consentStatus: isOver ? 'expired' : consent.status,
  });
}

export async function endConsent(
  consents: EmbeddedConsents,
  accountId: number,
  consentId: string,
): Promise<Response> {
  if (!(await consents.findOf(accountId, consentId)))
    return refuse(403, 'CONSENT_UNKNOWN', 'There is no such consent');
  await consents.decide(consentId, 'terminatedByTpp');
  return new Response(null, { status: 204 });
}

/** Why accounts cannot be read with a consent; null where they can. */
export function consentProblem(
  consent: SandboxConsent | null,
  consents: Pick<EmbeddedConsents, 'isExpired'>,
): Response | null {
  if (!consent) return refuse(403, 'CONSENT_UNKNOWN', 'There is no such consent');
  if (consent.status === 'expired' || consents.isExpired(consent))
    return refuse(401, 'CONSENT_EXPIRED', 'The consent has expired');
  return consent.status === 'valid' ? null : refuse(401, 'CONSENT_INVALID', 'The consent is not given');
}
