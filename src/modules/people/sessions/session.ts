import type { Role } from '../../../domain/access/roles.ts';
import type { Lang } from '../../../domain/values/codes.ts';
import type { Account } from '../../../kernel/access/account.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { toAccount } from '../../accounts/account-store.ts';
import type { PersonRow } from '../person-store.ts';

import { findSession } from './session-store.ts';

/** The person in front of the browser. */
export interface Person {
  id: number;
  guid: string;
  username: string;
  name: string;
  email: string;
  role: Role;
  /** Whether it is the main owner, with whom the account was opened. */
  main: boolean;
  /** The language chosen for the screens; null: none yet. */
  lang: Lang | null;
  hasSecondFactor: boolean;
  login: Login;
}

/** The row of `people` that holds the sign-in: the own one, or that of another company of the person. */
export interface Login {
  accountId: number;
  personId: number;
}

export interface Session {
  account: Account;
  person: Person;
  /** The value of the browser's cookie. */
  key: string;
}

/** A session that was opened just now. */
export interface OpenedSession extends Session {
  /** Proves later that somebody has signed in as this person in this browser; see known-device.ts. Null: no password was typed. */
  device: string | null;
}

const HOUR_MS = 3600_000;
/** A session ends when it was not used for this long … */
const IDLE_MS = 12 * HOUR_MS;
/** … and in any case after this. */
const LIFETIME_MS = 30 * 24 * HOUR_MS;
/** The last use of a session is recorded at most once within this time. */
const NOTE_MS = HOUR_MS / 12;

/** Null when there is none, or it has ended. A closed account has no sessions. */
export async function findSessionByToken(kernel: Kernel, key: string): Promise<Session | null> {
  const now = kernel.clock();
  const row = await findSession(kernel.db, digest(key), {
    now,
    startedAfter: new Date(now.getTime() - LIFETIME_MS),
    seenAfter: new Date(now.getTime() - IDLE_MS),
    noteBefore: new Date(now.getTime() - NOTE_MS),
  });
  return row && !row.disabled ? { account: toAccount(row), person: toPerson(row), key } : null;
}

export function toPerson(row: PersonRow): Person {
  return {
    id: row.person_id,
    guid: row.person_guid,
    username: row.person_username,
    name: row.person_name,
    email: row.person_email,
    role: row.person_role,
    main: row.person_main,
    lang: row.person_lang,
    hasSecondFactor: row.person_second_factor,
    login: { accountId: row.login_account_id, personId: row.login_id },
  };
}
