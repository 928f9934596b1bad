import { totpCode, totpStep } from '../../src/kernel/security/totp.ts';
import type { ConsoleClient } from './console-client.ts';
import { PASSWORD } from './person.ts';

/** The code of an authenticator app, some steps of 30 seconds from the given time. */
export function appCode(secret: string, now: Date, steps = 0): string {
  return totpCode(secret, totpStep(now) + steps);
}

/** Turns the second factor on in the console; uses up the code of the current step. */
export async function enrol(
  client: ConsoleClient,
  now: Date,
  password = PASSWORD,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret, token } = await client.ok('start-second-factor', { current_password: password });
  const { recovery_codes } = await client.ok('confirm-second-factor', { token, code: appCode(secret, now) });
  return { secret, recoveryCodes: recovery_codes };
}
