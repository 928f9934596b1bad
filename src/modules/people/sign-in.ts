import { z } from 'zod';
import type { Account, Role } from '../../kernel/account.ts';
import type { Caller } from '../../kernel/context.ts';
import { type Kernel, runWrite } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import type { AttemptLimit, FailedAttemptLimiter } from '../../kernel/security/rate-limits.ts';
import { digest, newKey } from '../../kernel/security/secrets.ts';
import { usable } from '../accounts/directory.ts';
import { accountOf } from '../accounts/store.ts';
import type { Language } from './schema.ts';
import { deleteSession, findPerson, findSession, insertSession, type PersonRow } from './store.ts';

/** Who is in front of the browser. */
export interface Person {
  id: number;
  guid: string;
  username: string;
  name: string;
  email: string;
  role: Role;
  /** Whether it is the sign-in that the account was opened with. */
  main: boolean;
  /** The language that was chosen for the screens; null: none yet. */
  lang: Language | null;
}

export interface Session {
  account: Account;
  person: Person;
  /** As the browser keeps it. */
  key: string;
}

const HOUR_MS = 3600_000;
/** A session ends when it was not used for this long … */
const IDLE_MS = 12 * HOUR_MS;
/** … and in any case after this. */
const WHOLE_MS = 30 * 24 * HOUR_MS;
const NOTE_MS = HOUR_MS / 12;

const openSession = defineWrite({
  name: 'sign-in',
  summary: 'Begins a session of a person in a browser.',
  scope: null,
  input: z.custom<{ personId: number }>(),
  output: z.object({ key: out.text('The session, shown only to the browser') }),
  async run(ctx, { personId }) {
    const key = newKey();
    const statement = insertSession(ctx.account.id, personId, digest(key), ctx.now);
    const made = await ctx.finishIf<{ key: string }>({
      target: ctx.account.guid,
      ...statement,
      secret: { key },
    });
    // Removed since the password was found to be right.
    return made ?? fail('invalid_password');
  },
});

const closeSession = defineWrite({
  name: 'sign-out',
  summary: 'Ends a session.',
  scope: null,
  input: object({ key: z.string() }),
  output: z.custom<object>(),
  async run(ctx, { key }) {
    const result = deleteSession(ctx.account.id, digest(key));
    return (await ctx.finishIf({ target: ctx.account.guid, result })) ?? fail('account_not_found');
  },
});

export interface SignIn {
  username: string;
  password: string;
  ip: string;
  requestId: string;
}

/** Unknown user and wrong password take the same time and read the same. */
export async function signIn(kernel: Kernel, attempts: FailedAttemptLimiter, sent: SignIn): Promise<Session> {
  const { username, password, ip, requestId } = sent;
  const counted = bounds(username, ip);
  await attempts.refuse(counted);
  const row = await findPerson(kernel.db, username);
  if (!(await kernel.secrets.passwords.matches(password, row?.password_hash ?? null)) || !row) {
    await attempts.failed(counted);
    return fail('invalid_password');
  }
  const account = usable(accountOf(row));
  await attempts.clear(counted.slice(0, 1));
  return startSession(kernel, { account, via: 'page', ip, requestId }, personOf(row));
}

export async function startSession(kernel: Kernel, caller: Caller, person: Person): Promise<Session> {
  const as = { ...caller, person: { id: person.id, role: person.role } };
  const { output } = await runWrite(kernel, openSession, as, { personId: person.id });
  return { account: caller.account, person, key: output.key };
}

export function personOf(row: PersonRow): Person {
  return {
    id: row.person_id,
    guid: row.person_guid,
    username: row.person_username,
    name: row.person_name,
    email: row.person_email,
    role: row.person_role,
    main: row.person_main,
    lang: row.person_lang,
  };
}

/** Null when there is none, or it has ended. A closed account has no sessions. */
export async function findSessionByToken(kernel: Kernel, key: string): Promise<Session | null> {
  const now = kernel.clock();
  const row = await findSession(kernel.db, digest(key), {
    now,
    startedAfter: new Date(now.getTime() - WHOLE_MS),
    seenAfter: new Date(now.getTime() - IDLE_MS),
    noteBefore: new Date(now.getTime() - NOTE_MS),
  });
  return row && !row.disabled ? { account: accountOf(row), person: personOf(row), key } : null;
}

export async function endSession(kernel: Kernel, caller: Caller, key: string): Promise<void> {
  await runWrite(kernel, closeSession, caller, { key });
}

/** The first is the one that a success clears. */
function bounds(username: string, ip: string): AttemptLimit[] {
  const name = username.toLowerCase();
  return [
    { subject: `sign-in of ${name} from ${ip}`, most: 10, seconds: 900 },
    { subject: `sign-in of ${name}`, most: 100, seconds: 900 },
    { subject: `sign-in from ${ip}`, most: 60, seconds: 900 },
  ];
}
