import type { Queryable } from '../../../kernel/database/queryable.ts';
import type { RowOf } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { accounts } from '../../accounts/tables.ts';
import { deleteSessionsOfLogin } from '../sessions/session-store.ts';
import { people, recoveryCodes, secondFactors } from '../tables.ts';

const storedFactor = secondFactors.pick('secret', 'last_step');
export type SecondFactorRow = RowOf<typeof storedFactor>;
const ofPerson = secondFactors.pick('person_id');
const changedPerson = people.pick('guid');

export interface NewSecondFactor {
  accountId: number;
  personId: number;
  /** Sealed. */
  secret: string;
  /** The time step of the code that proved it. */
  step: number;
  codeDigests: readonly Buffer[];
}

export function findSecondFactor(
  db: Queryable,
  accountId: number,
  personId: number,
): Promise<SecondFactorRow | null> {
  return db.find(
    storedFactor,
    sql`select ${storedFactor.list()} from second_factors
        where account_id = ${accountId} and person_id = ${personId}`,
  );
}

/** Ends the sessions of the person too, because they were opened without the factor. Returns nothing where there is one already. */
export function insertSecondFactor(
  { accountId, personId, secret, step, codeDigests }: NewSecondFactor,
  now: Date,
) {
  const record = { account_id: accountId, person_id: personId, secret, last_step: step, created_at: now };
  return {
    row: ofPerson,
    ctes: sql`
      enrolled as (${secondFactors.insert(record)} on conflict do nothing returning account_id, person_id, person_id as id),
      codes as (${insertCodes(accountId, codeDigests, sql`enrolled`)}),
      ended as (${deleteSessionsOfLogin('enrolled')})`,
    result: sql`select person_id from enrolled`,
  };
}

/** Inserts recovery codes for the person of the step `source`. */
function insertCodes(accountId: number, digests: readonly Buffer[], source: Sql): Sql {
  const record = { account_id: accountId, person_id: sql`person_id`, digest: sql`code` };
  return sql`${recoveryCodes.insertSelect(record)} from ${source}, unnest(${digests}::bytea[]) as codes_made (code)`;
}

/** Accepts the code of a time step once: of two concurrent calls one returns nothing. */
export function consumeStep(accountId: number, personId: number, step: number) {
  const result = sql`${secondFactors.update({ last_step: step })}
    where account_id = ${accountId} and person_id = ${personId} and last_step < ${step} returning person_id`;
  return { row: ofPerson, result };
}

export function consumeRecoveryCode(accountId: number, personId: number, digest: Buffer) {
  const result = sql`delete from recovery_codes
    where account_id = ${accountId} and person_id = ${personId} and digest = ${digest} returning person_id`;
  return { row: ofPerson, result };
}

export function replaceCodes(accountId: number, personId: number, digests: readonly Buffer[]) {
  return {
    row: ofPerson,
    ctes: sql`
      factor as (select person_id from second_factors where account_id = ${accountId} and person_id = ${personId}),
      older as (delete from recovery_codes where account_id = ${accountId} and person_id = ${personId}
        and digest <> all(${digests}::bytea[])),
      codes as (${insertCodes(accountId, digests, sql`factor`)})`,
    result: sql`select person_id from factor`,
  };
}

export function deleteSecondFactor(accountId: number, personId: number) {
  const result = sql`delete from second_factors
    where account_id = ${accountId} and person_id = ${personId} returning person_id`;
  return { row: ofPerson, result };
}

/**
 * Takes the factor of another person away and ends that person's sessions: the lost phone may be signed in. `except` is
 * the caller, who would otherwise get around the code that removing one's own factor asks for.
 */
export function findPersonByGuid(tx: Queryable, accountId: number, guid: string) {
  return tx.find(
    people.pick('id'),
    sql`select id from people where account_id = ${accountId} and guid = ${guid} and removed_at is null`,
  );
}

export function resetSecondFactorOf(accountId: number, person: { guid: string; except: number | null }) {
  return {
    row: changedPerson,
    ctes: sql`
      person as (select id, guid from people where account_id = ${accountId} and guid = ${person.guid}
        and removed_at is null and id is distinct from ${person.except}::bigint),
      removed as (delete from second_factors using person
        where account_id = ${accountId} and person_id = person.id returning account_id, person_id as id),
      ended as (${deleteSessionsOfLogin('removed')})`,
    result: sql`select guid from person join removed on removed.id = person.id`,
  };
}

/** Null for an unknown name, and for one that PostgreSQL could not take as text. */
export async function findPersonGuid(
  db: Queryable,
  accountId: number,
  username: string,
): Promise<string | null> {
  if (username.includes('\0')) return null;
  const found = await db.find(
    changedPerson,
    sql`select guid from people
        where account_id = ${accountId} and lower(username) = lower(${username}) and removed_at is null`,
  );
  return found?.guid ?? null;
}

export function updateRequirement(accountId: number, settings: object, now: Date) {
  const changes = { settings: sql`settings || ${JSON.stringify(settings)}::jsonb`, updated_at: now };
  const result = sql`${accounts.update(changes)} where account_id = ${accountId} returning guid`;
  return { row: accounts.pick('guid'), result };
}

/** A sealed secret of any account, to find out whether the secret of the installation opens it. */
export async function anyFactorSecret(db: Queryable): Promise<string | null> {
  const found = await db.find(secondFactors.pick('secret'), sql`select secret from second_factors limit 1`);
  return found?.secret ?? null;
}
