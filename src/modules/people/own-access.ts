import { changePassword } from './passwords/change-password.ts';
import { removeSecondFactor, replaceRecoveryCodes } from './second-factor/change-second-factor.ts';
import { confirmSecondFactor, startSecondFactor } from './second-factor/enrolment.ts';
import { endSessions } from './sessions/end-sessions.ts';

/** What people do with their own access in the console, by the names of the operations. */
export const ownAccessOperations = {
  'change-password': changePassword,
  'end-sessions': endSessions,
  'start-second-factor': startSecondFactor,
  'confirm-second-factor': confirmSecondFactor,
  'remove-second-factor': removeSecondFactor,
  'replace-recovery-codes': replaceRecoveryCodes,
} as const;
