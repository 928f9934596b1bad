import { z } from 'zod';
import { qrPath } from '../../../domain/files/qr-path.ts';
import { EVERYBODY } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { object, text } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead, defineWrite } from '../../../kernel/operations/operation.ts';
import type { Secrets } from '../../../kernel/security/secrets.ts';
import { matchTotp, newTotpSecret, totpUri } from '../../../kernel/security/totp.ts';
import { findPersonById, refuseLoginElsewhere } from '../person-store.ts';
import { newRecoveryCodes, recoveryCodeDigest } from './rules.ts';
import { insertSecondFactor } from './second-factor-store.ts';

const LIFETIME_MS = 15 * 60_000;

/**
 * A secret that a person has not confirmed yet. It travels sealed in the browser instead of lying in the database, so
 * that nobody can leave a secret behind that the person would confirm later.
 */
interface Enrolment {
  purpose: 'second-factor';
  accountId: number;
  personId: number;
  secret: string;
  issuedAt: number;
}

export interface OfferedSecret {
  secret: string;
  uri: string;
  token: string;
}

/** A new secret for a person, with its address for apps and the token that brings it back. */
export function offerSecret(
  secrets: Secrets,
  person: { accountId: number; personId: number; username: string },
  now: Date,
): OfferedSecret {
  const { accountId, personId, username } = person;
  const secret = newTotpSecret();
  const enrolment: Enrolment = {
    purpose: 'second-factor',
    accountId,
    personId,
    secret,
    issuedAt: now.getTime(),
  };
  return { secret, uri: totpUri(secret, { issuer: 'Kvitt', username }), token: secrets.seal(enrolment) };
}

/** The offered secret of a token; null for a token of another person, an old one, and anything else. */
function openEnrolment(
  secrets: Secrets,
  token: string,
  { accountId, personId, now }: { accountId: number; personId: number; now: Date },
): string | null {
  try {
    const enrolment = secrets.unseal(token) as Enrolment;
    const isOurs =
      enrolment.purpose === 'second-factor' &&
      enrolment.accountId === accountId &&
      enrolment.personId === personId;
    return isOurs && now.getTime() - enrolment.issuedAt < LIFETIME_MS ? enrolment.secret : null;
  } catch {
    return null;
  }
}

export const startSecondFactor = defineRead({
  name: 'start-second-factor',
  summary:
    'Creates a secret for the authenticator app of the person who is signed in. Nothing is stored yet.',
  access: { scope: null, confirm: 'password' },
  input: object({}),
  output: z.object({
    secret: out.own('To type into the app', 'JBSWY3DPEHPK3PXP'),
    uri: out.own('The same as an address that apps understand'),
    qr: out.record('The address as a QR code', {
      size: out.integer('Width in modules', 41),
      path: out.own('Dark modules as an SVG path'),
    }),
    token: out.own('To send back with the first code'),
  }),
  refusals: ['person_not_found', 'second_factor_known', 'password_wrong', 'login_elsewhere'],
  async run({ db, account, caller, secrets, now }) {
    const personId = caller.person?.id ?? fail('person_not_found');
    const row = (await findPersonById(db, account.id, personId)) ?? fail('person_not_found');
    refuseLoginElsewhere(row);
    if (row.person_second_factor) fail('second_factor_known');
    const { person_username: username } = row;
    const offered = offerSecret(secrets, { accountId: account.id, personId, username }, now);
    return { ...offered, qr: qrPath(offered.uri) };
  },
});

/** Stores the secret after the app has shown a code for it, and ends the sessions that were opened without it. */
export const confirmSecondFactor = defineWrite({
  name: 'confirm-second-factor',
  summary:
    'Enables the second factor by its first code, and returns the recovery codes, which are shown only in this answer.',
  access: { scope: null, roles: EVERYBODY },
  events: [],
  session: 'ends',
  input: object({
    token: text(1000)('What start-second-factor answered'),
    code: text(20)('The code that the app shows'),
  }),
  output: z.object({
    recovery_codes: z
      .array(z.string())
      .describe('Recovery codes, each of which replaces a code of the app once'),
  }),
  refusals: ['person_not_found', 'code_wrong', 'second_factor_known'],
  async run(ctx, { token, code }) {
    const { account, now, secrets } = ctx;
    const personId = ctx.caller.person?.id ?? fail('person_not_found');
    const secret =
      openEnrolment(secrets, token, { accountId: account.id, personId, now }) ?? fail('code_wrong');
    const step = matchTotp(secret, code, now) ?? fail('code_wrong');
    const recovery_codes = newRecoveryCodes();
    const codeDigests = recovery_codes.map(recoveryCodeDigest);
    const factor = { accountId: account.id, personId, secret: secrets.seal(secret), step, codeDigests };
    ctx.enqueue('send-access-notice', { person_id: personId, about: 'factor_on' });
    const enrolled = await ctx.finishIf({
      target: account.guid,
      ...insertSecondFactor(factor, now),
      secret: { recovery_codes },
    });
    if (!enrolled) fail('second_factor_known');
    return { recovery_codes: enrolled.recovery_codes };
  },
});
